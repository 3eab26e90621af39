package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// leastWitness is the time that there is for a witness, if the check has used all of its own.
const leastWitness = time.Second / 2

// writeWitness writes the witness of a result into a file, if there is one. If the formats have none, a
// message reports that and no file is written. It has the time left of the check, which started at began,
// but at least leastWitness.
func writeWitness(ctx context.Context, name string, opts heddle.Options, result *heddle.Result, began time.Time) error {
	if result == nil {
		return nil
	}
	if opts.Timeout > 0 {
		opts.Timeout = max(leastWitness, opts.Timeout-time.Since(began))
		limited, cancel := context.WithTimeout(ctx, opts.Timeout)
		defer cancel()
		ctx = limited
	}
	text, err := heddle.Witness(ctx, opts, result, heddle.WitnessFormatOf(name))
	var input *heddle.InputError
	if errors.As(err, &input) {
		fmt.Fprintf(os.Stderr, "heddle: %s is not written: %v\n", name, err)
		return nil
	}
	if err != nil && ctx.Err() != nil {
		fmt.Fprintf(os.Stderr, "heddle: %s is not written: there was no time\n", name)
		return nil
	}
	if err != nil {
		return err
	}
	return writeFile(name, text)
}

// witnessCheckOptions are the flags of `heddle witness-check`.
type witnessCheckOptions struct {
	checkOptions
	json bool
}

func newWitnessCheckCommand() *cobra.Command {
	var opts witnessCheckOptions
	cmd := &cobra.Command{
		Use:   "witness-check FILE… WITNESS",
		Short: "Confirm or refute a verification witness",
		Long: `Say whether a verification witness, the last file, is right about a program: of a
violation, whether an execution that comes to its waypoints in order violates the
property; of a proof, whether its invariants and the property hold. Witnesses are
in YAML, format versions 2.0 to 2.2, or in GraphML 1.0 (docs/use/witnesses.md). The property
and the data model are those of the witness unless flags say otherwise.

Exit codes, as those of check: 1 the violation is confirmed or the proof refuted, 0 the proof
is confirmed or the violation refuted, 2 usage or input error, 3 neither, 4 internal error.`,
		Example: "  heddle check --write witness=witness.yml examples/account_bug.c\n  heddle witness-check examples/account_bug.c witness.yml",
		Args:    cobra.MinimumNArgs(2),
		RunE:    opts.run,
	}
	flags := cmd.Flags()
	compileFlags(&opts.Options, flags)
	budgetFlags(&opts.Options, flags)
	flags.StringSliceVar(&opts.Properties, "property", nil, "what the witness is of, instead of its specification")
	flags.StringVar(&opts.propertyFile, "property-file", "", "likewise, what this SV-COMP property `FILE` asks for")
	cmd.MarkFlagsMutuallyExclusive("property", "property-file")
	flags.StringSliceVar(&opts.Environment, "environment", nil, "what the environment may choose: "+cli.Environments())
	flags.IntVarP(&opts.Jobs, "jobs", "j", 1, "engines that may run at once; 1 is deterministic")
	flags.BoolVar(&opts.json, "json", false, "print the answer as JSON")
	return cmd
}

func (o *witnessCheckOptions) run(cmd *cobra.Command, args []string) error {
	name := args[len(args)-1]
	text, err := os.ReadFile(name)
	if err != nil {
		return cli.InputError("%w", err)
	}
	opts := forLibrary(o.Options, cmd, args[:len(args)-1])
	opts.PhysicalLines = true
	if !cmd.Flags().Changed("arch") {
		opts.Arch = "" // the witness's
	}
	if o.propertyFile != "" {
		if err := o.readPropertyFile(cmd, &opts); err != nil {
			return err
		}
	}
	answer, err := heddle.CheckWitness(cmd.Context(), opts, name, text)
	if err != nil {
		return libraryError(err)
	}
	for _, w := range answer.Warnings {
		fmt.Fprintf(os.Stderr, "heddle: %s\n", w)
	}
	if o.json {
		e := json.NewEncoder(cmd.OutOrStdout())
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(answer); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
	} else {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %s: %s\n", answer.Status, answer.Kind, answer.Property, answer.Why)
		if answer.Status != heddle.Confirmed && answer.Segments > 0 {
			fmt.Fprintf(cmd.OutOrStdout(), "  executions passed %d of %d segments at most\n", answer.Passed, answer.Segments)
		}
	}
	bad := answer.Kind == "violation"
	switch answer.Status {
	case heddle.Undecided:
		return cli.Silently(cli.ExitInconclusive)
	case heddle.Refuted:
		bad = !bad
	}
	if bad {
		return cli.Silently(cli.ExitViolation)
	}
	return nil
}
