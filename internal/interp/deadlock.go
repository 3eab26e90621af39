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
	in := make([]bool, len(m.threads))
	n := 0
	for i, t := range m.threads {
		if t.state == Ready && !m.Probe(t) && t.wait.Blocked() {
			in[i] = true
			n++
		}
	}
	for changed := true; changed && n > 0; {
		changed = false
		for i, t := range m.threads {
			if in[i] && m.canBeUnblocked(t, in) {
				in[i] = false
				n--
				changed = true
			}
		}
	}
	if n == 0 {
		return nil
	}
	var set []*Thread
	for i, t := range m.threads {
		if in[i] {
			set = append(set, t)
		}
	}
	return set
}

// canBeUnblocked reports whether a thread that is not finished and not in the
// set could unblock t.
func (m *Machine) canBeUnblocked(t *Thread, in []bool) bool {
	if t.wait.Kind == WaitLock || t.wait.Kind == WaitJoin {
		for _, o := range t.wait.Owners {
			if o.state != Finished && !in[o.index] {
				return true
			}
		}
		return false
	}
	for i, o := range m.threads {
		if o != t && o.state != Finished && !in[i] {
			return true
		}
	}
	return false
}

// endDeadlocked ends the execution with the violation that a set of threads is
// deadlocked.
func (m *Machine) endDeadlocked(set []*Thread) {
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
	m.addViolation(v)
	m.end = End{Kind: Deadlocked, Thread: t.name, Pos: v.Pos}
}
