package sat

// cref names a clause of three or more literals by its offset in the arena.
// The zero value names none.
type cref uint32

// Layout of a clause in the arena: the flags word, the size, the literals.
const (
	flagsWord   = 0
	sizeWord    = 1
	headerWords = 2
	// firstRef is the ref of the first clause; smaller ones are no clauses.
	firstRef = 4
	// maxArena bounds the arena so that a ref never meets reasonBinary.
	maxArena = 1<<31 - 1
)

// The flags word, from the low end: garbage, learned, vivified, two bits that
// count down since the last use, and the glue.
const (
	flagGarbage  = 1 << 0
	flagLearned  = 1 << 1
	flagVivified = 1 << 2
	usedShift    = 4
	usedMask     = 3 << usedShift
	glueShift    = 8
	maxGlue      = 1<<24 - 1
)

// lits returns the literals of c. They may be permuted by the owner of the
// watches only.
func (s *Solver) lits(c cref) []uint32 {
	a := s.arena[c:]
	return a[headerWords : headerWords+a[sizeWord]]
}

func (s *Solver) size(c cref) int     { return int(s.arena[c+sizeWord]) }
func (s *Solver) glue(c cref) int     { return int(s.arena[c] >> glueShift) }
func (s *Solver) garbage(c cref) bool { return s.arena[c]&flagGarbage != 0 }
func (s *Solver) used(c cref) int     { return int(s.arena[c] & usedMask >> usedShift) }

func (s *Solver) setGlue(c cref, glue int) {
	w := &s.arena[c]
	*w = *w&(1<<glueShift-1) | uint32(min(glue, maxGlue))<<glueShift
}

func (s *Solver) setUsed(c cref, n int) {
	w := &s.arena[c]
	*w = *w&^usedMask | uint32(n)<<usedShift
}

// allocate writes a clause into the arena.
//
// requires: room() was called since the last conflict.
func (s *Solver) allocate(lits []Lit, flags uint32) cref {
	c := cref(len(s.arena))
	s.arena = append(s.arena, flags, uint32(len(lits)))
	for _, l := range lits {
		s.arena = append(s.arena, uint32(l))
	}
	return c
}

// discard marks c for compaction, which drops its watches as well. Until then
// it still propagates, which does no harm: it follows from the clauses.
func (s *Solver) discard(c cref) {
	s.arena[c] |= flagGarbage
	s.wasted += headerWords + s.size(c)
}
