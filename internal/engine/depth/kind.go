package depth

import "github.com/heddle-mc/heddle/internal/engine"

// The passes that can be left out (Ganai and Gupta, SPIN 2008, sections 2.3 and 7).
const (
	Contexts = "cxt"
	Balance  = "pb"
	Reach    = "csr"
)

// Options are the settings of an engine over transition systems.
type Options struct {
	Depth     int  // the last to search, control states of a thread or steps of all; 0: DefaultDepth
	Tokens    bool // of eager: the threads have synchronisation states and a token
	Witnesses int  // of engines that know how the token goes: violations that differ in it; 0: one at most for each place
}

// OptionsOf reads the options from settings.
func OptionsOf(s engine.Settings) Options {
	return Options{Depth: s.Number("depth"), Witnesses: s.Number("witnesses")}
}

// Bounds are the bounds that engines over transition systems obey. Loops are not unrolled: Unwind bounds
// nested calls, and how often a place creates a thread or an object.
const Bounds = engine.UnwindBound | engine.ThreadBound

// Kind returns the part of an engine's description that all engines over transition systems share.
func Kind() engine.Kind {
	return engine.Kind{
		Checks:  Checks,
		Solver:  engine.AnySolver,
		Options: []engine.Option{{Name: "depth", Help: "the search ends at this depth: it counts control states of a thread (`token`), frames (`pdr`) or steps of all threads"}},
		Passes: []engine.Pass{
			{Name: "build", Help: "the transition system of the program", Needed: true, Form: true},
			{Name: Contexts, Help: "return sites and other constants distinguish control states", Form: true},
			{Name: Balance, Help: "paths and loops are made commensurate by states that do nothing", Form: true},
			{Name: Reach, Help: "control states that no execution is in at a depth are left out there"},
		},
	}
}
