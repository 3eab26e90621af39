package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// checkOptions are the flags of `heddle check`.
type checkOptions struct {
	heddle.Options
	propertyFile string
	slices       string
	demands      demands
	out          outputOptions
}

// outputOptions are the flags for the forms of a result.
type outputOptions struct {
	form        formOptions
	files       resultFiles
	stats       bool
	verbose     bool
	assumptions bool
	coverage    bool
}

// register registers the flags. The parts have files in addition to the forms.
func (o *outputOptions) register(flags *pflag.FlagSet, parts ...part) {
	o.form.register(flags)
	o.files.register(flags, parts)
	flags.BoolVar(&o.stats, "stats", false, "print what it took, by stage")
	flags.BoolVar(&o.verbose, "verbose", false, "print every step of a trace, and every further violation")
	flags.BoolVar(&o.assumptions, "assumptions", false, "print all that the verdicts assume, not one line")
}

func newCheckCommand() *cobra.Command {
	var opts checkOptions
	cmd := &cobra.Command{
		Use:   "check FILE… | check [FILE…] -- BUILD…",
		Short: "Find an interleaving that breaks a program, or prove that there is none",
		Long: `Check a C program: is there an interleaving of its threads, and are there inputs,
for which an assertion fails, threads race or deadlock, memory is misused, or
another property is violated? If so, print the shortest trace found. docs/use/check.md explains verdicts
and options.

Verdicts: violation (found, and replayed), safe (proved, under the conditions that
are printed), bounded (no violation within the bounds that are printed), unknown.

Behind -- stands a command that builds the program, such as make: the files that it compiles are
checked, or those of them that are named, with the options that it gives. --compile-commands FILE then
keeps what was recorded. Flags of C compilers that change the meaning of a program, such as -fopenmp,
are understood as they are.

Exit codes: 0 no violation (proved, or none within the bounds; --fail-on unproved turns
the latter into 3), 1 violation, 2 usage or input error, 3 inconclusive (time,
memory, unsupported construct, undefined behaviour), 4 internal error (a bug report was written;
1 if another property is violated).`,
		Example: "  heddle check examples/account_bug.c\n  heddle check --property race,deadlock --timeout 5m --json examples/abba_bug.c\n  heddle check --property race -- make -B",
		RunE: func(cmd *cobra.Command, args []string) error {
			if at := cmd.ArgsLenAtDash(); at >= 0 && (at == len(args) || !isSource(args[at])) {
				forget, err := opts.recorded(cmd.Context(), args[:at], args[at:])
				if err != nil {
					return err
				}
				defer forget()
				args = args[:at]
			}
			return opts.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	compileFlags(&opts.Options, flags)
	opts.question(flags, parts...)
	flags.StringVar(&opts.propertyFile, "property-file", "", "check what this SV-COMP property `FILE` asks for")
	cmd.MarkFlagsMutuallyExclusive("property", "property-file")
	_ = flags.MarkHidden("property-file") // scripts of SV-COMP use it; docs/use/check.md has it
	temporalFlags(&opts.Options, flags)
	flags.StringVar(&opts.slices, "slices", "", "judge the check in --jobs processes, by slices in `DIR`, which are reused if it is the same check (docs/use/scale.md)")
	_ = flags.MarkHidden("slices") // docs/use/scale.md has it, beside the commands for many machines
	flags.BoolVar(&opts.out.coverage, "coverage", false, "print what random executions came to: functions, threads, checks, lines")
	return cmd
}

// question registers the flags for the properties, the search, and the output.
func (o *checkOptions) question(flags *pflag.FlagSet, parts ...part) {
	budgetFlags(&o.Options, flags)
	o.out.register(flags, parts...)
	o.searchFlags(flags)
	o.modelFlag(flags)
	flags.StringVar(&o.Accept, "accept", "", "violations listed in `FILE`, PROPERTY KEY on a line, count as bounds")
	flags.StringVar(&o.Baseline, "baseline", "", "violations that an earlier result in `FILE`, JSON or SARIF, has count as bounds: only new ones are found")
	flags.BoolVar(&o.All, "all", false, "look for every violation of a property, not only one")
	flags.BoolVar(&o.First, "first", false, "end with the first violation, of whichever property")
	flags.BoolVar(&o.Paranoid, "paranoid", false, "try safe and bounded verdicts with random executions, which the engine must have looked at")
	o.demands.register(flags)
}

func (o *checkOptions) modelFlag(flags *pflag.FlagSet) {
	flags.StringVar(&o.Model, "model", "", "the memory model: "+strings.Join(heddle.CheckedModels(), ", ")+", or a .cat file; verdicts are about all its executions (default: sc and rc11, if there are atomics weaker than seq_cst)")
}

// searchFlags registers the flags for the properties, the engine and its bounds.
func (o *checkOptions) searchFlags(flags *pflag.FlagSet) {
	flags.StringSliceVar(&o.Properties, "property", heddle.DefaultProperties(), "what to check: "+strings.Join(heddle.Properties(), ", "))
	flags.StringSliceVar(&o.Environment, "environment", nil, "what the environment may choose: "+cli.Environments())
	flags.StringVar(&o.Engine, "engine", "auto", "how to explore interleavings: "+strings.Join(heddle.Engines(), ", "))
	flags.StringVar(&o.Solver, "solver", heddle.Solvers()[0], "the solver of symbolic engines: "+strings.Join(heddle.Solvers(), ", "))
	flags.IntVar(&o.Unwind, "unwind", 0, "work with this loop bound only (0: bounds grow)")
	flags.IntVar(&o.Threads, "threads", 0, "how many threads begin, main included; those that are created later never do (0: they grow, or all)")
	engineOptionFlag(&o.Options, flags)
	flags.IntVarP(&o.Jobs, "jobs", "j", runtime.NumCPU(), "engines that may run at once; 1 is deterministic")
	flags.Lookup("jobs").DefValue = "one for each processor" // help is the same on every machine
}

// options returns the options of the library's Check.
func (o *checkOptions) options(cmd *cobra.Command, files []string) (heddle.Options, error) {
	if err := o.demands.valid(); err != nil {
		return heddle.Options{}, err
	}
	out := forLibrary(o.Options, cmd, files)
	if !cmd.Flags().Changed("property") {
		out.Properties = nil
		if o.Formula != "" {
			out.Properties = []string{"ltl"}
		}
	}
	if o.propertyFile != "" {
		if err := o.readPropertyFile(cmd, &out); err != nil {
			return out, err
		}
	}
	out.PhysicalLines = o.out.files.named("witness") != ""
	out.Coverage = o.out.coverage || o.out.files.named("lcov") != ""
	switch {
	case o.Jobs < 1:
		return out, cli.InputError("--jobs: found %d, expected at least 1", o.Jobs)
	case o.Unwind < 0, cmd.Flags().Changed("unwind") && o.Unwind == 0:
		return out, cli.InputError("--unwind: found %d, expected at least 1", o.Unwind)
	case o.Timeout < 0:
		return out, cli.InputError("--timeout: found %s, expected no negative time", o.Timeout)
	case len(o.Properties) == 0:
		return out, cli.InputError("--property: found none")
	}
	return out, nil
}

// readPropertyFile adds the properties and the entry of the property file to the options.
func (o *checkOptions) readPropertyFile(cmd *cobra.Command, out *heddle.Options) error {
	text, err := os.ReadFile(o.propertyFile)
	if err != nil {
		return cli.InputError("--property-file: %w", err)
	}
	f, err := heddle.ParsePropertyFile(o.propertyFile, string(text))
	switch {
	case err != nil:
		return cli.InputError("%w", err)
	case cmd.Flags().Changed("entry") && out.Entry != f.Entry:
		return cli.InputError("--entry: found %s, but %s starts with %s", out.Entry, o.propertyFile, f.Entry)
	}
	out.Properties, out.Entry, out.Model = f.Properties, f.Entry, cmp.Or(out.Model, "sc") // SV-COMP means sequential consistency
	return nil
}

func (o *checkOptions) run(cmd *cobra.Command, files []string) error {
	opts, err := o.options(cmd, files)
	if err != nil {
		return err
	}
	if err := o.out.open(); err != nil {
		return err
	}
	line := cli.NewProgressView(os.Stderr)
	found := findings{line: line, out: cmd.OutOrStdout(), opts: &o.out}
	opts.Progress, opts.Found = line.Show, found.tell
	began := time.Now()
	var result *heddle.Result
	if o.slices != "" {
		result, err = o.inSlices(cmd.Context(), opts, line.Say)
	} else {
		result, err = heddle.Check(cmd.Context(), opts)
	}
	line.End()
	if err := o.out.files.writeParts(newWriteLimit(cmd.Context(), opts.Timeout, began), result); err != nil {
		return err
	}
	if name := o.out.files.named("witness"); err == nil && name != "" {
		err = writeWitness(cmd.Context(), name, opts, result, began)
	}
	return o.out.finish(cmd, result, err, o.demands, found.told)
}

// open checks the form, and opens the files.
func (o *outputOptions) open() error {
	if err := o.form.valid(); err != nil {
		return err
	}
	return o.files.open()
}

// text returns the options of the text form on w. It leaves out the violations of the properties in told.
func (o *outputOptions) text(w io.Writer, told []string) heddle.TextOptions {
	return heddle.TextOptions{Width: cli.Width(w), Color: cli.Color(w), Verbose: o.verbose, Assumptions: o.assumptions,
		Stats: o.stats, Coverage: o.coverage, Told: told}
}

// finish writes a result and maps it to an exit code.
func (o *outputOptions) finish(cmd *cobra.Command, result *heddle.Result, err error, d demands, told []string) error {
	if result == nil {
		return errors.Join(libraryError(err), o.files.discard())
	}
	end := cli.Worse(d.ending(result), libraryError(err))
	write := func(form string, w io.Writer) error {
		if form == textForm {
			return result.WriteText(w, o.text(w, told))
		}
		return report(form, w, []heddle.Tested{{Result: result}}, cli.Code(end), d)
	}
	if err := wrapWrite(write(o.form.name, cmd.OutOrStdout())); err != nil {
		return err
	}
	told = nil // the files have all of it
	if err := o.files.writeForms(write); err != nil {
		return err
	}
	return end
}

// libraryError gives an error of the library its exit code.
func libraryError(err error) error {
	var input *heddle.InputError
	var internal *heddle.InternalError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &input):
		return &cli.ExitError{Code: cli.ExitUsage, Err: err}
	case errors.As(err, &internal):
		return &cli.ExitError{Code: cli.ExitInternal, Err: err}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &cli.ExitError{Code: cli.ExitInconclusive, Err: err}
	}
	return err
}

// inconclusive gives an error of the library its exit code. Other errors are inconclusive.
func inconclusive(err error) error {
	var coded *cli.ExitError
	if err = libraryError(err); err == nil || errors.As(err, &coded) {
		return err
	}
	return &cli.ExitError{Code: cli.ExitInconclusive, Err: err}
}
