package interp

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// doubt is a deadlock among the owners of locks while other threads can run: a
// mutex may be unlocked by a thread that does not own it (DESIGN 5.5, 5.11), and
// whether one does shows only later. The set stands if none of its members can
// go on until the execution ends.
type doubt struct {
	set      []*Thread
	found    Violation
	end      End
	schedule []trace.Segment
	steps    uint64
	hash     uint64
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
	case len(set)+r.m.finished < len(r.m.threads) && slices.ContainsFunc(set, waitsForLock):
		if r.doubt == nil {
			found, end := r.m.deadlocked(set)
			r.doubt = &doubt{set, found, end, slices.Clone(r.taken.Schedule), r.steps, r.m.hash}
		}
		return false
	}
	r.doubt = nil
	r.m.endDeadlocked(set)
	return true
}

func waitsForLock(t *Thread) bool { return t.wait.Kind == WaitLock }

// reconsider drops a doubtful deadlock one of whose members can go on.
func (r *runner) reconsider() {
	if r.doubt == nil || r.m.end.Kind != Running {
		return
	}
	now := r.m.Deadlock()
	for _, t := range r.doubt.set {
		if !slices.Contains(now, t) {
			r.doubt = nil
			return
		}
	}
}

// convict reports the doubtful deadlock of an execution that has ended without
// a violation; the execution then counts as ended where the deadlock arose.
func (r *runner) convict() {
	if r.doubt == nil || r.m.end.Kind == Violated {
		return
	}
	d := r.doubt
	r.m.addViolation(d.found)
	r.m.end, r.m.hash = d.end, d.hash
	r.taken.Schedule, r.steps = d.schedule, d.steps
}

// stuck ends an execution in which no thread can go on.
func (r *runner) stuck() {
	if !r.deadlock() {
		r.m.end = End{Kind: Stuck}
		r.convict()
	}
}
