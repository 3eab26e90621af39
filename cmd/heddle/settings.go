package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
)

// pairFlag registers a flag whose value is NAME=VALUE, any number of times. In its help, each name has a
// line.
func pairFlag(flags *pflag.FlagSet, flag, help string, lines []string, set func(name, value string) error) {
	flags.Func(flag, strings.Join(append([]string{help}, lines...), "\n  "), func(text string) error {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf("found %q, expected NAME=VALUE", text)
		}
		return set(name, value)
	})
	acceptEarlier(flags, flag, set)
}

// manyEngines is the number of engines above which the help does not name them all.
const manyEngines = 8

// engineOptionFlag registers the flag for the options that only some engines know.
func engineOptionFlag(opts *heddle.Options, flags *pflag.FlagSet) {
	opts.EngineOptions = make(map[string]string)
	var lines []string
	for _, o := range heddle.EngineOptions() {
		kind := "N"
		if len(o.Values) > 0 {
			kind = strings.Join(o.Values, map[bool]string{false: "|", true: ","}[o.List])
		}
		of := strings.Join(o.Engines, ", ")
		if len(o.Engines) > manyEngines {
			of = "most engines"
		}
		lines = append(lines, fmt.Sprintf("%s=%s: %s (%s)", o.Name, kind, strings.ReplaceAll(o.Help, "`", ""), of))
	}
	pairFlag(flags, "engine-option", "an option that only some engines know, `NAME=VALUE`:", lines, func(name, value string) error {
		opts.EngineOptions[name] = value
		return nil
	})
}

// rule is an assumption about the language or the environment that --assume replaces.
type rule struct {
	name   string
	values []string // the first is the default; none: a number from 1
	help   string
	field  any // *string, *int or, for the second of two values, *bool
}

// rulesOf lists the assumptions of options that can be replaced.
func rulesOf(o *heddle.Options) []rule {
	return []rule{
		{"evaluation", []string{heddle.AnyOrder, heddle.LeftToRight}, "orders in which operands are evaluated where C leaves that open and it can matter", &o.Evaluation},
		{"shift", []string{heddle.C11Shift, heddle.GNUShift}, "the meaning of a left shift of a negative number, or one that loses bits: with c11 properties shift and overflow report it", &o.Shift},
		{"volatile", []string{"plain", "relaxed", "seq_cst"}, "a volatile access is a plain one, or an atomic one", &o.Volatile},
		{"fair", []string{"weak", "none"}, "of ltl, termination and progress: weak, no thread can go on for ever and never does; or none", &o.Fair},
		{"externals", []string{"typed", "quiet", "strict", "unsupported"}, "an undefined function does what its type says; or only returns any value; or may do more, which makes verdicts unknown; or its calls are unsupported", &o.Externals},
		{"entry-array", nil, "pointer parameters of --entry lead to fresh objects of N elements", &o.EntryArray},
		{"entry-null", []string{"no", "yes"}, "such pointers may be null", &o.EntryNull},
	}
}

// assumeFlag registers the flag that replaces assumptions.
func assumeFlag(o *heddle.Options, flags *pflag.FlagSet) {
	var lines, names []string
	for _, r := range rulesOf(o) {
		kind := "N"
		if len(r.values) > 0 {
			kind = strings.Join(r.values, "|")
		}
		lines, names = append(lines, fmt.Sprintf("%s=%s: %s", r.name, kind, r.help)), append(names, r.name)
	}
	pairFlag(flags, "assume", "another assumption, `NAME=VALUE`; of several values the first is the default:", lines, func(name, value string) error {
		for _, r := range rulesOf(o) {
			if r.name == name {
				return r.set(value)
			}
		}
		return fmt.Errorf("found the assumption %q, expected one of %s", name, strings.Join(names, ", "))
	})
}

// set sets the field. The library checks the values of texts.
func (r *rule) set(value string) error {
	switch field := r.field.(type) {
	case *string:
		*field = value
	case *bool:
		if *field = value == r.values[1]; !*field && value != r.values[0] {
			return fmt.Errorf("%s: found %q, expected %s", r.name, value, strings.Join(r.values, " or "))
		}
	case *int:
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return fmt.Errorf("%s: found %s, expected a number, at least 1", r.name, value)
		}
		*field = n
	}
	return nil
}
