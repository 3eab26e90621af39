package interp

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// candidate is a deadlock among the owners of locks while other threads can run. A mutex may be unlocked by
// a thread that does not own it (semantics 5, 11), and that shows only later. The candidate is confirmed if
// none of its members can continue until the execution ends. If the process ends, none may continue in
// other executions from there either (confirm.go).
type candidate struct {
	set []*Thread
	moment
}

// moment is a violation that did not end the execution, with the state of the execution at that time.
type moment struct {
	found    Violation
	end      End
	before   []Violation
	schedule []trace.Segment
	steps    uint64
	hash     uint64
}

func (r *runner) now(found Violation, end End) moment {
	return moment{found, end, slices.Clone(r.m.violations), slices.Clone(r.taken.Schedule), r.steps, r.m.hash}
}

// deadlock ends the execution if there is a deadlock and it is checked.
func (r *runner) deadlock() bool {
	if !r.opts.Properties.Has(verdict.Deadlock) {
		return false
	}
	set := r.m.Deadlock()
	switch {
	case set == nil:
		return false
	case len(set)+r.m.finished < len(r.m.threads) && slices.ContainsFunc(set, (*Thread).WaitsForLock):
		if r.candidate == nil {
			cores, _ := r.m.DeadlockCores()
			found := DeadlockOf(cores[0])
			r.candidate = &candidate{set, r.now(found, End{Kind: Deadlocked, Thread: found.Thread, Pos: found.Pos})}
		}
		return false
	}
	r.candidate = nil
	r.m.endDeadlocked(nil)
	return true
}

// WaitsForLock reports whether the thread waits for a lock, as of the last step or probe.
func (t *Thread) WaitsForLock() bool { return t.wait.Kind == WaitLock }

// reconsider drops a candidate deadlock if one of its members can continue.
func (r *runner) reconsider() {
	if r.candidate == nil || r.m.end.Kind != Running {
		return
	}
	now := r.m.Deadlock()
	for _, t := range r.candidate.set {
		if !slices.Contains(now, t) {
			r.candidate = nil
			return
		}
	}
}

// raced records the first race of the execution. It reports whether the execution may end there.
func (r *runner) raced() bool {
	if r.race == nil && r.m.race != nil {
		races := r.m.Races()
		if len(races) == 0 {
			return false
		}
		found := races[0]
		moment := r.now(found, End{Kind: Violated, Thread: found.Thread, Pos: found.Pos})
		moment.before = nil // any other violation would have ended the execution
		r.race = &moment
	}
	return r.race != nil && (r.opts.AtRace || r.opts.Properties == PropertySet(verdict.Race))
}

// confirm reports the candidate deadlock or the first race of an execution that has ended without another
// violation. The execution then counts as ended at that moment.
func (r *runner) confirm(ctx context.Context) {
	at := r.race
	if r.candidate != nil && (r.m.end.Kind != Exited || r.lasts(ctx)) {
		at = &r.candidate.moment
	}
	if at == nil || r.m.end.Kind == Violated {
		return
	}
	r.m.violations = at.before
	r.m.addViolation(at.found)
	r.m.end, r.m.hash = at.end, at.hash
	r.taken.Schedule, r.steps = at.schedule, at.steps
}

// lasts reports whether the candidate deadlock that the process's end came before is one.
func (r *runner) lasts(ctx context.Context) bool {
	t := r.m.Trace(&r.candidate.found)
	t.Schedule = r.candidate.schedule
	all, _ := ConfirmDeadlock(ctx, r.m.from, t, Options{MaxMemory: r.opts.MaxMemory})
	return all
}

// stuck ends an execution in which no thread can continue.
func (r *runner) stuck(ctx context.Context) {
	if !r.deadlock() {
		r.m.end = End{Kind: Stuck}
		r.confirm(ctx)
	}
}
