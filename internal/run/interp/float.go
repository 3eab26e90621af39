package interp

import (
	"math"
	"math/big"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// float executes the float operations that the hot loop has no case for. Binary32 operations are done in
// binary64 and rounded: for sum, difference, product, quotient and square root that is exact (Figueroa,
// "When is double rounding innocuous?", SIGNUM Newsletter 1995: 53 ≥ 2·24+2). A result that is NaN has the
// bits of nan32 or nan64, for all bits of the operands: C leaves them open, and processors differ. Loads,
// stores, casts of bits, negation and absolute value keep a NaN's bits.
func (m *Machine) float(src *ir.Instr, f *ir.Func, regs []wide.Word, in *inst) wide.Word {
	from := f.TypeOf(src.Args[0])
	if src.Op >= ir.OpFToSI && src.Op <= ir.OpFToF {
		return convertFloat(src.Op, from, src.Type, regs[in.a], m.prog.Model)
	}
	x := toFloat(from, regs[in.a])
	var y float64
	if len(src.Args) > 1 {
		y = toFloat(from, regs[in.b])
	}
	switch src.Op {
	case ir.OpFEq:
		return wide.Word{Lo: bit(x == y)}
	case ir.OpFLt:
		return wide.Word{Lo: bit(x < y)}
	case ir.OpFLe:
		return wide.Word{Lo: bit(x <= y)}
	case ir.OpFNeg:
		return flipSign(from, regs[in.a])
	case ir.OpFAbs:
		return clearSign(from, regs[in.a])
	case ir.OpFMA:
		z := toFloat(from, regs[in.c])
		if from == ir.F32 {
			return fma32(x, y, z)
		}
		return fromFloat(from, math.FMA(x, y, z))
	case ir.OpFAdd:
		x += y
	case ir.OpFSub:
		x -= y
	case ir.OpFMul:
		x *= y
	case ir.OpFDiv:
		x /= y
	case ir.OpFRem:
		x = math.Mod(x, y)
	case ir.OpFSqrt:
		x = math.Sqrt(x)
	case ir.OpFRound:
		x = ir.RoundMode(src.Sub).Round(x)
	}
	return fromFloat(from, x)
}

func toFloat(t ir.Type, w wide.Word) float64 {
	if t == ir.F32 {
		return float64(math.Float32frombits(uint32(w.Lo)))
	}
	return math.Float64frombits(w.Lo)
}

// The bits of NaN that operations give: positive, quiet, without payload.
const (
	nan32 = 0x7fc00000
	nan64 = 0x7ff8000000000000
)

func fromFloat(t ir.Type, x float64) wide.Word {
	switch {
	case t != ir.F32:
		return fromF64(x)
	case x != x:
		return wide.Word{Lo: nan32}
	}
	return wide.Word{Lo: uint64(math.Float32bits(float32(x)))}
}

func fromF64(x float64) wide.Word {
	if x != x {
		return wide.Word{Lo: nan64}
	}
	return wide.Word{Lo: math.Float64bits(x)}
}

func flipSign(t ir.Type, w wide.Word) wide.Word {
	if t == ir.F32 {
		return wide.Word{Lo: w.Lo ^ 1<<31}
	}
	return wide.Word{Lo: w.Lo ^ 1<<63}
}

func clearSign(t ir.Type, w wide.Word) wide.Word {
	if t == ir.F32 {
		return wide.Word{Lo: w.Lo &^ (1 << 31)}
	}
	return wide.Word{Lo: w.Lo &^ (1 << 63)}
}

// fma32 rounds x*y+z once to binary32. The product is exact in binary64; the
// sum is rounded to odd there, which makes the second rounding harmless
// (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", IEEE
// Trans. Computers 2008).
func fma32(x, y, z float64) wide.Word {
	p := float64(x * y) // never fused with the sum
	s := p + z
	if math.IsNaN(s) || math.IsInf(s, 0) || math.IsInf(p, 0) {
		return fromFloat(ir.F32, s)
	}
	bb := s - p
	if err := (p - (s - bb)) + (z - bb); err != 0 {
		if b := math.Float64bits(s); b&1 == 0 {
			if (err > 0) == (s > 0) {
				b++
			} else {
				b--
			}
			s = math.Float64frombits(b)
		}
	}
	return fromFloat(ir.F32, s)
}

func convertFloat(op ir.Op, from, to ir.Type, w wide.Word, model ir.DataModel) wide.Word {
	switch op {
	case ir.OpFToF:
		return fromFloat(to, toFloat(from, w))
	case ir.OpFToSI:
		return floatToSigned(toFloat(from, w), to.Bits(model))
	case ir.OpFToUI:
		return floatToUnsigned(toFloat(from, w), to.Bits(model))
	}
	width := from.Bits(model)
	if op == ir.OpSIToF {
		return intToFloat(w.Extend(uint(width)), true, to)
	}
	return intToFloat(wrap(w, width), false, to)
}

// intToFloat rounds a 128-bit integer to nearest even.
func intToFloat(w wide.Word, isSigned bool, to ir.Type) wide.Word {
	switch {
	case isSigned && w.Hi == uint64(int64(w.Lo)>>63):
		if to == ir.F32 {
			return wide.Word{Lo: uint64(math.Float32bits(float32(int64(w.Lo))))}
		}
		return fromFloat(to, float64(int64(w.Lo)))
	case !isSigned && w.Hi == 0:
		if to == ir.F32 {
			return wide.Word{Lo: uint64(math.Float32bits(float32(w.Lo)))}
		}
		return fromFloat(to, float64(w.Lo))
	}
	v := w.Big()
	if isSigned && int64(w.Hi) < 0 {
		v = v.Neg(w.Neg().Big())
	}
	f := new(big.Float).SetInt(v)
	if to == ir.F32 {
		x, _ := f.Float32()
		return wide.Word{Lo: uint64(math.Float32bits(x))}
	}
	x, _ := f.Float64()
	return wide.Word{Lo: math.Float64bits(x)}
}

// floatToSigned rounds to zero. Out of range and NaN give the result of x86-64's cvttsd2si in the register
// that gcc uses. That is the least value of 32 bits for types of up to 32 bits, and of 64 bits for wider
// types, cut to the type.
func floatToSigned(x float64, width int) wide.Word {
	switch {
	case width <= 32:
		if !(x > -0x1p31-1 && x < 0x1p31) {
			return wrap(wide.Word{Lo: 1 << 31}, width)
		}
		return wrap(wide.Word{Lo: uint64(int64(x))}, width)
	case width <= 64:
		if !(x >= -0x1p63 && x < 0x1p63) {
			return wrap(wide.Word{Lo: 1 << 63}, width)
		}
		return wrap(wide.Word{Lo: uint64(int64(x))}, width)
	}
	if !(x >= -0x1p127 && x < 0x1p127) {
		return wrap(wide.Word{Hi: 1 << 63}, width)
	}
	return wrap(bigFloat(x), width)
}

// floatToUnsigned rounds to zero. Out of range it gives the result of gcc's code for x86-64: types of up to
// 32 bits go through a wider signed conversion; for 64 bits, values from 2^63 are converted after
// subtracting 2^63.
func floatToUnsigned(x float64, width int) wide.Word {
	switch {
	case width < 32:
		return floatToSigned(x, width)
	case width == 32:
		v := floatToSigned(x, 64)
		return wrap(v, 32)
	case width <= 64:
		if x >= 0x1p63 {
			v := floatToSigned(x-0x1p63, 64)
			return wrap(wide.Word{Lo: v.Lo ^ 1<<63}, width)
		}
		return wrap(floatToSigned(x, 64), width)
	}
	switch {
	case math.IsNaN(x) || x <= -1:
		return wide.Word{}
	case x >= 0x1p128:
		return wide.Ones(uint(width))
	}
	return wrap(bigFloat(x), width)
}

// bigFloat returns the integer part of a finite x below 2^128 in magnitude.
func bigFloat(x float64) wide.Word {
	v, _ := big.NewFloat(math.Trunc(x)).Int(nil)
	return wide.OfBig(v)
}
