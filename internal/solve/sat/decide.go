package sat

// decision is the outcome of an attempt to decide.
type decision uint8

const (
	decided  decision = iota // a literal was assigned in a new level
	complete                 // all variables are assigned
	refuted                  // an assumption is false; s.core says why
)

// decide opens a new level: for the next assumption, or the propagator's
// choice, or the next variable by score or queue.
//
// requires: propagation is complete.
func (s *Solver) decide() decision {
	for s.level() < len(s.assumptions) {
		l := s.assumptions[s.level()]
		switch {
		case s.vals[l] < 0:
			s.refute(l)
			return refuted
		case s.vals[l] > 0:
			s.openSearch() // levels and assumptions correspond
		default:
			s.openSearch()
			s.assign(l, noReason)
			return decided
		}
	}
	if len(s.trail)+s.rs.out == int(s.nvar) {
		return complete
	}
	l := NoLit
	if s.th.decider != nil {
		l = s.theoryDecision()
	}
	if l == NoLit {
		l = s.phaseOf(s.nextVar())
	}
	s.openSearch()
	s.stats.Decisions++
	s.assign(l, noReason)
	return decided
}

// nextVar returns the unassigned variable to decide.
//
// requires: there is one.
func (s *Solver) nextVar() Var {
	if s.mo.stable {
		h := &s.heap
		for s.vals[h.list[0].Pos()] != 0 {
			h.pop()
		}
		return h.list[0]
	}
	v := s.queue.next
	for s.vals[v.Pos()] != 0 {
		v = s.queue.links[v].prev
	}
	s.queue.next = v
	return v
}
