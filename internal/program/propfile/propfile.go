// Package propfile reads property files: the lines in which the benchmarks of the competition on
// software verification (SV-COMP) state the properties to check.
//
//	CHECK( init(main()), LTL(G ! call(reach_error())) )
//
// init names the function that the program starts with. The rows of the properties have the formulas
// (verdict.SVCOMP). A file with a part of memory (valid-free, valid-deref or valid-memtrack) must have all parts,
// since a program is judged for all kinds of violations. Another formula, or a second start function, is an error:
// Parse never ignores a line. The public package calls it for heddle svcomp and for --property-file.
//
// Every line is empty or has one CHECK; spaces are ignored.
package propfile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/verdict"
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

// Parse reads a property file. The error is an *Error with the first mistake.
func Parse(name, text string) (*File, error) {
	var f File
	var parts, all []string // of a property with parts: those found, and all
	var at Error            // the last of them
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
		property, part, ok := verdict.OfFormula(formula)
		switch {
		case !ok:
			return nil, mistake("cannot check the formula %q", formula)
		case part != "":
			if !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
			at, all = Error{name, i + 1, column, ""}, property.Row().Parts()
		}
		if name := property.String(); !slices.Contains(f.Properties, name) {
			f.Properties = append(f.Properties, name)
		}
	}
	switch {
	case len(f.Properties) == 0:
		return nil, &Error{name, 1, 1, "no CHECK found"}
	case len(parts) < len(all):
		at.Text = strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1] + " can only be checked together"
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
