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
func (m *Machine) float(src *ir.Instr, f *ir.Func, regs []word, in *inst) word {
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
		return word{bit(x == y), 0}
	case ir.OpFLt:
		return word{bit(x < y), 0}
	case ir.OpFLe:
		return word{bit(x <= y), 0}
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

func toFloat(t ir.Type, w word) float64 {
	if t == ir.F32 {
		return float64(math.Float32frombits(uint32(w.lo)))
	}
	return math.Float64frombits(w.lo)
}

// The bits of NaN that operations give: positive, quiet, without payload.
const (
	nan32 = 0x7fc00000
	nan64 = 0x7ff8000000000000
)

func fromFloat(t ir.Type, x float64) word {
	switch {
	case t != ir.F32:
		return fromF64(x)
	case x != x:
		return word{nan32, 0}
	}
	return word{uint64(math.Float32bits(float32(x))), 0}
}

func fromF64(x float64) word {
	if x != x {
		return word{nan64, 0}
	}
	return word{math.Float64bits(x), 0}
}

func flipSign(t ir.Type, w word) word {
	if t == ir.F32 {
		return word{w.lo ^ 1<<31, 0}
	}
	return word{w.lo ^ 1<<63, 0}
}

func clearSign(t ir.Type, w word) word {
	if t == ir.F32 {
		return word{w.lo &^ (1 << 31), 0}
	}
	return word{w.lo &^ (1 << 63), 0}
}

// fma32 rounds x*y+z once to binary32. The product is exact in binary64; the
// sum is rounded to odd there, which makes the second rounding harmless
// (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", IEEE
// Trans. Computers 2008).
func fma32(x, y, z float64) word {
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

func convertFloat(op ir.Op, from, to ir.Type, w word, model ir.DataModel) word {
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
		return intToFloat(wordOf(w.wide().Extend(uint(width))), true, to)
	}
	return intToFloat(wrap(w, width), false, to)
}

// intToFloat rounds a 128-bit integer to nearest even.
func intToFloat(w word, isSigned bool, to ir.Type) word {
	switch {
	case isSigned && w.hi == uint64(int64(w.lo)>>63):
		if to == ir.F32 {
			return word{uint64(math.Float32bits(float32(int64(w.lo)))), 0}
		}
		return fromFloat(to, float64(int64(w.lo)))
	case !isSigned && w.hi == 0:
		if to == ir.F32 {
			return word{uint64(math.Float32bits(float32(w.lo))), 0}
		}
		return fromFloat(to, float64(w.lo))
	}
	v := w.wide().Big()
	if isSigned && int64(w.hi) < 0 {
		v = v.Neg(w.wide().Neg().Big())
	}
	f := new(big.Float).SetInt(v)
	if to == ir.F32 {
		x, _ := f.Float32()
		return word{uint64(math.Float32bits(x)), 0}
	}
	x, _ := f.Float64()
	return word{math.Float64bits(x), 0}
}

// floatToSigned rounds to zero. Out of range and NaN give the result of x86-64's cvttsd2si in the register
// that gcc uses: the least value of 32 bits for types of up to 32 bits, of 64 for wider ones, cut to the
// type.
func floatToSigned(x float64, width int) word {
	switch {
	case width <= 32:
		if !(x > -0x1p31-1 && x < 0x1p31) {
			return wrap(word{1 << 31, 0}, width)
		}
		return wrap(word{uint64(int64(x)), 0}, width)
	case width <= 64:
		if !(x >= -0x1p63 && x < 0x1p63) {
			return wrap(word{1 << 63, 0}, width)
		}
		return wrap(word{uint64(int64(x)), 0}, width)
	}
	if !(x >= -0x1p127 && x < 0x1p127) {
		return wrap(word{0, 1 << 63}, width)
	}
	return wrap(bigFloat(x), width)
}

// floatToUnsigned rounds to zero. Out of range it gives the result of gcc's code for x86-64: types of up to
// 32 bits go through a wider signed conversion; for 64 bits, values from 2^63 are converted after
// subtracting 2^63.
func floatToUnsigned(x float64, width int) word {
	switch {
	case width < 32:
		return floatToSigned(x, width)
	case width == 32:
		v := floatToSigned(x, 64)
		return wrap(v, 32)
	case width <= 64:
		if x >= 0x1p63 {
			v := floatToSigned(x-0x1p63, 64)
			return wrap(word{v.lo ^ 1<<63, 0}, width)
		}
		return wrap(floatToSigned(x, 64), width)
	}
	switch {
	case math.IsNaN(x) || x <= -1:
		return word{}
	case x >= 0x1p128:
		return wrap(word{^uint64(0), ^uint64(0)}, width)
	}
	return wrap(bigFloat(x), width)
}

// bigFloat returns the integer part of a finite x below 2^128 in magnitude.
func bigFloat(x float64) word {
	v, _ := big.NewFloat(math.Trunc(x)).Int(nil)
	return wordOf(wide.OfBig(v))
}
