package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// testOptions are the flags of `heddle test`.
type testOptions struct {
	checkOptions
	run string
}

func newTestCommand() *cobra.Command {
	var opts testOptions
	cmd := &cobra.Command{
		Use:   "test FILE…",
		Short: "Run the tests of C files, in every interleaving",
		Long: `Check the tests in C files: the functions that HEDDLE_TEST of <heddle.h> makes, one by one,
each from a fresh start, with the bounds and the time that the flags give. docs/use/testing.md
shows how tests are written.

Exit codes: as of heddle check, for the worst of the tests.`,
		Example: "  heddle init\n  heddle test example_test.c\n  heddle test --run 'push|pop' --property assert,race stack_test.c stack.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			return opts.test(cmd, args)
		},
	}
	flags := cmd.Flags()
	sourceFlags(&opts.Options, flags)
	opts.question(flags)
	flags.StringVar(&opts.run, "run", "", "only the tests whose names this regular `EXPRESSION` matches")
	return cmd
}

func (o *testOptions) test(cmd *cobra.Command, files []string) error {
	picked, err := regexp.Compile(o.run)
	if err != nil {
		return cli.InputError("--run: %w", err)
	}
	opts, err := o.options(cmd, files)
	if err != nil {
		return err
	}
	tests, err := heddle.Tests(cmd.Context(), opts)
	if err != nil {
		return libraryError(err)
	}
	if len(tests) == 0 {
		return cli.InputError("no test: HEDDLE_TEST(name) { … } of <heddle.h> makes one")
	}
	all := len(tests)
	tests = slices.DeleteFunc(tests, func(t heddle.Test) bool { return !picked.MatchString(t.Name) })
	if len(tests) == 0 {
		return cli.InputError("--run %s: none of %d tests has such a name", o.run, all)
	}
	if err := o.out.open(); err != nil {
		return err
	}
	opts.Diagnostics = nil // they have been printed
	var list []heddle.Tested
	var broken error // the internal errors of tests that have a result all the same
	for _, t := range tests {
		opts.Entry = t.Entry
		line := cli.NewProgressView(os.Stderr)
		opts.Progress = line.Show
		result, err := heddle.Check(cmd.Context(), opts)
		line.End()
		failed := libraryError(err)
		if failed != nil && (result == nil || cli.Code(failed) != cli.ExitInternal) {
			return errors.Join(failed, o.out.files.discard())
		}
		broken = errors.Join(broken, failed)
		list = append(list, heddle.Tested{Test: t.Name, Result: result})
		if o.out.form.page() && !result.Accepting() {
			if err := o.tell(cmd.OutOrStdout(), &list[len(list)-1]); err != nil {
				return wrapWrite(err)
			}
		}
	}
	heddle.Settle(list)
	if o.out.form.page() && list[0].Result.Accepting() { // violations that the baseline lacks are known only now
		if err := o.page(cmd.OutOrStdout(), list); err != nil {
			return wrapWrite(err)
		}
	} else if o.out.form.page() && (len(list) > 1 || o.plain(&list[0])) {
		if err := table(cmd.OutOrStdout(), list); err != nil {
			return wrapWrite(err)
		}
	}
	end := cli.Worse(o.worst(list), broken)
	write := func(form string, w io.Writer) error {
		if form == textForm {
			return o.page(w, list)
		}
		return report(form, w, list, cli.Code(end), o.demands)
	}
	if !o.out.form.page() {
		if err := write(o.out.form.name, cmd.OutOrStdout()); err != nil {
			return wrapWrite(err)
		}
	}
	if err := o.out.files.writeForms(write); err != nil {
		return err
	}
	return end
}

// page writes the text about the tests on standard output.
func (o *testOptions) page(w io.Writer, list []heddle.Tested) error {
	for i := range list {
		if err := o.tell(w, &list[i]); err != nil {
			return err
		}
	}
	if len(list) > 1 || o.plain(&list[0]) {
		return table(w, list)
	}
	return nil
}

// plain reports whether a test has a line of the table only: it is a plain success, which does not rest on
// assumptions about undefined functions.
func (o *testOptions) plain(t *heddle.Tested) bool {
	return t.Result.Verdict == heddle.Safe && !o.out.verbose && len(t.Result.Externals) == 0
}

// tell writes a test in full unless it is a plain success.
func (o *testOptions) tell(w io.Writer, t *heddle.Tested) error {
	if o.plain(t) {
		return nil
	}
	if _, err := fmt.Fprintf(w, "--- %s\n", t.Test); err != nil {
		return err
	}
	if err := t.Result.WriteText(w, o.out.text(w, nil)); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// table prints a line for each test.
func table(w io.Writer, list []heddle.Tested) error {
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, t := range list {
		what := t.Result.Note
		if j := &t.Result.Judgement; j.Verdict == heddle.Violation {
			what = j.Headline()
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", t.Test, t.Result.Verdict, what)
	}
	return out.Flush()
}

// worst maps the results to an exit code: a violation counts most.
func (o *testOptions) worst(list []heddle.Tested) error {
	var worst error
	for _, t := range list {
		end := o.demands.ending(t.Result)
		if cli.Code(end) == cli.ExitViolation {
			return end
		}
		worst = cmp.Or(worst, end)
	}
	return worst
}
