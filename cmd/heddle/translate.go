package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
)

func newTranslateCommand() *cobra.Command {
	var (
		compile compileOptions
		to      heddle.TranslateOptions
		file    string
	)
	cmd := &cobra.Command{
		Use:   "translate --to FORM FILE…",
		Short: "Print a program as C again, or as a sequential C program",
		Long: `Print a linked C program as one self-contained C file. docs/translate.md explains
its form.

Forms: ` + strings.Join(heddle.Translations(), ", ") + `. c is the program itself: calls of the
library stay calls, everything else is as Heddle understands it.`,
		Example: "  heddle translate --to c examples/counter_bug.c\n  heddle translate --to c --for cbmc -o counter.c examples/counter_bug.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			opts := heddle.Options{
				Files: args, Arch: compile.arch, Entry: compile.entry,
				IncludeDirs: compile.include, Defines: compile.define, Undefines: compile.undefine, Includes: compile.preinclude,
				SystemHeaders: compile.systemHeaders, CompileCommands: compile.compileCommands,
				Diagnostics: cmd.ErrOrStderr(), Color: bool(colorOf(cmd.ErrOrStderr())),
			}
			var text bytes.Buffer
			var input *heddle.InputError
			var internal *heddle.InternalError
			switch err := heddle.Translate(cmd.Context(), opts, to, &text); {
			case errors.As(err, &input):
				return &exitError{code: exitUsage, err: err}
			case errors.As(err, &internal):
				return &exitError{code: exitInternal, err: err}
			case err != nil:
				return &exitError{code: exitInconclusive, err: err}
			}
			if file == "" {
				_, err := cmd.OutOrStdout().Write(text.Bytes())
				return err
			}
			if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
				return inputError("write %s: %w", file, err)
			}
			return nil
		},
	}
	compile.register(cmd.Flags())
	cmd.Flags().StringVar(&to.To, "to", "c", "what to translate to: "+strings.Join(heddle.Translations(), ", "))
	cmd.Flags().StringVar(&to.For, "for", "any", fmt.Sprintf("the tool that reads the text: %s", strings.Join(heddle.Dialects(), ", ")))
	cmd.Flags().StringVarP(&file, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}
