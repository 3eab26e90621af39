package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// compileFlags registers the flags of every subcommand that reads a whole program in C.
func compileFlags(o *heddle.Options, flags *pflag.FlagSet) {
	sourceFlags(o, flags)
	flags.StringVar(&o.Entry, "entry", "main", "start with `[FILE:]FUNCTION`, whose parameters have any values")
	flags.BoolVar(&o.Library, "library", false, "the files are a library without main: threads call its functions in any order (heddle harness prints the driver)")
	flags.StringVar(&o.Args, "args", "", "`ARGUMENTS` of main, separated by blanks; none; or any, the default: up to 4 of up to 15 characters")
}

// sourceFlags registers the flags for reading C files.
func sourceFlags(o *heddle.Options, flags *pflag.FlagSet) {
	flags.StringVar(&o.Arch, "arch", heddle.DataModels()[0], "data model: "+strings.Join(heddle.DataModels(), " or "))
	flags.StringArrayVarP(&o.IncludeDirs, "include-dir", "I", nil, "search `DIR` for headers")
	flags.StringArrayVarP(&o.Defines, "define", "D", nil, "define the macro `NAME[=VALUE]`")
	flags.StringArrayVarP(&o.Undefines, "undefine", "U", nil, "do not define the macro `NAME`")
	flags.StringArrayVar(&o.Includes, "include", nil, "include `FILE` first")
	flags.StringArrayVar(&o.CompilerFlags, compilerFlagName, nil, "the program is compiled with `FLAG`")
	_ = flags.MarkHidden(compilerFlagName) // users write FLAG as it is
	flags.StringArrayVar(&o.Set, "set", nil, "`NAME=VALUE` in place of the value that the program gives the macro, enumerator or global variable, or `FILE:LINE:COLUMN=VALUE` in place of the number there")
	flags.StringArrayVar(&o.Loops, "loop", nil, "bound the loop at a line, `FILE:LINE=N`")
	flags.StringArrayVar(&o.Stubs, "stub", nil, "replace a function: `FUNCTION[=VALUE]` returns VALUE, or any, and does nothing else; VALUE havoc: any, and it writes any values through its arguments")
	flags.BoolVar(&o.SystemHeaders, "system-headers", false, "use the host's headers instead of Heddle's own")
	flags.StringVar(&o.CompileCommands, "compile-commands", "", "take options, or files if none are named, from a compile_commands.json `FILE`; for an --entry other than main, those of its files that are needed")
	assumeFlag(o, flags)
}

// budgetFlags registers the flags that bound a command's time and memory.
func budgetFlags(o *heddle.Options, flags *pflag.FlagSet) {
	o.Memory = heddle.DefaultMemory
	o.Timeout = heddle.DefaultTimeout
	flags.Var((*duration)(&o.Timeout), "timeout", "end after this time, such as 90s (0: no limit)")
	flags.Var((*processSize)(&o.Memory), "memory", "end when more memory is needed, such as 512MB (0: no limit)")
}

// processSize is a flag's memory of the whole process.
type processSize cli.Size

// leastMemory is the least memory in which a check can be of any use.
const leastMemory = 16 << 20

// Set implements pflag.Value.
func (s *processSize) Set(text string) error {
	var size cli.Size
	if err := size.Set(text); err != nil {
		return err
	}
	_, err := strconv.Atoi(text)
	switch {
	case size == 0 || size >= leastMemory:
	case err == nil:
		return fmt.Errorf("%s is %d bytes; write %sM", text, size, text)
	default:
		return fmt.Errorf("found %s, expected at least 16MB", text)
	}
	*s = processSize(size)
	return nil
}

// String implements pflag.Value.
func (s *processSize) String() string { return (*cli.Size)(s).String() }

// Type implements pflag.Value.
func (s *processSize) Type() string { return "size" }

// duration is a flag's time.
type duration time.Duration

// Set implements pflag.Value.
func (d *duration) Set(text string) error {
	value, err := time.ParseDuration(text)
	if _, failed := strconv.ParseFloat(text, 64); err != nil && failed == nil {
		return fmt.Errorf("found %q, a number without a unit; did you mean %ss?", text, text)
	}
	if err != nil {
		return fmt.Errorf("found %q, expected a time such as 90s or 5m", text)
	}
	*d = duration(value)
	return nil
}

// String implements pflag.Value.
func (d *duration) String() string { return time.Duration(*d).String() }

// Type implements pflag.Value.
func (d *duration) Type() string { return "duration" }

// forLibrary returns options as the library takes them: on the command line zero is no limit.
func forLibrary(o heddle.Options, cmd *cobra.Command, files []string) heddle.Options {
	o.Files, o.Diagnostics, o.Color = files, cmd.ErrOrStderr(), cli.Color(cmd.ErrOrStderr())
	if o.Timeout == 0 {
		o.Timeout = -1
	}
	if o.Memory == 0 {
		o.Memory = -1
	}
	return o
}
