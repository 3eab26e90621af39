package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/model/circuit/aiger"
	"github.com/heddle-mc/heddle/internal/model/circuit/btor2"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// form is an output format of Dump.
type form struct {
	name   string
	engine string
	pass   string                                              // that makes it; empty: it is a question
	as     func(context.Context, io.WriterTo, io.Writer) error // nil: as it is
	// question writes the last question of an engine other than those of package order; nil: the form is
	// no formula.
	question func(*listener, io.Writer) error
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

// formOf finds a form by name, for the requested engine k; nil: none was requested.
func formOf(name string, k *engine.Kind, t *table) (form, error) {
	pass, after := strings.CutPrefix(name, afterPass)
	f := form{pass: pass}
	if !after {
		f = forms[slices.IndexFunc(forms, func(f form) bool { return f.name == name })]
	}
	ordered := func(k *engine.Kind) bool {
		return slices.ContainsFunc(order.Kinds(), func(o engine.Kind) bool { return o.Name == k.Name })
	}
	has := func(k *engine.Kind) bool {
		if f.question != nil {
			return k.Solver == engine.AnySolver || ordered(k)
		}
		return slices.ContainsFunc(k.Passes, func(p engine.Pass) bool { return p.Name == f.pass && p.Form })
	}
	if !after && (k == nil || k.Name == Auto) {
		return f, nil
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
	if f.question != nil && !ordered(k) {
		f.pass = ""
	}
	f.engine = k.Name
	return f, nil
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
//   - the result of a pass, within the first bounds. The loop bound is that of the options, or 1;
//   - the formula of the event graph under the eager encoding, as clauses or in SMT-LIB, which is satisfiable
//     iff the property is violated within the bound; for a symbolic engine other than those of package order,
//     the last question to its solver about a violation;
//   - the number of reachable control states of the transition system at each depth;
//   - the circuit in AIGER or BTOR2.
//
// A program, or an engine, that has no such form is an *engine.InputError.
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
	// ReplayWitness makes circuits with the default bounds.
	if k.Bounds&engine.UnwindBound != 0 && !slices.ContainsFunc(k.Passes, func(p engine.Pass) bool { return p.Name == "circuit" }) {
		problem.Bounds.Unwind = max(1, opts.Bounds.Unwind)
	}
	if f.pass == "" {
		return dumpQuestion(b, r, problem, k, f, w)
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
	if errors.Is(err, errWritten) {
		return nil
	}
	if err := unwritten(b, written, err); err != nil {
		return err
	}
	return noForm("the property %s is judged (%s) without the pass %s", problem.Property, written.Verdict, f.pass)
}

// unwritten returns the error of an engine that did not come to the pass or question; nil: it has an outcome.
func unwritten(b *Budget, out *engine.Outcome, err error) error {
	switch {
	case err != nil:
		return err
	case b.Reason() != verdict.NoReason:
		return context.Cause(b.Context())
	case out.Reason == verdict.Unsupported:
		return noForm("%s", out.Detail)
	}
	return nil
}

// dumpQuestion writes the last question of an engine.
func dumpQuestion(b *Budget, r *runner, p *engine.Problem, k *engine.Kind, f form, w io.Writer) error {
	var last *listener
	p.NewSolver = func(s *term.Store) solver.Solver {
		q := newListener(s)
		q.asks = func() { last = q }
		return q
	}
	out, err := put(b.Context(), r, p, k.New(r.opts.Settings).Run)
	if err := unwritten(b, out, err); err != nil {
		return err
	}
	if last == nil {
		return noForm("the property %s is judged (%s) without a question to a solver", p.Property, out.Verdict)
	}
	return f.question(last, w)
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
