// Package propfile reads property files: the lines in which the benchmarks of the competition on
// software verification (SV-COMP) state the properties to check.
//
//	CHECK( init(main()), LTL(G ! call(reach_error())) )
//
// init names the function that the program starts with. These formulas are supported:
//
//	G ! call(reach_error())                reach; __VERIFIER_error is its old name
//	G ! data-race                          race
//	G ! deadlock                           deadlock
//	G ! overflow                           overflow
//	G valid-free, valid-deref,             memory: all three together, as a
//	  valid-memtrack                       program is judged for all its kinds
//	F end                                  termination
//
// Every line is empty or has one CHECK; spaces are ignored.
package propfile

import (
	"fmt"
	"slices"
	"strings"
)

// File is the content of a property file.
type File struct {
	Entry      string   // the function that init names
	Properties []string // in the order of the file, each once
}

// Error is a mistake in a property file. Line and column count from 1, the
// column in bytes.
type Error struct {
	Name         string
	Line, Column int
	Text         string
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Text) }

// properties maps formulas without spaces to properties.
var properties = map[string]string{
	"G!call(reach_error())":      "reach",
	"G!call(__VERIFIER_error())": "reach",
	"G!data-race":                "race",
	"G!deadlock":                 "deadlock",
	"G!overflow":                 "overflow",
	"Fend":                       "termination",
}

// memory lists the formulas that together are the property memory.
var memory = []string{"Gvalid-free", "Gvalid-deref", "Gvalid-memtrack"}

// Parse reads a property file. The error is an *Error with the first mistake.
func Parse(name, text string) (*File, error) {
	var f File
	var parts []string // of memory
	var at Error       // the last of them
	for i, line := range strings.Split(text, "\n") {
		column := len(line) - len(strings.TrimLeft(line, " \t\r")) + 1
		mistake := func(format string, args ...any) error {
			return &Error{name, i + 1, column, fmt.Sprintf(format, args...)}
		}
		s := strings.Join(strings.Fields(line), "")
		if s == "" {
			continue
		}
		entry, formula, ok := split(s)
		if !ok {
			return nil, mistake("found %q, expected CHECK( init(FUNCTION()), LTL(FORMULA) )", strings.TrimSpace(line))
		}
		if f.Entry != "" && f.Entry != entry {
			return nil, mistake("init names %s, but %s before", entry, f.Entry)
		}
		f.Entry = entry
		property := properties[formula]
		if slices.Contains(memory, formula) {
			if !slices.Contains(parts, formula) {
				parts = append(parts, formula)
			}
			at = Error{name, i + 1, column, ""}
			property = "memory"
		}
		if property == "" {
			return nil, mistake("cannot check the formula %q", formula)
		}
		if !slices.Contains(f.Properties, property) {
			f.Properties = append(f.Properties, property)
		}
	}
	switch {
	case len(f.Properties) == 0:
		return nil, &Error{name, 1, 1, "no CHECK found"}
	case len(parts) > 0 && len(parts) < len(memory):
		at.Text = "valid-free, valid-deref and valid-memtrack can only be checked together"
		return nil, &at
	}
	return &f, nil
}

// split splits a line without spaces into entry function and formula.
func split(s string) (entry, formula string, ok bool) {
	s, start := strings.CutPrefix(s, "CHECK(init(")
	s, end := strings.CutSuffix(s, "))")
	entry, formula, middle := strings.Cut(s, "()),LTL(")
	return entry, formula, start && end && middle && entry != "" && formula != ""
}
