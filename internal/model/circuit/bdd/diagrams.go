package bdd

import (
	"runtime"
	"runtime/metrics"
	"time"
	"weak"

	"github.com/dalzilio/rudd"
)

// diagrams wraps the library's BDD so that reference counts change only while no operation runs.
//
// The library decrements a count in the finalizer of a Node, on another goroutine, and computes without
// a lock. So a lost update could free a node in use. To avoid that, every result is kept until release,
// which waits for the finalizers of the results that are no longer used.
type diagrams struct {
	*rudd.BDD

	kept     []rudd.Node
	released time.Time
	pause    time.Duration // until the next release
}

// Results are released after a number of operations, or after a time. release takes hardly more than a
// tenth of the time.
const (
	maxKept     = 1 << 17
	leastPause  = time.Second
	releaseCost = 10
)

func newDiagrams(variables, nodes int) (*diagrams, error) {
	b, err := rudd.New(variables, rudd.Nodesize(1<<12), rudd.Cachesize(1<<12), rudd.Cacheratio(25), rudd.Maxnodesize(nodes))
	return &diagrams{BDD: b, released: time.Now(), pause: leastPause}, err
}

// And, like the functions below, hides the library's function, which may drop intermediate results.
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

// release drops the results that are not used elsewhere, and waits for their finalizers.
func (d *diagrams) release() {
	start := time.Now()
	had := make([]weak.Pointer[int], len(d.kept))
	for i, n := range d.kept {
		had[i] = weak.Make((*int)(n))
	}
	clear(d.kept)
	d.kept = d.kept[:0]
	runtime.GC() // it ends when the finalizers of unreachable nodes are queued
	queued, _ := finalizers()
	for _, executed := finalizers(); executed < queued; _, executed = finalizers() {
		time.Sleep(100 * time.Microsecond)
	}
	d.Lock() // synchronises with the last finalizer, also in Go's memory model
	d.Unlock()
	for _, w := range had {
		if n := w.Value(); n != nil {
			d.kept = append(d.kept, n)
		}
	}
	d.released = time.Now()
	d.pause = max(leastPause, releaseCost*d.released.Sub(start))
}

// finalizers returns how many finalizers were queued in this process so far, and how many have ended.
func finalizers() (queued, executed uint64) {
	s := []metrics.Sample{{Name: "/gc/finalizers/queued:finalizers"}, {Name: "/gc/finalizers/executed:finalizers"}}
	metrics.Read(s)
	return s[0].Value.Uint64(), s[1].Value.Uint64()
}
