package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// runOptions are the flags of `heddle run`.
type runOptions struct {
	heddle.Options
	run      heddle.RunOptions
	schedule string
	record   string
}

func newRunCommand() *cobra.Command {
	opts := runOptions{run: heddle.RunOptions{Memory: heddle.DefaultMemory}}
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
			return opts.execute(cmd, args)
		},
	}
	flags := cmd.Flags()
	compileFlags(&opts.Options, flags)
	flags.Uint64Var(&opts.run.Seed, "seed", 1, "decides the schedule and the inputs")
	flags.Uint64Var(&opts.run.Tries, "tries", 1, "try this many seeds, from --seed on")
	flags.StringVar(&opts.schedule, "schedule", "", "run the recorded trace in `FILE`")
	flags.StringVar(&opts.record, "record", "", "write the run as a trace to `FILE`")
	flags.Var((*cli.Size)(&opts.run.Memory), "memory", "end a run whose objects need more memory, such as 512MB")
	flags.Uint64Var(&opts.run.Steps, "steps", heddle.DefaultSteps, "end a run after this many instructions")
	cmd.MarkFlagsMutuallyExclusive("schedule", "seed")
	cmd.MarkFlagsMutuallyExclusive("schedule", "tries")
	cmd.MarkFlagsMutuallyExclusive("schedule", "record")
	return cmd
}

func (o *runOptions) execute(cmd *cobra.Command, files []string) error {
	library, stdout := forLibrary(o.Options, cmd, files), cmd.OutOrStdout()
	o.run.Output = stdout
	var result *heddle.RunResult
	var err error
	switch {
	case o.run.Tries == 0:
		return cli.InputError("--tries: expected at least 1")
	case o.schedule == "":
		result, err = heddle.Run(cmd.Context(), library, o.run)
	default:
		text, failed := os.ReadFile(o.schedule)
		if failed != nil {
			return cli.InputError("--schedule: %w", failed)
		}
		result, err = heddle.RunTrace(cmd.Context(), library, o.run, o.schedule, text)
	}
	if err != nil {
		return inconclusive(err)
	}
	if err := writeTrace(o.record, result.Trace); err != nil {
		return err
	}
	result.WriteText(stdout)
	switch {
	case result.Violated:
		return cli.Silently(cli.ExitViolation)
	case result.Stopped != "":
		return &cli.ExitError{Code: cli.ExitInconclusive, Err: errors.New(result.Stopped)}
	}
	return nil
}

// writeTrace writes a trace to the file of --record, if both are there.
func writeTrace(name string, t *heddle.Trace) error {
	if name == "" || t == nil {
		return nil
	}
	text, err := t.MarshalJSON()
	if err != nil {
		return err
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		return cli.InputError("--record: %w", err)
	}
	return nil
}
