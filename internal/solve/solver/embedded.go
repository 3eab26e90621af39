package solver

import (
	"context"
	"errors"

	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Embedded is the solver of this module. It blasts terms into one incremental CDCL solver and refines
// arrays on demand.
type Embedded struct {
	terms   *term.Store
	blaster *bitblast.Blaster
	sat     *sat.Solver
	limits  sat.Limits
	checks  int

	// The last answer.
	last      Result
	modelVars sat.Var // variables that have a value in the model
	model     *term.Assignment
	values    *term.Evaluator
	core      []term.ID
}

var (
	_ Host    = (*Embedded)(nil)
	_ Limiter = (*Embedded)(nil)
)

// New returns a solver of the terms of a store, without assertions.
func New(terms *term.Store, opts sat.Options) *Embedded {
	core := sat.New(opts)
	return &Embedded{terms: terms, blaster: bitblast.New(terms, core), sat: core}
}

// Assert implements Solver.
func (s *Embedded) Assert(f term.ID) { s.blaster.Assert(f) }

// SetLimits implements Limiter. The limits hold for a whole check, including all its refinements; the
// memory limit includes the graph of gates.
func (s *Embedded) SetLimits(limits sat.Limits) {
	s.limits = limits
	s.sat.SetLimits(limits)
}

// Check implements Solver; the error is always nil.
func (s *Embedded) Check(ctx context.Context, assumptions ...term.ID) (Result, error) {
	s.checks++
	s.model, s.values, s.core = nil, nil, nil
	lits := make([]sat.Lit, len(assumptions))
	for i, f := range assumptions {
		lits[i] = s.blaster.Literal(f, bitblast.Positive)
	}
	s.last = s.search(ctx, lits)
	if s.last.Status == sat.Unsatisfiable {
		s.core = coreOf(s.sat.Core(), lits, assumptions)
	}
	return s.last, nil
}

// search solves and refines until the answer is final.
func (s *Embedded) search(ctx context.Context, lits []sat.Lit) Result {
	before := s.sat.Stats()
	for {
		if reason := Cause(ctx); reason != sat.NoReason {
			return Result{sat.Unknown, reason}
		}
		if reason := s.setRemaining(before); reason != sat.NoReason {
			return Result{sat.Unknown, reason}
		}
		status := s.sat.Solve(ctx, lits...)
		if status != sat.Satisfiable {
			return Result{status, s.sat.Reason()}
		}
		s.modelVars = sat.Var(s.sat.NumVars())
		if s.blaster.Refine(s.literalValue) == 0 {
			return Result{Status: sat.Satisfiable}
		}
	}
}

// Cause returns the reason why a context is done, or sat.NoReason.
func Cause(ctx context.Context) sat.Reason {
	switch err := ctx.Err(); {
	case err == nil:
		return sat.NoReason
	case errors.Is(err, context.DeadlineExceeded):
		return sat.ReasonTime
	}
	return sat.ReasonCancelled
}

// setRemaining sets the core's limits to the rest of this check's limits. before holds the core's
// counters at the start of the check. It returns a reason if no effort is left.
func (s *Embedded) setRemaining(before sat.Stats) sat.Reason {
	now := s.sat.Stats()
	left := s.limits
	for _, l := range []struct {
		limit *int64
		used  int64
		why   sat.Reason
	}{
		{&left.Conflicts, now.Conflicts - before.Conflicts, sat.ReasonConflicts},
		{&left.Ticks, now.Ticks - before.Ticks, sat.ReasonTicks},
		{&left.Memory, s.blaster.Bytes(), sat.ReasonMemory},
	} {
		if *l.limit == 0 {
			continue
		}
		if *l.limit -= l.used; *l.limit <= 0 {
			return l.why
		}
	}
	s.sat.SetLimits(left)
	return sat.NoReason
}

// coreOf maps failed literals back to assumptions, one for each literal.
func coreOf(failed, lits []sat.Lit, assumptions []term.ID) []term.ID {
	blamed := make(map[sat.Lit]bool, len(failed))
	for _, l := range failed {
		blamed[l] = true
	}
	var core []term.ID
	for i, l := range lits {
		if blamed[l] {
			core = append(core, assumptions[i])
			blamed[l] = false
		}
	}
	return core
}

// literalValue returns the value of a literal in the last model of the core; newer variables are false.
func (s *Embedded) literalValue(l sat.Lit) bool {
	if l.Var() > s.modelVars {
		return l.IsNeg()
	}
	return s.sat.Value(l)
}

// Model implements Solver.
func (s *Embedded) Model() *term.Assignment {
	if s.last.Status != sat.Satisfiable {
		panic("solver: model asked for after " + s.last.String())
	}
	if s.model == nil {
		s.model = s.blaster.Model(s.literalValue)
	}
	return s.model
}

// Value implements Solver.
func (s *Embedded) Value(t term.ID) term.Word {
	if s.values == nil {
		s.values = term.NewEvaluator(s.terms, s.Model())
	}
	return s.values.Word(t)
}

// Core implements Solver.
func (s *Embedded) Core() []term.ID {
	if s.last.Status != sat.Unsatisfiable {
		panic("solver: core asked for after " + s.last.String())
	}
	return s.core
}

// Literal implements Host.
func (s *Embedded) Literal(f term.ID) sat.Lit { return s.blaster.Literal(f, bitblast.Both) }

// LookAhead returns how many literals follow by unit propagation from the last of some Bool terms, given
// the others; failed: the terms contradict each other.
func (s *Embedded) LookAhead(list ...term.ID) (implied int, failed bool) {
	lits := make([]sat.Lit, len(list))
	for i, f := range list {
		lits[i] = s.Literal(f)
	}
	return s.sat.LookAhead(lits...)
}

// Connect implements Host.
func (s *Embedded) Connect(p sat.Propagator) { s.sat.Connect(p) }

// Observe implements Host.
func (s *Embedded) Observe(l sat.Lit) { s.sat.Observe(l.Var()) }

// Stats implements Solver.
func (s *Embedded) Stats() Stats {
	search := s.sat.Stats()
	return Stats{
		Checks: s.checks,
		Memory: search.Memory + s.blaster.Bytes(),
		Blast:  s.blaster.Stats(),
		Search: search,
	}
}
