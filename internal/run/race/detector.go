// Package race finds data races (semantics 10) by vector clocks. Every byte has the accesses with which a
// later one may race, each with its time. An access races with those of them that conflict and that its
// thread's clock does not include. After Flanagan and Freund, "FastTrack: efficient and precise dynamic
// race detection", PLDI 2009.
//
// Package run/interp creates a Detector for each execution in which races are checked.
//
// Deviations: a byte keeps the last unordered access of each place instead of one write. So the detector
// finds every pair of places that races in an execution, not only the first per byte. Ranges of bytes share
// a history. Atomic accesses, fences and release sequences are as in C11.
//
// Readings of the rule:
//
//   - free writes the whole object, and so does a birth with a value (calloc, an initialised variable); the
//     first bytes of globals and thread-locals are there before everything;
//   - the end of a scope, or of a finished thread's objects, is no access: C11 5.1.2.4 is about
//     evaluations. An access after it is a memory error;
//   - an access that fails (a freed object, an index out of bounds) is none;
//   - accesses of an atomic section that does not reach its end are none;
//   - consume is acquire; a plain write to an atomic object continues its own thread's release sequences
//     and ends the others', as a relaxed store does.
package race

import "github.com/heddle-mc/heddle/internal/program/ir"

// Detector holds the happens-before of an execution. A thread is identified by its index in the order of
// creation; the main thread has 0.
type Detector struct {
	threads  []threadClock
	channels map[Channel]clock
	section  clock // the hidden lock of the program's atomic sections
	seen     map[[2]Location]bool
	releases map[uint64][]head // of the writes with a number
	races    []Race            // of the last access
	cost     uint64
}

// Race is two accesses that nothing orders.
type Race struct{ Earlier, Later Access }

// Channel is where models state order: an object and an offset in it, and a number.
type Channel struct{ Object, Offset, Number uint64 }

// New returns the detector of an execution in which the main thread has begun.
func New() *Detector {
	d := &Detector{channels: make(map[Channel]clock), seen: make(map[[2]Location]bool)}
	d.threads = append(d.threads, threadClock{})
	d.threads[0].begin(0, nil)
	return d
}

// TakeCost returns the growth of the detector's memory since the last call, in bytes, approximately. It
// includes the histories.
func (d *Detector) TakeCost() uint64 {
	cost := d.cost
	d.cost = 0
	return cost
}

// Fence is a fence of a thread.
func (d *Detector) Fence(thread int, order ir.MemOrder) {
	c := &d.threads[thread]
	if order.Acquires() {
		c.now.join(c.seen)
	}
	if order.Releases() {
		c.released = c.release(thread)
	}
}

// Send adds the past of the thread to a channel.
func (d *Detector) Send(thread int, to Channel) {
	past := d.channels[to]
	if past == nil {
		d.cost += cellCost
	}
	past.join(d.threads[thread].release(thread))
	d.channels[to] = past
}

// Recv comes after all that was sent on a channel.
func (d *Detector) Recv(thread int, from Channel) { d.threads[thread].now.join(d.channels[from]) }

// Spawn is the creation of a thread.
func (d *Detector) Spawn(thread, child int) {
	past := d.threads[thread].release(thread)
	for len(d.threads) <= child {
		d.threads = append(d.threads, threadClock{})
	}
	d.threads[child].begin(child, past)
	d.cost += 8 * uint64(child)
}

// Join comes after the end of a thread.
func (d *Detector) Join(thread, ended int) { d.threads[thread].now.join(d.threads[ended].now) }

// Enter is the begin of an outermost section of the program, Leave its end.
func (d *Detector) Enter(thread int) { d.threads[thread].now.join(d.section) }

// Leave ends a section.
func (d *Detector) Leave(thread int) { d.section = d.threads[thread].release(thread) }

// Birth gives all bytes of an object their values.
func (d *Detector) Birth(thread int, s *Shadow, at Location) {
	s.birth = []Access{{epoch: d.threads[thread].epoch(thread), At: at, Kind: PlainWrite, How: ByBirth}}
}

// Free ends an object's life. It returns the races of that, until the next access.
func (d *Detector) Free(thread int, s *Shadow, at Location) []Race {
	c := &d.threads[thread]
	d.races = d.races[:0]
	a := Access{epoch: c.epoch(thread), At: at, Kind: PlainWrite, How: ByFree}
	d.check(c, &a, s.birth)
	for k := range s.cells {
		d.check(c, &a, s.cells[k].accesses)
	}
	return d.races
}

// Access is an access of a thread to bytes of an object from off to end. order and modifies,
// for a successful read-modify-write, matter to atomic ones. It returns the races of the
// access, until the next one. An edge that an atomic read makes is there for the read itself. from is zero unless reads may
// see older writes.
func (d *Detector) Access(thread int, s *Shadow, off, end uint64, a Access, order ir.MemOrder, modifies bool, from Source) []Race {
	c := &d.threads[thread]
	a.epoch = c.epoch(thread)
	if from == (Source{}) && s.again(&a, off, end) {
		return nil
	}
	d.races = d.races[:0]
	before := s.Cost()
	cells := s.cover(off, end)
	d.cost += s.Cost() - before
	latest := d.recall(s, cells, from)
	if a.Kind.Atomic() && !a.Kind.Writes() || modifies {
		for _, k := range cells {
			for _, h := range s.cells[k].heads {
				c.seen.join(h.clock)
				if order.Acquires() {
					c.now.join(h.clock)
				}
			}
		}
	}
	var released clock
	if a.Kind.Atomic() && a.Kind.Writes() {
		released = c.released
		if order.Releases() {
			released = c.release(thread)
		}
	}
	for _, k := range cells {
		d.check(c, &a, s.cells[k].accesses)
		s.cells[k].add(a, c.now)
		if a.Kind.Writes() {
			s.cells[k].store(thread, modifies, released)
		}
	}
	if a.Kind.Writes() && from.Write != 0 {
		d.keep(s, cells, from.Write)
	} else if from.Stale {
		for i, k := range cells {
			s.cells[k].heads = latest[i]
		}
	}
	return d.races
}

// Source says which write an access is, and which one it reads, where reads may see older writes. The zero value stands
// for an access that reads the latest write.
type Source struct {
	Write uint64 // a number for the write; 0: no read names it
	Stale bool   // the read sees the write with the number From; 0: the initial one
	From  uint64
}

// keep remembers the release heads of a write.
func (d *Detector) keep(s *Shadow, cells []int32, write uint64) {
	var heads []head
	for _, k := range cells {
		heads = append(heads, s.cells[k].heads...)
	}
	if len(heads) > 0 {
		if d.releases == nil {
			d.releases = make(map[uint64][]head)
		}
		d.releases[write] = heads
	}
}

// recall gives cells the release heads of the write that a stale read sees. It returns those of the latest write.
func (d *Detector) recall(s *Shadow, cells []int32, from Source) (latest [][]head) {
	if !from.Stale {
		return nil
	}
	for _, k := range cells {
		latest = append(latest, s.cells[k].heads)
		s.cells[k].heads = d.releases[from.From]
	}
	return latest
}

// check records the races of an access with earlier ones, each pair of places once.
func (d *Detector) check(c *threadClock, a *Access, earlier []Access) {
	for i := range earlier {
		b := &earlier[i]
		if pair := [2]Location{b.At, a.At}; a.conflicts(b) && !c.now.has(b.epoch) && !d.seen[pair] {
			d.seen[pair] = true
			d.races = append(d.races, Race{*b, *a})
		}
	}
}
