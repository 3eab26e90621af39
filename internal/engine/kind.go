package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Kind describes an engine: the properties, bounds, options and passes that it knows, and its constructor.
type Kind struct {
	Name    string
	Summary string // how it judges, in Markdown, without a stop
	// Checks are the checks that the engine can judge. Only, if not nil, reports whether it can judge one of
	// their properties. Run is called for no others.
	Checks verdict.Checks
	Only   func(verdict.Property) bool
	// Models are the memory models beside sequential consistency that the engine knows, for the properties with
	// ModelChecks. Its answer there is no violation: it has no traces of such executions.
	Models      []string
	ModelChecks verdict.Checks
	// Bounds are the bounds that the engine obeys. Run is called with no others. Refuses, if not nil,
	// returns a reason against certain bounds; Run is not called with these either.
	Bounds  BoundSet
	Refuses func(Bounds, Settings) string
	Solver  SolverUse
	// Stands: a proof of it is an answer although it is not certified (Outcome.Uncertified).
	Stands bool
	// Processes: it follows children of fork, which others find unsupported.
	Processes bool
	Options   []Option // that it knows and others need not
	Passes    []Pass   // in their order
	New       func(Settings) Engine
}

// The memory models for programs, beside sequential consistency: that of C11 by Lahav, Vafeiadis, Kang, Hur, Dreyer
// (PLDI 2017), IMM, and those of processors.
const (
	RC11    = "rc11"
	IMM     = "imm"
	TSO     = "tso"
	PSO     = "pso"
	AArch64 = "aarch64"
	RISCV   = "riscv"
)

// SolverUse is the set of solvers with which an engine works.
type SolverUse uint8

// The uses.
const (
	NoSolver     SolverUse = iota
	TheorySolver           // it works with the embedded one only, such as by a theory inside it (solver.Host)
	AnySolver              // it expresses all its queries in formulas
)

// Option is a setting that only some engines know. Engines that know one of a name mean the
// same by it.
type Option struct {
	Name   string   // in Settings and in `--engine-option NAME=VALUE`
	Help   string   // without a stop
	Values []string // the value is one of these; none: it is a number from 1
	List   bool     // the value is several of Values, separated by commas
}

// The names of the options that AllOptions derives from other parts of a Kind.
const (
	RoundsOption   = "rounds"
	ContextsOption = "contexts"
	WritesOption   = "writes"
	SeedOption     = "seed"
	WithoutOption  = "without"
)

// AllOptions lists the options of the engine: those for its bounds, for the search of its solver and for its
// passes, and then its own.
func (k *Kind) AllOptions() []Option {
	var list []Option
	add := func(has bool, o Option) {
		if has {
			list = append(list, o)
		}
	}
	add(k.Bounds&RoundBound != 0, Option{Name: RoundsOption, Help: "this number of round-robin rounds only; without it they grow"})
	add(k.Bounds&ContextBound != 0, Option{Name: ContextsOption, Help: "this number of contexts of an arbitrary schedule only; without it they grow"})
	add(k.Bounds&WriteBound != 0, Option{Name: WritesOption, Help: "this number of writes to shared memory only, up to 120; without it they grow"})
	add(k.Solver != NoSolver, Option{Name: SeedOption, Help: "another order of search of the embedded solver"})
	passes := k.optional()
	add(len(passes) > 0, Option{Name: WithoutOption, Help: "passes to leave out, which changes no verdict", Values: passes, List: true})
	return append(list, k.Options...)
}

// optional lists the passes that can be left out.
func (k *Kind) optional() (names []string) {
	for _, p := range k.Passes {
		if !p.Needed {
			names = append(names, p.Name)
		}
	}
	return names
}

// Settings are values of options by name. The engine chooses the values of the options that are missing.
type Settings map[string]string

// Number returns the value of an option that is a number; 0: it is not set.
//
// requires: the settings are valid.
func (s Settings) Number(name string) int {
	n, _ := strconv.Atoi(s[name])
	return n
}

// Valid returns an error unless a value is one of the option's.
func (o *Option) Valid(value string) error {
	n, err := strconv.Atoi(value)
	switch {
	case len(o.Values) > 0 && !slices.Contains(o.Values, value):
		return fmt.Errorf("--engine-option %s: found %q, expected %s", o.Name, value, strings.Join(o.Values, " or "))
	case len(o.Values) == 0 && (err != nil || n < 1):
		return fmt.Errorf("--engine-option %s: found %q, expected a number, at least 1", o.Name, value)
	}
	return nil
}

// Pass is a step between the program and the solver.
type Pass struct {
	Name, Help string
	Needed     bool // it cannot be left out; leaving out others changes no verdict
	Form       bool // its result is passed to Problem.After
}

// BoundSet is a set of bounds.
type BoundSet uint8

// The bounds, by the fields of Bounds.
const (
	UnwindBound BoundSet = 1 << iota
	ContextBound
	RoundBound
	WriteBound
	ThreadBound
)

var boundNames = []string{"unwind", "contexts", "rounds", "writes", "threads"}

// Set returns which bounds are set.
func (b Bounds) Set() BoundSet {
	var s BoundSet
	for i, n := range []int{b.Unwind, b.Contexts, b.Rounds, b.Writes, b.Threads} {
		if n != 0 {
			s |= 1 << i
		}
	}
	return s
}

// Names lists the bounds of a set.
func (s BoundSet) Names() []string {
	var list []string
	for i, name := range boundNames {
		if s>>i&1 != 0 {
			list = append(list, name)
		}
	}
	return list
}

// Supports reports whether the engine can judge a property.
func (k *Kind) Supports(p verdict.Property) bool {
	return p.Is(k.Checks) && (k.Only == nil || k.Only(p))
}

// Refusal returns the reason why an engine cannot judge within bounds, or an empty string.
func (k *Kind) Refusal(b Bounds, s Settings) string {
	if unknown := b.Set() &^ k.Bounds; unknown != 0 {
		return fmt.Sprintf("the engine %s cannot bound %s", k.Name, strings.Join(unknown.Names(), ", "))
	}
	if k.Refuses != nil {
		if why := k.Refuses(b, s); why != "" {
			return k.Name + ": " + why
		}
	}
	return ""
}
