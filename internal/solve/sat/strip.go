package sat

// strip removes clauses that are true at level 0 and literals that are false
// there. A long clause that shrinks to two literals becomes a binary one.
//
// requires: level 0, propagation complete. ensures: clauses marked garbage are
// still watched; compact must follow.
func (s *Solver) strip() {
	if len(s.trail) == s.fixedStripped {
		return
	}
	s.stripBinary()
	s.fixedStripped = len(s.trail)
	s.stripLong(s.clauses)
	s.stripLong(s.learned)
}

// stripBinary removes the binary clauses with a fixed literal: all are true.
func (s *Solver) stripBinary() {
	vals := s.vals
	s.removeBinaries(func(k, l Lit) bool { return vals[k] != 0 || vals[l] != 0 }, s.proof.deleteBinary)
}

// removeBinaries removes the binary clauses of which gone is true, in either order of their literals, and calls
// removed for each, with the smaller literal first.
func (s *Solver) removeBinaries(gone func(k, l Lit) bool, removed func(k, l Lit)) {
	left := 0
	for l := range s.watches.heads {
		list := s.watches.of(Lit(l))
		kept := uint32(0)
		for _, w := range list {
			if w.ref == binaryRef {
				if k := Lit(l).Not(); gone(k, w.blocker) {
					if k < w.blocker {
						removed(k, w.blocker)
					}
					continue
				}
				left++
			}
			list[kept] = w
			kept++
		}
		s.watches.heads[l].len = kept
	}
	s.nbin = left / 2
}

func (s *Solver) stripLong(list []cref) {
	for _, c := range list {
		if s.garbage(c) {
			continue
		}
		lits := s.lits(c)
		kept := s.scratch[:0]
		satisfied := false
		for _, l := range lits {
			if v := s.vals[l]; v > 0 {
				satisfied = true
				break
			} else if v == 0 {
				kept = append(kept, Lit(l))
			}
		}
		s.scratch = kept
		if satisfied {
			s.discard(c)
			continue
		}
		if len(kept) == len(lits) {
			continue
		}
		if p := s.proof; p != nil {
			p.ids[c] = p.shorter(p.ids[c], p.copyOf(lits), kept, s.vals)
		}
		if len(kept) == 2 {
			s.addBinary(kept[0], kept[1], s.proof.takeLong(c))
			s.discard(c)
			continue
		}
		for i, l := range kept {
			lits[i] = uint32(l)
		}
		s.shrink(c, len(kept))
	}
}

// shrink cuts c to its first n literals.
func (s *Solver) shrink(c cref, n int) {
	s.wasted += s.size(c) - n
	s.arena[c+sizeWord] = uint32(n)
	if glue := s.glue(c); glue >= n {
		s.setGlue(c, n-1)
	}
}
