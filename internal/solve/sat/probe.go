package sat

// Failed literal probing (Freeman, 1995; Le Berre, SAT 2001): if assuming a
// literal leads to a conflict by propagation alone, its negation holds. Only
// roots of the binary implication graph are tried: a literal that is implied by
// another one fails only if that one does.

// probe tries roots in turn, going on where the last call stopped, until the
// ticks are used up or all were tried.
//
// requires: level 0, propagation complete.
func (s *Solver) probe(ticks int64) {
	end := s.stats.Ticks + ticks
	for range 2 * int(s.nvar) {
		if s.stats.Ticks > end || s.empty || s.lim.cancelled.Load() {
			return
		}
		s.probeNext++
		if int(s.probeNext.Var()) > int(s.nvar) || s.probeNext.Var() < 1 {
			s.probeNext = Var(1).Pos()
		}
		if l := s.probeNext; s.vals[l] == 0 && s.isRoot(l) {
			s.probeLit(l)
		}
	}
}

// isRoot reports whether l implies literals by binary clauses but is not
// implied by any.
func (s *Solver) isRoot(l Lit) bool {
	s.stats.Ticks++
	return s.hasBinary(l) && !s.hasBinary(l.Not())
}

// hasBinary reports whether the list of l has a binary clause. They are in
// front after pack; later ones are found by chance, which is good enough.
func (s *Solver) hasBinary(l Lit) bool {
	list := s.watches.of(l)
	return len(list) > 0 && (list[0].ref == binaryRef || list[len(list)-1].ref == binaryRef)
}

func (s *Solver) probeLit(l Lit) {
	s.open()
	s.assign(l, noReason)
	if s.propagate() {
		s.backtrack(0)
		return
	}
	s.stats.Failed++
	// The first unique implication point fails as well, and implies less.
	s.analyze()
	unit := s.an.clause[0]
	id := s.prove(s.an.clause)
	s.clearAnalysis()
	s.backtrack(0)
	s.assignUnit(unit, id)
	if !s.propagate() {
		s.conflictAtRoot()
	}
}
