package race

import "github.com/heddle-mc/heddle/internal/program/ir"

// Kind is the part of an access that decides its races: read or write, plain or atomic.
type Kind uint8

// The kinds of access.
const (
	PlainRead  Kind = 0
	PlainWrite Kind = 1

	atomic Kind = 2 // is added for an atomic access
	weak   Kind = 4 // and also for one that races as a plain one does,
	tears  Kind = 8 // or for one that races with one of other bytes
)

// Writes reports whether the access is a write.
func (k Kind) Writes() bool { return k&1 != 0 }

// Atomic reports whether the access is atomic.
func (k Kind) Atomic() bool { return k&atomic != 0 }

// Of returns the kind of an access of an order in a program, given that of a plain one.
func Of(p *ir.Program, plain Kind, order ir.MemOrder) Kind {
	switch {
	case order == ir.NonAtomic:
		return plain
	case !p.Excuses(order):
		return plain | atomic | weak
	case p.WeakRaces:
		return plain | atomic | tears
	}
	return plain | atomic
}

// excused reports whether the access does not race with another excused one.
func (k Kind) excused() bool { return k.Atomic() && k&weak == 0 }

// covers reports whether k conflicts with everything that other conflicts with.
func (k Kind) covers(other Kind) bool {
	return (k.Writes() || !other.Writes()) && (!k.excused() || other.excused())
}

// Manner is the kind of an access, for messages.
type Manner uint8

// The manners.
const (
	ByAccess Manner = iota
	ByFree
	ByBirth
)

// Location is an instruction of a function.
type Location struct {
	Func ir.FuncID
	PC   int32
}

// Access is an access with which later ones may race.
type Access struct {
	At    Location // in the innermost frame that is not a library model's
	Off   uint64   // of an access by a load, a store or an update
	Size  uint8
	Kind  Kind
	How   Manner
	epoch epoch
}

// conflicts reports whether unordered accesses to one byte race: one writes, and one is plain or counts as plain.
func (a *Access) conflicts(b *Access) bool {
	return (a.Kind.Writes() || b.Kind.Writes()) &&
		(!a.Kind.excused() || !b.Kind.excused() || a.Kind&tears != 0 && (a.Off != b.Off || a.Size != b.Size))
}

// covers reports whether a conflicts with everything that b conflicts with.
func (a *Access) covers(b *Access) bool {
	return a.Kind.covers(b.Kind) && (a.Kind&tears == 0 || a.Off == b.Off && a.Size == b.Size)
}

// Thread returns the index of the thread that did the access.
func (a *Access) Thread() int { return a.epoch.thread() }

// head is the head of a release sequence to which a cell's value belongs (C11 5.1.2.4p10): an acquire that
// reads the value synchronises with it.
type head struct {
	thread int
	clock  clock // never changed
}

// cell is a range of an object's bytes with one history.
type cell struct {
	off, end uint64
	accesses []Access
	heads    []head // at most one per thread; never changed in place
}

// Shadow is the history of an object's bytes: disjoint cells, as the accesses
// cut them, found by byte.
type Shadow struct {
	pages [][]int32 // index of the cell that has a byte; 0: none
	cells []cell    // entry 0 unused
	birth []Access  // of the bytes in no cell: none, or the one that gave them values
	found []int32   // scratch of cover
	bytes uint64    // of the pages, nearly
}

const (
	shadowPage = 256
	cellCost   = 128 // bytes, nearly
)

// NewShadow returns the history of an object of so many bytes.
func NewShadow(size uint64) *Shadow {
	pages := (size + shadowPage - 1) / shadowPage
	return &Shadow{pages: make([][]int32, pages), cells: make([]cell, 1, 2), bytes: 24 * pages}
}

// Cost returns the memory of the history, in bytes, approximately.
func (s *Shadow) Cost() uint64 { return uint64(len(s.cells))*cellCost + s.bytes }

func (s *Shadow) at(off uint64) int32 {
	if page := s.pages[off/shadowPage]; page != nil {
		return page[off%shadowPage]
	}
	return 0
}

// fill makes cell k the one of its bytes.
func (s *Shadow) fill(k int32) {
	for i := s.cells[k].off; i < s.cells[k].end; i++ {
		page := &s.pages[i/shadowPage]
		if *page == nil {
			*page = make([]int32, shadowPage)
			s.bytes += 4 * shadowPage
		}
		(*page)[i%shadowPage] = k
	}
}

// split cuts a cell in two and returns the upper one.
func (s *Shadow) split(k int32, at uint64) int32 {
	upper := s.cells[k]
	upper.off = at
	upper.accesses = append([]Access(nil), upper.accesses...)
	s.cells[k].end = at
	s.cells = append(s.cells, upper)
	s.fill(int32(len(s.cells) - 1))
	return int32(len(s.cells) - 1)
}

// cover returns cells that have exactly the bytes from off to end, cutting or
// making some if necessary. The result is valid until the next call.
func (s *Shadow) cover(off, end uint64) []int32 {
	s.found = s.found[:0]
	for off < end {
		k := s.at(off)
		switch {
		case k == 0:
			c := cell{off: off, end: off + 1, accesses: append([]Access(nil), s.birth...)}
			for c.end < end && s.at(c.end) == 0 {
				c.end++
			}
			k = int32(len(s.cells))
			s.cells = append(s.cells, c)
			s.fill(k)
		case s.cells[k].off < off:
			k = s.split(k, off)
		}
		if s.cells[k].end > end {
			s.split(k, end)
		}
		s.found = append(s.found, k)
		off = s.cells[k].end
	}
	return s.found
}

// again reports whether the access would change nothing: the last to the same
// bytes was in the same moment at the same place, and conflicts with as much.
func (s *Shadow) again(a *Access, off, end uint64) bool {
	k := s.at(off)
	if k == 0 || a.Kind.Atomic() {
		return false
	}
	c := &s.cells[k]
	n := len(c.accesses)
	if n == 0 || c.off != off || c.end != end {
		return false
	}
	last := &c.accesses[n-1]
	return last.epoch == a.epoch && last.At == a.At && last.covers(a)
}

// add puts an access into the history of a cell. It removes earlier accesses at the same place that the new
// one covers and that happen before it: a later access that races with them also races with it. Accesses at
// other places stay, so that the races of an execution do not depend on the order of independent steps.
func (c *cell) add(a Access, now clock) {
	kept := c.accesses[:0]
	for _, b := range c.accesses {
		if a.At != b.At || !a.covers(&b) || !now.has(b.epoch) {
			kept = append(kept, b)
		}
	}
	c.accesses = append(kept, a)
}

// store updates the release sequences of a cell that a thread writes. Its own continue; those of others
// continue only if modifies is set, for a read-modify-write. released is the clock that the new value
// carries itself, or nil.
func (c *cell) store(thread int, modifies bool, released clock) {
	if len(c.heads) == 0 && released == nil {
		return
	}
	var heads []head
	var own clock
	for _, h := range c.heads {
		if h.thread == thread {
			own.join(h.clock)
		} else if modifies {
			heads = append(heads, h)
		}
	}
	own.join(released)
	if own != nil {
		heads = append(heads, head{thread, own})
	}
	c.heads = heads
}
