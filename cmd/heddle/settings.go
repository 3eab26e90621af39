package main

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
)

// settingFlags registers the flags of options that only some engines know.
func settingFlags(opts *heddle.Options, flags *pflag.FlagSet) {
	opts.Settings = make(map[string]string)
	for _, o := range heddle.EngineOptions() {
		kind := "N"
		if len(o.Values) > 0 {
			kind = strings.Join(o.Values, "|")
		}
		flags.Var(&setting{opts.Settings, o.Name, kind}, o.Name, "of "+strings.Join(o.Engines, ", ")+": "+strings.ReplaceAll(o.Help, "`", ""))
	}
}

// setting is one of them as a flag.
type setting struct {
	all        map[string]string
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
