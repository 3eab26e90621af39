package main

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
)

func newExportCommand() *cobra.Command {
	var (
		opts        heddle.Options
		file, btor2 string
	)
	cmd := &cobra.Command{
		Use:   "export (--aiger FILE | --btor2 FILE) SOURCE…",
		Short: "Write a program as a circuit for hardware model checkers",
		Long: `Write the circuit that a program is turned into for the engines bmc, kind, itp, bdd and pdr,
as AIGER 1.9 or BTOR2. Each violation of the property is a bad state, and so is each place where
a bound or a construct without a meaning cuts executions: the program is safe if none of
all can be reached. Of termination, progress and ltl a violation is justice instead. Their names say
what and where they are; latches have the names of variables. In BTOR2 every bit-vector
has one bit. heddle replay executes a witness for the circuit in AIGER.`,
		Example: "  heddle export --aiger peterson.aig --property assert examples/peterson_ok.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			form := "aig"
			switch {
			case btor2 != "":
				form, file = "btor2", btor2
			case strings.HasSuffix(file, ".aag"):
				form = "aag"
			}
			var text bytes.Buffer
			if err := libraryError(heddle.Dump(cmd.Context(), forLibrary(opts, cmd, args), form, &text)); err != nil {
				return err
			}
			return writeFile(file, text.Bytes())
		},
	}
	compileFlags(&opts, cmd.Flags())
	budgetFlags(&opts, cmd.Flags())
	cmd.Flags().StringVar(&file, "aiger", "", "write the circuit to `FILE`, as text if its name ends in .aag, else in the binary form")
	cmd.Flags().StringVar(&btor2, "btor2", "", "write the circuit to `FILE` in BTOR2")
	questionFlags(&opts, cmd.Flags())
	cmd.MarkFlagsOneRequired("aiger", "btor2")
	cmd.MarkFlagsMutuallyExclusive("aiger", "btor2")
	return cmd
}

// questionFlags registers the flags for the property of a circuit.
func questionFlags(o *heddle.Options, flags *pflag.FlagSet) {
	flags.StringSliceVar(&o.Properties, "property", nil, "the property whose violations are bad states (default: assert)")
	temporalFlags(o, flags)
}

// temporalFlags registers the flags for properties that are about places or formulas.
func temporalFlags(o *heddle.Options, flags *pflag.FlagSet) {
	flags.StringSliceVar(&o.Places, "places", nil, "of the properties exclusion and progress: the two places, `FILE:LINE,FILE:LINE`, or LINE,LINE in the only file")
	flags.StringVar(&o.Formula, "ltl", "", "of the property ltl, which it stands for: a `FORMULA` that holds of every execution (docs/use/ltl.md)")
}
