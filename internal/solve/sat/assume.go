package sat

// Assumptions are the decisions of the first levels (Eén, Sörensson: Temporal Induction by Incremental
// SAT Solving, BMC 2003). An assumption that is already true gets a level without a literal, so that
// level n belongs to assumption n.

// refute computes the core when the assumption l is false: the assumptions
// from which its negation follows, and l itself.
func (s *Solver) refute(l Lit) {
	a := &s.an
	a.mark[l] = true
	a.clause = a.clause[:0]
	s.proof.begin()
	if s.vars[l.Var()].level > 0 {
		s.meet(l)
		s.scratch = s.decisionsBehind(s.scratch[:0])
		for _, k := range s.scratch {
			a.mark[k.Not()] = true
		}
	} else {
		s.proof.unit(l.Var())
	}
	for _, k := range s.assumptions {
		if a.mark[k] {
			a.mark[k] = false
			s.core = append(s.core, k)
		}
	}
	s.proveCore()
}

// proveCore adds the clause of the negated literals of the core.
func (s *Solver) proveCore() {
	if s.proof == nil {
		return
	}
	s.scratch = s.scratch[:0]
	for _, k := range s.core {
		s.scratch = append(s.scratch, k.Not())
	}
	s.prove(s.scratch)
}

// decisionsBehind appends to buf the negations of the decisions from which the
// literals met so far follow, last decision first, and ends the analysis.
func (s *Solver) decisionsBehind(buf []Lit) []Lit {
	for at := len(s.trail) - 1; at >= 0 && s.level() > 0 && at >= int(s.frames[0].start); at-- {
		l := s.trail[at]
		if s.an.state[l.Var()] == 0 {
			continue
		}
		if why := s.reasonOf(l); why == noReason {
			buf = append(buf, l.Not())
		} else {
			s.meetReason(why, l)
		}
	}
	s.clearAnalysis()
	return buf
}

// meetReason meets the other literals of the clause that implied l; for a
// conflict l is s.conflict.lit.
func (s *Solver) meetReason(why reason, l Lit) {
	s.proof.resolve(why, l)
	if why.isBinary() {
		s.meet(why.other())
		return
	}
	for _, k := range s.lits(cref(why)) {
		if Lit(k) != l {
			s.meet(Lit(k))
		}
	}
}
