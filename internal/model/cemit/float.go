package cemit

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

func (f *funcPrinter) float(in *ir.Instr) value {
	arg := func(i int) value { return f.operand(in.Args[i]) }
	t := ctyp{t: in.Type}
	call := func(name string) value {
		if in.Type == ir.F32 {
			name += "f"
		}
		f.p.include("math.h")
		text := name + "("
		for i := range in.Args {
			if i > 0 {
				text += ", "
			}
			text += arg(i).text
		}
		return value{text: text + ")", prec: precPostfix, typ: t}
	}
	if op, ok := floatOps[in.Op]; ok {
		if op.prec != precSum && op.prec != precProduct {
			t = truth
		}
		return infix(op.text, op.prec, arg(0), arg(1), t)
	}
	switch in.Op {
	case ir.OpFRem:
		return call("fmod")
	case ir.OpFNeg:
		return value{text: "-" + arg(0).in(precPostfix), prec: precUnary, typ: t}
	case ir.OpFAbs:
		return call("fabs")
	case ir.OpFSqrt:
		return call("sqrt")
	case ir.OpFMA:
		return call("fma")
	case ir.OpFRound:
		return call(roundNames[ir.RoundMode(in.Sub)])
	case ir.OpFToSI, ir.OpFToUI:
		bits := f.p.bitsOf(in.Type)
		if bits != storageBits(bits) {
			f.p.fail(in.Pos, "conversion of a float to %d bits", bits)
		}
		return f.p.cast(ctyp{t: in.Type, signed: in.Op == ir.OpFToSI}, arg(0))
	case ir.OpSIToF, ir.OpUIToF:
		return f.p.cast(t, f.p.as(arg(0), in.Op == ir.OpSIToF))
	case ir.OpFToF:
		return f.p.cast(t, arg(0))
	case ir.OpBitcast:
		return f.bitcast(in)
	}
	f.p.fail(in.Pos, "the instruction %s", in.Op)
	return value{}
}

// floatOps are the operations that C has an operator for.
var floatOps = map[ir.Op]operator{
	ir.OpFAdd: {"+", precSum}, ir.OpFSub: {"-", precSum}, ir.OpFMul: {"*", precProduct}, ir.OpFDiv: {"/", precProduct},
	ir.OpFEq: {"==", precEqual}, ir.OpFLt: {"<", precLess}, ir.OpFLe: {"<=", precLess},
}

var roundNames = map[ir.RoundMode]string{
	ir.RoundNearestEven: "rint", ir.RoundNearestAway: "round", ir.RoundDown: "floor", ir.RoundUp: "ceil", ir.RoundToZero: "trunc",
}

// bitcast goes through a helper that copies the bytes.
func (f *funcPrinter) bitcast(in *ir.Instr) value {
	name := ""
	switch from := f.fn.TypeOf(in.Args[0]); {
	case in.Type == ir.F32:
		name = "float_of_bits"
	case in.Type == ir.F64:
		name = "double_of_bits"
	case from == ir.F32:
		name = "bits_of_float"
	case from == ir.F64:
		name = "bits_of_double"
	}
	x := f.operand(in.Args[0])
	return value{text: fmt.Sprintf("%s(%s)", f.p.need(name), x.text), prec: precPostfix, typ: ctyp{t: in.Type}}
}
