package main

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
)

// settings are the values of options that only some engines know, by name, as far as they
// were given.
type settings map[string]string

// register registers the flags of these options.
func (s *settings) register(flags *pflag.FlagSet) {
	*s = make(settings)
	for _, o := range heddle.EngineOptions() {
		kind := "N"
		if len(o.Values) > 0 {
			kind = strings.Join(o.Values, "|")
		}
		flags.Var(&setting{*s, o.Name, kind}, o.Name, "of "+strings.Join(o.Engines, ", ")+": "+strings.ReplaceAll(o.Help, "`", ""))
	}
}

// setting is one of them as a flag.
type setting struct {
	all        settings
	name, kind string
}

// Set implements pflag.Value. Whether the value is one of the option's, the engine knows.
func (s *setting) Set(value string) error {
	s.all[s.name] = value
	return nil
}

// String implements pflag.Value.
func (s *setting) String() string { return s.all[s.name] }

// Type implements pflag.Value.
func (s *setting) Type() string { return s.kind }
