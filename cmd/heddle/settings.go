package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
)

// manyEngines is the number of engines above which the help does not name them all.
const manyEngines = 8

// engineOptionFlag registers the flag for the options that only some engines know.
func engineOptionFlag(opts *heddle.Options, flags *pflag.FlagSet) {
	opts.EngineOptions = make(map[string]string)
	help := "an option that only some engines know, `NAME=VALUE`:"
	for _, o := range heddle.EngineOptions() {
		kind := "N"
		if len(o.Values) > 0 {
			kind = strings.Join(o.Values, map[bool]string{false: "|", true: ","}[o.List])
		}
		of := strings.Join(o.Engines, ", ")
		if len(o.Engines) > manyEngines {
			of = "most engines"
		}
		help += fmt.Sprintf("\n  %s=%s: %s (%s)", o.Name, kind, strings.ReplaceAll(o.Help, "`", ""), of)
	}
	flags.Var(pairs{func(name, value string) error {
		opts.EngineOptions[name] = value
		return nil
	}}, "engine-option", help)
}

// engineOption is one of these options as a flag of its own.
type engineOption struct {
	all        map[string]string
	name, kind string
}

// Set implements pflag.Value. Whether the value is one of the option's, the engine knows.
func (s *engineOption) Set(value string) error {
	s.all[s.name] = value
	return nil
}

// String implements pflag.Value.
func (s *engineOption) String() string { return s.all[s.name] }

// Type implements pflag.Value.
func (s *engineOption) Type() string { return s.kind }

// pairs is a flag whose value is NAME=VALUE, any number of times.
type pairs struct {
	set func(name, value string) error
}

// Set implements pflag.Value.
func (p pairs) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("found %q, expected NAME=VALUE", text)
	}
	return p.set(name, value)
}

// String implements pflag.Value.
func (p pairs) String() string { return "" }

// Type implements pflag.Value.
func (p pairs) Type() string { return "NAME=VALUE" }

// rule is an assumption about the language or the environment that --assume replaces.
type rule struct {
	name   string
	values []string // the first is the default; none: a number from 1
	help   string
	set    func(o *heddle.Options, value string) error
}

// library returns the setter of a rule whose value the library checks.
func library(field func(*heddle.Options) *string) func(*heddle.Options, string) error {
	return func(o *heddle.Options, value string) error {
		*field(o) = value
		return nil
	}
}

// rules lists the assumptions that can be replaced.
var rules = []rule{
	{"evaluation", []string{heddle.AnyOrder, heddle.LeftToRight}, "orders in which operands are evaluated where C leaves that open and it can matter",
		library(func(o *heddle.Options) *string { return &o.Evaluation })},
	{"shift", []string{heddle.C11Shift, heddle.GNUShift}, "the meaning of a left shift of a negative number, or one that loses bits: with c11 properties shift and overflow report it",
		library(func(o *heddle.Options) *string { return &o.Shift })},
	{"volatile", []string{"plain", "relaxed", "seq_cst"}, "a volatile access is a plain one, or an atomic one",
		library(func(o *heddle.Options) *string { return &o.Volatile })},
	{"fair", []string{"weak", "none"}, "of ltl, termination and progress: weak, no thread can go on for ever and never does; or none",
		library(func(o *heddle.Options) *string { return &o.Fair })},
	{"externals", []string{"stubs", "unsupported"}, "an undefined function returns any value and has no effects, or its calls are unsupported",
		func(o *heddle.Options, value string) (err error) {
			o.StrictExternals, err = second(value, "stubs", "unsupported")
			return err
		}},
	{"entry-array", nil, "pointer parameters of --entry lead to fresh objects of N elements",
		func(o *heddle.Options, value string) (err error) {
			if o.EntryArray, err = strconv.Atoi(value); err != nil || o.EntryArray < 1 {
				return fmt.Errorf("found %s, expected a number, at least 1", value)
			}
			return nil
		}},
	{"entry-null", []string{"no", "yes"}, "such pointers may be null",
		func(o *heddle.Options, value string) (err error) {
			o.EntryNull, err = second(value, "no", "yes")
			return err
		}},
}

// second reports whether a value is the second of two.
func second(value, no, yes string) (bool, error) {
	if value != no && value != yes {
		return false, fmt.Errorf("found %q, expected %s or %s", value, no, yes)
	}
	return value == yes, nil
}

// assumeFlag registers the flag that replaces assumptions.
func assumeFlag(o *heddle.Options, flags *pflag.FlagSet) {
	help := "another assumption, `NAME=VALUE`; of several values the first is the default:"
	for _, r := range rules {
		kind := "N"
		if len(r.values) > 0 {
			kind = strings.Join(r.values, "|")
		}
		help += fmt.Sprintf("\n  %s=%s: %s", r.name, kind, r.help)
	}
	flags.Var(pairs{func(name, value string) error {
		var names []string
		for _, r := range rules {
			if r.name == name {
				if err := r.set(o, value); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				return nil
			}
			names = append(names, r.name)
		}
		return fmt.Errorf("found the assumption %q, expected one of %s", name, strings.Join(names, ", "))
	}}, "assume", help)
}
