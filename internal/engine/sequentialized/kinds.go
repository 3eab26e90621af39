package sequentialized

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/model/sequential/mu"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Seq is an engine.
type Seq struct {
	method    *method
	schedule  string // in which switches are bounded; empty: it follows from the bounds
	eachWrite bool   // each write of an atomic section counts
	done      limits // the last that were completed
}

var _ engine.Engine = (*Seq)(nil)

// New returns the engine of a method.
//
// requires: the method is one of Kinds.
func New(name string) *Seq {
	for i := range methods {
		if methods[i].name == name {
			return &Seq{method: &methods[i]}
		}
	}
	panic("seq: no method " + name)
}

// Kinds lists the engines of this package, one for each method.
func Kinds() []engine.Kind {
	var out []engine.Kind
	for _, m := range methods {
		k := engine.Kind{
			Name: m.name, Summary: m.summary, Solver: engine.AnySolver, Refuses: m.refuses,
			Supports: func(p verdict.Property) bool { return p == verdict.Assert || p == verdict.Reach },
			Bounds:   engine.UnwindBound | engine.WriteBound | engine.ThreadBound,
			Passes: []engine.Pass{
				{Name: "sequentialise", Help: "the sequential program within the bounds", Needed: true, Form: true},
				{Name: "unwind", Help: "the event graph of the program within the bounds", Needed: true, Form: true},
			},
			New: func(s engine.Settings) engine.Engine {
				e := New(m.name)
				e.schedule, e.eachWrite = s["schedule"], EachWrite(s)
				return e
			},
		}
		if m.measure == bySwitches {
			k.Bounds = engine.UnwindBound | engine.ContextBound | engine.RoundBound | engine.ThreadBound
			k.Options = []engine.Option{{Name: "schedule", Help: "the growing bound if neither `rounds` nor `contexts` is given: rounds (`rr`) or contexts (`arbitrary`)",
				Values: []string{sequential.RoundRobin.String(), sequential.Arbitrary.String()}}}
		}
		if m.measure == byWrites {
			k.Options = []engine.Option{{Name: "writes-in-sections", Help: "all writes of an atomic section of the source count as one (`one`), or each counts (`each`), as in the paper",
				Values: []string{"one", eachCounts}}}
		}
		out = append(out, k)
	}
	return out
}

// eachCounts is the value of writes-in-sections for which each write counts.
const eachCounts = "each"

// EachWrite reports whether each write of an atomic section counts under the settings.
func EachWrite(s engine.Settings) bool { return s["writes-in-sections"] == eachCounts }

// refuses returns the reason why the method cannot obey a combination of bounds, or an empty string.
func (m *method) refuses(b engine.Bounds, s engine.Settings) string {
	switch {
	case b.Writes > mu.MaxWrites:
		return fmt.Sprintf("memory unwinding is for at most %d writes", mu.MaxWrites)
	case m.measure != bySwitches && b.Threads > mu.MaxThreads:
		return fmt.Sprintf("memory unwinding is for at most %d threads", mu.MaxThreads)
	case b.Rounds != 0 && (b.Contexts != 0 || s["schedule"] == sequential.Arbitrary.String()):
		return "an arbitrary schedule has contexts, no rounds"
	case b.Contexts != 0 && s["schedule"] == sequential.RoundRobin.String():
		return "a round-robin schedule has rounds, no bound on contexts"
	}
	return ""
}

// scheduleOf returns the requested schedule; without a request, round-robin.
func (s *Seq) scheduleOf(b engine.Bounds) sequential.Schedule {
	if b.Contexts > 0 || s.schedule == sequential.Arbitrary.String() {
		return sequential.Arbitrary
	}
	return sequential.RoundRobin
}
