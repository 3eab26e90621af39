package sat

// LookAhead assumes literals one after the other, with unit propagation alone, and takes them back. It
// returns how many literals follow from the last one; failed reports that the literals lead to a conflict.
// Cube and conquer chooses by such numbers (Heule, Kullmann, Wieringa, Biere, HVC 2011). The propagator is not
// asked.
func (s *Solver) LookAhead(lits ...Lit) (implied int, failed bool) {
	s.mustBeReady("look ahead")
	s.need(lits)
	if s.empty || !s.propagate() {
		if !s.empty {
			s.conflictAtRoot()
		}
		return 0, true
	}
	defer s.backtrack(0)
	for _, l := range lits {
		before := len(s.trail)
		if s.vals[l] < 0 {
			return 0, true
		}
		if s.vals[l] == 0 {
			s.open()
			s.assign(l, noReason)
			if !s.propagate() {
				return 0, true
			}
		}
		implied = len(s.trail) - before
	}
	return implied, false
}
