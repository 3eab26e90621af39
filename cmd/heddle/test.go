package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
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
each from a fresh start, with the bounds and the time that the flags give. docs/testing.md
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

// tested is a test and what became of it.
type tested struct {
	Test   string         `json:"test"`
	Result *heddle.Result `json:"result"`
}

func (o *testOptions) test(cmd *cobra.Command, files []string) error {
	picked, err := regexp.Compile(o.run)
	if err != nil {
		return inputError("--run: %w", err)
	}
	opts, err := o.options(cmd, files)
	if err != nil {
		return err
	}
	tests, err := heddle.Tests(cmd.Context(), opts)
	if err != nil {
		return libraryError(err)
	}
	tests = slices.DeleteFunc(tests, func(t heddle.Test) bool { return !picked.MatchString(t.Name) })
	if len(tests) == 0 {
		return inputError("no test: HEDDLE_TEST(name) { … } of <heddle.h> makes one")
	}
	opts.Diagnostics = nil // they have been printed
	var list []tested
	for _, t := range tests {
		opts.Entry = t.Entry
		line := newProgressLine(os.Stderr)
		opts.Progress = line.show
		result, err := heddle.Check(cmd.Context(), opts)
		line.end()
		if err != nil {
			return libraryError(err)
		}
		list = append(list, tested{t.Name, result})
		if !o.out.json {
			if err := o.tell(cmd.OutOrStdout(), &list[len(list)-1]); err != nil {
				return fmt.Errorf("write result: %w", err)
			}
		}
	}
	if o.out.json {
		err = json.NewEncoder(cmd.OutOrStdout()).Encode(list)
	} else if len(list) > 1 {
		err = table(cmd.OutOrStdout(), list)
	}
	if err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return o.worst(list)
}

// tell prints a test that is no plain success in full: one that rests on what is assumed of
// functions that nobody defines is none.
func (o *testOptions) tell(w io.Writer, t *tested) error {
	if t.Result.Verdict == heddle.Safe && !o.out.verbose && len(t.Result.Externals) == 0 {
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
func table(w io.Writer, list []tested) error {
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, t := range list {
		what := ""
		if j := &t.Result.Judgement; j.Verdict == heddle.Violation {
			what = j.Headline()
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", t.Test, t.Result.Verdict, what)
	}
	return out.Flush()
}

// worst maps the results to an exit code: a violation counts most.
func (o *testOptions) worst(list []tested) error {
	code := exitOK
	for _, t := range list {
		switch v := t.Result.Verdict; {
		case v == heddle.Violation:
			return silently(exitViolation)
		case v == heddle.Unknown, v == heddle.Bounded && o.requireProof:
			code = exitInconclusive
		}
	}
	if code == exitOK {
		return nil
	}
	return silently(code)
}
