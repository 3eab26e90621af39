package main

import (
	"regexp"
	"strings"
	"sync"

	"github.com/heddle-mc/heddle"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// compilerFlag matches flags of C compilers that change nothing here: warnings,
// optimisation, debugging, the dialect, code generation, libraries.
var compilerFlag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-(W.*|O[0-3sgz]?|Ofast|g([0-3]|gdb.*|dwarf.*)?|std=.*|ansi|pedantic(-errors)?|pthread|pipe|c|` +
		`f[a-z].*|m(arch|tune|cpu|sse|avx|cx16|no-).*|l[A-Za-z].*|L.*|MM?D|MP|rdynamic|static|shared|s|w)$`)
})

// compilerFlagName is the name under which flags of C compilers that change the meaning of a program reach
// cobra.
const compilerFlagName = "compiler-flag"

// ourFlag gives our word for flags of C compilers that have one.
var ourFlag = map[string]string{
	"-m64": "--arch=lp64", "-m32": "--arch=ilp32", "-include": "--include",
	"-isystem": "-I", "-iquote": "-I", "-idirafter": "-I",
}

// valueFlag has those whose value is the next argument. translate has an -o of its own.
var valueFlag = map[string]bool{
	"-o": true, "-x": true, "-L": true, "-MF": true, "-MT": true, "-MQ": true, "-Xlinker": true, "-Xassembler": true, "-Xpreprocessor": true,
}

// withoutCompilerFlags returns the arguments without flags that only compilers have, so that the flags of a
// build can be on a command line of ours. The argument after a flag that takes a value stays as it is;
// takesValue reports whether a long flag of ours does.
func withoutCompilerFlags(args []string, takesValue func(flag string) bool) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--":
			return append(out, args[i:]...)
		case strings.HasPrefix(arg, "--") && takesValue(arg[2:]) && i+1 < len(args):
			out = append(out, arg, args[i+1])
			i++
		case ourFlag[arg] != "":
			out = append(out, ourFlag[arg])
		case valueFlag[arg] && !(arg == "-o" && args[0] == "translate"):
			i++
		case heddle.IsCompilerFlag(arg):
			out = append(out, "--"+compilerFlagName+"="+arg)
		case !compilerFlag().MatchString(arg):
			out = append(out, arg)
		}
	}
	return out
}

// takesValue returns a function that reports whether a long flag takes the next argument as its value, in
// all commands that have it.
func takesValue(root *cobra.Command) func(string) bool {
	takes := make(map[string]bool)
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		note := func(f *pflag.Flag) {
			other, known := takes[f.Name]
			takes[f.Name] = f.NoOptDefVal == "" && (other || !known)
		}
		c.Flags().VisitAll(note)
		c.PersistentFlags().VisitAll(note)
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(root)
	return func(name string) bool { return takes[name] }
}
