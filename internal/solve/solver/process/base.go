package process

import (
	"context"
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// base is the common part of the solvers of this package: the assertions, the last answer, and the
// checks of the answer.
type base struct {
	tool     *Tool
	terms    *term.Store
	opts     Options
	limits   sat.Limits
	asserted []term.ID
	checks   int

	last   solver.Result
	model  *term.Assignment
	values *term.Evaluator
	core   []term.ID

	judge    *solver.Embedded // confirms cores; nil until it is needed
	judgeHas int              // number of terms asserted in judge
}

// SetLimits implements solver.Limiter: the limit on memory holds for the program. With a limit on
// conflicts or ticks checks fail, because programs count these differently or not at all.
func (b *base) SetLimits(limits sat.Limits) { b.limits = limits }

// begin begins a check.
func (b *base) begin() error {
	b.checks++
	b.last = solver.Result{Reason: sat.ReasonCancelled}
	b.model, b.values, b.core = nil, nil, nil
	if b.limits.Conflicts != 0 || b.limits.Ticks != 0 {
		return b.failed(errors.New("conflicts and ticks of a program cannot be limited"), "")
	}
	return nil
}

// failed returns an Error.
func (b *base) failed(err error, said string) error {
	return &Error{Solver: b.tool.name, Err: err, Said: said}
}

// gaveUp turns an error into an unknown answer if a limit is the reason, and otherwise into an Error.
func (b *base) gaveUp(ctx context.Context, err error, said string) (solver.Result, error) {
	switch {
	case ctx.Err() != nil:
		return b.answered(solver.Result{Status: sat.Unknown, Reason: solver.Cause(ctx)}), nil
	case b.limits.Memory > 0 && outOfMemory(err.Error(), said):
		return b.answered(solver.Result{Status: sat.Unknown, Reason: sat.ReasonMemory}), nil
	}
	return b.last, b.failed(err, said)
}

func (b *base) answered(r solver.Result) solver.Result {
	b.last = r
	return r
}

// accept takes a model if all assertions and assumptions hold in it, and otherwise returns an error.
func (b *base) accept(model *term.Assignment, assumptions []term.ID) error {
	values := term.NewEvaluator(b.terms, model)
	for _, list := range [][]term.ID{b.asserted, assumptions} {
		for _, f := range list {
			if !values.Holds(f) {
				return fmt.Errorf("%w: %s is false in it", errModel, b.terms.Line(f))
			}
		}
	}
	b.model, b.values = model, values
	return nil
}

// refute takes a core. It returns an error if the core has a term that is no assumption, or if the
// embedded solver finds the core satisfiable.
func (b *base) refute(ctx context.Context, core []term.ID) error {
	b.core = core
	if b.opts.Confirm == 0 {
		return nil
	}
	if b.judge == nil {
		b.judge = solver.New(b.terms, sat.Options{})
		b.judge.SetLimits(sat.Limits{Conflicts: b.opts.Confirm})
	}
	for _, f := range b.asserted[b.judgeHas:] {
		b.judge.Assert(f)
	}
	b.judgeHas = len(b.asserted)
	res, err := b.judge.Check(ctx, core...)
	if err != nil {
		return fmt.Errorf("confirm: %w", err)
	}
	if res.Status == sat.Satisfiable {
		return errors.New("its answer is wrong: what it says is unsatisfiable has a model")
	}
	return nil
}

// Assert implements solver.Solver.
func (b *base) Assert(f term.ID) { b.asserted = append(b.asserted, f) }

// Model implements solver.Solver.
func (b *base) Model() *term.Assignment {
	if b.last.Status != sat.Satisfiable {
		panic("process: model asked for after " + b.last.String())
	}
	return b.model
}

// Value implements solver.Solver. Values of the model's terms are cached; new terms are evaluated.
func (b *base) Value(t term.ID) term.Word {
	if b.last.Status != sat.Satisfiable {
		panic("process: value asked for after " + b.last.String())
	}
	return b.values.Word(t)
}

// Core implements solver.Solver.
func (b *base) Core() []term.ID {
	if b.last.Status != sat.Unsatisfiable {
		panic("process: core asked for after " + b.last.String())
	}
	return b.core
}

// Stats implements solver.Solver.
func (b *base) Stats() solver.Stats { return solver.Stats{Checks: b.checks} }
