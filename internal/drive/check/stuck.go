package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// stuckExecutions is how many random executions look for a thread that waits for ever.
const stuckExecutions = 20

// stuck returns a note that names a place where a thread waits for ever in each of some random executions.
// It is empty if there is no such place, or if deadlock is among the judged properties.
func (r *runner) stuck(list []Judgement) (string, error) {
	if slices.ContainsFunc(list, func(j Judgement) bool { return j.Property == verdict.Deadlock.String() }) {
		return "", nil
	}
	ctx, cancel := context.WithTimeoutCause(r.budget.Context(), scaled(min(r.budget.remaining(), unlimited), triedShare), errTimeout)
	defer cancel()
	out, err := executing(ctx, r, func(ctx context.Context, code *interp.Code) (string, error) {
		var places []verdict.Location // where threads waited in each execution so far
		for n := range stuckExecutions {
			seen := &watched{}
			opts := interp.Options{MaxSteps: triedInstructions, MaxMemory: triedMemory, Environment: r.env, Observer: seen, Seed: uint64(n)}
			res, _, err := interp.RunCode(ctx, code, opts)
			if err != nil || res.End.Kind != interp.Stuck || seen.machine == nil {
				return "", err
			}
			here := r.waiting(seen.machine)
			if n > 0 {
				here = slices.DeleteFunc(here, func(at verdict.Location) bool { return !slices.Contains(places, at) })
			}
			if places = here; len(places) == 0 {
				return "", nil
			}
		}
		return fmt.Sprintf("a thread waits for ever at %s in each of %d random executions, which property deadlock judges", places[len(places)-1], stuckExecutions), nil
	})
	if err != nil && (ctx.Err() != nil || Abandoned(err)) {
		return "", nil // the time is up
	}
	return out, err
}

// waiting lists where in the program the threads stand that are blocked.
func (r *runner) waiting(m *interp.Machine) (out []verdict.Location) {
	for _, t := range m.Ready() {
		if wait := t.Waiting(); !wait.Blocked() {
			continue
		}
		for _, l := range t.Stack() {
			if !l.Model {
				out = append(out, l.Pos.In(r.program.Files, l.Func))
				break
			}
		}
	}
	return out
}

// watched is an observer that records its machine.
type watched struct{ machine *interp.Machine }

// Observe implements interp.Observer.
func (w *watched) Observe(m *interp.Machine, _ *interp.Thread, _ *interp.Observation) { w.machine = m }
