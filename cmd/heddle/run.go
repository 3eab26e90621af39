package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// runProperties are the properties that a run checks: all that a single execution can violate.
var runProperties = interp.PropertySet(verdict.Assert, verdict.Reach, verdict.Race, verdict.Deadlock,
	verdict.Memory, verdict.Lock, verdict.Div)

// runOptions are the flags of `heddle run`.
type runOptions struct {
	heddle.Options
	seed     uint64
	tries    uint64
	schedule string
	record   string
	steps    uint64
}

func newRunCommand() *cobra.Command {
	opts := runOptions{Options: heddle.Options{Memory: 4 << 30}}
	cmd := &cobra.Command{
		Use:   "run FILE…",
		Short: "Run a program under a random or a recorded schedule",
		Long: `Run a C program under a random schedule with random inputs, both decided by
--seed, and stop at the first failed assertion, call of reach_error, deadlock,
memory error, lock misuse or division by zero. A data race does not stop the
run: it is reported when the run ends. With --tries N, seeds follow one another
until one of N fails. --record writes the run as a trace; --schedule runs such a trace again.

A wait for a condition variable ends by a signal only in a run.

What the program prints goes to standard output, the report of a violation
after it. A run that finds nothing proves nothing.

Exit codes: 0 no violation, 1 violation, 2 usage or input error,
3 inconclusive (an unsupported construct, or a limit).`,
		Example: "  heddle run --tries 100 examples/counter_bug.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := compile(cmd.Context(), &opts.Options, cmd.ErrOrStderr(), args)
			if err != nil {
				return err
			}
			if opts.schedule != "" {
				return opts.replay(cmd.Context(), p, cmd.OutOrStdout())
			}
			return opts.search(cmd.Context(), p, cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	compileFlags(&opts.Options, flags)
	flags.Uint64Var(&opts.seed, "seed", 1, "decides the schedule and the inputs")
	flags.Uint64Var(&opts.tries, "tries", 1, "try this many seeds, from --seed on")
	flags.StringVar(&opts.schedule, "schedule", "", "run the recorded trace in `FILE`")
	flags.StringVar(&opts.record, "record", "", "write the run as a trace to `FILE`")
	flags.Var((*byteSize)(&opts.Memory), "memory", "end a run whose objects need more memory, such as 512MB")
	flags.Uint64Var(&opts.steps, "steps", interp.DefaultMaxSteps, "end a run after this many instructions")
	cmd.MarkFlagsMutuallyExclusive("schedule", "seed")
	cmd.MarkFlagsMutuallyExclusive("schedule", "tries")
	cmd.MarkFlagsMutuallyExclusive("schedule", "record")
	return cmd
}

// search runs seeds until one fails, and reports the last run.
func (o *runOptions) search(ctx context.Context, p *ir.Program, stdout io.Writer) error {
	if o.tries == 0 {
		return inputError("--tries: expected at least 1")
	}
	code := interp.Prepare(p)
	var inconclusive *interp.Result
	for i := range o.tries {
		var printed bytes.Buffer // a seed's output is shown only when the seed is the one reported
		out := io.Writer(&printed)
		last := i == o.tries-1
		if last {
			out = stdout
		}
		result, tr, err := interp.RunCode(ctx, code, interp.Options{
			Seed: o.seed + i, Properties: runProperties, Output: out,
			MaxSteps: o.steps, MaxMemory: uint64(o.Memory),
		})
		if err != nil {
			return &exitError{code: exitInconclusive, err: err}
		}
		if inconclusive == nil && exitCodeOf(result) == exitInconclusive {
			inconclusive = result
		}
		if result.Violation == nil && !last {
			continue
		}
		if !last {
			if _, err := printed.WriteTo(stdout); err != nil {
				return err
			}
		}
		if result.Violation != nil {
			if err := o.confirm(ctx, code, tr); err != nil {
				return err
			}
		}
		if o.record != "" {
			if err := writeTrace(o.record, tr); err != nil {
				return err
			}
		}
		if result.Violation == nil && inconclusive != nil {
			result = inconclusive
		}
		return o.finish(p, result, stdout, fmt.Sprintf("seed %d", o.seed+i))
	}
	return nil
}

// confirm replays the trace of a violation. If it does not lead to the violation again, this is a bug of
// Heddle, not a verdict (semantics 16).
func (o *runOptions) confirm(ctx context.Context, code *interp.Code, t *trace.Trace) error {
	_, err := interp.ReplayCode(ctx, code, t, interp.ReplayOptions{
		Properties: runProperties, MaxSteps: o.steps, MaxMemory: uint64(o.Memory),
	})
	var misfit *interp.MisfitError
	switch {
	case errors.As(err, &misfit):
		return &exitError{code: exitInternal, err: fmt.Errorf("a violation was found, but its trace does not replay: %w", err)}
	case err != nil:
		return &exitError{code: exitInconclusive, err: err}
	}
	return nil
}

func writeTrace(name string, t *trace.Trace) error {
	var b bytes.Buffer
	if err := trace.Write(&b, t); err != nil {
		return err
	}
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		return inputError("--record: %w", err)
	}
	return nil
}

// replay runs a recorded trace.
func (o *runOptions) replay(ctx context.Context, p *ir.Program, stdout io.Writer) error {
	text, err := os.ReadFile(o.schedule)
	if err != nil {
		return inputError("--schedule: %w", err)
	}
	t, err := trace.Parse(text)
	if err != nil {
		return inputError("%s:%w", o.schedule, err)
	}
	result, err := interp.ReplayCode(ctx, interp.Prepare(p), t, interp.ReplayOptions{
		Properties: runProperties, Output: stdout, MaxSteps: o.steps, MaxMemory: uint64(o.Memory),
	})
	var misfit *interp.MisfitError
	switch {
	case errors.As(err, &misfit):
		return inputError("%s does not fit: %w", o.schedule, err)
	case err != nil:
		return &exitError{code: exitInconclusive, err: err}
	}
	return o.finish(p, result, stdout, o.schedule)
}

// exitCodeOf maps how an execution ended to the command's exit code.
func exitCodeOf(r *interp.Result) int {
	if r.Violation != nil {
		return exitViolation
	}
	switch r.End.Kind {
	case interp.Unsupported, interp.StepLimit, interp.MemoryLimit, interp.Mismatch:
		return exitInconclusive
	}
	return exitOK
}

// finish prints the violations of a run, if any, and maps its result to an exit code.
func (o *runOptions) finish(p *ir.Program, r *interp.Result, w io.Writer, origin string) error {
	switch code := exitCodeOf(r); code {
	case exitViolation:
		for i := range r.Races {
			both := slices.ContainsFunc(r.Races[:i], func(v interp.Violation) bool { return v.Same(&r.Races[i]) })
			if r.Violation.Property != verdict.Race && !both {
				printViolation(w, p, &r.Races[i], origin)
			}
		}
		printViolation(w, p, r.Violation, origin)
		return silently(code)
	case exitInconclusive:
		return &exitError{code: code, err: fmt.Errorf("%s: %s: %s", place(p, r.End.Pos), r.End.Kind, r.End.Text)}
	}
	return nil
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
