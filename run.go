package heddle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// DefaultSteps is the default of RunOptions.Steps.
const DefaultSteps = interp.DefaultMaxSteps

// runProperties are the properties that a run checks: all that a single execution can violate.
var runProperties = interp.PropertySet(verdict.Assert, verdict.Reach, verdict.Race, verdict.Deadlock,
	verdict.Memory, verdict.Lock, verdict.Div)

// RunOptions configure Run. Of Options it uses those about the program.
type RunOptions struct {
	Seed   uint64    // determines the schedule and the inputs
	Tries  uint64    // seeds that are tried, from Seed on, until a run violates a property; 0: 1
	Steps  uint64    // a run ends after this number of instructions; 0: DefaultSteps
	Memory int64     // a run ends when its objects need more bytes; 0: no limit
	Output io.Writer // where the program's output goes; nil: nowhere
}

// RunResult is the result of a run.
type RunResult struct {
	Violated bool
	Stopped  string // the place and the reason if the run was not completed and violated nothing; else empty
	Trace    *Trace // of the run, for Replay and RunTrace

	origin  string // the seed or the file
	program *ir.Program
	result  *interp.Result
}

// program compiles a program that is not checked but executed.
func (o *Options) program(ctx context.Context, more func(*front.Options)) (*compiled, error) {
	budget := check.NewBudget(ctx, DefaultTimeout, 0)
	defer budget.Stop()
	return o.compileWith(budget, more)
}

// misfit returns the error of a replay that confirms a violation. A trace that does not lead to the
// violation again is a bug of Heddle, not a verdict (semantics 16).
func (o *Options) misfit(err error, c *compiled) error {
	var misfit *interp.MisfitError
	if errors.As(err, &misfit) {
		return o.report(err, c)
	}
	return err
}

// Run executes a program under random schedules with random inputs and stops at the first violation. A data
// race does not stop a run; it is reported at the end. The result is that of the last run. If Options.Args
// is empty, main gets no arguments. Errors are as those of Check.
func Run(ctx context.Context, opts Options, run RunOptions) (*RunResult, error) {
	if opts.Args == "" {
		opts.Args = "none"
	}
	c, err := opts.program(ctx, func(o *front.Options) { o.Exact = true })
	if err != nil {
		return nil, err
	}
	code := interp.Prepare(c.Program)
	var stopped *interp.Result
	for i := range max(1, run.Tries) {
		var printed bytes.Buffer // a seed's output is shown only when the seed is the one reported
		out := io.Writer(&printed)
		last := i+1 >= run.Tries
		if last {
			out = run.Output
		}
		result, t, err := interp.RunCode(ctx, code, interp.Options{
			Seed: run.Seed + i, Properties: runProperties, Output: out, MaxSteps: run.Steps, MaxMemory: uint64(run.Memory),
		})
		if err != nil {
			return nil, err
		}
		if stopped == nil && isStopped(result) {
			stopped = result
		}
		if result.Violation == nil && !last {
			continue
		}
		if !last && run.Output != nil {
			if _, err := printed.WriteTo(run.Output); err != nil {
				return nil, err
			}
		}
		if result.Violation != nil {
			_, err := interp.ReplayCode(ctx, code, t, interp.ReplayOptions{
				Properties: runProperties, MaxSteps: run.Steps, MaxMemory: uint64(run.Memory),
			})
			if err != nil {
				return nil, opts.misfit(fmt.Errorf("a violation was found, but its trace does not replay: %w", err), c)
			}
		} else if stopped != nil {
			result = stopped
		}
		return newRunResult(c, result, t, fmt.Sprintf("seed %d", run.Seed+i)), nil
	}
	return nil, nil // not reached: the last run returns
}

// RunTrace executes a recorded trace, with the name of its file. If Options.Args is empty, main gets no
// arguments. A trace that does not fit the program is an *InputError.
func RunTrace(ctx context.Context, opts Options, run RunOptions, name string, text []byte) (*RunResult, error) {
	if opts.Args == "" {
		opts.Args = "none"
	}
	c, err := opts.program(ctx, func(*front.Options) {})
	if err != nil {
		return nil, err
	}
	t, err := trace.Parse(text)
	if err != nil {
		return nil, &InputError{Err: fmt.Errorf("%s:%w", name, err)}
	}
	result, err := interp.ReplayCode(ctx, interp.Prepare(c.Program), t, interp.ReplayOptions{
		Properties: runProperties, Output: run.Output, MaxSteps: run.Steps, MaxMemory: uint64(run.Memory),
	})
	var misfit *interp.MisfitError
	switch {
	case errors.As(err, &misfit):
		return nil, &InputError{Err: fmt.Errorf("%s does not fit: %w", name, err)}
	case err != nil:
		return nil, err
	}
	return newRunResult(c, result, t, name), nil
}

func newRunResult(c *compiled, result *interp.Result, t *trace.Trace, origin string) *RunResult {
	r := &RunResult{Violated: result.Violation != nil, Trace: t, origin: origin, program: c.Program, result: result}
	if !r.Violated && isStopped(result) {
		r.Stopped = fmt.Sprintf("%s: %s: %s", place(c.Program, result.End.Pos), result.End.Kind, result.End.Text)
	}
	return r
}

// isStopped reports whether a run ended before the end of the program.
func isStopped(r *interp.Result) bool {
	switch r.End.Kind {
	case interp.Unsupported, interp.StepLimit, interp.MemoryLimit, interp.Mismatch:
		return true
	}
	return false
}

// WriteText writes the violations of a run.
func (r *RunResult) WriteText(w io.Writer) {
	if !r.Violated {
		return
	}
	races, first := r.result.Races, r.result.Violation
	for i := range races {
		both := slices.ContainsFunc(races[:i], func(v interp.Violation) bool { return v.Same(&races[i]) })
		if first.Property != verdict.Race && !both {
			printViolation(w, r.program, &races[i], r.origin)
		}
	}
	printViolation(w, r.program, first, r.origin)
}

func place(p *ir.Program, pos ir.Pos) string {
	if !pos.IsValid() {
		return "no position"
	}
	return fmt.Sprintf("%s:%d:%d", p.Files[pos.File], pos.Line, pos.Col)
}

// printViolation writes the violation, its place, and how to repeat it.
func printViolation(w io.Writer, p *ir.Program, v *interp.Violation, origin string) {
	what := v.Property.String()
	if v.Kind != "" {
		what += " (" + string(v.Kind) + ")"
	}
	fmt.Fprintf(w, "%s: violation of %s: %s\n", place(p, v.Pos), what, v.Message)
	if len(v.Threads) > 0 {
		fmt.Fprintf(w, "  threads %s\n", strings.Join(v.Threads, ", "))
	} else {
		fmt.Fprintf(w, "  thread %s\n", v.Thread)
	}
	for _, l := range v.Stack {
		if !l.Model {
			fmt.Fprintf(w, "  in %s at %s\n", l.Func, place(p, l.Pos))
		}
	}
	if f := v.First; f != nil {
		fmt.Fprintf(w, "  after thread %s\n  in %s at %s\n", f.Thread, f.Func, place(p, f.Pos))
	}
	if o := v.Other; o != nil {
		fmt.Fprintf(w, "  while thread %s\n  in %s at %s\n", o.Thread, o.Func, place(p, o.Pos))
	}
	for _, a := range p.Externals() {
		fmt.Fprintf(w, "  assuming %s\n", a)
	}
	fmt.Fprintf(w, "  found with %s\n", origin)
}
