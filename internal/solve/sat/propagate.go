package sat

// Unit propagation with two watched literals (Moskewicz et al., DAC 2001).
//
// Deviations: a blocker spares the visit of a true clause; a binary clause is
// nothing but its watches; a replacement that is true becomes the blocker and
// the watch stays where it is.
//
// Tried and lost: binary clauses in lists of their own, propagated to the end
// before any long clause. Most of the time goes into cache misses, and a second
// list per literal costs more of them than shorter reasons save.

// propagate assigns everything that follows by unit propagation. If a clause
// becomes false it sets s.conflict and returns false.
//
// ensures: on true, qhead = len(trail).
func (s *Solver) propagate() bool {
	vals, vars, arena := s.vals, s.vars, s.arena
	heads, pool := s.watches.heads, s.watches.pool
	trail := s.trail[:cap(s.trail)]
	level := int32(len(s.frames))
	tail := len(s.trail)
	qhead := s.qhead
	ticks := 0
	ok := true

	for ok && qhead < tail {
		p := trail[qhead]
		qhead++
		falsified := uint32(p ^ 1)
		h := heads[p]
		list := pool[h.at : h.at+h.len]
		ticks += 1 + len(list)>>3
		keep := 0
		for i := 0; i < len(list); i++ {
			w := list[i]
			list[keep] = w
			keep++
			value := vals[w.blocker]
			if value > 0 {
				continue
			}
			if w.ref == binaryRef {
				why := binaryReason(Lit(falsified))
				if value < 0 {
					s.conflict = conflict{why, w.blocker}
					keep += copy(list[keep:], list[i+1:])
					ok = false
					break
				}
				q := w.blocker
				vals[q] = 1
				vals[q^1] = -1
				vars[q>>1] = varData{level, int32(tail), why}
				trail[tail] = q
				tail++
				continue
			}
			ticks++
			c := arena[w.ref:]
			lits := c[headerWords : headerWords+c[sizeWord]]
			other := lits[0] ^ lits[1] ^ falsified
			value = vals[other]
			if value > 0 {
				list[keep-1].blocker = Lit(other)
				continue
			}
			at := 2
			for at < len(lits) && vals[lits[at]] < 0 {
				at++
			}
			if at < len(lits) {
				k := lits[at]
				if vals[k] > 0 {
					list[keep-1].blocker = Lit(k)
					continue
				}
				lits[0], lits[1], lits[at] = other, k, falsified
				keep--
				to := &heads[k^1]
				if to.len == to.cap {
					s.watches.move(to)
					pool = s.watches.pool
					list = pool[h.at : h.at+h.len]
				}
				pool[to.at+to.len] = watch{Lit(other), w.ref}
				to.len++
				continue
			}
			if value < 0 {
				s.conflict = conflict{reason(w.ref), NoLit}
				keep += copy(list[keep:], list[i+1:])
				ok = false
				break
			}
			vals[other] = 1
			vals[other^1] = -1
			vars[other>>1] = varData{level, int32(tail), reason(w.ref)}
			trail[tail] = Lit(other)
			tail++
		}
		heads[p].len = uint32(keep)
	}
	s.trail = trail[:tail]
	s.stats.Propagations += int64(qhead - s.qhead)
	s.stats.Ticks += int64(ticks)
	s.qhead = qhead
	if s.proof != nil && level == 0 {
		s.proveUnits()
	}
	return ok
}
