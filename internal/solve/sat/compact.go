package sat

// Compaction of the arena. Clauses slide down over the deleted ones, in place
// and in order, so that no second arena is needed and refs keep their order.
// Given clauses are older than most learned ones and rarely deleted; clauses
// below the first gap stay, and watches of them are not looked up.

// move is a clause that survives compaction. While the watches are updated the
// place of its first literal holds the new ref.
type move struct {
	from, to cref
	first    uint32
}

// compact drops garbage clauses from the lists and the watches, and closes all
// gaps in the arena.
//
// requires: level 0.
func (s *Solver) compact() {
	if s.wasted == 0 {
		return
	}
	s.deleteGarbage()
	moves, low, end := s.planMoves()
	for _, m := range moves {
		s.arena[m.from+headerWords] = uint32(m.to)
	}
	for l := range s.watches.heads {
		list := s.watches.of(Lit(l))
		kept := uint32(0)
		for _, w := range list {
			if w.ref >= low {
				if s.garbage(w.ref) {
					continue
				}
				w.ref = cref(s.arena[w.ref+headerWords])
			}
			list[kept] = w
			kept++
		}
		s.watches.heads[l].len = kept
	}
	s.watches.pack()
	s.clauses = s.forward(s.clauses, low)
	s.learned = s.forward(s.learned, low)
	for _, m := range moves {
		s.arena[m.from+headerWords] = m.first
		copy(s.arena[m.to:], s.arena[m.from:int(m.from)+headerWords+s.size(m.from)])
		s.proof.setLong(m.to, s.proof.long(m.from))
	}
	s.arena = s.arena[:end]
	s.wasted = 0
}

// planMoves returns the moves by ascending ref, the ref of the first gap, and
// the end of the arena after the moves.
func (s *Solver) planMoves() (moves []move, low, end cref) {
	end = firstRef
	i, k := 0, 0
	for i < len(s.clauses) || k < len(s.learned) {
		var c cref
		if k == len(s.learned) || i < len(s.clauses) && s.clauses[i] < s.learned[k] {
			c = s.clauses[i]
			i++
		} else {
			c = s.learned[k]
			k++
		}
		if s.garbage(c) {
			if low == 0 {
				low = end
			}
			continue
		}
		if c != end && low == 0 {
			low = end
		}
		if low != 0 {
			moves = append(moves, move{c, end, s.arena[c+headerWords]})
		}
		end += cref(headerWords + s.size(c))
	}
	if low == 0 {
		low = end
	}
	return moves, low, end
}

// forward renames the clauses of a list, without the garbage.
func (s *Solver) forward(list []cref, low cref) []cref {
	kept := list[:0]
	for _, c := range list {
		if c >= low {
			if s.garbage(c) {
				continue
			}
			c = cref(s.arena[c+headerWords])
		}
		kept = append(kept, c)
	}
	return kept
}
