package interleave

import (
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// bind makes the value that a read sees the image of the read's value, as far as that is certainly
// possible. It is possible if the value is a variable, an extended variable of fewer bits, or a choice
// between few values that include the read value. Only facts constrain these variables, so no
// execution is lost. The caller constrains the rest to be equal.
func (t *Tree) bind(value, seen term.ID) {
	s := t.p.terms
	switch {
	case s.IsVar(value):
		if !t.images.Translated(value) {
			t.bindTo(value, seen)
		}
	case s.Op(value) == term.OpZext, s.Op(value) == term.OpSext:
		if narrow := s.Arg(value, 0); t.free(narrow) {
			t.bindTo(narrow, s.Extract(seen, s.Width(narrow)-1, 0))
		}
	case s.Op(value) == term.OpIte:
		if t.constants(value) {
			t.choose(value, seen)
		} else if s.IsConst(seen) {
			t.find(value, seen)
		}
	}
}

// constants reports whether a value is a choice between constants only.
func (t *Tree) constants(value term.ID) bool {
	s := t.p.terms
	if s.Op(value) == term.OpIte {
		return t.free(s.Arg(value, 0)) && t.constants(s.Arg(value, 1)) && t.constants(s.Arg(value, 2))
	}
	return s.IsConst(value)
}

// free reports whether a term is a variable without an image.
func (t *Tree) free(id term.ID) bool {
	return t.p.terms.IsVar(id) && !t.images.Translated(id)
}

// choose binds the conditions of a choice between constants. It returns the condition that seen is one
// of them.
func (t *Tree) choose(value, seen term.ID) term.ID {
	s := t.p.terms
	if s.IsConst(value) {
		return s.Eq(value, seen)
	}
	first, second := t.choose(s.Arg(value, 1), seen), t.choose(s.Arg(value, 2), seen)
	if t.free(s.Arg(value, 0)) {
		t.bindTo(s.Arg(value, 0), first)
	}
	return s.Or(first, second)
}

// find binds the conditions on the path to a constant, and reports whether it found one.
func (t *Tree) find(value, seen term.ID) bool {
	s := t.p.terms
	if s.Op(value) != term.OpIte {
		return value == seen
	}
	if !t.free(s.Arg(value, 0)) {
		return false
	}
	for i, is := range []term.ID{term.True, term.False} {
		if t.find(s.Arg(value, i+1), seen) {
			t.bindTo(s.Arg(value, 0), is)
			return true
		}
	}
	return false
}
