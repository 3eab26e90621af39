package process

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// language is the input and output format of a program.
type language uint8

const (
	smt  language = iota // SMT-LIB on standard input, answers on standard output
	cnf                  // a DIMACS file as the last argument; answers as in the SAT competitions
	mini                 // like cnf, but the last argument names a file for the answer
)

// assuming is the way in which a program takes assumptions.
type assuming uint8

const (
	byLiteral assuming = iota // check-sat-assuming, get-unsat-assumptions
	byLevel                   // named assertions in a level of their own, get-unsat-core
)

// Tool is a solver that can be run.
type Tool struct {
	name     string
	path     string
	args     []string
	language language
	assuming assuming
	// all is true if the program supports the logic ALL but not the logic of arrays and floats.
	all bool
}

// Name returns the name given to Find.
func (t *Tool) Name() string { return t.name }

// entry is a tool and the names of its program.
type entry struct {
	Tool
	programs []string
}

// known lists the tools.
var known = []entry{
	{Tool{name: "z3", args: []string{"-smt2", "-in"}, all: true}, []string{"z3"}},
	{Tool{name: "cvc5", args: []string{"--lang", "smt2", "--incremental", "--fp-exp"}}, []string{"cvc5"}},
	{Tool{name: "bitwuzla"}, []string{"bitwuzla"}},
	{Tool{name: "boolector", args: []string{"--smt2", "--incremental"}}, []string{"boolector"}},
	{Tool{name: "yices-smt2", args: []string{"--incremental"}}, []string{"yices-smt2"}},
	{Tool{name: "mathsat", args: []string{"-input=smt2"}, assuming: byLevel}, []string{"mathsat"}},
	{Tool{name: "minisat", args: []string{"-verb=0"}, language: mini}, []string{"minisat"}},
	{Tool{name: "cadical", args: []string{"-q"}, language: cnf}, []string{"cadical"}},
	{Tool{name: "kissat", args: []string{"-q"}, language: cnf}, []string{"kissat"}},
	{Tool{name: "cryptominisat", args: []string{"--verb=0"}, language: cnf}, []string{"cryptominisat5", "cryptominisat"}},
}

// Names lists the tools, whether or not they are installed.
func Names() []string {
	var out []string
	for _, k := range known {
		out = append(out, k.name)
	}
	return out
}

// Find searches the program of a tool on PATH.
func Find(name string) (*Tool, error) {
	at := slices.IndexFunc(known, func(k entry) bool { return k.name == name })
	if at < 0 {
		return nil, fmt.Errorf("unknown solver %q, expected one of %s", name, strings.Join(Names(), ", "))
	}
	for _, program := range known[at].programs {
		path, err := exec.LookPath(program)
		if errors.Is(err, exec.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("solver %s: %w", name, err)
		}
		t := known[at].Tool
		t.path = path
		return &t, nil
	}
	return nil, fmt.Errorf("solver %s: %s is not on PATH", name, strings.Join(known[at].programs, " or "))
}

// Options configure a solver.
type Options struct {
	// Confirm is the number of conflicts that the embedded solver may spend on each core, to confirm
	// that it is unsatisfiable. With 0, cores are not confirmed. A core that it cannot decide is
	// accepted.
	Confirm int64
}

// Solver is a solver.Solver whose program ends on Close.
type Solver interface {
	solver.Solver
	solver.Limiter
	// Close ends the program. The solver may be closed twice and used no more.
	Close() error
}

// New returns a solver of the terms of a store that runs a tool.
func New(t *Tool, terms *term.Store, opts Options) Solver {
	b := base{tool: t, terms: terms, opts: opts}
	if t.language == smt {
		return newSMT(b)
	}
	return newCNF(b)
}
