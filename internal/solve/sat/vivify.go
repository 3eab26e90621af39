package sat

import (
	"cmp"
	"slices"
)

// Vivification of learned clauses (Piette, Hamadi, Saïs: Vivifying Propositional Clausal Formulae, ECAI
// 2008; for learned clauses Luo et al., IJCAI 2017): the literals of a clause are assumed false one
// after the other. If this leads to a conflict, or makes another literal of the clause true, the
// negated decisions behind it and that literal form a clause by themselves. Literals that become false
// on the way are not needed. Clauses are sorted so that neighbours share their first literals, and with
// them the decisions (Li et al., AIJ 2020).
//
// Deviation: the clause itself takes part in propagation. It can only become
// unit or false when all its other literals are false, so that the decisions
// behind it are a subset of it in any case.
//
// It runs at level 0 between stretches of search, without the propagator. Its clauses follow from the
// given clauses alone.

// vivifyCandidate is a clause to be vivified; its literals are sorted by how
// often they occur in candidates, most frequent first.
type vivifyCandidate struct {
	c    cref
	lits []Lit
}

// vivify runs over promising learned clauses until the ticks are used up.
//
// requires: level 0, propagation complete, no garbage watched.
// ensures: there may be garbage; compact must follow.
func (s *Solver) vivify(ticks int64) {
	end := s.stats.Ticks + ticks
	for _, cand := range s.vivifySchedule() {
		if s.stats.Ticks > end || s.empty || s.lim.cancelled.Load() {
			break
		}
		s.vivifyClause(cand)
	}
	s.backtrack(0)
}

// vivifySchedule selects the clauses of low glue that were not vivified yet.
func (s *Solver) vivifySchedule() []vivifyCandidate {
	total := 0
	var list []vivifyCandidate
	count := make([]int32, len(s.vals))
	for _, c := range s.learned {
		if s.arena[c]&(flagGarbage|flagVivified) != 0 || s.glue(c) > tierUsed {
			continue
		}
		list = append(list, vivifyCandidate{c: c})
		total += s.size(c)
		for _, l := range s.lits(c) {
			count[l]++
		}
	}
	lits := make([]Lit, 0, total)
	byCount := func(k, l Lit) int {
		if count[k] != count[l] {
			return cmp.Compare(count[l], count[k])
		}
		return cmp.Compare(k, l)
	}
	for i := range list {
		start := len(lits)
		for _, l := range s.lits(list[i].c) {
			lits = append(lits, Lit(l))
		}
		list[i].lits = lits[start:len(lits):len(lits)]
		slices.SortFunc(list[i].lits, byCount)
	}
	slices.SortFunc(list, func(a, b vivifyCandidate) int {
		if n := slices.CompareFunc(a.lits, b.lits, byCount); n != 0 {
			return n
		}
		return cmp.Compare(a.c, b.c)
	})
	return list
}

// vivifyClause tries to shorten one clause. It leaves decisions on the trail
// for the next one.
func (s *Solver) vivifyClause(cand vivifyCandidate) {
	s.stats.VivifyTried++
	s.arena[cand.c] |= flagVivified
	s.reuseDecisions(cand.lits)
	a := &s.an
	a.clause = a.clause[:0]
	s.proof.begin()
	short := s.scratch[:0]
	hit := NoLit // a literal of the clause that became true
	failed := false
	for _, l := range cand.lits {
		value := s.vals[l]
		if value > 0 {
			hit = l
			break
		}
		if value < 0 {
			continue
		}
		s.open()
		s.assign(l.Not(), noReason)
		if !s.propagate() {
			failed = true
			break
		}
	}
	switch {
	case hit != NoLit && s.vars[hit.Var()].level == 0:
		s.discard(cand.c)
		return
	case hit != NoLit:
		short = append(short, hit)
		s.meetReason(s.reasonOf(hit), hit)
	case failed:
		if s.conflict.why.isBinary() {
			s.meet(s.conflict.lit)
		}
		s.meetReason(s.conflict.why, s.conflict.lit)
	default:
		// All literals are false, yet the clause is no conflict: impossible,
		// since it is watched.
		panic("sat: vivified clause is false without conflict")
	}
	short = s.decisionsBehind(short)
	s.scratch = short
	if len(short) < len(cand.lits) {
		s.stats.Vivified++
		id := s.prove(short)
		s.backtrack(0)
		s.replaceLearned(cand.c, short, id)
	} else if failed {
		s.backtrack(s.level() - 1) // no level stays in conflict
	}
}

// reuseDecisions backtracks to the last level up to which the decisions are the negations of the given
// literals. Literals that became false are skipped.
func (s *Solver) reuseDecisions(lits []Lit) {
	level := 0
	for _, l := range lits {
		if level == s.level() {
			return
		}
		if s.trail[s.frames[level].start] == l.Not() {
			level++
		} else if s.vals[l] >= 0 || int(s.vars[l.Var()].level) > level {
			break
		}
	}
	s.backtrack(level)
}

// replaceLearned puts the shorter clause id in the place of c and propagates if it
// is a unit.
//
// requires: level 0.
func (s *Solver) replaceLearned(c cref, lits []Lit, id ClauseID) {
	glue := s.glue(c)
	used := s.used(c)
	s.discard(c)
	switch len(lits) {
	case 0:
		s.empty = true
	case 1:
		s.assignUnit(lits[0], id)
		if !s.propagate() {
			s.conflictAtRoot()
		}
	case 2:
		s.addBinary(lits[0], lits[1], id)
	default:
		n := s.addLong(lits, flagLearned|flagVivified, id)
		s.setGlue(n, min(glue, len(lits)-1))
		s.setUsed(n, used)
		s.learned = append(s.learned, n)
	}
}
