package interleave

import (
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// method describes an engine of this package.
type method struct {
	name, summary string
	one           bool // after another; else all in one formula
	widen         bool // which at first leaves one
}

// methods lists the engines of this package.
var methods = []method{
	{"lazy", "interleavings one by one: symbolic execution along a reachability tree, one formula for each (Cordeiro and Fischer)", true, false},
	{"schedule", "the same with all interleavings in one formula, which records the schedule", false, false},
	{"uw", "the same, at first with one interleaving, then with more as the proof needs them: under-approximation and widening", false, true},
}

// Interleave is an engine.
type Interleave struct {
	method
	sleep bool
}

var _ engine.Engine = (*Interleave)(nil)

// The passes that can be left out.
const (
	narrowing = "narrow"
	splitting = "granules"
	merging   = "merge" // of lazy
)

// sleepSets is the value of the option reduce for sleep sets.
const sleepSets = "sleep"

// Kinds lists the engines of this package.
func Kinds() []engine.Kind {
	var out []engine.Kind
	for _, m := range methods {
		k := engine.Kind{
			Name: m.name, Summary: m.summary, Solver: engine.AnySolver,
			Checks: verdict.FiniteChecks,
			Bounds: engine.UnwindBound | engine.ContextBound | engine.ThreadBound,
			Passes: []engine.Pass{
				{Name: "unwind", Help: "the event graph of the program within the bounds", Needed: true, Form: true},
				{Name: narrowing, Help: "bounds on values make the graph smaller", Form: true},
				{Name: splitting, Help: "memory whose accesses have few indices each is no array"},
			},
			New: func(s engine.Settings) engine.Engine { return &Interleave{m, s["reduce"] == sleepSets} },
		}
		if m.one {
			k.Passes = append(k.Passes, engine.Pass{Name: merging, Help: "a state that an earlier interleaving led to is not explored again"})
			k.Options = []engine.Option{{Name: "reduce", Values: []string{"none", sleepSets},
				Help: "`lazy` has `sleep`: sleep sets leave out interleavings that differ only in the order of independent operations"}}
		}
		out = append(out, k)
	}
	return out
}
