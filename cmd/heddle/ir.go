package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

func newIRCommand() *cobra.Command {
	var (
		opts heddle.Options
		fn   string
	)
	cmd := &cobra.Command{
		Use:   "ir FILE…",
		Short: "Print the intermediate representation of a program",
		Long: `Print the intermediate representation of a linked C program, the library
models that it uses included. docs/understand/ir.md explains the text form.`,
		Example: "  heddle ir examples/counter_bug.c\n  heddle ir --func worker examples/counter_bug.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := compile(cmd.Context(), &opts, cmd.ErrOrStderr(), args)
			if err != nil {
				return err
			}
			if fn == "" {
				_, err = p.WriteTo(cmd.OutOrStdout())
				return err
			}
			for id := 1; id < len(p.Funcs); id++ {
				if p.Funcs[id].Name == fn {
					_, err = fmt.Fprint(cmd.OutOrStdout(), p.FuncText(ir.FuncID(id)))
					return err
				}
			}
			return inputError("--func: the program has no function %q", fn)
		},
	}
	compileFlags(&opts, cmd.Flags())
	cmd.Flags().StringVar(&fn, "func", "", "print this function only")
	return cmd
}
