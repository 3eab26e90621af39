package sat

// Reason side bumping (Liang, Ganesh, Poupart, Czarnecki: Learning Rate Based
// Branching Heuristic for SAT Solvers, SAT 2016, section 5): in stable mode the
// variables that the literals of the learned clause were implied by are bumped with
// those met in the conflict. They nearly took part, and the clause will soon follow
// from decisions on them.
//
// Deviation: literals that the propagator implied and was not asked to explain are
// passed over.

// nearSeen adds the variables of the reasons of the learned clause to an.seen.
func (s *Solver) nearSeen() {
	for _, l := range s.an.clause[1:] {
		switch why := s.vars[l.Var()].why; {
		case why == noReason || why == theoryReason:
		case why.isBinary():
			s.seeToo(why.other())
		default:
			for _, k := range s.lits(cref(why)) {
				s.seeToo(Lit(k))
			}
		}
	}
}

// seeToo adds the variable of a false literal to an.seen, unless it is fixed or there.
func (s *Solver) seeToo(l Lit) {
	a, v := &s.an, l.Var()
	if a.state[v]&inClause == 0 && s.vars[v].level > 0 {
		a.state[v] |= inClause
		a.seen = append(a.seen, v)
	}
}
