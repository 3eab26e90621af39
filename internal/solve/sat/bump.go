package sat

import "slices"

// bumpVars makes the variables met in the conflict come earlier in decisions, in
// stable mode those near them, too.
// In focused mode they move to the end of the queue, keeping their order.
func (s *Solver) bumpVars() {
	a := &s.an
	if s.mo.stable {
		if s.opts.Without&Reasons == 0 {
			s.nearSeen()
		}
		for _, v := range a.seen {
			s.heap.bump(v)
		}
		s.heap.decay()
		return
	}
	// Stamps fit in the upper bits: they count bumps.
	keys := a.keys[:0]
	for _, v := range a.seen {
		keys = append(keys, s.queue.stamp[v]<<varBits|uint64(v))
	}
	slices.Sort(keys)
	for _, k := range keys {
		v := Var(k & MaxVar)
		s.queue.bump(v, s.vals[v.Pos()] != 0)
	}
	a.keys = keys
}

// varBits is the number of bits of the largest variable.
const varBits = 29

// bumpClause notes that the learned clause c took part in a conflict.
func (s *Solver) bumpClause(c cref) {
	glue := s.glue(c)
	if glue > tierKeep {
		if now := s.countLevels(c, glue); now < glue {
			glue = now
			s.setGlue(c, glue)
		}
	}
	s.setUsed(c, usesOf(glue))
}

// countLevels returns the glue of c under the current assignment, or limit if
// it is not smaller.
func (s *Solver) countLevels(c cref, limit int) int {
	a := &s.an
	a.stampNow++
	n := -1
	for _, l := range s.lits(c) {
		level := s.vars[l>>1].level
		if a.stamp[level] != a.stampNow {
			a.stamp[level] = a.stampNow
			n++
			if n >= limit {
				return limit
			}
		}
	}
	return max(n, 1)
}
