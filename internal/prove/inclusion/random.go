package inclusion

import (
	"context"
	"errors"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Options select the executions.
type Options struct {
	Property     verdict.Property
	Environment  ir.Environment // choices of the environment that are on (semantics 12)
	Seed         uint64         // decides schedule and inputs
	Instructions uint64         // that are executed at most; 0: DefaultInstructions
}

// DefaultInstructions bounds the instructions of an execution. Later ones are not checked.
const DefaultInstructions = 50_000

// maxFutile bounds how many iterations in vain are removed from an execution. The execution after the next
// one is not checked.
const maxFutile = 200

// Random executes a program under a schedule and with inputs that the seed determines, to its first
// violation of the property. Iterations of loops that only wait are removed (package loops): the engines do
// not have them, and without them it is an execution as well. Without an error the execution is not nil.
func Random(ctx context.Context, code *interp.Code, opts Options) (*Execution, error) {
	most := opts.Instructions
	if most == 0 {
		most = DefaultInstructions
	}
	res, t, err := interp.RunCode(ctx, code, interp.Options{
		Seed: opts.Seed, Properties: interp.PropertySet(opts.Property), Environment: opts.Environment, MaxSteps: most,
	})
	if err != nil {
		return nil, err
	}
	found := t
	t = prefix(t, t.Steps())
	if res.End.Kind == interp.StepLimit && t.Steps() > 0 {
		t = prefix(t, t.Steps()-1) // the last step may have no end
	}
	for n := 0; ; n++ {
		e, err := record(ctx, code, opts.Property, opts.Environment, t, 2*most)
		var f *futileError
		var w *waitsError
		switch {
		case err == nil:
			e.Violation, e.Found = res.Violation, found
			return e, nil
		case errors.As(err, &w):
			t = prefix(t, w.steps)
		case errors.As(err, &f) && n < maxFutile:
			t = without(t, f)
		case errors.As(err, &f):
			steps := uint64(0)
			for at, done := uint64(0), uint64(0); at < t.Steps(); at++ {
				if threadAt(t, at) == f.thread {
					if done++; done > f.steps {
						break
					}
				}
				steps++
			}
			t = prefix(t, steps)
		default:
			return nil, err
		}
	}
}
