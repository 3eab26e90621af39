// Package known lists the directives, pragmas, attributes, asm constraints and compiler flags that the
// front end reads, each with its treatment. Packages load and sema look up every construct of these
// kinds, so none is dropped without a rule. The public package looks up flags of the command line.
// docs/use/unsupported.md holds the table.
package known

import (
	"strings"
)

// Treatment is the way in which the front end handles a construct.
type Treatment uint8

// The treatments.
const (
	Honoured Treatment = iota // the construct has its meaning
	Ignored                   // it has no influence on the program's meaning here
	Noted                     // it is ignored, and a warning or the verdict names each place
	Refused                   // an error or an unsupported construct, with its place
)

// Kind is a kind of construct.
type Kind uint8

// The kinds.
const (
	Directive  Kind = iota // #NAME
	Pragma                 // #pragma NAME, _Pragma("NAME")
	Attribute              // __attribute__((NAME)), without underscores around it
	Constraint             // a character of the constraint of an asm operand
	Flag                   // of a compiler, in a compilation database or on our command line
	numKinds
)

// Other holds the treatment of a construct that the table does not list.
func (k Kind) Other() Treatment {
	switch k {
	case Directive, Constraint:
		return Refused
	case Flag:
		return Ignored
	}
	return Noted
}

// rule is a row of the table: names of one kind that are treated alike.
type rule struct {
	kind      Kind
	treatment Treatment
	names     string // separated by blanks
	why       string
}

// treatments finds a row by kind and name.
var treatments = func() (m [numKinds]map[string]Treatment) {
	for k := range m {
		m[k] = make(map[string]Treatment)
	}
	for _, r := range rules {
		for _, name := range strings.Fields(r.names) {
			if _, twice := m[r.kind][name]; twice {
				panic("known: " + name + " is listed twice")
			}
			m[r.kind][name] = r.treatment
		}
	}
	return m
}()

// Of returns the treatment of a construct; listed reports whether the table has the construct.
func Of(k Kind, name string) (t Treatment, listed bool) {
	if t, listed = treatments[k][name]; !listed {
		t = k.Other()
	}
	return t, listed
}

// Names lists the constructs of a kind that have a treatment, in the order of the table.
func Names(k Kind, t Treatment) (names []string) {
	for _, r := range rules {
		if r.kind == k && r.treatment == t {
			names = append(names, strings.Fields(r.names)...)
		}
	}
	return names
}

// Why returns the reason for a treatment.
func Why(k Kind, name string) string {
	for _, r := range rules {
		for _, n := range strings.Fields(r.names) {
			if r.kind == k && n == name {
				return r.why
			}
		}
	}
	return ""
}
