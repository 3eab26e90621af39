package instrument

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
	"github.com/heddle-mc/heddle/internal/lab/bench"
)

// benchOptions are the flags of `heddle bench`.
type benchOptions struct {
	timeout     time.Duration
	memory      cli.Size
	engine      string
	model       string
	environment []string
	jobs        int
	filter      string
	out         string
	resume      bool
	quiet       bool
}

func newBenchCommand() *cobra.Command {
	opts := benchOptions{memory: heddle.DefaultMemory}
	cmd := &cobra.Command{
		Use:   "bench INDEX.csv",
		Short: "Check programs whose verdicts are known",
		Long: `Run heddle check on every row of an index of programs with known verdicts, each
in a process of its own with one job, and print how often the verdict is right.
docs/use/bench.md describes the index and the table.

With --out, every result is appended to a file as soon as it is there; --resume
leaves alone the rows that the file already has. A run that is killed loses the
rows in flight.

Exit codes: 0 nothing is wrong, 1 some verdict is wrong, 2 usage or input error,
3 interrupted.`,
		Example: "  heddle bench ../shared/corpus/index.csv --filter assert,unreach-call -j 2 --out results.csv\n" +
			"  heddle bench diff before.csv after.csv",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return opts.run(cmd, args[0])
		},
	}
	flags := cmd.Flags()
	flags.DurationVar(&opts.timeout, "timeout", heddle.DefaultTimeout, "the time of a row")
	flags.Var(&opts.memory, "memory", "the memory of a row, such as 512MB")
	flags.StringVar(&opts.engine, "engine", "auto", "the engine, as for heddle check")
	flags.StringVar(&opts.model, "model", "", "the memory model of rows without one, as for heddle check")
	flags.StringSliceVar(&opts.environment, "environment", nil, "what the environment may choose, as for heddle check")
	flags.IntVarP(&opts.jobs, "jobs", "j", 1, "rows at a time")
	flags.StringVar(&opts.filter, "filter", "", "only rows with one of these properties, and one of these parts of their file's name: words separated by commas")
	flags.StringVar(&opts.out, "out", "", "append results to `FILE`")
	flags.BoolVar(&opts.resume, "resume", false, "go on with the file of --out")
	flags.BoolVar(&opts.quiet, "quiet", false, "do not print rows as they end")
	cmd.AddCommand(newBenchDiffCommand())
	return cmd
}

func (o *benchOptions) run(cmd *cobra.Command, index string) error {
	switch {
	case o.timeout <= 0:
		return cli.InputError("--timeout: found %s, expected some time", o.timeout)
	case o.jobs < 1:
		return cli.InputError("--jobs: found %d, expected at least 1", o.jobs)
	case o.resume && o.out == "":
		return cli.InputError("--resume: expected --out as well")
	}
	rows, err := readIndex(index)
	if err != nil {
		return err
	}
	if rows = bench.Filter(rows, o.filter); len(rows) == 0 {
		return cli.InputError("no row is selected")
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find heddle itself: %w", err)
	}
	opts := bench.Options{
		Command: []string{self, "check"}, Dir: filepath.Dir(index),
		Timeout: o.timeout, Memory: o.memory.String(), Engine: o.engine, Model: o.model, Environment: o.environment, Jobs: o.jobs, Out: o.out, Resume: o.resume,
	}
	shown := func() {}
	if !o.quiet {
		view := cli.NewRowsView(os.Stderr, cli.ScreenOn(os.Stderr))
		name := func(r *bench.Row) string { return r.File + " " + r.Property }
		opts.Begun, shown = func(r *bench.Row) { view.Begun(name(r)) }, view.Close
		opts.Done = func(r *bench.Result, done, all int) {
			view.Done(name(&r.Row), fmt.Sprintf("%s %s: %s (%s) %.1f s, %d MB", name(&r.Row), r.Expected, r.Score, r.Verdict, r.Time.Seconds(), r.Memory>>20), done, all)
		}
	}
	results, err := bench.Run(cmd.Context(), rows, opts)
	shown()
	if err != nil {
		return cli.InputError("%w", err)
	}
	if err := bench.Summarise(cmd.OutOrStdout(), results); err != nil {
		return err
	}
	for i := range results {
		if results[i].Score == bench.Wrong {
			return cli.Silently(cli.ExitViolation)
		}
	}
	if len(results) < len(rows) {
		return &cli.ExitError{Code: cli.ExitInconclusive, Err: fmt.Errorf("interrupted after %d of %d rows", len(results), len(rows))}
	}
	return nil
}

func newBenchDiffCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "diff BEFORE.csv AFTER.csv",
		Short:   "Compare the results of two runs",
		Example: "  heddle bench diff before.csv after.csv",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			var tables [2][]bench.Result
			for i, name := range args {
				f, err := os.Open(name)
				if err != nil {
					return cli.InputError("%w", err)
				}
				defer f.Close()
				if tables[i], err = bench.ReadResults(f); err != nil {
					return cli.InputError("%s: %w", name, err)
				}
			}
			return bench.Diff(cmd.OutOrStdout(), tables[0], tables[1])
		},
	}
}
