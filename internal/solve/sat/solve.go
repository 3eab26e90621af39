package sat

import (
	"context"
	"fmt"
)

// Solve decides the clauses under the assumptions, which hold for this call
// only.
func (s *Solver) Solve(ctx context.Context, assumptions ...Lit) Status {
	s.mustBeReady("solve")
	for _, l := range assumptions {
		if v := l.Var(); v < 1 || v > s.nvar {
			panic(fmt.Sprintf("sat: assumption of unknown variable %d", v))
		}
	}
	s.model, s.core = s.model[:0], s.core[:0]
	s.assumptions = append(s.assumptions[:0], assumptions...)
	s.an.stamp = extend(s.an.stamp, int(s.nvar)+len(assumptions)+2) // by level
	for _, l := range assumptions {
		s.rs.frozen[l.Var()] = true
	}
	s.need(assumptions)
	stop := s.startLimits(ctx)
	defer stop()
	s.re.at = s.stats.Conflicts + restartMin
	s.searching = true
	status := s.search(ctx)
	s.searching = false
	if status == Satisfiable {
		s.model = extend(s.model, int(s.nvar)+1)
		for _, l := range s.trail {
			s.model[l.Var()] = 1 - int8(l&1)<<1
		}
		s.extendModel()
	}
	s.backtrack(0)
	s.assumptions = s.assumptions[:0]
	return status
}

// search is the main loop.
func (s *Solver) search(ctx context.Context) Status {
	for {
		switch {
		case s.empty:
			return Unsatisfiable
		case s.limitReached(ctx):
			return Unknown
		case !s.propagateAll():
			if s.level() == 0 {
				s.conflictAtRoot()
				return Unsatisfiable
			}
			s.learn()
		case s.restartDue():
			s.restart()
		case s.stats.Conflicts >= s.lim.reduceAt:
			s.simplify()
		case s.modeDue():
			s.switchMode()
		case s.stats.Conflicts >= s.re.rephaseAt && s.opts.Without&Rephase == 0:
			s.rephase()
		default:
			switch s.decide() {
			case complete:
				if s.finalCheck() {
					return Satisfiable
				}
			case refuted:
				return Unsatisfiable
			}
		}
	}
}
