package intervals

import "github.com/heddle-mc/heddle/internal/solve/term"

// Value is a nonempty set of values of a term: the values of a bit-vector that are in Lo..Hi as unsigned
// and in SLo..SHi as signed numbers. Bounds are words of the bit-vector's width. For Bool terms, Lo and Hi
// are 0 or 1, and the signed bounds equal them. For arrays, the set contains all elements.
type Value struct {
	Lo, Hi   term.Word
	SLo, SHi term.Word
}

// top is the set of all values of a width.
func top(w uint) Value {
	return Value{Hi: term.Ones(w), SLo: term.SignBit(w), SHi: term.Ones(w - 1)}
}

func exactly(x term.Word) Value { return Value{x, x, x, x} }

// boolean returns a set of Bools, which are not both out.
func boolean(mayFalse, mayTrue bool) Value {
	v := Value{Lo: term.WordOfBool(!mayFalse), Hi: term.WordOfBool(mayTrue)}
	v.SLo, v.SHi = v.Lo, v.Hi
	return v
}

// either is a Bool that is not known.
var either = boolean(true, true)

// Constant reports whether the set has one value.
func (v Value) Constant() bool { return v.Lo == v.Hi }

// mayHold reports whether a Bool may be true, mayFail whether it may be false.
func (v Value) mayHold() bool { return !v.Hi.IsZero() }
func (v Value) mayFail() bool { return v.Lo.IsZero() }

func least(a, b term.Word) term.Word {
	if b.Less(a) {
		return b
	}
	return a
}

func greatest(a, b term.Word) term.Word {
	if a.Less(b) {
		return b
	}
	return a
}

func leastSigned(a, b term.Word, w uint) term.Word {
	if b.SignedLess(a, w) {
		return b
	}
	return a
}

func greatestSigned(a, b term.Word, w uint) term.Word {
	if a.SignedLess(b, w) {
		return b
	}
	return a
}

// join returns the least set that holds both, of a width; Bools have width 1 and
// their signed bounds stay unsigned.
func (v Value) join(u Value, sort term.Sort) Value {
	v.Lo, v.Hi = least(v.Lo, u.Lo), greatest(v.Hi, u.Hi)
	if sort == term.Bool {
		v.SLo, v.SHi = v.Lo, v.Hi
		return v
	}
	w := sort.Width()
	v.SLo, v.SHi = leastSigned(v.SLo, u.SLo, w), greatestSigned(v.SHi, u.SHi, w)
	return v
}

// reduce tightens each of the two intervals by the other.
func (v Value) reduce(w uint) Value {
	for range 2 {
		if v.Lo.Negative(w) == v.Hi.Negative(w) {
			v.SLo, v.SHi = greatestSigned(v.SLo, v.Lo, w), leastSigned(v.SHi, v.Hi, w)
		}
		if v.SLo.Negative(w) == v.SHi.Negative(w) {
			v.Lo, v.Hi = greatest(v.Lo, v.SLo), least(v.Hi, v.SHi)
		}
	}
	return v
}

// known intersects a value with the known bits k of a term of width w.
func (v Value) known(k term.Known, w uint) Value {
	if k == (term.Known{}) {
		return v
	}
	v.Lo, v.Hi = greatest(v.Lo, k.Ones), least(v.Hi, k.Zeros.Not().Mask(w))
	return v.reduce(w)
}

// within reports whether all values are in u.
func (v Value) within(u Value, w uint) bool {
	return !v.Lo.Less(u.Lo) && !u.Hi.Less(v.Hi) && !v.SLo.SignedLess(u.SLo, w) && !u.SHi.SignedLess(v.SHi, w)
}

// widen drops the bounds of v that u exceeds.
func (v Value) widen(u Value, w uint) Value {
	t := top(w)
	if u.Lo.Less(v.Lo) {
		v.Lo = t.Lo
	}
	if v.Hi.Less(u.Hi) {
		v.Hi = t.Hi
	}
	if u.SLo.SignedLess(v.SLo, w) {
		v.SLo = t.SLo
	}
	if v.SHi.SignedLess(u.SHi, w) {
		v.SHi = t.SHi
	}
	return v.reduce(w)
}
