package unwind

import (
	"math"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
)

// float executes operations on floats. Sign operations and bit casts work on the
// bits; the rest needs constants, for now.
func (t *thread) float(st *state, f *frame, in *ir.Instr) bool {
	u := t.unwinder
	s := u.terms
	from := f.fn.TypeOf(in.Args[0])
	x := u.vector(u.bits(t.arg(st, f, in.Args[0])))
	w := s.Width(x)
	switch in.Op {
	case ir.OpBitcast:
		st.regs[in.Dst] = value{bits: x}
		return true
	case ir.OpFNeg:
		st.regs[in.Dst] = value{bits: s.BvXor(x, s.Const(term.SignBit(w), w))}
		return true
	case ir.OpFAbs:
		st.regs[in.Dst] = value{bits: s.BvAnd(x, s.BvNot(s.Const(term.SignBit(w), w)))}
		return true
	}
	var args []float64
	var raw uint64
	for i, a := range in.Args {
		c, ok := s.Value(u.vector(u.bits(t.arg(st, f, a))))
		if !ok || c.Hi != 0 {
			return t.unsupported(st, "floating-point arithmetic on values that are not constant")
		}
		if i == 0 {
			raw = c.Lo
		}
		args = append(args, toFloat(from, c.Lo))
	}
	v, ok := computeFloat(in, from, args, raw, w)
	if !ok {
		return t.unsupported(st, "floating-point operation "+in.Op.String())
	}
	switch in.Op {
	case ir.OpFEq, ir.OpFLt, ir.OpFLe: // Type is the operands'
		st.regs[in.Dst] = value{bits: s.Bool(v != 0)}
	default:
		st.regs[in.Dst] = value{bits: s.Uint(v, uint(in.Type.Bits(u.prog.Model)))}
	}
	return true
}

func toFloat(t ir.Type, bits uint64) float64 {
	if t == ir.F32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

func fromFloat(t ir.Type, x float64) uint64 {
	if t == ir.F32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

// computeFloat computes on constants. Binary32 operations are done in binary64
// and rounded, which is exact for these (Figueroa, SIGNUM Newsletter 1995).
func computeFloat(in *ir.Instr, from ir.Type, x []float64, raw uint64, width uint) (uint64, bool) {
	truth := func(b bool) (uint64, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	switch in.Op {
	case ir.OpFAdd:
		return fromFloat(in.Type, x[0]+x[1]), true
	case ir.OpFSub:
		return fromFloat(in.Type, x[0]-x[1]), true
	case ir.OpFMul:
		return fromFloat(in.Type, x[0]*x[1]), true
	case ir.OpFDiv:
		return fromFloat(in.Type, x[0]/x[1]), true
	case ir.OpFRem:
		return fromFloat(in.Type, math.Mod(x[0], x[1])), true
	case ir.OpFSqrt:
		return fromFloat(in.Type, math.Sqrt(x[0])), true
	case ir.OpFEq:
		return truth(x[0] == x[1])
	case ir.OpFLt:
		return truth(x[0] < x[1])
	case ir.OpFLe:
		return truth(x[0] <= x[1])
	case ir.OpFToF:
		return fromFloat(in.Type, x[0]), true
	case ir.OpFRound:
		return fromFloat(in.Type, ir.RoundMode(in.Sub).Round(x[0])), true
	case ir.OpSIToF, ir.OpUIToF:
		if width > 64 {
			return 0, false
		}
		return intToFloat(raw, width, in.Op == ir.OpSIToF, in.Type), true
	case ir.OpFToSI, ir.OpFToUI:
		return truncated(x[0], uint(in.Type.Bits(ir.LP64)), in.Op == ir.OpFToSI)
	}
	return 0, false
}

// intToFloat converts an integer of at most 64 bits, rounding once.
func intToFloat(raw uint64, width uint, signed bool, to ir.Type) uint64 {
	i := int64(raw<<(64-width)) >> (64 - width)
	switch {
	case signed && to == ir.F32:
		return uint64(math.Float32bits(float32(i)))
	case signed:
		return math.Float64bits(float64(i))
	case to == ir.F32:
		return uint64(math.Float32bits(float32(raw)))
	}
	return math.Float64bits(float64(raw))
}

// truncated converts to an integer that can hold the value rounded to zero; what
// comes of others depends on the machine.
func truncated(x float64, width uint, signed bool) (uint64, bool) {
	v := math.Trunc(x)
	switch {
	case width > 64:
		return 0, false
	case signed && v >= -math.Ldexp(1, int(width)-1) && v < math.Ldexp(1, int(width)-1):
		return uint64(int64(v)) & (math.MaxUint64 >> (64 - width)), true
	case !signed && v >= 0 && v < math.Ldexp(1, int(width)):
		return uint64(v), true
	}
	return 0, false
}
