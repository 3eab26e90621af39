package check

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// note adds notes to the safe verdicts: that main creates no thread, so that they are about one thread
// only, or that a thread waits for ever in all executions that were tried.
func (r *runner) note(list []Judgement) error {
	note := ""
	for i := range list {
		j := &list[i]
		if j.Verdict != verdict.Safe {
			continue
		}
		if note == "" {
			var err error
			if note, err = r.alone(); err == nil && note == "" {
				note, err = r.stuck(list)
			}
			if err != nil {
				property, _ := verdict.ParseProperty(j.Property)
				return internalError("threads", property, err)
			}
			if note == "" {
				return nil
			}
		}
		j.Note = note
	}
	return nil
}

// alone returns a note that main creates no thread, or an empty string if it does or this is unknown. It is
// known for a program without code that creates threads, and for one with a single execution, which creates
// none. Otherwise the random executions that try assumptions decide, until one of them creates a thread.
func (r *runner) alone() (string, error) {
	const text = "main creates no thread"
	if !r.program.Has(ir.OpSpawn) && !r.program.Has(ir.OpFork) {
		return text, nil
	}
	ctx, cancel := context.WithTimeoutCause(r.budget.Context(), scaled(min(r.budget.remaining(), unlimited), triedShare), errTimeout)
	defer cancel()
	out, err := executing(ctx, r, func(ctx context.Context, code *interp.Code) (string, error) {
		company := &creation{}
		opts := interp.Options{MaxSteps: triedInstructions, MaxMemory: triedMemory, Environment: r.env, Observer: company}
		n := 0
		for instructions := uint64(0); n < triedExecutions && instructions < triedTogether; n++ {
			opts.Seed = uint64(n)
			res, t, err := interp.RunCode(ctx, code, opts)
			if err != nil || company.seen || res.End.Kind != interp.Exited {
				return "", err
			}
			if len(t.Threads) == 0 && len(t.Uninit) == 0 {
				return text, nil // there is no other execution
			}
			instructions += res.Instructions
		}
		return fmt.Sprintf("%s in any of %d random executions", text, n), nil
	})
	if err != nil && (ctx.Err() != nil || Abandoned(err)) {
		return "", nil // the time is up
	}
	return out, err
}

// creation observes whether a thread is created.
type creation struct{ seen bool }

// Observe implements interp.Observer.
func (c *creation) Observe(_ *interp.Machine, _ *interp.Thread, o *interp.Observation) {
	c.seen = c.seen || o.Kind == interp.ObservedSpawn
}
