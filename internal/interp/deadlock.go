package interp

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/verdict"
)

// Deadlock returns the largest set of blocked threads in which everyone who
// could unblock a member is in the set or finished (DESIGN 5.11), or nil. The
// owners of a lock and the target of a join can unblock who waits for them;
// whoever waits for a condition, semaphore or barrier may be unblocked by every
// other thread. Stopped threads count as able to run.
func (m *Machine) Deadlock() []*Thread {
	if m.end.Kind != Running {
		return nil
	}
	n := 0
	for _, t := range m.ready {
		if t.blocked = !m.Probe(t) && t.wait.Blocked(); t.blocked {
			n++
		}
	}
	for changed := true; changed && n > 0; {
		changed = false
		for _, t := range m.ready {
			if t.blocked && m.canBeUnblocked(t, n) {
				t.blocked = false
				n--
				changed = true
			}
		}
	}
	var set []*Thread
	for _, t := range m.ready {
		if t.blocked {
			set = append(set, t)
		}
		t.blocked = false
	}
	return set
}

// canBeUnblocked reports whether a thread that is not finished and not among
// the n blocked ones could unblock t, which is one of them.
func (m *Machine) canBeUnblocked(t *Thread, n int) bool {
	if t.wait.Kind == WaitLock || t.wait.Kind == WaitJoin {
		for _, o := range t.wait.Owners {
			if o.state != Finished && !o.blocked {
				return true
			}
		}
		return false
	}
	return len(m.threads)-m.finished > n
}

// endDeadlocked ends the execution with the violation that a set of threads is
// deadlocked.
func (m *Machine) endDeadlocked(set []*Thread) {
	v, end := m.deadlocked(set)
	m.addViolation(v)
	m.end = end
}

// deadlocked describes the deadlock of a set of threads.
func (m *Machine) deadlocked(set []*Thread) (Violation, End) {
	t := set[0]
	v := Violation{Property: verdict.Deadlock, Thread: t.name, Stack: t.stack()}
	l := where(v.Stack)
	v.Pos, v.Func = l.Pos, l.Func
	var parts []string
	for _, t := range set {
		v.Threads = append(v.Threads, t.name)
		parts = append(parts, fmt.Sprintf("%s waits for %s", t.name, t.wait.Kind))
	}
	v.Message = strings.Join(parts, ", ")
	return v, End{Kind: Deadlocked, Thread: t.name, Pos: v.Pos}
}
