package sat

import "fmt"

// checkInvariants returns the first violation of the invariants of the package
// comment that can be seen at level 0.
func (s *Solver) checkInvariants() error {
	if s.level() != 0 || s.th.levels != 0 {
		return fmt.Errorf("level %d, propagator at %d", s.level(), s.th.levels)
	}
	watched := map[cref]int{}
	bins := map[[2]Lit]int{}
	for l := range s.watches.heads {
		for _, w := range s.watches.of(Lit(l)) {
			if w.ref == binaryRef {
				bins[[2]Lit{Lit(l).Not(), w.blocker}]++
				continue
			}
			lits := s.lits(w.ref)
			not := uint32(Lit(l).Not())
			if lits[0] != not && lits[1] != not {
				return fmt.Errorf("clause %d watched by %d, which is not in front", w.ref, Lit(not))
			}
			watched[w.ref]++
		}
	}
	n := 0
	for k, list := range [2][]cref{s.clauses, s.learned} {
		last := cref(0)
		for _, c := range list {
			switch {
			case c <= last:
				return fmt.Errorf("clause %d after %d", c, last)
			case s.garbage(c):
				return fmt.Errorf("garbage clause %d in list", c)
			case s.size(c) < 3:
				return fmt.Errorf("clause %d of %d literals", c, s.size(c))
			case watched[c] != 2:
				return fmt.Errorf("clause %d has %d watches", c, watched[c])
			case s.arena[c]&flagLearned != 0 != (k == 1):
				return fmt.Errorf("clause %d in the wrong list", c)
			}
			last = c
			n++
		}
	}
	if n != len(watched) {
		return fmt.Errorf("%d clauses, %d watched", n, len(watched))
	}
	for c, n := range bins {
		if bins[[2]Lit{c[1], c[0]}] != n {
			return fmt.Errorf("binary clause %v is listed on one side", c)
		}
	}
	for v := Var(1); v <= s.nvar; v++ {
		if s.an.state[v] != 0 || s.an.mark[v.Pos()] || s.an.mark[v.Neg()] {
			return fmt.Errorf("variable %d is marked", v)
		}
		out := s.rs.isOut[v]
		if s.vals[v.Pos()] == 0 && out != (s.heap.at[v] == notInHeap) {
			return fmt.Errorf("variable %d: eliminated %v, in no heap %v", v, out, !out)
		}
		if out && (s.vals[v.Pos()] != 0 || len(s.watches.of(v.Pos()))+len(s.watches.of(v.Neg())) > 0) {
			return fmt.Errorf("eliminated variable %d is assigned or watched", v)
		}
	}
	for v := s.queue.links[s.queue.next].next; v != 0 && s.queue.next != 0; v = s.queue.links[v].next {
		if s.vals[v.Pos()] == 0 {
			return fmt.Errorf("unassigned variable %d behind the start of the queue", v)
		}
	}
	return nil
}
