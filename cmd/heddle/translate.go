package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
)

func newTranslateCommand() *cobra.Command {
	var (
		opts heddle.Options
		to   heddle.TranslateOptions
		file string
	)
	opts.EngineOptions = make(map[string]string)
	cmd := &cobra.Command{
		Use:   "translate --to FORM FILE…",
		Short: "Print a program as C again, or as a sequential C program",
		Long: `Print a linked C program as one self-contained C file. docs/use/translate.md explains
its form.

Forms: ` + strings.Join(heddle.Translations(), ", ") + `. c is the program itself: calls of the
library stay calls, everything else is as Heddle understands it. The others turn a
program with threads into a sequential one, within bounds; without bounds they are
--unwind 2 --rounds 3 (or --contexts 6, or as many --writes as the program may do, up
to 24) and as many threads as the program creates.`,
		Example: "  heddle translate --to c examples/counter_bug.c\n  heddle translate --to lazyseq --rounds 3 --for cbmc -o counter.c examples/counter_bug.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			var text bytes.Buffer
			if err := heddle.Translate(cmd.Context(), forLibrary(opts, cmd, args), to, &text); err != nil {
				return inconclusive(err)
			}
			if file == "" {
				_, err := cmd.OutOrStdout().Write(text.Bytes())
				return err
			}
			return writeFile(file, text.Bytes())
		},
	}
	compileFlags(&opts, cmd.Flags())
	budgetFlags(&opts, cmd.Flags())
	cmd.Flags().StringVar(&to.To, "to", "c", "what to translate to: "+strings.Join(heddle.Translations(), ", "))
	cmd.Flags().StringVar(&to.For, "for", "any", fmt.Sprintf("the tool that reads the text: %s", strings.Join(heddle.Dialects(), ", ")))
	cmd.Flags().IntVar(&opts.Unwind, "unwind", 0, fmt.Sprintf("iterations of loops without a constant number, and nested calls of a function (0: %d)", heddle.DefaultUnwind))
	cmd.Flags().IntVar(&opts.Threads, "threads", 0, "threads, main included (0: as many as are created, up to a large number)")
	for _, f := range [][3]string{
		{"rounds", "int", fmt.Sprintf("round-robin rounds (0: %d)", heddle.DefaultRounds)},
		{"contexts", "int", "contexts of an arbitrary schedule"},
		{"writes", "int", fmt.Sprintf("writes to shared memory, of methods that bound them (0: as many as there may be, up to %d)", heddle.DefaultWrites)},
		{"schedule", "rr|arbitrary", "which of rounds and contexts (default: what the bounds say, or rr)"},
		{"writes-in-sections", "one|each", "what the writes of an atomic section count, of methods that bound writes one by one (default: one)"},
	} {
		cmd.Flags().Func(f[0], "`"+f[1]+"`: "+f[2], func(value string) error {
			opts.EngineOptions[f[0]] = value
			return nil
		})
	}
	cmd.Flags().StringSliceVar(&opts.Properties, "property", nil, "assert or reach (default: reach if the program asks for it, else assert)")
	cmd.Flags().StringVarP(&file, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}
