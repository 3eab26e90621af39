package circuit

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/aiger"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
)

// Witnesses is an engine that judges by the witnesses of another model checker for the circuit that the
// methods write. Its verdict is a violation, or unknown with a construct. It proves nothing.
type Witnesses struct {
	Text []byte // in AIGER's witness format
}

var _ engine.Engine = (*Witnesses)(nil)

// Run implements engine.Engine. A text that shows no violation is an *engine.InputError.
func (e *Witnesses) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	r := &run{Engine: &Engine{}, Run: search.Begin(p)}
	return r.Grow(ctx, func(ctx context.Context) (more bool, err error) {
		shown, err := r.compose(ctx)
		if shown == nil {
			return false, err
		}
		return false, r.show(ctx, shown, e.Text)
	})
}

// show executes the witnesses for a circuit until there is a violation.
func (r *run) show(ctx context.Context, shown *fromefsm.Composition, text []byte) error {
	wrong := func(format string, args ...any) error {
		return &engine.InputError{Err: fmt.Errorf("witness: "+format, args...)}
	}
	list, err := aiger.ReadWitnesses(text, shown.Circuit)
	if err != nil {
		return wrong("%w", err)
	}
	last := "found none"
	for _, w := range list {
		look := func(bad int, name string, e *circuit.Execution, err error) error {
			if err == nil {
				_, err = r.reached(ctx, e, bad)
				last = fmt.Sprintf("line %d: %q is no violation", w.Line, name)
				return err
			}
			return wrong("line %d: %w", w.Line, err)
		}
		for _, b := range w.Bads {
			e, err := shown.Circuit.Until(w.Execution, b)
			if err := look(b, shown.Circuit.Bads[b].Name, e, err); err != nil || len(r.Found.Violations) > 0 {
				return err
			}
		}
		for _, j := range w.Justice {
			start, err := shown.Circuit.Loop(w.Execution, j)
			e := r.temporal.loops.Execution(w.Execution, start)
			if err := look(len(shown.Circuit.Bads)+j, shown.Circuit.Justice[j].Name, e, err); err != nil || len(r.Found.Violations) > 0 {
				return err
			}
		}
	}
	if r.Unsupported == "" {
		return wrong("%s", last)
	}
	return nil
}
