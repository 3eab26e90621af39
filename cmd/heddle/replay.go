package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// replayOptions are the flags of `heddle replay`.
type replayOptions struct {
	heddle.Options
	out            outputOptions
	trace, witness string
	native         string
	emit           string
	heddle.NativeOptions
}

func newReplayCommand() *cobra.Command {
	var opts replayOptions
	cmd := &cobra.Command{
		Use:   "replay FILE… (--trace RESULT.json | --witness FILE) | replay [FILE…] --native RESULT.json",
		Short: "Execute the trace of a violation again",
		Long: `Execute a trace that leads to a violation, step by step, and print it: the
result of heddle check --json, of which the first trace is taken, or a trace
alone (docs/understand/trace.md). The files and the options that say how to read them must
be those that the trace was made with.

A witness is what a hardware model checker says of the circuit that heddle export
wrote with the same files and options, in AIGER's witness format.

--native has the host's C compiler compile the files, or without any those that the result
names, and leads the program along the trace: docs/use/native.md. --emit-test writes what does
that into a directory, as a test to keep; --gdb stops before the step that fails.

Exit codes: 1 the violation happened again, 2 usage or input error, or the trace
does not fit the program, 3 inconclusive, such as a compiled program that does not follow the
trace to its end, 4 internal error.`,
		Example: "  heddle check --json examples/account_bug.c > bug.json\n  heddle replay examples/account_bug.c --trace bug.json\n  heddle replay --native bug.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.native != "" {
				return opts.runNative(cmd, args)
			}
			if err := opts.out.open(); err != nil {
				return err
			}
			file, flag, replay := opts.trace, "trace", heddle.Replay
			if opts.witness != "" {
				file, flag, replay = opts.witness, "witness", heddle.ReplayWitness
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return opts.out.finish(cmd, nil, cli.InputError("--%s: %w", flag, err), demands{}, nil)
			}
			result, err := replay(cmd.Context(), forLibrary(opts.Options, cmd, args), text)
			return opts.out.finish(cmd, result, err, demands{}, nil)
		},
	}
	compileFlags(&opts.Options, cmd.Flags())
	budgetFlags(&opts.Options, cmd.Flags())
	opts.out.register(cmd.Flags())
	cmd.Flags().StringVar(&opts.trace, "trace", "", "the result or trace in `FILE`")
	cmd.Flags().StringVar(&opts.witness, "witness", "", "the witness in `FILE`")
	cmd.Flags().StringVar(&opts.native, "native", "", "compile the program with the host's compiler, and lead it along the trace in `RESULT`")
	cmd.Flags().StringVar(&opts.emit, "emit-test", "", "with --native, write a regression test into `DIR` instead")
	cmd.Flags().BoolVar(&opts.Debug, "gdb", false, "with --native, stop in gdb before the step that fails")
	cmd.Flags().StringVar(&opts.Compiler, "cc", "cc", "with --native, the C compiler is `COMMAND`")
	cmd.Flags().IntVar(&opts.Optimise, "optimise", 0, "with --native, the compiler's level of optimisation, `0` to 3")
	questionFlags(&opts.Options, cmd.Flags())
	cmd.MarkFlagsOneRequired("trace", "witness", "native")
	cmd.MarkFlagsMutuallyExclusive("trace", "witness", "native")
	return cmd
}

// runNative makes the compiled program follow a trace, or writes the test that does so.
func (o *replayOptions) runNative(cmd *cobra.Command, args []string) error {
	text, err := os.ReadFile(o.native)
	if err != nil {
		return cli.InputError("--native: %w", err)
	}
	library := forLibrary(o.Options, cmd, args)
	if o.emit != "" {
		return libraryError(heddle.EmitTest(cmd.Context(), library, text, o.emit, o.NativeOptions))
	}
	out, err := heddle.ReplayNative(cmd.Context(), library, text, o.NativeOptions)
	if err != nil {
		return libraryError(err)
	}
	switch out.Result {
	case "happened":
		fmt.Fprintln(cmd.OutOrStdout(), out.Detail)
		return cli.Silently(cli.ExitViolation)
	case "debugged":
		return nil
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s%s: %s\n", out.Output, out.Result, out.Detail)
	if o.Optimise > 0 {
		fmt.Fprintln(cmd.OutOrStdout(), "an optimised program leaves operations out: try --optimise 0")
	}
	return cli.Silently(cli.ExitInconclusive)
}
