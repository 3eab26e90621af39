package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// stuckExecutions is how many random executions look for a thread that never ends.
const stuckExecutions = 20

// stuck returns a note that names a place where a thread waits or goes round for ever in each of some random
// executions. It is empty if there is no such place, or if the property that judges it is among the judged
// ones.
func (r *runner) stuck(list []Judgement) (string, error) {
	judged := func(properties ...verdict.Property) bool {
		return slices.ContainsFunc(list, func(j Judgement) bool {
			return slices.ContainsFunc(properties, func(p verdict.Property) bool { return j.Property == p.String() })
		})
	}
	waits, spins := !judged(verdict.Deadlock), !judged(verdict.Termination, verdict.Progress)
	if !waits && !spins {
		return "", nil
	}
	ctx, cancel := context.WithTimeoutCause(r.budget.Context(), scaled(min(r.budget.remaining(), unlimited), triedShare), errTimeout)
	defer cancel()
	out, err := executing(ctx, r, func(ctx context.Context, code *interp.Code) (string, error) {
		var places []verdict.Location // where threads stayed in each execution so far
		round := false
		for n := range stuckExecutions {
			seen := &watched{}
			opts := interp.Options{MaxSteps: triedInstructions, MaxMemory: triedMemory, Environment: r.env, Observer: seen, Seed: uint64(n)}
			res, tried, err := interp.RunCode(ctx, code, opts)
			if err != nil {
				return "", err
			}
			var here []verdict.Location
			switch {
			case waits && res.End.Kind == interp.Stuck && seen.machine != nil:
				here = r.standing(seen.machine.Ready(), func(t *interp.Thread) bool { wait := t.Waiting(); return wait.Blocked() })
			case spins && res.End.Kind == interp.StepLimit:
				again := &lasso{sequence: make(map[*interp.Thread]int), visited: make(map[visit]bool), states: make(map[[2]uint64]int)}
				opts.Blocks, opts.Observer, opts.Schedule = true, again, inTurn(tried)
				if _, _, err := interp.RunCode(ctx, code, opts); err != nil {
					return "", err
				}
				here, round = r.standing(again.threads, func(*interp.Thread) bool { return true }), true
			}
			if n > 0 {
				here = slices.DeleteFunc(here, func(at verdict.Location) bool { return !slices.Contains(places, at) })
			}
			if places = here; len(places) == 0 {
				return "", nil
			}
		}
		what, property := "waits", verdict.Deadlock
		if round {
			what, property = "goes round", verdict.Termination
		}
		return fmt.Sprintf("a thread %s for ever at %s in each of %d random executions, which property %s judges", what, places[len(places)-1], stuckExecutions, property), nil
	})
	if err != nil && (ctx.Err() != nil || Abandoned(err)) {
		return "", nil // the time is up
	}
	return out, err
}

// inTurn returns a trace that begins as a given one. Then the threads take turns, so that each thread sees
// the writes of the others.
func inTurn(begin *trace.Trace) *trace.Trace {
	var names []string
	out := *begin
	out.Schedule, out.Failure = nil, nil
	left := uint64(lassoAfter / 4)
	for _, s := range begin.Schedule {
		if !slices.Contains(names, s.Thread) {
			names = append(names, s.Thread)
		}
		if s.Steps = min(s.Steps, left); s.Steps > 0 {
			out.Schedule = append(out.Schedule, s)
		}
		left -= s.Steps
	}
	for range lassoAfter {
		for _, name := range names {
			out.Schedule = append(out.Schedule, trace.Segment{Thread: name, Steps: 1})
		}
	}
	return &out
}

// standing lists where in the program's own code some threads stand.
func (r *runner) standing(threads []*interp.Thread, choose func(*interp.Thread) bool) (out []verdict.Location) {
	for _, t := range threads {
		if !choose(t) {
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

// The part of an execution in which states are compared: after so many blocks, and so many states.
const (
	lassoAfter  = 2_000
	lassoStates = 500
)

// lasso is an observer that looks for a state that comes back after each thread that can go on has begun a
// block, or after one thread has begun blocks without an operation. Then these threads may go round for ever.
type lasso struct {
	blocks   int
	acted    int                    // the last block with an access or another operation
	sequence map[*interp.Thread]int // the last block of a thread
	visited  map[visit]bool
	states   map[[2]uint64]int
	threads  []*interp.Thread // that go round; nil: no state came back
}

// visit is a block that a thread begins, with the number of threads: a state comes back only if its last
// visit did.
type visit struct {
	thread  *interp.Thread
	id      ir.FuncID
	block   ir.BlockID
	threads int
}

// Observe implements interp.Observer.
func (l *lasso) Observe(m *interp.Machine, t *interp.Thread, o *interp.Observation) {
	if l.threads != nil {
		return
	}
	if o.Kind != interp.ObservedBlock {
		l.acted = l.blocks
		return
	}
	l.blocks++
	l.sequence[t] = l.blocks
	if l.blocks < lassoAfter || len(l.states) == lassoStates {
		return
	}
	id, block, _ := t.Next()
	if v := (visit{t, id, block, len(m.Threads())}); !l.visited[v] {
		l.visited[v] = true
		return
	}
	state := m.StateHash(t, uint64(id), uint64(block))
	before, known := l.states[state]
	if !known {
		l.states[state] = l.blocks
		return
	}
	if l.acted < before {
		l.threads = []*interp.Thread{t} // no other thread can end its loop
		return
	}
	var round []*interp.Thread
	for _, other := range m.Ready() {
		if l.sequence[other] > before {
			round = append(round, other)
		} else if wait := other.Waiting(); !wait.Blocked() {
			return // it may end the loops of the others
		}
	}
	l.threads = round
}
