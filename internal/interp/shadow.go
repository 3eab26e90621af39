package interp

import "github.com/heddle-mc/heddle/internal/ir"

// accessKind says how an access takes part in races.
type accessKind uint8

const (
	plainRead   accessKind = 0
	plainWrite  accessKind = 1
	atomicRead  accessKind = 2
	atomicWrite accessKind = 3
)

func (k accessKind) writes() bool { return k&1 != 0 }
func (k accessKind) atomic() bool { return k&2 != 0 }

// conflicts reports whether unordered accesses of the kinds to one byte race:
// one writes, one is plain.
func (k accessKind) conflicts(with accessKind) bool {
	return (k.writes() || with.writes()) && !(k.atomic() && with.atomic())
}

// covers reports whether k conflicts with everything that other conflicts with.
func (k accessKind) covers(other accessKind) bool {
	return k == plainWrite || k == other || other == atomicRead
}

// orderKind returns the kind of a load or store of an order.
func orderKind(plain accessKind, order ir.MemOrder) accessKind {
	if order == ir.NonAtomic {
		return plain
	}
	return plain | 2
}

// manner says what an access is, for people.
type manner uint8

const (
	byAccess manner = iota
	byFree
	byBirth
)

// place is an instruction.
type place struct {
	fn *function
	pc int32
}

// access is one that later ones may race with.
type access struct {
	epoch epoch
	place place // in the innermost frame that is not a library model's
	size  uint8
	kind  accessKind
	how   manner
}

// head is the head of a release sequence that a cell's value belongs to (C11
// 5.1.2.4p10): who reads the value and acquires synchronises with it.
type head struct {
	thread int
	clock  clock // never changed
}

// cell is a range of an object's bytes with one history.
type cell struct {
	off, end uint64
	accesses []access
	heads    []head // at most one per thread; never changed in place
}

// shadow is the history of an object's bytes: disjoint cells, as the accesses
// cut them, found by byte.
type shadow struct {
	pages [][]int32 // index of the cell that has a byte; 0: none
	cells []cell    // entry 0 unused
	birth []access  // of the bytes in no cell: none, or the one that gave them values
	found []int32   // scratch of cover
	bytes uint64    // of the pages, nearly
}

const (
	shadowPage = 256
	cellCost   = 128 // bytes, nearly
)

func newShadow(size uint64) *shadow {
	pages := (size + shadowPage - 1) / shadowPage
	return &shadow{pages: make([][]int32, pages), cells: make([]cell, 1, 2), bytes: 24 * pages}
}

// cost returns what the history takes, in bytes, nearly.
func (s *shadow) cost() uint64 { return uint64(len(s.cells))*cellCost + s.bytes }

func (s *shadow) at(off uint64) int32 {
	if page := s.pages[off/shadowPage]; page != nil {
		return page[off%shadowPage]
	}
	return 0
}

// fill makes cell k the one of its bytes.
func (s *shadow) fill(k int32) {
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
func (s *shadow) split(k int32, at uint64) int32 {
	upper := s.cells[k]
	upper.off = at
	upper.accesses = append([]access(nil), upper.accesses...)
	s.cells[k].end = at
	s.cells = append(s.cells, upper)
	s.fill(int32(len(s.cells) - 1))
	return int32(len(s.cells) - 1)
}

// cover returns cells that have exactly the bytes from off to end, cutting or
// making some if necessary. The result is valid until the next call.
func (s *shadow) cover(off, end uint64) []int32 {
	s.found = s.found[:0]
	for off < end {
		k := s.at(off)
		switch {
		case k == 0:
			c := cell{off: off, end: off + 1, accesses: append([]access(nil), s.birth...)}
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
func (s *shadow) again(a *access, off, end uint64) bool {
	k := s.at(off)
	if k == 0 || a.kind.atomic() {
		return false
	}
	c := &s.cells[k]
	n := len(c.accesses)
	if n == 0 || c.off != off || c.end != end {
		return false
	}
	last := &c.accesses[n-1]
	return last.epoch == a.epoch && last.place == a.place && last.kind.covers(a.kind)
}

// add puts an access into the history of a cell. Those at the same place that
// it orders and covers are forgotten: whatever races with them later also races
// with it. Those at other places stay, so that the races of an execution do not
// depend on the order of what is independent in it.
func (c *cell) add(a access, now clock) {
	kept := c.accesses[:0]
	for _, b := range c.accesses {
		if a.place != b.place || !a.kind.covers(b.kind) || !now.has(b.epoch) {
			kept = append(kept, b)
		}
	}
	c.accesses = append(kept, a)
}

// store updates the release sequences of a cell that a thread writes: its own
// continue, those of others only in a read-modify-write. released is what the
// new value carries itself, or nil.
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
