package ltl

import (
	"fmt"
	"strings"
)

// Kind is the kind of an atom.
type Kind uint8

// The kinds.
const (
	Compare  Kind = iota // Left Relation Right
	At                   // the thread, or some thread if none is named, is about to execute an operation at Place
	Enabled              // the thread can do a step
	Finished             // the thread has ended
	Running              // some thread can do a step
)

// Atom is a statement of a formula about one state.
type Atom struct {
	Kind     Kind
	Thread   string // as written
	Place    string // FILE:LINE or LINE
	Left     Sum
	Relation string // between the two sums; empty: Left is not zero
	Right    Sum
	Offset   int // in the text, in bytes
}

// Sum is a sum of variables and numbers.
type Sum []Summand

// Summand is one part of a sum.
type Summand struct {
	Negative bool
	Name     string // of a variable; empty: Number
	Path     []Part // from the variable to the part
	Number   uint64
}

// Part is a step into an object.
type Part struct {
	Field string // empty: the element Index
	Index int64
}

// String returns the atom as text that Parse accepts.
func (a *Atom) String() string {
	switch a.Kind {
	case At:
		if a.Thread == "" {
			return "at(" + a.Place + ")"
		}
		return "at(" + a.Thread + ", " + a.Place + ")"
	case Enabled:
		return "enabled(" + a.Thread + ")"
	case Finished:
		return "finished(" + a.Thread + ")"
	case Running:
		return "running"
	}
	if a.Relation == "" {
		return a.Left.String()
	}
	return a.Left.String() + " " + a.Relation + " " + a.Right.String()
}

// String returns the sum as text that Parse accepts.
func (s Sum) String() string {
	var b strings.Builder
	for i := range s {
		switch {
		case i > 0 && s[i].Negative:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		case s[i].Negative:
			b.WriteString("-")
		}
		b.WriteString(s[i].Variable())
	}
	return b.String()
}

// Variable returns the summand without its sign.
func (s *Summand) Variable() string {
	if s.Name == "" {
		return fmt.Sprint(s.Number)
	}
	name := s.Name
	for _, p := range s.Path {
		if p.Field != "" {
			name += "." + p.Field
		} else {
			name += fmt.Sprintf("[%d]", p.Index)
		}
	}
	return name
}
