package heddle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/explain/native"
	"github.com/heddle-mc/heddle/internal/front/link"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// NativeOptions configure how ReplayNative compiles and runs a program.
type NativeOptions struct {
	Compiler string        // of C; empty: cc
	Optimise int           // its level, 0 to 3: above 0, operations that a trace needs may be gone
	Patience time.Duration // for the program's run; 0: 20 seconds
	Dir      string        // for the compiled files; empty: one that is removed afterwards
	Debug    bool          // gdb runs the program, on this process's streams, and stops before the step that fails
}

// NativeOutcome is the result of a compiled program that followed a trace.
type NativeOutcome struct {
	Happened bool   // the failure of the trace, in the same place
	Result   string // happened, another failure, lost, or debugged
	Detail   string // the event and its place
	Output   string // the end of the program's output
}

// ReplayNative compiles a program with the host's C compiler and lets it follow a trace. The trace is as
// for Replay. If the program ends without the failure, it did not follow the trace, and is lost. Without
// Options.Files, the files are those of the result with the trace. The error is an *InputError if the
// program or the trace cannot be used.
func ReplayNative(ctx context.Context, opts Options, text []byte, n NativeOptions) (out *NativeOutcome, err error) {
	defer opts.recover(&err)
	plan, source, err := opts.plan(ctx, text)
	if err != nil {
		return nil, err
	}
	return opts.lead(ctx, plan, source, n)
}

// lead builds the program of a plan and runs it.
func (o *Options) lead(ctx context.Context, plan *native.Plan, source native.Source, n NativeOptions) (out *NativeOutcome, err error) {
	dir := n.Dir
	if dir == "" {
		if dir, err = os.MkdirTemp("", "heddle-native-"); err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
	}
	if err := plan.Write(dir, source); err != nil {
		return nil, err
	}
	run := native.Options{Source: source, Compiler: n.Compiler, Optimise: n.Optimise, Patience: n.Patience}
	if err := plan.Build(ctx, dir, run); err != nil {
		if strings.Contains(err.Error(), "heddle_main") && o.Entry != "" && o.Entry != "main" {
			err = fmt.Errorf("--entry %s: a compiled program cannot start with a static function: start with one that calls it", o.Entry)
		}
		return nil, &InputError{Err: err}
	}
	if n.Debug {
		return &NativeOutcome{Result: "debugged"}, native.Debug(ctx, dir)
	}
	ran, err := plan.Run(ctx, dir, run)
	if err != nil {
		return nil, err
	}
	if ran.Result == native.Passed { // the trace was executed on these files, and failed
		detail := "not followed to its end: " + strings.TrimPrefix(ran.Detail, "passed: ")
		return &NativeOutcome{Result: native.Lost.String(), Detail: detail, Output: ""}, nil
	}
	return &NativeOutcome{ran.Result == native.Happened, ran.Result.String(), ran.Detail, ran.Output}, nil
}

// EmitTest writes a regression test into a directory, which it creates if necessary: the program's files in
// their places, each compiled with its own flags, and the code that makes them follow the trace. The
// program is tried before: if it does not fail, the error is an *InputError and no test is written. Without
// a compiler it is not tried. Other errors are as ReplayNative's.
func EmitTest(ctx context.Context, opts Options, text []byte, dir string, n NativeOptions) (err error) {
	defer opts.recover(&err)
	plan, source, err := opts.plan(ctx, text)
	if err != nil {
		return err
	}
	n.Debug, n.Dir = false, ""
	tried, err := opts.lead(ctx, plan, source, n)
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist): // no compiler, or it makes no program
	case err != nil:
		return err
	case !tried.Happened:
		return &InputError{Err: fmt.Errorf("the test would not fail, and is not written: %s: %s", tried.Result, tried.Detail)}
	}
	return plan.WriteTest(dir, source)
}

// plan compiles the program and replays the trace. It collects the data that the compiled program needs to
// follow the trace.
func (o Options) plan(ctx context.Context, text []byte) (*native.Plan, native.Source, error) {
	source := native.Source{}
	fail := func(err error) (*native.Plan, native.Source, error) { return nil, source, &InputError{Err: err} }
	t, err := traceIn(text)
	if err != nil {
		return fail(err)
	}
	if t.Failure == nil {
		return fail(errors.New("the trace leads to no violation"))
	}
	if len(o.Files) == 0 {
		var result struct{ Files []string }
		if json.Unmarshal(text, &result) == nil {
			o.Files = result.Files
		}
	}
	if t.Model != "" {
		o.Arch = t.Model
	}
	o.Properties = []string{t.Failure.Property}
	if o, err = o.complete(); err != nil {
		return fail(err)
	}
	file, entry := link.SplitEntry(o.Entry)
	switch {
	case file != "" && entry != "main":
		return fail(errors.New("--entry: a compiled program starts with main, or with a function without FILE:"))
	case o.Library:
		return fail(errors.New("--library: write the driver with heddle harness, check it, and compile that"))
	case len(o.Set)+len(o.Stubs) > 0:
		return fail(errors.New("--set, --stub: a compiled program is as its files have it"))
	}
	source.Entry = entry
	budget := check.NewBudget(ctx, max(0, o.Timeout), max(0, o.Memory))
	defer budget.Stop()
	c, err := o.compile(budget)
	if err != nil {
		return nil, source, err
	}
	for _, command := range c.Commands() {
		source.Units = append(source.Units, native.UnitOf(command.File, &command.Options))
	}
	plan, err := check.Within(budget.Context(), budget, func(ctx context.Context) (*native.Plan, error) {
		return native.NewPlan(ctx, interp.Prepare(c.Program), t)
	})
	var misfit *interp.MisfitError
	var property *native.PropertyError
	var memory *native.MemoryError
	switch {
	case errors.As(err, &misfit):
		return fail(fmt.Errorf("the trace does not fit: %w", err))
	case errors.As(err, &property):
		return fail(property)
	case errors.As(err, &memory):
		return fail(memory)
	case err == nil && plan.Start.Refused != "":
		return fail(fmt.Errorf("--entry: %s, which a compiled program is not given: start with a function that calls %s", plan.Start.Refused, entry))
	}
	return plan, source, err
}
