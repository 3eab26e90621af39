package smtlib

import "github.com/heddle-mc/heddle/internal/solve/term"

// Meaning is the sort of the standard that a bit-vector represents, since the standard has more sorts
// than the store. The zero Meaning is for Bool, bit-vectors and arrays.
type Meaning struct {
	Float    term.Format // of a floating-point sort; its terms have only one NaN
	Rounding bool        // RoundingMode: 3 bits that hold a term.Rounding
}

// roundingWidth is the number of bits of a rounding mode.
const roundingWidth = 3

// expr is the term and the meaning of an expression.
type expr struct {
	term.ID
	Meaning
}

// sort is a sort of the standard.
type sort struct {
	term.Sort
	Meaning
}

// String returns the sort as messages name it.
func (s sort) String() string {
	switch {
	case s.Rounding:
		return "rounding mode"
	case s.Float != term.Format{}:
		return "float " + s.Float.String()
	}
	return s.Sort.String()
}

// sort returns the sort of an expression.
func (s *scope) sort(e expr) sort { return sort{s.store.Sort(e.ID), e.Meaning} }

// variable returns the expression for a free variable of a sort. If some bit patterns are no values of
// the sort, it maps them to values of the sort.
func (s *scope) variable(v term.ID, of sort) expr {
	switch {
	case of.Rounding:
		v = s.store.Ite(s.store.Ult(v, s.store.Uint(uint64(term.NumRoundings), roundingWidth)), v, s.store.Uint(0, roundingWidth))
	case of.Float != term.Format{}:
		v = s.store.FCanonical(of.Float, v)
	}
	return expr{v, of.Meaning}
}

// plainIDs returns the terms of expressions that are neither floats nor rounding modes; ok is false if
// some are.
func plainIDs(args []expr) (ids []term.ID, ok bool) {
	ids = make([]term.ID, len(args))
	for i, a := range args {
		if a.Meaning != (Meaning{}) {
			return nil, false
		}
		ids[i] = a.ID
	}
	return ids, true
}
