package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// svcompOptions are the flags of `heddle svcomp`.
type svcompOptions struct {
	checkOptions
	model   string
	witness string // a file; empty: witness.yml and witness.graphml
}

func newSVCOMPCommand() *cobra.Command {
	var opts svcompOptions
	cmd := &cobra.Command{
		Use:   "svcomp --property-file P --data-model M FILE…",
		Short: "Check a task as SV-COMP asks, and write the witness",
		Long: `Check what an SV-COMP property file asks of a program, and print one line: true,
false(PROPERTY) or unknown(REASON), as the competition on software verification
calls them. The witness goes to witness.yml and witness.graphml, or where
--witness says. A bounded verdict is unknown. contrib/benchexec/heddle.py runs this command for
BenchExec.

Exit codes: 0 true, 1 false, 2 usage or input error, 3 unknown, 4 internal error.`,
		Example: "  heddle svcomp --property-file unreach-call.prp --data-model ILP32 task.i",
		RunE:    opts.run,
	}
	flags := cmd.Flags()
	compileFlags(&opts.Options, flags)
	budgetFlags(&opts.Options, flags)
	flags.StringVar(&opts.propertyFile, "property-file", "", "the SV-COMP property `FILE`")
	flags.StringVar(&opts.model, "data-model", "ILP32", "the data model: ILP32 or LP64")
	flags.StringVar(&opts.witness, "witness", "", "write the witness into `FILE` only (default witness.yml and witness.graphml)")
	flags.IntVarP(&opts.Jobs, "jobs", "j", 1, "engines that may run at once; 1 is deterministic")
	if err := cmd.MarkFlagRequired("property-file"); err != nil {
		panic(err) // the flag is there
	}
	return cmd
}

func (o *svcompOptions) run(cmd *cobra.Command, files []string) error {
	opts := forLibrary(o.Options, cmd, files)
	opts.Arch, opts.PhysicalLines = strings.ToLower(o.model), true
	if !slices.Contains(heddle.DataModels(), opts.Arch) {
		return cli.InputError("--data-model: found %q, expected ILP32 or LP64", o.model)
	}
	if err := o.readPropertyFile(cmd, &opts); err != nil {
		return err
	}
	began := time.Now()
	result, err := heddle.Check(cmd.Context(), opts)
	if err != nil {
		return libraryError(err)
	}
	names := []string{"witness.yml", "witness.graphml"}
	if o.witness != "" {
		names = []string{o.witness}
	}
	switch result.Verdict {
	case heddle.Violation, heddle.Safe:
		for _, name := range names {
			if err := writeWitness(cmd.Context(), name, opts, result, began); err != nil {
				return err
			}
		}
	}
	switch result.Verdict {
	case heddle.Violation:
		fmt.Fprintf(cmd.OutOrStdout(), "false(%s)\n", heddle.SVCOMPName(&result.Judgement))
		return cli.Silently(cli.ExitViolation)
	case heddle.Safe:
		fmt.Fprintln(cmd.OutOrStdout(), "true")
		return nil
	}
	reason := string(result.Reason)
	if reason == "" {
		reason = result.Verdict.String()
	}
	if result.Message != "" {
		fmt.Fprintln(os.Stderr, "heddle: "+result.Message)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "unknown(%s)\n", reason)
	return cli.Silently(cli.ExitInconclusive)
}
