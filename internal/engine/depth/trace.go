package depth

import (
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/schedule"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/trace"
)

// follow returns the trace of a witness: the program is executed as it says.
func follow(p *engine.Problem, s *efsm.System, w *unroll.Witness) (*trace.Trace, error) {
	e := &schedule.Execution{Property: p.Property, Environment: p.Environment, Initial: w.Initial, Places: p.Places}
	for _, step := range w.Steps {
		e.Steps = append(e.Steps, schedule.Step{Thread: step.Thread, Inputs: step.Inputs})
	}
	for _, at := range w.Together {
		e.Together = append(e.Together, at.Thread)
	}
	return schedule.Trace(p.Code(), s, e)
}
