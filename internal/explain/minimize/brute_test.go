package minimize

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// brute executes every schedule with at most a given number of switches, with every answer to choices,
// until a failure is reached. It uses no code of minimize.
type brute struct {
	code     *interp.Code
	property verdict.Property
	goal     *goal // the failure; nil: any failure of the property
	path     []int // decisions: the thread that runs next, and values of choices
	widths   []int // number of alternatives of each decision
	at       int
	runs     int // greatest number of runs; 0: no limit
	probing  bool
}

// decide returns the next decision, one of n.
func (b *brute) decide(n int) int {
	if b.at == len(b.path) {
		b.path, b.widths = append(b.path, 0), append(b.widths, n)
	}
	d := b.path[b.at]
	b.at++
	return d
}

// Choose implements interp.Source.
func (b *brute) Choose(c interp.Choice) (wide.Word, error) {
	values, _ := interp.Corners(c)
	if b.probing {
		return values[0], nil
	}
	return values[b.decide(len(values))], nil
}

// Uninit implements interp.Source.
func (b *brute) Uninit(interp.ObjectKey, uint64) (byte, error) { return 0, nil }

// advance moves to the next path.
func (b *brute) advance() bool {
	for n := len(b.path); n > 0; n = len(b.path) {
		b.path[n-1]++
		if b.path[n-1] < b.widths[n-1] {
			return true
		}
		b.path, b.widths = b.path[:n-1], b.widths[:n-1]
	}
	return false
}

// fails reports whether the failure is reached with at most the given number of switches. Executions
// are cut after limit steps. done is false if runs was exceeded.
func (b *brute) fails(switches, limit int) (found, done bool) {
	b.path, b.widths = nil, nil
	n := 0
	for more := true; more; more = b.advance() {
		b.at = 0
		if n++; b.runs > 0 && n > b.runs {
			return false, false
		}
		if b.run(switches, limit) {
			return true, true
		}
	}
	return false, true
}

func (b *brute) run(switches, limit int) bool {
	m := interp.NewMachine(b.code, interp.Config{Properties: interp.PropertySet(b.property), Source: b})
	current := m.Threads()[0]
	for n := 0; m.End().Kind == interp.Running && n < limit; n++ {
		next := current
		if others := len(m.Ready()); switches > 0 && n > 0 {
			if k := b.decide(others + 1); k > 0 {
				if next = m.Ready()[k-1]; next == current {
					return false // the same as staying with the thread
				}
				switches--
			}
		}
		if m.Step(next) != interp.Stepped {
			return false
		}
		current = next
		if b.reached(m) {
			return true
		}
	}
	return false
}

// reached reports whether the machine is at the failure.
func (b *brute) reached(m *interp.Machine) bool {
	for _, v := range m.Violations() {
		if b.goal == nil || v.Same(&b.goal.violation) {
			return true
		}
	}
	if b.property != verdict.Deadlock || m.End().Kind != interp.Running {
		return false
	}
	b.probing = true
	defer func() { b.probing = false }()
	for _, v := range m.FindDeadlocks() {
		if b.goal == nil || meets(placesOf(m, &v), b.goal.waits) {
			return true
		}
	}
	return false
}

// TestSmallest executes every schedule with fewer switches than Minimize's result: none violates the
// property.
func TestSmallest(t *testing.T) {
	forEachExample(t, func(t *testing.T, name string, code *interp.Code, p verdict.Property) {
		want := smallest[name][0]
		b := brute{code: code, property: p}
		if found, _ := b.fails(want-1, 60); found {
			t.Errorf("violated with %d switches: %v", want-1, b.path)
		}
		if found, _ := b.fails(want, 60); !found {
			t.Errorf("not violated with %d switches", want)
		}
	})
}
