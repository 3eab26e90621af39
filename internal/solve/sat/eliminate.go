package sat

import "slices"

// Bounded variable elimination (Eén, Biere, SAT 2005): the clauses with a
// variable are replaced by all their resolvents over it, if these are not more.
// restore.go brings variables back that are needed again.
//
// The given clauses are taken out of the arena for this, and all clauses are
// watched anew afterwards. Learned clauses with an eliminated variable are
// dropped.

const (
	// eliminateOccurrences bounds the clauses per literal of a candidate.
	eliminateOccurrences = 100
	// resolventSize bounds the resolvents.
	resolventSize = 20
	// eliminateRounds bounds the passes over the variables.
	eliminateRounds = 10
	// eliminateTicks is the effort per literal of the given clauses.
	eliminateTicks = 20
	// A formula is simplified again when one clause in eliminateGrowth is new.
	eliminateGrowth = 4
)

// eliminate simplifies the given clauses.
//
// requires: level 0, propagation complete, stripped and compact.
func (s *Solver) eliminate() {
	s.lim.givenSince = 0
	before := s.stats.Ticks
	words := len(s.arena)
	o := newOccurrences(s, s.stats.Ticks+eliminateTicks*int64(words+2*s.nbin))
	learned, ids := s.copyLearned()
	s.arena, s.clauses, s.learned = nil, s.clauses[:0], s.learned[:0] // given back before more is needed
	for range eliminateRounds {
		o.subsume()
		if o.spent() || !o.eliminateRound() {
			break
		}
	}
	o.subsume()
	o.occ, o.count, o.queue, o.touched = nil, nil, nil, nil // the same
	s.rebuild(o, learned, ids, words)
	s.stats.SimplifyTicks += s.stats.Ticks - before
}

// eliminateDue reports whether enough clauses are new: at the first reduction,
// and when the formula has grown.
func (s *Solver) eliminateDue() bool {
	return s.opts.Without&Eliminate == 0 && eliminateGrowth*s.lim.givenSince > len(s.clauses)+s.nbin
}

// eliminateRound tries all variables whose clauses changed, those with few
// clauses first, and reports whether some were eliminated.
func (o *occurrences) eliminateRound() bool {
	s := o.s
	var candidates []uint64
	for v := Var(1); v <= s.nvar; v++ {
		if !o.touched[v] {
			continue
		}
		o.touched[v] = false
		n, m := o.count[v.Pos()], o.count[v.Neg()]
		if s.vals[v.Pos()] == 0 && !s.frozen(v) && max(n, m) <= eliminateOccurrences {
			candidates = append(candidates, uint64(n*m)<<32|uint64(v))
		}
	}
	slices.Sort(candidates)
	before := s.stats.Eliminated
	for _, k := range candidates {
		if o.spent() {
			break
		}
		o.eliminateVar(Var(uint32(k)))
		o.propagateUnits()
	}
	return s.stats.Eliminated > before
}

// eliminateVar eliminates v if that does not make more clauses.
func (o *occurrences) eliminateVar(v Var) {
	s := o.s
	if s.vals[v.Pos()] != 0 {
		return
	}
	pos, neg := o.of(v.Pos()), o.of(v.Neg())
	if max(len(pos), len(neg)) > eliminateOccurrences {
		return
	}
	var made [][2]int32
	for _, c := range pos {
		for _, d := range neg {
			n := o.resolve(c, d, v)
			if n == 0 {
				continue
			}
			made = append(made, [2]int32{c, d})
			if len(made) > len(pos)+len(neg) || n > resolventSize {
				return
			}
		}
	}
	for _, pair := range made {
		n := o.resolve(pair[0], pair[1], v)
		id := s.proof.derive(o.buf, o.id(pair[0]), o.id(pair[1]))
		if n == 1 {
			o.units = append(o.units, occUnit{o.buf[0], id})
		} else {
			o.link(slices.Clone(o.buf), id)
		}
	}
	s.stats.Eliminated++
	s.takeOut(v)
	for _, list := range [][]int32{pos, neg} {
		for _, c := range list {
			s.rs.keep(o.list[c].lits, o.id(c))
			o.remove(c)
		}
	}
}

// resolve puts the resolvent of c and d over v into o.buf and returns its
// size, or 0 if it is a tautology. Both are sorted by literal, hence by
// variable.
func (o *occurrences) resolve(c, d int32, v Var) int {
	a, b := o.list[c].lits, o.list[d].lits
	o.s.stats.Ticks++
	buf := o.buf[:0]
	for len(a) > 0 || len(b) > 0 {
		var l Lit
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			l, a = a[0], a[1:]
		case len(a) > 0 && a[0] == b[0]:
			l, a, b = a[0], a[1:], b[1:]
		default:
			l, b = b[0], b[1:]
		}
		if l.Var() == v {
			continue
		}
		if n := len(buf); n > 0 && buf[n-1] == l.Not() {
			return 0
		}
		buf = append(buf, l)
	}
	o.buf = buf
	return len(buf)
}

// copyLearned returns the learned clauses in the format of the arena, and their
// numbers if there is a proof.
func (s *Solver) copyLearned() (words []uint32, ids []ClauseID) {
	for _, c := range s.learned {
		words = append(words, s.arena[c:int(c)+headerWords+s.size(c)]...)
		if s.proof != nil {
			ids = append(ids, s.proof.ids[c])
		}
	}
	return words, ids
}

// rebuild puts the given clauses of o and those of copyLearned into a new arena of
// about the given capacity, and watches all clauses anew.
func (s *Solver) rebuild(o *occurrences, learned []uint32, ids []ClauseID, words int) {
	for l := range s.watches.heads {
		s.watches.heads[l].len = 0
	}
	s.arena = make([]uint32, firstRef, max(firstRef, words))
	s.wasted, s.nbin = 0, 0
	for c, e := range o.list {
		switch id := o.id(int32(c)); {
		case e.lits == nil:
		case len(e.lits) == 2:
			s.addBinary(e.lits[0], e.lits[1], id)
		default:
			s.clauses = append(s.clauses, s.addLong(e.lits, 0, id))
		}
	}
	var lits []Lit
	for len(learned) > 0 {
		end := headerWords + learned[sizeWord]
		id := ClauseID(0)
		if ids != nil {
			id, ids = ids[0], ids[1:]
		}
		lits = lits[:0]
		for _, w := range learned[headerWords:end] {
			lits = append(lits, Lit(w))
		}
		s.relearn(lits, learned[flagsWord], id)
		learned = learned[end:]
	}
	s.fixedStripped = len(s.trail)
	s.qhead = 0
	if !s.empty && !s.propagate() {
		s.conflictAtRoot()
	}
}

// relearn enters a learned clause again, unless it has an eliminated variable.
func (s *Solver) relearn(lits []Lit, flags uint32, id ClauseID) {
	kept := s.scratch[:0]
	for _, l := range lits {
		if s.vals[l] > 0 || s.rs.isOut[l.Var()] {
			s.proof.delete(id, lits)
			return
		}
		if s.vals[l] == 0 {
			kept = append(kept, l)
		}
	}
	s.scratch = kept
	id = s.proof.shorter(id, lits, kept, s.vals)
	if !s.addShort(kept, id) {
		c := s.addLong(kept, flags, id)
		s.setGlue(c, min(s.glue(c), len(kept)-1))
		s.learned = append(s.learned, c)
	}
}
