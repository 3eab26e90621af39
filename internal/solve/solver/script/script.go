// Package script runs SMT-LIB scripts on a solver: commands in, answers out.
// Package smtlib reads the commands, any solver.Solver answers.
//
// Command heddle smt calls Run.
//
// The solver has no levels. A formula asserted within a level is assumed in each check. So is a formula
// with a name, if the script enables cores. All others are asserted permanently.
//
// The first error ends the run (:error-behavior immediate-exit). A check that needs too much time or
// memory is answered unknown.
package script

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/smtlib"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Options configure a run of a script.
type Options struct {
	// Limit bounds the time of each check; 0: it is not bounded.
	Limit time.Duration
	// Models writes a model after each answer sat, whether or not the script requests it.
	Models bool
	Parse  smtlib.ParseOptions
}

// Outcome counts answers.
type Outcome struct{ Sat, Unsat, Unknown int }

// Run executes a script and writes its answers. Solvers come from new, which is called again when a
// script resets all assertions; a solver that is an io.Closer is closed. An error in the script is an
// *smtlib.Error; other errors come from the solver, or from reading and writing.
func Run(ctx context.Context, src io.Reader, dst io.Writer, new func(*term.Store) solver.Solver, opts Options) (Outcome, error) {
	terms := term.New(term.Options{})
	r := &run{
		opts: opts, terms: terms, makeSolver: new, out: bufio.NewWriter(dst),
		parser: smtlib.NewParser(src, terms, opts.Parse),
	}
	r.forget()
	defer r.close()
	err := r.commands(ctx)
	// A bufio.Writer keeps its first error.
	if failed := r.out.Flush(); err == nil && failed != nil {
		err = fmt.Errorf("write answer: %w", failed)
	}
	return r.outcome, err
}

// assertion is an asserted term with its name, if any.
type assertion struct {
	term  term.ID
	label string
}

// run is the state of a running script.
type run struct {
	opts       Options
	terms      *term.Store
	makeSolver func(*term.Store) solver.Solver
	solver     solver.Solver
	parser     *smtlib.Parser
	out        *bufio.Writer
	outcome    Outcome

	assumed []assertion // assertions within a level, or with a name
	levels  []int       // by level: the number of assumed terms before it
	cores   bool        // :produce-unsat-cores
	success bool        // :print-success

	last      solver.Result
	asked     bool            // last is an answer about the current assertions
	assuming  *smtlib.Command // the last check-sat-assuming, or nil
	evaluator *term.Evaluator // of the last model
}

// forget starts with a new solver.
func (r *run) forget() {
	r.close()
	r.solver = r.makeSolver(r.terms)
	r.assumed, r.levels, r.asked = nil, nil, false
}

func (r *run) close() {
	if c, ok := r.solver.(io.Closer); ok {
		// A failure to close loses no data.
		_ = c.Close()
	}
}

func (r *run) commands(ctx context.Context) error {
	for {
		cmd, err := r.parser.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if cmd.Name == "exit" {
			return nil
		}
		if err := r.command(ctx, cmd); err != nil {
			return err
		}
		// An interactive caller waits for each answer.
		if err := r.out.Flush(); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
	}
}

func (r *run) command(ctx context.Context, cmd *smtlib.Command) error {
	switch cmd.Name {
	case "check-sat", "check-sat-assuming":
		return r.check(ctx, cmd)
	case "get-model", "get-value", "get-unsat-core", "get-unsat-assumptions":
		return r.get(cmd)
	case "get-info":
		r.info(cmd)
		return nil
	case "get-option":
		fmt.Fprintln(r.out, "unsupported")
		return nil
	case "echo":
		fmt.Fprintln(r.out, cmd.Value.String())
		return nil
	case "assert":
		r.assert(assertion{cmd.Terms[0], cmd.Label})
	case "push":
		for range cmd.Levels {
			r.levels = append(r.levels, len(r.assumed))
		}
		r.asked = r.asked && cmd.Levels == 0
	case "pop":
		if cmd.Levels > 0 {
			r.assumed = r.assumed[:r.levels[len(r.levels)-int(cmd.Levels)]]
			r.levels = r.levels[:len(r.levels)-int(cmd.Levels)]
			r.asked = false
		}
	case "reset":
		r.cores, r.success = false, false
		r.forget()
	case "reset-assertions":
		r.forget()
	case "set-option":
		switch cmd.Key {
		case ":produce-unsat-cores":
			r.cores = cmd.Value.Is("true")
		case ":print-success":
			r.success = cmd.Value.Is("true")
		}
	}
	if r.success {
		fmt.Fprintln(r.out, "success")
	}
	return nil
}

func (r *run) assert(a assertion) {
	r.asked = false
	if len(r.levels) > 0 || r.cores && a.label != "" {
		r.assumed = append(r.assumed, a)
	} else {
		r.solver.Assert(a.term)
	}
}

// check answers check-sat and check-sat-assuming.
func (r *run) check(ctx context.Context, cmd *smtlib.Command) error {
	var list []term.ID
	for _, a := range r.assumed {
		list = append(list, a.term)
	}
	list = append(list, cmd.Terms...)
	if r.opts.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.opts.Limit)
		defer cancel()
	}
	res, err := r.solver.Check(ctx, list...)
	if err != nil {
		return fmt.Errorf("%s at %s: %w", cmd.Name, cmd.Pos, err)
	}
	r.last, r.asked, r.assuming, r.evaluator = res, true, cmd, nil
	switch res.Status {
	case sat.Satisfiable:
		r.outcome.Sat++
		r.evaluator = term.NewEvaluator(r.terms, r.solver.Model())
		fmt.Fprintln(r.out, "sat")
		if r.opts.Models {
			r.model()
		}
	case sat.Unsatisfiable:
		r.outcome.Unsat++
		fmt.Fprintln(r.out, "unsat")
	default:
		r.outcome.Unknown++
		fmt.Fprintln(r.out, "unknown")
	}
	return nil
}
