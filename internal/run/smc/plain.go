package smc

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// plain executes every interleaving, depth first. It assumes nothing and, except for bounds and visited
// states, reduces nothing: it is the oracle for the reductions.
//
// Properties are judged jointly as in semantics 5: an execution ends where the process does, which is the
// same for all of them. Of each property only the first violation of an execution counts, as it would end
// the execution if the property were judged alone; of races all do.
func (s *search) plain() {
	e := &plainSearch{search: s, states: newStateSet(s.opts.Memory)}
	for {
		e.execute()
		switch {
		case s.stopped():
			return
		case !e.advance(0):
			return
		case s.spent():
			return
		}
	}
}

// plainSearch is the state of a plain exploration. As the machine's Source it
// answers choices by its decisions.
type plainSearch struct {
	*search
	path   []decision
	depth  int             // how many decisions of the path this execution has used
	m      *interp.Machine // of this execution; nil while it is being made
	states *stateSet

	// Of this execution.
	schedule           trace.Trace
	steps              int
	used               switches
	seen               int               // violations of the machine that were handled
	violated           interp.Properties // whose first violation there was
	candidateDeadlocks []interp.Violation
}

// decision is a point of an execution with alternatives: the next thread, or the value of a choice.
type decision struct {
	threads []int       // by index; or
	values  []wide.Word // of a choice
	at      int         // the alternative that is being explored
	stepped bool        // of threads: some thread could continue
	couldGo bool        // of threads: the thread of the last step could
	bounded bool        // of threads: the bounds forbade one
}

func (d *decision) alternatives() int { return max(len(d.threads), len(d.values)) }

// advance changes the path to the next alternative of the last decision that has one, but keeps the first
// decisions. It reports whether there was one.
func (e *plainSearch) advance(keep int) bool {
	for len(e.path) > keep {
		d := &e.path[len(e.path)-1]
		if d.at++; d.at < d.alternatives() {
			return true
		}
		e.path = e.path[:len(e.path)-1]
	}
	return false
}

// execute runs one execution: the decisions of the path, then the first alternative of every new decision.
func (e *plainSearch) execute() {
	e.depth, e.m, e.schedule.Schedule, e.steps = 0, nil, e.schedule.Schedule[:0], 0
	e.used, e.seen, e.violated, e.candidateDeadlocks = switches{}, 0, 0, nil
	e.m = interp.NewMachine(e.code, e.config(e))
	e.judge()
	next, ended, cut := stepDone, false, interp.Running // Running: no bound cut it
	for e.m.End().Kind == interp.Running && next == stepDone && !e.judged() {
		e.deadlocks()
		if e.steps == e.opts.MaxDepth {
			cut = interp.StepLimit
			break
		}
		if e.steps%64 == 63 && e.ctx.Err() != nil {
			cut = interp.Interrupted
			break
		}
		if e.opts.Reduction == Hashing && e.depth == len(e.path) && !e.states.add(e.m, e.violated, e.used, &e.opts.Bounds) {
			next = stepKnown
			break
		}
		if next = e.step(); next == stepDone {
			e.judge()
			ended = e.m.End().Kind != interp.Running
		}
	}
	e.found.Steps += uint64(e.steps)
	e.found.Depth = max(e.found.Depth, e.steps)
	e.found.States = e.states.count()
	end := e.m.End()
	if cut != interp.Running {
		end = interp.End{Kind: cut}
	}
	if end.Kind == interp.Interrupted {
		return
	}
	e.addCuts(e.m, end)
	e.limited(end.Kind)
	switch {
	case next == stepKnown:
		e.confirm(false) // the others may go round for ever: no execution ends then
		e.found.Redundant++
	case next == stepForbidden:
		e.found.Curtailed++
	default:
		e.confirm(ended)
		e.found.Executions++
	}
}

// judged reports whether nothing is left to judge in the execution.
func (e *plainSearch) judged() bool {
	return e.opts.Properties != 0 && e.violated == e.opts.Properties
}

// judge handles the violations of the last step.
func (e *plainSearch) judge() {
	list := e.m.Violations()[e.seen:]
	e.seen = len(e.m.Violations())
	e.violated |= judge(list, e.violated, func(v *interp.Violation) {
		if e.counts(e.m, v) {
			e.record(e.m, *v, e.schedule.Schedule)
		}
	})
}

// judgeAttempt handles the violations of a section that a thread attempted but could not complete
// (semantics 4). The execution continues as if it had not tried.
func (e *plainSearch) judgeAttempt(t *interp.Thread) {
	judge(e.m.Violations()[e.seen:], e.violated, func(v *interp.Violation) {
		if e.counts(e.m, v) {
			schedule := trace.Trace{Schedule: append([]trace.Segment(nil), e.schedule.Schedule...)}
			schedule.AddStep(t.Name())
			e.record(e.m, *v, schedule.Schedule)
		}
	})
}

// deadlocks looks for deadlocks of the present state. A thread may be able to end the deadlock by
// unlocking a lock that it does not own. It counts if no thread does so until the execution ends.
func (e *plainSearch) deadlocks() {
	if !e.opts.Properties.Has(verdict.Deadlock) || e.violated.Has(verdict.Deadlock) {
		return
	}
	e.candidateDeadlocks = e.candidateDeadlocks[:0]
	cores, whole := e.m.DeadlockCores()
	for _, core := range cores {
		v := interp.DeadlockOf(core)
		if !whole && slices.ContainsFunc(core, (*interp.Thread).WaitsForLock) {
			e.candidateDeadlocks = append(e.candidateDeadlocks, v)
			continue
		}
		e.violated |= interp.PropertySet(verdict.Deadlock)
		if e.wanted(&v) {
			e.record(e.m, v, e.schedule.Schedule)
		}
	}
}

// confirm reports the candidate deadlocks of the last state before the execution ended or reached a visited
// state; ended reports that the last step ended it.
func (e *plainSearch) confirm(ended bool) {
	if e.violated.Has(verdict.Deadlock) {
		return
	}
	schedule := e.schedule.Schedule
	if ended { // the trace must not have the last step
		schedule = append([]trace.Segment(nil), schedule...)
		schedule[len(schedule)-1].Steps--
	}
	for _, v := range e.candidateDeadlocks {
		if e.wanted(&v) {
			e.record(e.m, v, schedule)
		}
	}
}

// stepOutcome is the result of an attempt to continue.
type stepOutcome uint8

const (
	stepDone      stepOutcome = iota
	stepStuck                 // no thread can go on
	stepKnown                 // every way to go on is explored already
	stepForbidden             // the bounds forbid those that remain
)

// step does the next visible operation of the path, or the first possible one.
func (e *plainSearch) step() stepOutcome {
	node := e.depth
	if node == len(e.path) {
		e.path = append(e.path, decision{threads: e.candidates()})
	}
	for {
		d := &e.path[node]
		if d.at >= len(d.threads) {
			out := stepStuck
			if d.stepped {
				out = stepKnown
			} else if d.bounded {
				out = stepForbidden
			}
			e.found.Bounded = e.found.Bounded || d.bounded
			e.path = e.path[:node]
			return out
		}
		t := e.m.Threads()[d.threads[d.at]]
		e.depth = node + 1
		used := e.used.after(t, d.couldGo)
		if !e.opts.Bounds.allow(used) {
			d.bounded = true
			d.at++
			continue
		}
		violated := e.m.Violated()
		if e.m.Step(t) == interp.Stepped {
			d = &e.path[node] // choices may have moved it
			d.stepped = true
			d.couldGo = d.couldGo || t == e.used.last
			e.used = used
			e.schedule.AddStep(t.Name())
			e.steps++
			return stepDone
		}
		// Nothing changed: other values of the attempt's choices, then the next thread.
		if len(e.m.Violations()) > e.seen {
			e.judgeAttempt(t)
			e.m.Forget(e.seen, violated)
		}
		if !e.advance(node + 1) {
			e.path[node].at++
		}
	}
}

// candidates returns the threads that may be able to continue: first the thread of the last step, so that
// it is known whether a switch is a preemption.
func (e *plainSearch) candidates() []int {
	list := make([]int, 0, len(e.m.Ready()))
	if t := e.used.last; t != nil && t.State() == interp.Ready {
		list = append(list, t.Index())
	}
	for _, t := range e.m.Ready() {
		if t != e.used.last {
			list = append(list, t.Index())
		}
	}
	return list
}

// Choose implements Source.
func (e *plainSearch) Choose(c interp.Choice) (wide.Word, error) {
	if e.m != nil && e.m.Probing() {
		return c.Lowest(), nil // whether a thread is blocked does not depend on it
	}
	if e.depth == len(e.path) {
		e.path = append(e.path, decision{values: e.values(c)})
	}
	d := &e.path[e.depth]
	e.depth++
	return d.values[d.at], nil
}

// Uninit implements Source.
func (e *plainSearch) Uninit(interp.ObjectKey, uint64) (byte, error) {
	if e.m != nil && e.m.Probing() {
		return 0, nil
	}
	if e.depth == len(e.path) {
		e.found.Exact = false
		e.path = append(e.path, decision{values: uninitValues})
	}
	d := &e.path[e.depth]
	e.depth++
	return byte(d.values[d.at].Lo), nil
}
