package check

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/heddle-mc/heddle/internal/analysis"
	"github.com/heddle-mc/heddle/internal/circuit/aiger"
	"github.com/heddle-mc/heddle/internal/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/consistency"
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/smtlib"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/unwind"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Dumps lists the forms that Dump writes.
func Dumps() []string { return []string{"graph", "ir", "cnf", "smt2", "efsm", "csr", "aag", "aig"} }

// Dump writes a form of a program: its IR; the event graph of the first property
// at the loop bound of the options, 1 if they have none; or that graph's formula
// under the eager encoding, as clauses or in SMT-LIB, which is satisfiable iff the
// property is violated within the bound; or the transition system for that property,
// or how many of its control states can be reached at each depth, or that system as a
// circuit, in AIGER's text or binary form. A program that has no transition system is a
// *fromir.Error.
//
// requires: opts are valid, their places located in the program, and form is one of Dumps.
func Dump(b *Budget, p *ir.Program, opts Options, form string, w io.Writer) error {
	_, err := Within(b.Context(), b, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, dump(ctx, p, opts, form, w)
	})
	return err
}

func dump(ctx context.Context, p *ir.Program, opts Options, form string, w io.Writer) error {
	if form == "ir" {
		_, err := p.WriteTo(w)
		return err
	}
	property, err := verdict.ParseProperty(append(opts.Properties, DefaultProperties()...)[0])
	if err != nil {
		return err
	}
	env, err := ir.ParseEnvironment(opts.Environment)
	if err != nil {
		return err
	}
	if slices.Contains([]string{"efsm", "csr", "aag", "aig"}, form) {
		system := fromir.Options{Property: property, Environment: env}
		if opts.places != nil {
			system.Places = opts.places[:]
		}
		return dumpSystem(ctx, p, system, form, w)
	}
	terms := term.New(term.Options{})
	g, err := unwind.Unwind(ctx, analysis.Of(p), terms, unwind.Options{
		Property: property, Environment: env, Loop: max(1, opts.Bounds.Unwind),
	})
	if err != nil {
		return fmt.Errorf("unwind: %w", err)
	}
	if form == "graph" {
		_, err := g.WriteTo(w)
		return err
	}
	var host solver.Solver = &formulaWriter{Embedded: solver.New(terms, sat.Options{}), w: w}
	if form == "smt2" {
		host = &scriptWriter{terms: terms, w: w}
	}
	e, err := consistency.New(ctx, g, host, consistency.Options{Eager: true})
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	_, err = e.Check(ctx)
	return err
}

// csrDepth is the depth to which control states are counted.
const csrDepth = 100

func dumpSystem(ctx context.Context, p *ir.Program, opts fromir.Options, form string, w io.Writer) error {
	sys, err := fromir.Build(ctx, analysis.Of(p), opts)
	if err != nil {
		return err
	}
	switch form {
	case "csr":
		return efsm.WriteReach(w, sys, csrDepth)
	case "aag":
		return writeCircuit(ctx, w, sys, opts, aiger.Text)
	case "aig":
		return writeCircuit(ctx, w, sys, opts, aiger.Binary)
	}
	_, err = sys.WriteTo(w)
	return err
}

// writeCircuit writes the circuit of a system; each violation and each mark is a bad state
// of its own.
func writeCircuit(ctx context.Context, w io.Writer, sys *efsm.System, opts fromir.Options, form aiger.Form) error {
	if !circuit.Supports(opts.Property) {
		return &fromir.Error{Construct: "property " + opts.Property.String()}
	}
	build := fromefsm.Options{Property: opts.Property}
	if len(opts.Places) == 2 {
		build.Places = (*[2]ir.Place)(opts.Places)
	}
	m, err := fromefsm.Build(ctx, sys.Contexts(), build)
	if err != nil {
		return err
	}
	m.Circuit.Outputs = nil // tools take them for bad states
	return aiger.Write(w, m.Circuit, form, "The circuit of a program, for the property "+opts.Property.String()+".\nBad states are its violations, and what keeps the circuit from being all of the program.")
}

// formulaWriter is a solver that writes the formula of a check and leaves it
// unsolved.
type formulaWriter struct {
	*solver.Embedded
	w io.Writer
}

// Check implements solver.Solver.
func (s *formulaWriter) Check(_ context.Context, assumptions ...term.ID) (solver.Result, error) {
	return solver.Result{}, s.WriteDIMACS(s.w, assumptions...)
}

// scriptWriter is a solver that writes the question of a check as a script and
// leaves it unanswered.
type scriptWriter struct {
	solver.Solver
	terms    *term.Store
	asserted []term.ID
	w        io.Writer
}

// Assert implements solver.Solver.
func (s *scriptWriter) Assert(f term.ID) { s.asserted = append(s.asserted, f) }

// Check implements solver.Solver.
func (s *scriptWriter) Check(_ context.Context, assumptions ...term.ID) (solver.Result, error) {
	roots := append(slices.Clone(s.asserted), assumptions...)
	return solver.Result{}, smtlib.WriteScript(s.w, s.terms, smtlib.PrintOptions{Names: true}, roots...)
}
