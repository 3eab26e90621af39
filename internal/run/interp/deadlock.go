package interp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Deadlock returns the largest set of blocked threads in which every thread that
// could unblock a member is in the set or finished (semantics 11), or nil. A lock is
// released by its owners, a join ends with its target. A wait for a condition, semaphore
// or barrier may be ended by every other thread. Stopped threads count as able to run.
// A wait that ends by a spurious wake-up never blocks: it does not enqueue (semantics 12.1).
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

// DeadlockCores returns the smallest deadlocked sets: sets without a proper part that is deadlocked. They
// are the strongly connected components of the relation "waits for a thread that may unblock it" with no
// edge out of them. The other members of the largest set only wait for them. Unlike the largest set, they
// do not depend on the time of the call. whole reports that all threads outside the largest set have
// finished.
func (m *Machine) DeadlockCores() (cores [][]*Thread, whole bool) {
	set := m.Deadlock()
	if set == nil {
		return nil, false
	}
	set = slices.Clone(set)
	slices.SortFunc(set, func(a, b *Thread) int {
		return cmp.Or(cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	reach := make([][]bool, len(set))
	for i, t := range set {
		reach[i] = make([]bool, len(set))
		for j, u := range set {
			owns := t.wait.Kind != WaitLock && t.wait.Kind != WaitJoin || slices.Contains(t.wait.Owners, u)
			reach[i][j] = i == j || owns
		}
	}
	for k := range set {
		for i := range set {
			for j := range set {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	for i := range set {
		var core []*Thread
		minimal := true
		for j, u := range set {
			if reach[i][j] {
				core = append(core, u)
				minimal = minimal && reach[j][i]
			}
		}
		if minimal && core[0] == set[i] {
			cores = append(cores, core)
		}
	}
	return cores, len(set)+m.finished == len(m.threads)
}

// endDeadlocked ends the execution with a deadlock violation. If there are several deadlocks, it is the
// deadlock that matches the failure f of a trace.
func (m *Machine) endDeadlocked(f *trace.Failure) {
	cores, _ := m.DeadlockCores()
	v := DeadlockOf(cores[0])
	for _, core := range cores[1:] {
		if w := DeadlockOf(core); f != nil && m.misses(f, &v) != "" && m.misses(f, &w) == "" {
			v = w
		}
	}
	m.addViolation(v)
	m.end = End{Kind: Deadlocked, Thread: v.Thread, Pos: v.Pos}
}

// DeadlockOf describes the deadlock of a set of threads.
func DeadlockOf(set []*Thread) Violation {
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
	return v
}
