package interp

import (
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// lasso watches a replay of a trace that ends with a loop, twice (trace.Failure.Loop).
type lasso struct {
	start, round uint64 // steps; a round of none: the execution ends
	done         uint64
	states       [][2]uint64 // at the start, and after each round
	woken        []int       // the number of spurious wake-ups before them
}

// watch returns a callback for steps that records the states of the lasso. It also calls stepped, if that
// is not nil.
func (l *lasso) watch(t *trace.Trace, stepped func(*Machine, *Thread)) func(*Machine, *Thread) {
	total := t.Steps()
	l.start = min(t.Failure.Loop, total)
	l.round = (total - l.start) / 2
	first := true
	return func(m *Machine, th *Thread) {
		if !first {
			l.done++
		}
		first = false
		if l.done == l.start || l.done == l.start+l.round || l.done == l.start+2*l.round {
			l.states = append(l.states, m.LoopHash())
			l.woken = append(l.woken, m.woken())
		}
		if stepped != nil {
			stepped(m, th)
		}
	}
}

// misses returns the reason why the replay was no lasso, or an empty string.
func (l *lasso) misses(m *Machine) string {
	switch {
	case l.round == 0 && m.end.Kind == Running:
		for _, t := range m.ready {
			if m.Probe(t) {
				return "the execution does not end there: " + t.name + " can go on"
			}
		}
	case l.round > 0 && len(l.woken) == 3 && l.woken[2] > l.woken[0]:
		return "the loop has a spurious wake-up"
	case l.round > 0 && (len(l.states) != 3 || l.states[0] != l.states[1] || l.states[1] != l.states[2]):
		return "the loop does not lead back to where it began"
	}
	return ""
}

// woken returns how many waits began that end by a spurious wake-up.
func (m *Machine) woken() (n int) {
	for _, t := range m.threads {
		for _, in := range t.inputs {
			if in.Reason.IsSpurious() && in.Value != (wide.Word{}) {
				n++
			}
		}
	}
	return n
}

// isTemporal reports whether the machine judges a property of executions as a whole.
func (m *Machine) isTemporal() bool { return m.conf.Properties.one().IsTemporal() }

// one returns the property of a set of one.
func (p Properties) one() verdict.Property {
	for q := range verdict.NumProperties {
		if p == PropertySet(q) {
			return q
		}
	}
	return verdict.NumProperties
}
