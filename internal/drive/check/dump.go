package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/circuit/aiger"
	"github.com/heddle-mc/heddle/internal/model/circuit/btor2"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/smtlib"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// form is an output format of Dump.
type form struct {
	name   string
	engine string
	pass   string                                              // that makes it
	as     func(context.Context, io.WriterTo, io.Writer) error // nil: as it is
}

// programForm is the name of the program's own form, and functionForm the prefix of a function's. afterPass
// is the prefix of the names of passes.
const (
	programForm  = "ir"
	functionForm = "ir:"
	afterPass    = "after:"
)

// IsForm reports whether Dump writes a form.
func IsForm(name string) bool {
	return strings.HasPrefix(name, functionForm) || slices.Contains(Dumps(), name)
}

// Dumps lists the forms that Dump writes.
func Dumps() []string {
	out := []string{programForm}
	for _, f := range forms {
		out = append(out, f.name)
	}
	for _, name := range passNames(Kinds(), func(p engine.Pass) bool { return p.Form }) {
		out = append(out, afterPass+name)
	}
	return out
}

// formOf finds a form by name, for the requested engine k.
func formOf(name string, k *engine.Kind, t *table) (form, error) {
	pass, after := strings.CutPrefix(name, afterPass)
	if !after {
		i := slices.IndexFunc(forms, func(f form) bool { return f.name == name })
		return forms[i], nil
	}
	has := func(k *engine.Kind) bool {
		return slices.ContainsFunc(k.Passes, func(p engine.Pass) bool { return p.Name == pass && p.Form })
	}
	if k.Name == Auto {
		for _, name := range slices.Concat(t.auto.together, []string{t.auto.otherwise}, t.names()[1:]) {
			if has(t.kind(name)) {
				return form{engine: name, pass: pass}, nil
			}
		}
	}
	if !has(k) {
		return form{}, &engine.InputError{Err: t.unknown(k, "has no form "+name, has)}
	}
	return form{engine: k.Name, pass: pass}, nil
}

// noForm returns the error that there is no such form.
func noForm(format string, args ...any) error {
	return &engine.InputError{Err: fmt.Errorf(format, args...)}
}

// dumpFunction writes the IR of a function.
func dumpFunction(p *ir.Program, name string, w io.Writer) error {
	for id := 1; id < len(p.Funcs); id++ {
		if p.Funcs[id].Name == name {
			_, err := io.WriteString(w, p.FuncText(ir.FuncID(id)))
			return err
		}
	}
	return noForm("the program has no function %q", name)
}

// errWritten ends an engine's run.
var errWritten = errors.New("the form is written")

// Dump writes a form of a program for the first property. The forms are:
//
//   - the IR of the program, or of one function (ir:FUNCTION);
//   - the result of a pass, within the first bounds: the loop bound of the options, 1 if they have none;
//   - the formula of the event graph under the eager encoding, as clauses or in SMT-LIB, which is satisfiable
//     iff the property is violated within the bound;
//   - the number of reachable control states of the transition system at each depth;
//   - the circuit in AIGER or BTOR2.
//
// A program that has no such form is an *engine.InputError.
//
// requires: opts are valid, their places located in the program, and IsForm(name).
func Dump(b *Budget, p *ir.Program, opts Options, name string, w io.Writer) error {
	if name == programForm {
		_, err := p.WriteTo(w)
		return err
	}
	if fn, ok := strings.CutPrefix(name, functionForm); ok {
		return dumpFunction(p, fn, w)
	}
	t := everything()
	asked, err := t.asked(opts.Engine)
	if err != nil {
		return err
	}
	f, err := formOf(name, asked, t)
	if err != nil {
		return err
	}
	k := t.kind(f.engine)
	r, problem, err := first(b, p, opts, k)
	if err != nil {
		return err
	}
	if k.Bounds&engine.UnwindBound != 0 {
		problem.Bounds.Unwind = max(1, opts.Bounds.Unwind)
	}
	written, err := put(b.Context(), r, problem, func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
		p.After = func(pass string, made io.WriterTo) (err error) {
			switch {
			case pass != f.pass:
				return nil
			case f.as != nil:
				err = f.as(ctx, made, w)
			default:
				_, err = made.WriteTo(w)
			}
			if err == nil {
				err = errWritten
			}
			return err
		}
		return k.New(opts.Settings).Run(ctx, p)
	})
	switch {
	case errors.Is(err, errWritten):
		return nil
	case err != nil:
		return err
	case b.Reason() != verdict.NoReason:
		return context.Cause(b.Context())
	case written.Reason == verdict.Unsupported:
		return noForm("%s", written.Detail)
	}
	return noForm("the property %s is judged (%s) without the pass %s", problem.Property, written.Verdict, f.pass)
}

// first returns the problem of the first property of the options. It is an error if engine k does not
// support it.
func first(b *Budget, p *ir.Program, opts Options, k *engine.Kind) (*runner, *engine.Problem, error) {
	property, err := verdict.ParseProperty(append(opts.Properties, DefaultProperties()...)[0])
	if err != nil {
		return nil, nil, err
	}
	if !k.Supports(property) {
		return nil, nil, noForm("the engine %s cannot judge %s", k.Name, property)
	}
	r := newRunner(b, p, opts, nil)
	r.env, err = ir.ParseEnvironment(opts.Environment)
	return r, r.problem(property, 0), err
}

// writeClauses writes the formula of an event graph in DIMACS.
func writeClauses(ctx context.Context, made io.WriterTo, w io.Writer) error {
	g := made.(*event.Graph)
	return writeFormula(ctx, g, &formulaWriter{Embedded: solver.New(g.Terms, sat.Options{}), w: w})
}

// writeScript writes it in SMT-LIB.
func writeScript(ctx context.Context, made io.WriterTo, w io.Writer) error {
	g := made.(*event.Graph)
	return writeFormula(ctx, g, &scriptWriter{terms: g.Terms, w: w})
}

// writeFormula encodes an event graph into a solver that writes its queries.
func writeFormula(ctx context.Context, g *event.Graph, host solver.Solver) error {
	e, err := consistency.New(ctx, g, host, consistency.Options{Eager: true})
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	_, err = e.Check(ctx)
	return err
}

// csrDepth is the depth to which control states are counted.
const csrDepth = 100

// writeReach counts the control states of a transition system that can be reached.
func writeReach(_ context.Context, made io.WriterTo, w io.Writer) error {
	return efsm.WriteReach(w, made.(*efsm.System), csrDepth)
}

// writeBinary writes a circuit in the binary form of AIGER.
func writeBinary(_ context.Context, made io.WriterTo, w io.Writer) error {
	c, comment := made.(*fromefsm.Composition).Shown()
	return aiger.Write(w, c, aiger.Binary, comment)
}

// writeBTOR2 writes it in BTOR2.
func writeBTOR2(_ context.Context, made io.WriterTo, w io.Writer) error {
	c, comment := made.(*fromefsm.Composition).Shown()
	return btor2.Write(w, c, comment)
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
