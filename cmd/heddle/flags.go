package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// flagGroups lists the flags of heddle check by the groups in which its help shows them. Other commands
// that read programs have some of them.
var flagGroups = []struct{ title, flags string }{
	{"Input", "define undefine include-dir include system-headers compile-commands arch entry library args set"},
	{"What to check", "property property-file model places ltl accept baseline all first fail-on require-proof"},
	{"How far", "timeout memory jobs unwind loop threads engine engine-option solver paranoid slices"},
	{"Output", "format json write verbose stats assumptions coverage help"},
	{"Assumptions", "environment assume stub"},
}

// groupedFlags returns the description of a command's flags, in groups if it reads programs.
func groupedFlags(c *cobra.Command) string {
	all := c.LocalFlags()
	if all.Lookup("define") == nil {
		return "Flags:\n" + strings.TrimRight(all.FlagUsages(), "\n")
	}
	var b strings.Builder
	show := func(title string, wanted func(*pflag.Flag) bool) {
		group := pflag.NewFlagSet(title, pflag.ContinueOnError)
		all.VisitAll(func(f *pflag.Flag) {
			if wanted(f) {
				group.AddFlag(f)
			}
		})
		if group.HasAvailableFlags() {
			fmt.Fprintf(&b, "%s:\n%s\n", title, group.FlagUsages())
		}
	}
	show("Of this command", func(f *pflag.Flag) bool { return groupOf(f.Name) == "" })
	for _, g := range flagGroups {
		show(g.title, func(f *pflag.Flag) bool { return groupOf(f.Name) == g.title })
	}
	return strings.TrimRight(b.String(), "\n")
}

// groupOf returns the title of a flag's group; empty: it is in none.
func groupOf(flag string) string {
	for _, g := range flagGroups {
		for name := range strings.FieldsSeq(g.flags) {
			if name == flag {
				return g.title
			}
		}
	}
	return ""
}

// groupFlags makes a command and those below it show their flags in groups.
func groupFlags(root *cobra.Command) {
	cobra.AddTemplateFunc("groupedFlags", groupedFlags)
	const plain = "Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}"
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), plain, "{{groupedFlags .}}", 1))
}

// replaced has the flags of earlier versions with the spelling that took their place: for each new flag,
// pairs of the old flag and the text behind the new one.
var replaced = map[string]map[string]string{
	"engine-option": {
		"backend": "backend=NAME", "composition": "composition=NAME", "contexts": "contexts=N", "depth": "depth=N", "order": "order=NAME", "reduce": "reduce=NAME",
		"rounds": "rounds=N", "schedule": "schedule=NAME", "seed": "seed=N", "without": "without=PASS,PASS", "witnesses": "witnesses=N",
		"writes": "writes=N", "writes-in-sections": "writes-in-sections=NAME",
	},
	"write": {"out": "FORM=FILE"},
}

// earlier has the flags of earlier versions that are accepted still, as replaced has the others. A text
// without a value in capitals stands for a flag without a value.
var earlier = map[string]map[string]string{
	"assume": {
		"entry-array": "entry-array=N", "entry-null": "entry-null=yes", "evaluation": "evaluation=ORDER", "fair": "fair=NAME",
		"shift": "shift=NAME", "strict-externals": "externals=unsupported", "volatile": "volatile=NAME",
	},
	"write": {
		"certificate": "certificate=FILE", "html": "html=FILE", "invariant": "invariant=FILE", "lcov": "lcov=FILE", "witness-out": "witness=FILE",
	},
}

// acceptEarlier registers the earlier spellings of a flag of pairs, without help.
func acceptEarlier(flags *pflag.FlagSet, flag string, set func(name, value string) error) {
	for old, text := range earlier[flag] {
		name, value, _ := strings.Cut(text, "=")
		if value == strings.ToUpper(value) {
			flags.Func(old, "", func(value string) error { return set(name, value) })
		} else {
			flags.BoolFunc(old, "", func(string) error { return set(name, value) })
		}
		flags.Lookup(old).Hidden = true
	}
}

// flagError explains the error of a command's flags. For a flag of an earlier version it names the
// present spelling.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	old := unknown.GetSpecifiedName()
	if c.Name() == "check" && old == "dump" {
		return cli.InputError("--dump FORM is heddle ir --form FORM now")
	}
	for flag, olds := range replaced {
		if value := olds[old]; value != "" && c.Flags().Lookup(flag) != nil {
			return cli.InputError("--%s is --%s %s now", old, flag, value)
		}
	}
	return err
}
