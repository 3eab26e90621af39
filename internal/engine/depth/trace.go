package depth

import (
	"errors"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/record"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Replay executes the program along a witness and returns the violation. Its trace is nil if the violation depends
// on a value that was never written; then r.Unsupported has the reason.
func Replay(r *search.Run, s *efsm.System, w *unroll.Witness) (engine.Violation, error) {
	t, res, err := follow(r.Problem, s, w)
	var first *record.FirstValueError
	if errors.As(err, &first) {
		r.Unsupported = Construct(s, "what was never written (an address, or an object that is made again)",
			efsm.Origin{Func: first.At.Func, Pos: first.At.Pos})
		return engine.Violation{}, nil
	}
	switch {
	case errors.As(err, new(*interp.LimitError)):
		return engine.Violation{}, err
	case err != nil:
		return engine.Violation{}, &engine.TraceError{Trace: t, Err: err}
	}
	return engine.Violation{Trace: t, Replayed: res}, nil
}

// follow executes the program along the steps of a witness.
func follow(p *engine.Problem, s *efsm.System, w *unroll.Witness) (*trace.Trace, *interp.Result, error) {
	e := &record.Execution{Property: p.Property, Environment: p.Environment, Initial: w.Initial, Places: p.Places}
	for _, step := range w.Steps {
		e.Steps = append(e.Steps, record.Step{Thread: step.Thread, Inputs: step.Inputs})
	}
	for _, at := range w.Together { // of a deadlock, those that are blocked
		e.Together = append(e.Together, at.Thread)
	}
	return record.Trace(p.Code(), s, e)
}
