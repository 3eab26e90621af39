package ctype

import (
	"math"
	"math/big"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// Const is a constant of an arithmetic or pointer type. Word is an integer or pointer, sign- or
// zero-extended from the type's width by its signedness. Float is the value of a floating type, rounded
// to it.
type Const struct {
	Type *Type
	wide.Word
	Float float64
}

// Flaw is the part of a constant operation that C leaves undefined or gcc warns about. The result is
// still that of gcc.
type Flaw uint8

// The flaws.
const (
	NoFlaw     Flaw = iota
	Overflow        // signed overflow, or a conversion from a floating value out of range
	DivByZero       // the integer result is 0
	ShiftRange      // shift by a negative amount or at least the width
	LostBits        // a left shift of a signed number whose result the type does not hold (C11 6.5.7p4)
)

// String names the flaw for diagnostics.
func (f Flaw) String() string {
	return [...]string{"none", "integer overflow", "division by zero", "shift amount out of range", "left shift out of the type"}[f]
}

// IntConst returns the value v wrapped to the integer or pointer type t.
func IntConst(m ir.DataModel, t *Type, v int64) Const {
	return wrap(m, t, wide.Word{Hi: uint64(v >> 63), Lo: uint64(v)})
}

// UintConst returns the value v wrapped to the integer or pointer type t.
func UintConst(m ir.DataModel, t *Type, v uint64) Const {
	return wrap(m, t, wide.Word{Lo: v})
}

// WideConst returns the value v wrapped to the integer type t.
func WideConst(m ir.DataModel, t *Type, v wide.Word) Const { return wrap(m, t, v) }

// FloatConst returns the value v rounded to the floating type t.
func FloatConst(t *Type, v float64) Const {
	if t.kind == Float {
		v = float64(float32(v))
	}
	return Const{Type: t, Float: v}
}

// width returns the bits of an integer or pointer type.
func width(m ir.DataModel, t *Type) int {
	switch {
	case t.kind == Pointer:
		return m.PtrBits()
	case t.IsBitInt():
		return int(t.len)
	}
	return int(t.Size(m)) * 8
}

// wrap reduces w to type t, which is an integer or a pointer.
func wrap(m ir.DataModel, t *Type, w wide.Word) Const {
	if t.IsBool() {
		if !w.IsZero() {
			w = wide.Word{Lo: 1}
		}
	} else {
		w = extend(w, width(m, t), t.IsSigned())
	}
	return Const{Type: t, Word: w}
}

// IsZero reports whether the constant compares equal to 0.
func (c Const) IsZero() bool {
	if c.Type.IsFloating() {
		return c.Float == 0
	}
	return c.Word.IsZero()
}

// IsNegative reports whether an integer or floating constant is below 0.
func (c Const) IsNegative() bool {
	if c.Type.IsFloating() {
		return c.Float < 0
	}
	return c.Type.IsSigned() && c.Word.Negative(128)
}

// Int64 returns an integer constant and whether it fits.
func (c Const) Int64() (v int64, ok bool) {
	if c.Type.IsFloating() {
		return 0, false
	}
	if c.Type.IsSigned() {
		return int64(c.Lo), c.Hi == uint64(int64(c.Lo)>>63)
	}
	return int64(c.Lo), c.Hi == 0 && int64(c.Lo) >= 0
}

// Bits returns the value's bits zero-extended from the type's width, the form
// in which the tree keeps integers.
func (c Const) Bits(m ir.DataModel) wide.Word {
	return extend(c.Word, width(m, c.Type), false)
}

// Convert converts c to the arithmetic or pointer type t (C11 6.3.1). A floating
// value out of range of an integer type becomes the nearest bound, NaN becomes
// 0, both with the flaw Overflow.
func Convert(m ir.DataModel, c Const, t *Type) (Const, Flaw) {
	switch from := c.Type.IsFloating(); {
	case from && t.IsFloating():
		return FloatConst(t, c.Float), NoFlaw
	case from && t.IsBool():
		return boolConst(t, c.Float != 0), NoFlaw
	case from:
		return floatToInt(m, c.Float, t)
	case t.IsFloating():
		return FloatConst(t, c.toFloat(t)), NoFlaw
	}
	return wrap(m, t, c.Word), NoFlaw
}

func boolConst(t *Type, b bool) Const {
	return Const{Type: t, Word: wide.WordOfBool(b)}
}

// toFloat converts an integer constant with one rounding to type t.
func (c Const) toFloat(t *Type) float64 {
	w := c.Word
	neg := c.IsNegative()
	if neg {
		w = w.Neg()
	}
	f := new(big.Float).SetInt(w.Big())
	var v float64
	if t.kind == Float {
		v32, _ := f.Float32()
		v = float64(v32)
	} else {
		v, _ = f.Float64()
	}
	if neg {
		return -v
	}
	return v
}

// floatToInt truncates v towards zero.
func floatToInt(m ir.DataModel, v float64, t *Type) (Const, Flaw) {
	if math.IsNaN(v) {
		return wrap(m, t, wide.Word{}), Overflow
	}
	v = math.Trunc(v)
	n := width(m, t)
	lo, hi := 0.0, math.Ldexp(1, n) // v must be in lo..hi, hi excluded
	if t.IsSigned() {
		hi = math.Ldexp(1, n-1)
		lo = -hi
	}
	switch {
	case v < lo:
		return wrap(m, t, minOf(n, t.IsSigned())), Overflow
	case v >= hi:
		return wrap(m, t, maxOf(n, t.IsSigned())), Overflow
	}
	a := math.Abs(v)
	top := math.Floor(math.Ldexp(a, -64))
	w := wide.Word{Hi: uint64(top), Lo: uint64(a - math.Ldexp(top, 64))}
	if v < 0 {
		w = w.Neg()
	}
	return wrap(m, t, w), NoFlaw
}

func minOf(n int, signed bool) wide.Word {
	if !signed {
		return wide.Word{}
	}
	return extend(wide.SignBit(uint(n)), n, true)
}

func maxOf(n int, signed bool) wide.Word {
	if signed {
		n--
	}
	return wide.Ones(uint(n))
}
