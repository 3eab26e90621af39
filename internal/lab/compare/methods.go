package compare

import (
	"path/filepath"
	"slices"
	"strconv"
)

// The ways to bound schedules.
const (
	rounds   = "rounds"    // round-robin, K rounds
	contexts = "contexts"  // arbitrary, K contexts
	clusters = "clusters"  // arbitrary, K clusters of writes
	allOf    = "unbounded" // every schedule
)

// embedded is the name of Heddle's own solver.
const embedded = "embedded"

// method is a method in the comparison of translations.
type method struct {
	name      string   // of the engine, as in --engine
	schedules []string // the bounds that it supports
	outside   bool     // it can use outside solvers
	explicit  bool     // it has no solver
	// bound returns the flags for a point.
	bound func(p *point) []string
}

// methods lists the methods in the order of tables and legends.
func methods() []method {
	bounded := []string{rounds, contexts}
	return []method{
		{name: "epc", schedules: bounded, outside: true, bound: scheduled},
		{name: "lr", schedules: bounded, outside: true, bound: scheduled},
		{name: "lmp", schedules: bounded, outside: true, bound: scheduled},
		{name: "lazyseq", schedules: bounded, outside: true, bound: scheduled},
		{name: "mu:fine-explicit", schedules: []string{allOf}, outside: true, bound: unwound},
		{name: "mu:fine-implicit", schedules: []string{allOf}, outside: true, bound: unwound},
		{name: "mu:mixed", schedules: []string{allOf}, outside: true, bound: unwound},
		{name: "mu:intra", schedules: []string{clusters}, outside: true, bound: unwound},
		{name: "mu:inter", schedules: []string{clusters}, outside: true, bound: unwound},
		{name: "order", schedules: []string{allOf}},
		{name: "eager-order", schedules: []string{allOf}, outside: true},
		{name: explorer, schedules: bounded, explicit: true, bound: func(p *point) []string { return []string{"--" + p.schedule, strconv.Itoa(p.bound)} }},
	}
}

// explorer is the method that has a subcommand of its own.
const explorer = "explore"

// scheduled returns the flags that bound rounds or contexts.
func scheduled(p *point) []string { return option(p.schedule, p.bound) }

// option returns the flag that sets an option of an engine to a number.
func option(name string, n int) []string {
	return []string{"--engine-option", name + "=" + strconv.Itoa(n)}
}

// unwound returns the flags that bound the writes that threads may see of each other: the clusters, or
// all writes of the program.
func unwound(p *point) []string {
	n := p.bound
	if p.schedule == allOf {
		n = programs[p.program].writes(p)
	}
	return append(option("writes", n), "--threads", strconv.Itoa(p.threads))
}

// arguments returns the arguments of the command for a point, without those of asks.
func (m *method) arguments(p *point) []string {
	args := []string{"check", "--engine", m.name, "-j", "1"}
	if m.name == explorer {
		args = []string{"explore", "--hash", "--first"}
	}
	if p.solver != embedded && p.solver != none {
		args = append(args, "--solver", p.solver)
	}
	if p.seed != 0 {
		args = append(args, option("seed", p.seed)...)
	}
	if m.bound != nil {
		args = append(args, m.bound(p)...)
	}
	return args
}

// asks returns the arguments that select program and property of a point. The example programs are in
// dir.
func (p *point) asks(dir string) []string {
	own := programs[p.program]
	return slices.Concat([]string{"--property", "assert"}, own.defines(p), []string{filepath.Join(dir, own.file)})
}

// program is a family of programs that grow with the number of threads and with
// their length.
type program struct {
	file    string // among the examples
	title   string
	unit    string // of the length
	defines func(p *point) []string
	// writes returns the greatest number of writes to shared memory in one execution.
	writes func(p *point) int
	// fewest maps a bound on schedules to the smallest one with which the assertion fails, as
	// exploration established (TestBoundsOfBluetooth); 0: it never fails. A missing schedule was not
	// measured.
	fewest map[string]int
}

// The names of programs.
const (
	increment = "increment"
	bluetooth = "bluetooth"
)

var programs = map[string]program{
	increment: {
		file: "increment_ok.c", title: "Increment microbenchmark", unit: "increments in each thread",
		defines: func(p *point) []string {
			return []string{"-D", "THREADS=" + strconv.Itoa(p.threads), "-D", "LENGTH=" + strconv.Itoa(p.length)}
		},
		writes: func(p *point) int { return p.threads * p.length },
		fewest: map[string]int{rounds: 0, contexts: 0, clusters: 0, allOf: 0},
	},
	bluetooth: {
		file: "bluetooth_adders_bug.c", title: "Bluetooth driver", unit: "requests of each adder",
		defines: func(p *point) []string {
			return []string{"-D", "ADDERS=" + strconv.Itoa(p.threads-1), "-D", "COPIES=" + strconv.Itoa(p.length)}
		},
		// A request counts itself in and out, and may be the last. Stopping sets two flags, counts out,
		// and may be the last.
		writes: func(p *point) int { return 3*(p.threads-1)*p.length + 4 },
		fewest: map[string]int{rounds: 2, contexts: 3, allOf: 1},
	},
}

// programNames lists the programs in the order of reports.
var programNames = []string{increment, bluetooth}

// in reports whether a list of engines has the method.
func (m *method) in(engines []string) bool { return slices.Contains(engines, m.name) }
