package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// litmusOptions are the flags of `heddle litmus`.
type litmusOptions struct {
	heddle.LitmusOptions
	json    bool
	dot     string
	jobs    int
	timeout time.Duration
}

func newLitmusCommand() *cobra.Command {
	var opts litmusOptions
	cmd := &cobra.Command{
		Use:   "litmus FILE…|DIR",
		Short: "Judge litmus tests under a memory model",
		Long: `Judge litmus tests in the format of the herd tools: C with C11 atomics, C of the Linux
kernel, X86, AArch64 and RISCV. All candidate executions are enumerated, and the memory
model decides which of them exist. docs/use/litmus.md explains the tests and the models.

Models: ` + strings.Join(heddle.MemoryModels(), ", ") + `, or the path of a .cat file. The default is the
model of the test's language: rc11, lkmm, tso, aarch64, riscv.

Exit codes: 0 all conditions hold, 1 some do not, 2 usage or input error (also of an
instruction that is not supported), 3 inconclusive (time).`,
		Example: "  heddle litmus examples/litmus/SB.litmus\n  heddle litmus --model sc --dot execution.dot examples/litmus/MP.litmus",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return opts.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.Model, "model", "", "the memory model: a `NAME`, or the path of a .cat file (default: by the test's language)")
	flags.BoolVar(&opts.First, "first", false, "stop as soon as the condition is decided: not all states are printed")
	flags.BoolVar(&opts.Why, "why", false, "if no execution decides the condition, say which axiom forbids one")
	flags.BoolVar(&opts.json, "json", false, "print the results as JSON")
	flags.StringVar(&opts.dot, "dot", "", "draw the first execution that decides a condition, in the language of dot, to `FILE`")
	flags.IntVarP(&opts.jobs, "jobs", "j", 0, "tests at a time (0: as many as processors)")
	flags.DurationVar(&opts.timeout, "timeout", 0, "time for one test (0: no bound)")
	return cmd
}

// litmusAnswer is the answer for one file.
type litmusAnswer struct {
	*heddle.LitmusResult
	File  string `json:"file"`
	Error string `json:"error,omitempty"`
	err   error
}

func (o *litmusOptions) run(cmd *cobra.Command, paths []string) error {
	files, err := heddle.LitmusFiles(paths)
	if err != nil {
		return err
	}
	answers := make([]litmusAnswer, len(files))
	done := make([]chan struct{}, len(files))
	for i := range done {
		done[i] = make(chan struct{})
	}
	jobs := o.jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	for range jobs {
		go func() {
			for i := range next {
				answers[i] = o.judge(cmd.Context(), files[i])
				close(done[i])
			}
		}()
	}
	go func() {
		for i := range files {
			next <- i
		}
		close(next)
	}()
	code := cli.ExitOK
	drawn := o.dot == ""
	for i := range files {
		<-done[i]
		a := &answers[i]
		if a.err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "heddle: %s\n", a.Error)
			code = max(code, cli.Code(inconclusive(a.err)))
			continue
		}
		if !a.Holds {
			code = max(code, cli.ExitViolation)
		}
		if !o.json {
			if err := a.WriteText(cmd.OutOrStdout()); err != nil {
				return wrapWrite(err)
			}
		}
		if !drawn {
			if drawn, err = o.draw(a.LitmusResult); err != nil {
				return err
			}
		}
	}
	if o.json {
		out := json.NewEncoder(cmd.OutOrStdout())
		out.SetIndent("", "  ")
		if err := out.Encode(map[string]any{"results": answers}); err != nil {
			return wrapWrite(err)
		}
	}
	if !drawn {
		fmt.Fprintf(cmd.ErrOrStderr(), "heddle: no execution decides the condition, so %s is not written\n", o.dot)
	}
	if code != cli.ExitOK {
		return cli.Silently(code)
	}
	return nil
}

func (o *litmusOptions) judge(ctx context.Context, file string) litmusAnswer {
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	r, err := heddle.Litmus(ctx, file, o.LitmusOptions)
	a := litmusAnswer{LitmusResult: r, File: file, err: err}
	var input *heddle.InputError
	switch {
	case errors.As(err, &input):
		a.Error = err.Error()
	case err != nil:
		a.Error = fmt.Sprintf("%s: %v", file, err)
	}
	return a
}

// draw writes the picture of an execution that decides the condition. It reports whether the test has one.
func (o *litmusOptions) draw(r *heddle.LitmusResult) (bool, error) {
	f, err := os.Create(o.dot)
	if err != nil {
		return false, cli.InputError("%w", err)
	}
	err = r.WriteDot(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, os.Remove(o.dot)
	}
	return err == nil, err
}
