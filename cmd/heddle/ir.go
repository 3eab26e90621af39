package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
)

func newIRCommand() *cobra.Command {
	var (
		opts     checkOptions
		form, fn string
	)
	cmd := &cobra.Command{
		Use:   "ir FILE…",
		Short: "Print the intermediate representation of a program",
		Long: `Print the intermediate representation of a linked C program, the library
models that it uses included. docs/understand/ir.md explains the text form.

--form selects what an engine makes of the program instead, for the first property and within the
first bounds: the event graph and measures of it, its formula, the transition system, the circuit, or
the result of a pass.`,
		Example: "  heddle ir examples/counter_bug.c\n  heddle ir --func worker examples/counter_bug.c\n  heddle ir --form cnf --property race examples/counter_bug.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			library, err := opts.options(cmd, args)
			if err != nil {
				return err
			}
			if fn != "" {
				form += ":" + fn
			}
			return inconclusive(heddle.Dump(cmd.Context(), library, form, cmd.OutOrStdout()))
		},
	}
	flags := cmd.Flags()
	compileFlags(&opts.Options, flags)
	budgetFlags(&opts.Options, flags)
	opts.searchFlags(flags)
	temporalFlags(&opts.Options, flags)
	flags.StringVar(&fn, "func", "", "print this function only")
	flags.StringVar(&form, "form", "ir", "what to print: "+strings.Join(heddle.Dumps(), ", "))
	cmd.MarkFlagsMutuallyExclusive("func", "form")
	return cmd
}
