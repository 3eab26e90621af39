package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/cfront/diag"
	"github.com/heddle-mc/heddle/internal/cfront/link"
	"github.com/heddle-mc/heddle/internal/ir"
)

// compileOptions are the flags of every subcommand that reads C.
type compileOptions struct {
	arch            string
	include         []string
	define          []string
	undefine        []string
	preinclude      []string
	set             []string
	stubs           []string
	systemHeaders   bool
	compileCommands string
	entry           string
	args            string
	entryArray      int
	entryNull       bool
	evaluation      string
}

func (o *compileOptions) register(flags *pflag.FlagSet) {
	flags.StringVar(&o.arch, "arch", ir.LP64.String(), "data model: lp64 or ilp32")
	flags.StringArrayVarP(&o.include, "include-dir", "I", nil, "search `DIR` for headers")
	flags.StringArrayVarP(&o.define, "define", "D", nil, "define the macro `NAME[=VALUE]`")
	flags.StringArrayVarP(&o.undefine, "undefine", "U", nil, "do not define the macro `NAME`")
	flags.StringArrayVar(&o.preinclude, "include", nil, "include `FILE` first")
	flags.StringArrayVar(&o.set, "set", nil, "`NAME=VALUE` in place of the value that the program gives the macro, enumerator or global variable")
	flags.StringArrayVar(&o.stubs, "stub", nil, "replace a function: `FUNCTION[=VALUE]` returns VALUE, or any, and does nothing else")
	flags.BoolVar(&o.systemHeaders, "system-headers", false, "use the host's headers instead of Heddle's own")
	flags.StringVar(&o.compileCommands, "compile-commands", "", "take options, or files if none are named, from a compile_commands.json `FILE`")
	flags.StringVar(&o.evaluation, "evaluation", heddle.AnyOrder, "orders in which operands are evaluated where C leaves that open and it can matter: any or left-to-right")
	flags.StringVar(&o.entry, "entry", "main", "start with `[FILE:]FUNCTION`, whose parameters have any values")
	flags.StringVar(&o.args, "args", "", "`ARGUMENTS` of main, separated by blanks; none; or any: up to 3 of up to 15 characters")
	flags.IntVar(&o.entryArray, "entry-array", 1, "pointer parameters of --entry lead to fresh objects of `N` elements")
	flags.BoolVar(&o.entryNull, "entry-null", false, "pointer parameters of --entry may be null")
}

// compileBudget bounds the front end: on some malformed input the parser would
// not end.
const compileBudget = time.Minute

// compile turns the files into a program, printing diagnostics to w. Its errors
// carry exit codes.
func (o *compileOptions) compile(ctx context.Context, w io.Writer, files []string) (*ir.Program, error) {
	model, err := ir.ParseDataModel(o.arch)
	if err != nil {
		return nil, inputError("--arch: %w", err)
	}
	if o.evaluation != heddle.AnyOrder && o.evaluation != heddle.LeftToRight {
		return nil, inputError("--evaluation: found %q, expected %s or %s", o.evaluation, heddle.AnyOrder, heddle.LeftToRight)
	}
	ctx, cancel := context.WithTimeout(ctx, compileBudget)
	defer cancel()
	result, err := cfront.Compile(ctx, cfront.Options{
		Files: files, Model: model,
		IncludeDirs: o.include, Defines: o.define, Undefines: o.undefine, Includes: o.preinclude, Set: o.set, Stubs: o.stubs,
		SystemHeaders: o.systemHeaders, CompileCommands: o.compileCommands, Entry: o.entry,
		Inputs:      link.Inputs{Arguments: o.args, Elements: o.entryArray, Null: o.entryNull},
		LeftToRight: o.evaluation == heddle.LeftToRight,
	})
	if result != nil {
		for _, d := range result.Diagnostics {
			fmt.Fprint(w, diag.Render(d, result.Source(d.File), colorOf(w)))
		}
	}
	var broken *cfront.BrokenError
	switch {
	case errors.As(err, &broken):
		return nil, &exitError{code: exitInternal, err: err}
	case err != nil:
		return nil, &exitError{code: exitInconclusive, err: err}
	case result.Program == nil:
		return nil, silently(exitUsage)
	}
	return result.Program, nil
}

// colorOf says whether what is written to w is seen on a terminal.
func colorOf(w io.Writer) diag.Color {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return diag.Color(err == nil && info.Mode()&os.ModeCharDevice != 0)
}
