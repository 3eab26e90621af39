package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
)

// values lists the possible values of flags, by the flags' names; for flags that take lists, the possible
// members.
func values() map[string][]string {
	var assume, options, files []string
	for _, r := range rulesOf(&heddle.Options{}) {
		for _, v := range r.values {
			assume = append(assume, r.name+"="+v)
		}
	}
	for _, o := range heddle.EngineOptions() {
		options = append(options, o.Name+"=")
		for _, v := range o.Values {
			options = append(options, o.Name+"="+v)
		}
	}
	for _, k := range forms {
		files = append(files, k+"=")
	}
	for _, p := range parts {
		files = append(files, p.kind+"=")
	}
	return map[string][]string{
		"assume": assume, "engine-option": options, "write": files,
		"arch":        heddle.DataModels(),
		"engine":      heddle.Engines(),
		"environment": heddle.Environments(),
		"form":        heddle.Dumps(),
		"format":      forms,
		"property":    heddle.Properties(),
		"solver":      heddle.Solvers(),
		"to":          heddle.Translations(),
	}
}

// completeValues registers the possible values of flags for the shell's completion.
func completeValues(root *cobra.Command) {
	all := values()
	for c := range commands(root) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if list, ok := all[f.Name]; ok {
				_ = c.RegisterFlagCompletionFunc(f.Name, chosenFrom(list, f.Value.Type() == "stringSlice")) // once for each flag
			}
		})
	}
}

// chosenFrom completes a value, or the last of several with commas between.
func chosenFrom(list []string, isList bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var before []string
		if at := strings.LastIndexByte(begun, ','); isList && at >= 0 {
			before = strings.Split(begun[:at], ",")
		}
		var out []cobra.Completion
		for _, v := range list {
			if !slices.Contains(before, v) {
				out = append(out, strings.Join(append(slices.Clone(before), v), ","))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}
