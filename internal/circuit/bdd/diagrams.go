package bdd

import (
	"runtime"
	"runtime/metrics"
	"time"
	"weak"

	"github.com/dalzilio/rudd"
)

// diagrams are the library's, whose counts of references change only while nothing is computed.
//
// The library counts one down in the finalizer of a Node, on another goroutine, and computes
// without a lock: a count that is lost frees a node in use. So every result is kept until
// release, which lets the finalizers of those that nobody has run to their end.
type diagrams struct {
	*rudd.BDD

	kept     []rudd.Node
	released time.Time
	pause    time.Duration // until the next release
}

// Results are released after so many, or after a time in which many nodes can be made, but hardly
// more than a tenth of the time goes into it.
const (
	maxKept     = 1 << 17
	leastPause  = time.Second
	releaseCost = 10
)

func newDiagrams(variables, nodes int) (*diagrams, error) {
	b, err := rudd.New(variables, rudd.Nodesize(1<<12), rudd.Cachesize(1<<12), rudd.Cacheratio(25), rudd.Maxnodesize(nodes))
	return &diagrams{BDD: b, released: time.Now(), pause: leastPause}, err
}

// And, like those below, hides the library's function, which may drop results of its own.
func (d *diagrams) And(a, b rudd.Node) rudd.Node   { return d.keep(d.BDD.And(a, b)) }
func (d *diagrams) Or(a, b rudd.Node) rudd.Node    { return d.keep(d.BDD.Or(a, b)) }
func (d *diagrams) Equiv(a, b rudd.Node) rudd.Node { return d.keep(d.BDD.Equiv(a, b)) }
func (d *diagrams) Not(a rudd.Node) rudd.Node      { return d.keep(d.BDD.Not(a)) }
func (d *diagrams) Low(a rudd.Node) rudd.Node      { return d.keep(d.BDD.Low(a)) }
func (d *diagrams) High(a rudd.Node) rudd.Node     { return d.keep(d.BDD.High(a)) }

func (d *diagrams) Exist(a, set rudd.Node) rudd.Node { return d.keep(d.BDD.Exist(a, set)) }

func (d *diagrams) AndExist(set, a, b rudd.Node) rudd.Node {
	return d.keep(d.BDD.AndExist(set, a, b))
}

func (d *diagrams) Replace(a rudd.Node, r rudd.Replacer) rudd.Node {
	return d.keep(d.BDD.Replace(a, r))
}

// Makeset returns the set of some variables.
func (d *diagrams) Makeset(variables []int) rudd.Node {
	set := d.True()
	for _, v := range variables {
		set = d.And(set, d.Ithvar(v))
	}
	return set
}

func (d *diagrams) keep(n rudd.Node) rudd.Node {
	if n == nil || *n <= 1 { // out of memory, or a constant, which is always the same Node
		return n
	}
	d.kept = append(d.kept, n)
	if len(d.kept) >= maxKept || time.Since(d.released) > d.pause {
		d.release()
	}
	return n
}

// release gives up the results that nobody has, and waits for their finalizers.
func (d *diagrams) release() {
	start := time.Now()
	had := make([]weak.Pointer[int], len(d.kept))
	for i, n := range d.kept {
		had[i] = weak.Make((*int)(n))
	}
	clear(d.kept)
	d.kept = d.kept[:0]
	runtime.GC() // it ends when the finalizers of what it found are queued
	queued, _ := finalizers()
	for _, executed := finalizers(); executed < queued; _, executed = finalizers() {
		time.Sleep(100 * time.Microsecond)
	}
	d.Lock() // behind the last of them, in Go's memory model, too
	d.Unlock()
	for _, w := range had {
		if n := w.Value(); n != nil {
			d.kept = append(d.kept, n)
		}
	}
	d.released = time.Now()
	d.pause = max(leastPause, releaseCost*d.released.Sub(start))
}

// finalizers returns how many were ever queued in this process, and how many have ended.
func finalizers() (queued, executed uint64) {
	s := []metrics.Sample{{Name: "/gc/finalizers/queued:finalizers"}, {Name: "/gc/finalizers/executed:finalizers"}}
	metrics.Read(s)
	return s[0].Value.Uint64(), s[1].Value.Uint64()
}
