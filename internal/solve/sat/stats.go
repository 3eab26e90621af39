package sat

// Stats counts the work of a solver since it was made.
type Stats struct {
	Vars          int   // variables
	Fixed         int   // variables with a value at level 0
	Clauses       int   // given clauses of three or more literals, and resolvents
	Binary        int   // binary clauses, given and learned
	Learned       int   // learned clauses of three or more literals
	Conflicts     int64 // conflicts analysed
	Decisions     int64 // literals decided
	Propagations  int64 // literals propagated
	Ticks         int64 // cache lines touched by propagation, estimated
	SimplifyTicks int64 // of these, spent between stretches of search
	VivifyTried   int64 // clauses looked at by vivification
	Vivified      int64 // clauses shortened by it
	Failed        int64 // failed literals
	Eliminated    int64 // variables eliminated
	Substituted   int64 // variables replaced by equivalent ones
	Subsumed      int64 // given clauses subsumed
	Strengthened  int64 // literals removed from given clauses by resolution
	Restarts      int64 // restarts
	Reductions    int64 // reductions of the learned clause database
	Rephases      int64 // times the saved phases were reset
	ModeSwitches  int64 // changes between stable and focused mode
	Memory        int64 // bytes held by the solver
}

// Stats returns the counters since New.
func (s *Solver) Stats() Stats {
	t := s.stats
	t.Vars = int(s.nvar)
	t.Fixed = len(s.trail)
	t.Clauses = len(s.clauses)
	t.Binary = s.nbin
	t.Learned = len(s.learned)
	t.ModeSwitches = s.mo.switches
	t.Memory = s.memory()
	return t
}
