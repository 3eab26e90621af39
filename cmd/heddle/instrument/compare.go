package instrument

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
	"github.com/heddle-mc/heddle/internal/lab/bench"
	"github.com/heddle-mc/heddle/internal/lab/compare"
	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// compareOptions are the flags that the experiments share.
type compareOptions struct {
	timeout time.Duration
	memory  cli.Size
	jobs    int
	out     string
	budget  time.Duration
	quiet   bool
}

func (o *compareOptions) register(cmd *cobra.Command) {
	o.memory = heddle.DefaultMemory
	flags := cmd.Flags()
	flags.DurationVar(&o.timeout, "timeout", heddle.DefaultTimeout, "the processor time of a cell")
	flags.Var(&o.memory, "memory", "the memory of a cell, such as 512MB")
	flags.IntVarP(&o.jobs, "jobs", "j", 1, "cells at a time")
	flags.StringVar(&o.out, "out", "", "keep results in `DIRECTORY`, go on with those that it has, and write tables, figures and a page there")
	flags.DurationVar(&o.budget, "budget", 0, "begin no more cells after this time by the clock (0: no limit)")
	flags.BoolVar(&o.quiet, "quiet", false, "do not print cells as they end")
}

func newCompareCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "compare EXPERIMENT",
		Short: "Repeat a published experiment",
		Long: `Repeat the experiment of a paper: run its cells, each in a process of its own, and
lay the results out as tables and figures. lab/experiments has results with a
reading, and says how to get them.

With --out, every result is appended to DIRECTORY/cells.csv as soon as it is there.
The next run with that directory goes on where this one ended: no cell that has a
result is run again, unless it ended at a shorter limit of time or failed. The report
is of all results in the directory.

With --all, all experiments are run one after another, each into a directory of its own in
DIRECTORY, where index.html leads to them and says what they come to together. --quick
has a part of each that ends within twenty minutes on two processors.

Exit codes: 0 all is measured and nothing contradicts what is known of the programs,
1 some verdict does, 2 usage or input error, 3 interrupted or out of time.`,
		Example: "  heddle compare --all --quick --out results",
		Args:    cobra.NoArgs,
	}
	compareAll(cmd)
	cmd.AddCommand(newCompareMemoryUnwindingCommand(), newCompareLazyTokenCommand(), newCompareCircuitsCommand(), newCompareProofsCommand(),
		newCompareInterleavingsCommand(), newCompareTranslationsCommand())
	return cmd
}

// valid checks the flags.
func (o *compareOptions) valid() error {
	switch {
	case o.timeout <= 0:
		return cli.InputError("--timeout: found %s, expected some time", o.timeout)
	case o.jobs < 1:
		return cli.InputError("--jobs: found %d, expected at least 1", o.jobs)
	case o.budget < 0:
		return cli.InputError("--budget: found %s, expected no negative time", o.budget)
	}
	return nil
}

// withPrograms calls a function with a directory into which the example programs were written.
func withPrograms(do func(programs string) error) error {
	programs, err := os.MkdirTemp("", "heddle-compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(programs)
	if err := os.CopyFS(programs, heddle.Examples()); err != nil {
		return fmt.Errorf("write the programs: %w", err)
	}
	return do(programs)
}

// run runs an experiment and reports. The experiment is made from the directory
// into which the example programs were written.
func (o *compareOptions) run(cmd *cobra.Command, experiment func(programs string) (*compare.Experiment, error)) error {
	if err := o.valid(); err != nil {
		return err
	}
	return withPrograms(func(programs string) error {
		e, err := experiment(programs)
		if err != nil {
			return err
		}
		results, left, err := o.measure(cmd, e)
		if err != nil {
			return err
		}
		return o.report(cmd, e, results, len(left))
	})
}

// measure runs the cells of an experiment, and returns the results that there are then and the
// cells that have none.
func (o *compareOptions) measure(cmd *cobra.Command, e *compare.Experiment) ([]cell.Result, []cell.Cell, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, fmt.Errorf("find heddle itself: %w", err)
	}
	opts := cell.Options{Command: []string{self}, Timeout: o.timeout, Memory: o.memory.String(), Jobs: o.jobs}
	if o.budget > 0 {
		opts.Until = time.Now().Add(o.budget)
	}
	if o.out != "" {
		if err := os.MkdirAll(o.out, 0o777); err != nil {
			return nil, nil, cli.InputError("--out: %w", err)
		}
		opts.Out = filepath.Join(o.out, "cells.csv")
	}
	if !o.quiet {
		opts.Done = func(r *cell.Result, settled, all int) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%d/%d %v: %s %s %.2f s, %d MB\n", settled, all, r.Key, r.Verdict, r.Reason, r.CPU.Seconds(), r.Memory>>20)
		}
	}
	results, left, err := cell.Run(cmd.Context(), &e.Sheet, e.Cells, opts)
	if err != nil {
		return nil, nil, cli.InputError("%w", err)
	}
	return results, left, nil
}

// report writes the report of the results so far.
func (o *compareOptions) report(cmd *cobra.Command, e *compare.Experiment, results []cell.Result, left int) error {
	p := e.Report(results)
	if o.out != "" {
		if err := p.WriteFiles(o.out); err != nil {
			return err
		}
	}
	if err := p.WriteText(cmd.OutOrStdout()); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	var wrong []string
	if e.Wrong != nil {
		wrong = e.Wrong(results)
	}
	for _, line := range wrong {
		fmt.Fprintf(cmd.OutOrStdout(), "WRONG: %s\n", line)
	}
	if len(wrong) > 0 {
		return cli.Silently(cli.ExitViolation)
	}
	if left > 0 {
		return &cli.ExitError{Code: cli.ExitInconclusive, Err: fmt.Errorf("%d of %d cells are left", left, len(e.Cells))}
	}
	return nil
}

// The limits of `compare translations --quick`: with them it ends within ten
// minutes.
const (
	quickTimeout = 5 * time.Second
	quickMemory  = 1 << 30
	quickBudget  = 9*time.Minute + 30*time.Second
	quickJobs    = 2
)

// quick sets the limits that the user did not set to those of a quick run.
func (o *compareOptions) quick(cmd *cobra.Command, budget time.Duration) {
	for name, set := range map[string]func(){
		"timeout": func() { o.timeout = quickTimeout },
		"memory":  func() { o.memory = quickMemory },
		"budget":  func() { o.budget = budget },
		"jobs":    func() { o.jobs = quickJobs },
	} {
		if !cmd.Flags().Changed(name) {
			set()
		}
	}
}

func newCompareTranslationsCommand() *cobra.Command {
	var opts compareOptions
	var spec compare.TranslationOptions
	cmd := &cobra.Command{
		Use:   "translations",
		Short: "Compare context-bounded translations (Ghafari, Hu, Rakamarić 2010)",
		Long: `Compare the translations epc, lr, lmp and lazyseq, memory unwinding, partial orders
and the explorer on two programs that grow: T threads of length L that increment a
number, and the Bluetooth driver with T-1 adders that make L requests each; with K
rounds of a round-robin schedule and K contexts of any schedule; with the embedded
solver and each of z3, cvc5, bitwuzla, minisat and cadical that is on PATH; with
several seeds. When a cell has no answer, longer programs are not tried.`,
		Example: "  heddle compare translations --quick --out results\n" +
			"  heddle compare translations --timeout 10m -j 2 --methods lr,epc --out results",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if spec.Quick {
				opts.quick(cmd, quickBudget)
			}
			if err := spec.Valid(); err != nil {
				return cli.InputError("--methods: %w", err)
			}
			return opts.run(cmd, func(programs string) (*compare.Experiment, error) {
				spec.Dir, spec.Engines = programs, heddle.Engines()
				if !cmd.Flags().Changed("solvers") {
					spec.Solvers = installed()
				}
				return compare.Translations(spec), nil
			})
		},
	}
	opts.register(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&spec.Quick, "quick", false, fmt.Sprintf("a part that takes ten minutes on two processors: --timeout %s --memory 1GB --budget %s -j %d", quickTimeout, quickBudget, quickJobs))
	flags.StringSliceVar(&spec.Methods, "methods", nil, "only these methods (default: all)")
	flags.StringSliceVar(&spec.Solvers, "solvers", nil, "solvers beside the embedded one (default: those on PATH)")
	flags.IntVar(&spec.Seeds, "seeds", 2, "how many seeds the baseline is repeated with")
	return cmd
}

// installed lists the solvers of the comparison that are on PATH.
func installed() []string {
	var out []string
	for _, name := range []string{"z3", "cvc5", "bitwuzla", "minisat", "cadical"} {
		if _, err := exec.LookPath(name); err == nil {
			out = append(out, name)
		}
	}
	return out
}

// installedSMT is the first solver of the comparison that is on PATH and knows more than clauses; empty: none.
func installedSMT() string {
	for _, name := range installed() {
		if name == "z3" || name == "cvc5" || name == "bitwuzla" {
			return name
		}
	}
	return ""
}

func newCompareMemoryUnwindingCommand() *cobra.Command {
	var opts compareOptions
	var spec compare.UnwindingOptions
	var filter, sections string
	cmd := &cobra.Command{
		Use:   "mu INDEX.csv",
		Short: "Memory unwinding on a corpus (Tomasco et al. 2015)",
		Long: `Look for each violation of assert or reach in an index (docs/use/bench.md) with every
variant of memory unwinding, and with lr, lazyseq and partial orders beside them: with
more and more writes, or rounds, until it is found.`,
		Example: "  heddle compare mu ../shared/corpus/index.csv --filter svcomp-unfold --timeout 120s --out results",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			rows, err := readIndex(args[0])
			if err != nil {
				return err
			}
			spec.Rows = compareRows(bench.Filter(rows, filter))
			spec.Dir, spec.Engines = filepath.Dir(args[0]), heddle.Engines()
			if spec.EachWrite = sections == "each"; !spec.EachWrite && sections != "one" {
				return cli.InputError("--writes-in-sections: found %q, expected one or each", sections)
			}
			if err := spec.Valid(); err != nil {
				return cli.InputError("%w", err)
			}
			return opts.run(cmd, func(string) (*compare.Experiment, error) { return compare.MemoryUnwinding(spec), nil })
		},
	}
	opts.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&filter, "filter", "", "only rows with one of these parts of their file's name: words separated by commas")
	flags.StringSliceVar(&spec.Methods, "methods", nil, "only these methods (default: all)")
	flags.StringSliceVar(&spec.Environment, "environment", nil, "what the environment may choose: "+cli.Environments())
	flags.BoolVar(&spec.Quick, "quick", false, "few numbers of writes: 2, 4, 8, 16, 32; of each write: 8, 16, 24, 32, 48, 64, 90, 120; of rounds: 2, 4, 8")
	flags.StringVar(&sections, "writes-in-sections", "one", "what the writes of an atomic section count where writes are counted: one together (one), or one each (each)")
	return cmd
}

// lazyTokenDepth is where the experiment with lazy token modelling ends.
const lazyTokenDepth = 700

func newCompareLazyTokenCommand() *cobra.Command {
	var opts compareOptions
	var spec compare.LazyTokenOptions
	cmd := &cobra.Command{
		Use:   "paper-a",
		Short: "Lazy token modelling on a file system (Ganai, Gupta 2008)",
		Long: `Look for data races of the file system in examples/daisy with the engines token and
eager and growing sets of static analyses, with an SMT solver (z3, else cvc5 or bitwuzla)
if one is on PATH, and with partial orders beside them.`,
		Example: "  heddle compare paper-a --timeout 60s --out results",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if spec.Depth < 1 || spec.Witnesses < 0 {
				return cli.InputError("--depth, --witnesses: found %d and %d, expected at least 1 and 0", spec.Depth, spec.Witnesses)
			}
			return opts.run(cmd, func(programs string) (*compare.Experiment, error) {
				spec.Dir, spec.SMT = programs, installedSMT()
				return compare.LazyToken(spec), nil
			})
		},
	}
	opts.register(cmd)
	flags := cmd.Flags()
	flags.IntVar(&spec.Depth, "depth", lazyTokenDepth, "look no deeper than this")
	flags.IntVar(&spec.Witnesses, "witnesses", 50, "ways of the token to a race that the lazy model looks for")
	return cmd
}

func newCompareCircuitsCommand() *cobra.Command {
	var opts compareOptions
	cmd := &cobra.Command{
		Use:   "paper-b",
		Short: "Stubborn sets and transactions on a file system (Kahlon, Gupta, Sinha 2006)",
		Long: `Look for data races of the file system in examples/daisy with the engines that check
circuits, bmc also with stubborn sets and with transactions, and with partial orders
beside them; with two and three threads, that write to their files or do not.`,
		Example: "  heddle compare paper-b --timeout 60s --out results",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opts.run(cmd, func(programs string) (*compare.Experiment, error) { return compare.Circuits(programs), nil })
		},
	}
	opts.register(cmd)
	return cmd
}

func newCompareProofsCommand() *cobra.Command {
	var opts compareOptions
	cmd := &cobra.Command{
		Use:   "proofs [INDEX.csv]",
		Short: "Proofs without a bound of endless programs",
		Long: `Ask pdr, with and without ABC, bdd, kind, itp and partial orders for a proof: of the programs in
examples/endless, and of the rows of an index (docs/use/bench.md) that are expected safe.`,
		Example: "  heddle compare proofs --timeout 20s --out results",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var rows []compare.Row
			dir := ""
			if len(args) > 0 {
				index, err := readIndex(args[0])
				if err != nil {
					return err
				}
				rows, dir = compareRows(index), filepath.Dir(args[0])
			}
			return opts.run(cmd, func(programs string) (*compare.Experiment, error) { return compare.Proofs(programs, dir, rows) })
		},
	}
	opts.register(cmd)
	return cmd
}

func newCompareInterleavingsCommand() *cobra.Command {
	var opts compareOptions
	cmd := &cobra.Command{
		Use:   "paper-d",
		Short: "Lazy exploration, schedule recording, under-approximation and widening (Cordeiro, Fischer 2011)",
		Long: `Look for errors that take a few switches with the engines lazy, schedule and uw, with
the explorer and a bound on preemptions, and with partial orders beside them, on programs
of up to a hundred threads, each of which is right or wrong.`,
		Example: "  heddle compare paper-d --timeout 60s --out results",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opts.run(cmd, func(programs string) (*compare.Experiment, error) {
				return compare.Interleavings(compare.InterleavingsOptions{Dir: programs, Engines: heddle.Engines()}), nil
			})
		},
	}
	opts.register(cmd)
	return cmd
}

// compareRows returns the parts of rows that experiments need.
func compareRows(rows []bench.Row) []compare.Row {
	var out []compare.Row
	for _, r := range rows {
		out = append(out, compare.Row{File: r.File, Origin: r.Origin, Property: r.Property, Expected: r.Expected, Defines: r.Defines, Arch: r.Arch})
	}
	return out
}

// readIndex reads an index of programs with known verdicts.
func readIndex(name string) ([]bench.Row, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, cli.InputError("%w", err)
	}
	defer f.Close()
	rows, err := bench.ReadIndex(f)
	if err != nil {
		return nil, cli.InputError("%s: %w", name, err)
	}
	return rows, nil
}
