package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

func newHarnessCommand() *cobra.Command {
	var opts heddle.Options
	var functions []string
	cmd := &cobra.Command{
		Use:   "harness FILE --functions NAME,NAME | harness FILE…",
		Short: "Write a first test of functions that threads call at once",
		Long: `Print a test in C (docs/use/testing.md): threads that call functions of a file at once, with any
arguments. Pointers to structures lead to objects that the threads share. What comes before the calls
and what must hold afterwards is to be written into it. Heddle's header is written by heddle init.

Without --functions, print the driver of heddle check --library: a main function in which threads call all
exported functions of the files in any order.`,
		Example: "  heddle harness stack.c --functions push,pop > stack_test.c\n  heddle test stack_test.c",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 && len(functions) > 0 {
				return cli.InputError("--functions: found %d files, expected one", len(args))
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), heddle.DefaultTimeout)
			defer cancel()
			text, err := heddle.Harness(ctx, forLibrary(opts, cmd, args), functions)
			if err != nil {
				return libraryError(err)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		},
	}
	sourceFlags(&opts, cmd.Flags())
	cmd.Flags().StringSliceVar(&functions, "functions", nil, "the functions that threads call, `NAME,NAME`; two threads call a single one")
	return cmd
}
