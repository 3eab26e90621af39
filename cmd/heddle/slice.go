package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// sliceOptions are the flags of `heddle slice`.
type sliceOptions struct {
	checkOptions
	into  string
	count int
}

func newSliceCommand() *cobra.Command {
	var opts sliceOptions
	cmd := &cobra.Command{
		Use:   "slice FILE… --into DIR",
		Short: "Cut a check into slices that many processes can judge",
		Long: `Write the slices of a check into a directory. heddle work judges them, on any machine that has the directory,
and heddle merge unites the results. A slice has all that is needed: the sources, the options, its budget.

Each property is a slice. With --unwind, the executions of a property are cut as well, into about --count slices in all.
The directory may have slices of the same check already. docs/use/scale.md has an example.

Exit codes: 0 the slices are written, 2 usage or input error, 3 there was no time, 4 internal error.`,
		Example: "  heddle slice --property assert --unwind 2 --into parts --count 16 examples/peterson_ok.c",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			library, err := opts.options(cmd, args)
			if err != nil {
				return err
			}
			n, err := heddle.Slice(cmd.Context(), library, opts.into, opts.count)
			if err != nil {
				return inconclusive(err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d slices in %s\n", n, opts.into)
			return nil
		},
	}
	flags := cmd.Flags()
	compileFlags(&opts.Options, flags)
	budgetFlags(&opts.Options, flags)
	flags.Lookup("timeout").Usage = "of each slice: end after this time, such as 90s (0: no limit)"
	flags.Lookup("memory").Usage = "of each slice: end when more memory is needed, such as 512MB (0: no limit)"
	opts.searchFlags(flags)
	_ = flags.MarkHidden("jobs") // that is a matter of heddle work
	opts.modelFlag(flags)
	temporalFlags(&opts.Options, flags)
	flags.StringVar(&opts.into, "into", "", "write the slices into `DIR`")
	flags.IntVar(&opts.count, "count", 16, "make about so many slices")
	_ = cmd.MarkFlagRequired("into")
	return cmd
}

// workOptions are the flags of `heddle work`.
type workOptions struct {
	shard string
	jobs  int
}

func newWorkCommand() *cobra.Command {
	var opts workOptions
	cmd := &cobra.Command{
		Use:   "work DIR [SLICE…]",
		Short: "Judge the slices of a directory",
		Long: `Judge the slices that heddle slice wrote and that have no result yet, each in a process of its own. A slice
that runs out of time is cut again. The rest of a property's slices is left out once one has a violation.
Workers may be killed and started again at any time, and several may work at once.

Behind the directory stand the slices to judge, by name: these are judged in this process.

Exit codes: 0 every slice that matters has a result, 2 usage or input error, 3 some slices have none, 4 internal error.`,
		Example: "  heddle work parts --shard 1/4",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, hash := range args[1:] {
				if err := heddle.WorkSlice(cmd.Context(), args[0], hash); err != nil {
					return inconclusive(err)
				}
			}
			if len(args) > 1 {
				return nil
			}
			return opts.work(cmd.Context(), args[0], func(news string) { fmt.Fprintln(cmd.ErrOrStderr(), news) })
		},
	}
	opts.register(cmd.Flags())
	return cmd
}

func (o *workOptions) register(flags *pflag.FlagSet) {
	flags.StringVar(&o.shard, "shard", "", "judge one of N shares of the slices only, `I/N` with I from 1; 0 is the last")
	flags.IntVarP(&o.jobs, "jobs", "j", runtime.NumCPU(), "processes at once")
	flags.Lookup("jobs").DefValue = "one for each processor" // help is the same on every machine
}

// work judges the slices of a directory. It calls say when one has ended, one call at a time.
func (o *workOptions) work(ctx context.Context, dir string, say func(string)) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var turn sync.Mutex
	work := heddle.WorkOptions{Command: []string{self, "work"}, Jobs: o.jobs, Told: func(hash string, took time.Duration) {
		turn.Lock()
		defer turn.Unlock()
		say(fmt.Sprintf("heddle: slice %.12s has ended after %.1f s", hash, took.Seconds()))
	}}
	if o.jobs < 1 {
		return cli.InputError("--jobs: found %d, expected at least 1", o.jobs)
	}
	if o.shard != "" {
		var rest string
		n, _ := fmt.Sscanf(o.shard+" .", "%d/%d %s", &work.Shard, &work.Of, &rest)
		if n != 3 || work.Of < 1 || work.Shard < 0 || work.Shard > work.Of {
			return cli.InputError("--shard: found %q, expected I/N with I from 1 to N", o.shard)
		}
	}
	failed, err := heddle.Work(ctx, dir, work)
	switch {
	case err != nil:
		return libraryError(err)
	case ctx.Err() != nil:
		return inconclusive(ctx.Err())
	case len(failed) > 0:
		return &cli.ExitError{Code: cli.ExitInconclusive, Err: errors.Join(failed...)}
	}
	return nil
}

// mergeOptions are the flags of `heddle merge`.
type mergeOptions struct {
	heddle.Options
	demands demands
	out     outputOptions
}

func newMergeCommand() *cobra.Command {
	var opts mergeOptions
	cmd := &cobra.Command{
		Use:   "merge DIR",
		Short: "Unite the results of slices into one",
		Long: `Unite the results that heddle work has written into the verdicts of the check. A property is safe or bounded only if
slices with all of its executions are; a slice without a valid result makes it unknown, and is named. A violation
is replayed.

Exit codes are those of heddle check.`,
		Example: "  heddle merge parts",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.demands.valid(); err != nil {
				return err
			}
			if err := opts.out.open(); err != nil {
				return err
			}
			result, err := heddle.Merge(cmd.Context(), forLibrary(opts.Options, cmd, nil), args[0])
			return opts.out.finish(cmd, result, err, opts.demands, nil)
		},
	}
	flags := cmd.Flags()
	budgetFlags(&opts.Options, flags)
	opts.out.register(flags)
	opts.demands.register(flags)
	return cmd
}

// slicesPerJob is how many slices heddle check --slices makes for each process, so that a short one does not leave its
// process idle.
const slicesPerJob = 4

// inSlices cuts the check into slices, judges them and unites the results.
func (o *checkOptions) inSlices(ctx context.Context, opts heddle.Options, say func(string)) (*heddle.Result, error) {
	part := opts
	if part.Memory > 0 {
		part.Memory = max(leastMemory, part.Memory/int64(o.Jobs))
	}
	if _, err := heddle.Slice(ctx, part, o.slices, slicesPerJob*o.Jobs); err != nil {
		return nil, err
	}
	work := workOptions{jobs: o.Jobs}
	if err := work.work(ctx, o.slices, say); err != nil && cli.Code(err) != cli.ExitInconclusive {
		return nil, err
	}
	opts.Diagnostics = nil // they have been printed
	return heddle.Merge(context.WithoutCancel(ctx), opts, o.slices)
}
