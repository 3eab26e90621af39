package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// exploreOptions are the flags of `heddle explore`.
type exploreOptions struct {
	heddle.Options
	how    heddle.ExploreOptions
	record string
	json   bool
}

func newExploreCommand() *cobra.Command {
	var opts exploreOptions
	cmd := &cobra.Command{
		Use:   "explore FILE…",
		Short: "Execute every interleaving of a small program",
		Long: `Execute the interleavings of a C program at its visible operations and report each
place where one violates a property. First come random schedules, then every
interleaving: one of each Mazurkiewicz trace (dynamic partial-order reduction),
under growing bounds on loops. Nondeterministic inputs have a few typical values.

A switch is two consecutive visible operations of different threads, thread
creation not; --preemptions, --contexts and --rounds bound them, and then nothing
is reduced but what --hash finds to be known.

With --model each consistent execution of a memory model is visited once, as a graph
(TruSt); the flags about interleavings have no effect then. Executions in which a
thread waits for ever are not counted.

Exit codes: 0 no violation (proved, or none within the bounds: the output says
which), 1 violation, 2 usage or input error, 3 inconclusive (time, memory,
unsupported construct), 4 internal error.`,
		Example: "  heddle explore --property assert,race examples/counter_bug.c\n  heddle explore --model rc11 --property assert examples/counter_bug.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.Model != "" && !cmd.Flags().Changed("property") {
				opts.Properties = nil
			}
			return opts.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	compileFlags(&opts.Options, flags)
	budgetFlags(&opts.Options, flags)
	flags.StringSliceVar(&opts.Properties, "property", heddle.DefaultProperties(), "what to look for: "+strings.Join(heddle.ExploredProperties(), ", "))
	flags.StringSliceVar(&opts.Environment, "environment", nil, "what the environment may choose: "+cli.Environments())
	flags.BoolVar(&opts.how.NoReduction, "no-reduction", false, "execute every interleaving")
	flags.BoolVar(&opts.how.Hash, "hash", false, "abandon executions in states that are known, instead of partial-order reduction")
	flags.BoolVar(&opts.how.NoRandom, "no-random", false, "no random schedules first")
	flags.BoolVar(&opts.how.First, "first", false, "stop at the first violation")
	flags.IntVar(&opts.Unwind, "unwind", 0, "work with this loop bound only (0: bounds grow)")
	flags.IntVar(&opts.how.Preemptions, "preemptions", -1, "at most `N` switches away from a thread that could go on (-1: no bound)")
	flags.IntVar(&opts.how.Contexts, "contexts", 0, "at most `N` uninterrupted runs of one thread (0: no bound)")
	flags.IntVar(&opts.how.Rounds, "rounds", 0, "at most `N` round-robin rounds (0: no bound)")
	flags.StringVar(&opts.Model, "model", "", "explore the executions of a memory model: "+strings.Join(heddle.ExploredModels(), ", ")+", or a .cat file (default: interleavings)")
	flags.StringVar(&opts.record, "record", "", "write the first violation's trace to `FILE`")
	flags.BoolVar(&opts.json, "json", false, "print the result as JSON")
	cmd.MarkFlagsMutuallyExclusive("no-reduction", "hash")
	return cmd
}

func (o *exploreOptions) run(cmd *cobra.Command, files []string) error {
	if o.Timeout < 0 {
		return cli.InputError("--timeout: found %s, expected no negative time", o.Timeout)
	}
	result, err := heddle.Explore(cmd.Context(), forLibrary(o.Options, cmd, files), o.how)
	if err != nil {
		return inconclusive(err)
	}
	if err := writeTrace(o.record, result.Trace); err != nil {
		return err
	}
	return printed(cmd, result, o.json, result.Verdict)
}

// writer is a result with both forms of output.
type writer interface {
	WriteText(io.Writer) error
	WriteJSON(io.Writer) error
}

// printed writes a result as text or as JSON. The error has the exit code of its verdict.
func printed(cmd *cobra.Command, result writer, json bool, v heddle.Verdict) error {
	write := result.WriteText
	if json {
		write = result.WriteJSON
	}
	switch err := write(cmd.OutOrStdout()); {
	case err != nil:
		return wrapWrite(err)
	case v == heddle.Violation:
		return cli.Silently(cli.ExitViolation)
	case v == heddle.Unknown:
		return cli.Silently(cli.ExitInconclusive)
	}
	return nil
}
