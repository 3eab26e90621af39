package arith

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Float returns the result of a float operation on operands of a type, which are the bits of their values. y
// and z are ignored for operations on fewer operands. All compute the same result as internal/run/interp, bit for
// bit. A result that is no float has the given width.
func Float(s *term.Store, in *ir.Instr, operand ir.Type, width uint, x, y, z term.ID) term.ID {
	f := format(operand)
	switch in.Op {
	case ir.OpFNeg:
		return s.FNeg(f, x)
	case ir.OpFAbs:
		return s.FAbs(f, x)
	case ir.OpFAdd:
		return s.FAdd(term.RNE, f, x, y)
	case ir.OpFSub:
		return s.FSub(term.RNE, f, x, y)
	case ir.OpFMul:
		return s.FMul(term.RNE, f, x, y)
	case ir.OpFDiv:
		return s.FDiv(term.RNE, f, x, y)
	case ir.OpFRem:
		return s.FRem(term.RTZ, f, x, y)
	case ir.OpFSqrt:
		return s.FSqrt(term.RNE, f, x)
	case ir.OpFMA:
		return s.FFma(term.RNE, f, x, y, z)
	case ir.OpFRound:
		return s.FRound(roundings[in.Sub], f, x)
	case ir.OpFEq:
		return s.FEq(f, x, y)
	case ir.OpFLt:
		return s.FLt(f, x, y)
	case ir.OpFLe:
		return s.FLe(f, x, y)
	case ir.OpFToF:
		return s.FToF(term.RNE, f, format(in.Type), x)
	case ir.OpSIToF:
		return s.SToF(term.RNE, format(in.Type), x)
	case ir.OpUIToF:
		return s.UToF(term.RNE, format(in.Type), x)
	case ir.OpFToSI:
		return toSigned(s, f, x, width)
	case ir.OpFToUI:
		return toUnsigned(s, f, x, width)
	}
	return x // bitcast
}

func format(t ir.Type) term.Format {
	if t == ir.F32 {
		return term.Float32
	}
	return term.Float64
}

// roundings are the directions of ir.OpFRound.
var roundings = [...]term.Rounding{
	ir.RoundNearestEven: term.RNE, ir.RoundNearestAway: term.RNA,
	ir.RoundDown: term.RTN, ir.RoundUp: term.RTP, ir.RoundToZero: term.RTZ,
}

// toSigned converts x to a signed integer. A value out of range gives the least value of 32, 64 or 128
// bits: of the smallest of these widths that is at least width, then cut to width.
func toSigned(s *term.Store, f term.Format, x term.ID, width uint) term.ID {
	wide := uint(32)
	for wide < width {
		wide *= 2
	}
	return low(s, s.FToS(term.RTZ, f, x, wide), width)
}

// toUnsigned converts x to an unsigned integer. Up to 32 bits it converts through a wider signed type. Up
// to 64 bits it does as gcc for x86-64, which subtracts 2^63 first if needed. For more bits, a value less
// than 0 or NaN gives 0, and one out of range the greatest value.
func toUnsigned(s *term.Store, f term.Format, x term.ID, width uint) term.ID {
	constant := func(exp int) term.ID { return s.Const(f.Pow2(exp), f.Width()) }
	switch {
	case width < 32:
		return toSigned(s, f, x, width)
	case width == 32:
		return low(s, s.FToS(term.RTZ, f, x, 64), 32)
	case width <= 64:
		return low(s, overHalf(s, f, x, 64), width)
	}
	r := overHalf(s, f, x, 128)
	if f == term.Float64 { // all finite values of binary32 are below 2^128
		r = s.Ite(s.FLe(f, constant(128), x), s.Const(term.Ones(128), 128), r)
	}
	inf := s.Const(f.Inf(), f.Width())
	r = s.Ite(s.Eq(x, inf), s.Const(term.Ones(128), 128), r)
	positive := s.FLt(f, s.Const(term.Word{}, f.Width()), x)
	return low(s, s.Ite(positive, r, s.Const(term.Word{}, 128)), width)
}

// overHalf converts to an unsigned integer of w bits; values from 2^(w-1) by
// taking that off and setting the upper bit afterwards.
func overHalf(s *term.Store, f term.Format, x term.ID, w uint) term.ID {
	half := s.Const(f.Pow2(int(w)-1), f.Width())
	over := s.FToS(term.RTZ, f, s.FSub(term.RNE, f, x, half), w)
	return s.Ite(s.FLe(f, half, x), s.BvXor(over, s.Const(term.SignBit(w), w)), s.FToS(term.RTZ, f, x, w))
}

func low(s *term.Store, x term.ID, width uint) term.ID {
	if s.Width(x) == width {
		return x
	}
	return s.Extract(x, width-1, 0)
}
