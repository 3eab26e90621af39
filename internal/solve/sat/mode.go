package sat

// Two modes alternate (Oh: Between SAT and UNSAT, SAT 2015): stable mode, with
// few restarts and scores, finds models; focused mode, with many restarts and
// the queue, finds refutations. The first stretch, a focused one, is counted in
// conflicts, the following ones in the ticks it took, growing quadratically
// (after Biere, Fleury: Gimsatul, IsaSAT and Kissat, 2022).
//
// Deviations: stable mode gets stableShare times the effort of focused mode, not
// the same. On formulas from programs the scores are the better guide even for
// refutations (lab/bench-sat.md).
type mode struct {
	stable    bool
	switches  int64
	conflicts int64 // end of the first stretch
	ticks     int64 // end of the current stretch, unless it is the first
	unit      int64 // ticks of the first stretch
}

// stableShare is the effort spent in stable mode per effort in focused mode.
const stableShare = 4

func (s *Solver) modeDue() bool {
	if s.opts.Without&(Stable|Focused) != 0 {
		return false
	}
	if s.mo.switches == 0 {
		return s.stats.Conflicts >= s.mo.conflicts
	}
	return s.searchTicks() >= s.mo.ticks
}

func (s *Solver) switchMode() {
	s.backtrack(0)
	if s.mo.switches == 0 {
		s.mo.unit = s.searchTicks()
	}
	s.mo.switches++
	round := (s.mo.switches + 1) / 2
	s.mo.stable = !s.mo.stable
	stretch := s.mo.unit * round * round
	if !s.mo.stable {
		stretch /= stableShare
	}
	s.mo.ticks = s.searchTicks() + stretch
	s.re.reluctant = newReluctant()
	s.re.at = s.stats.Conflicts + restartMin
}

// pace says how often techniques run, in conflicts.
type pace struct {
	mode      int64 // length of the first stretch of a mode
	reduce    int64 // grows by this much each time; many clauses make every conflict slow
	rephase   int64 // grows by this much each time
	inprocess int64 // between vivification and probing
	inspect   int64 // between checks of the memory limit
}

var defaultPace = pace{mode: 1000, reduce: 30, rephase: 1000, inprocess: 2000, inspect: 1024}

// startPacing schedules everything for the first time.
func (s *Solver) startPacing() {
	s.re.fast = newEMA(fastGlueWindow)
	s.re.slow = newEMA(slowGlueWindow)
	s.re.reluctant = newReluctant()
	s.re.rephaseAt = s.pace.rephase
	s.mo.conflicts = s.pace.mode
	s.mo.stable = s.opts.Without&Focused != 0
	s.lim.reduceAt = s.pace.reduce
	s.lim.inprocessAt = s.pace.inprocess
}
