package lower

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

func (f *function) convertExpr(e *tree.Convert) ir.Operand {
	switch {
	case e.T.IsVoid():
		f.discard(e.X)
		return 0
	case e.T.IsBool():
		c := f.cond(e.X)
		f.b.Pos = e.P
		return f.extendBool(c, ir.I8)
	case e.T.IsInteger() && isBoolean(e.X):
		return f.extendBool(f.cond(e.X), irType(f.model, e.T))
	case e.X.Type().IsRecord(): // to the same type
		f.unsupported(e.P, "conversion of a structure")
		return f.zero(e)
	}
	v := f.rvalue(e.X)
	f.b.Pos = e.P
	return f.convert(v, e.X.Type(), e.T)
}

// convert converts a scalar between C types (C11 6.3). Pointers to wider
// integers are sign-extended, as gcc does.
func (f *function) convert(v ir.Operand, from, to *ctype.Type) ir.Operand {
	if to.IsVoid() {
		return 0
	}
	if from.IsVoid() {
		from = to
		f.unsupported(f.b.Pos, "value of a void expression")
		return f.b.Int(ir.I32, 0)
	}
	t := irType(f.model, to)
	ft := f.b.TypeOf(v)
	switch {
	case to.IsBool():
		if from.IsBool() {
			return v
		}
		return f.extendBool(f.nonzero(v), ir.I8)
	case t == ir.NoType || ft == ir.NoType:
		f.unsupported(f.b.Pos, "conversion from "+from.String()+" to "+to.String())
		return f.b.Int(ir.I32, 0)
	case ft.IsInt() && t.IsInt():
		return f.resize(v, t, from.IsSigned())
	case ft.IsInt() && t.IsFloat():
		if from.IsSigned() {
			return f.b.Convert(ir.OpSIToF, t, v)
		}
		return f.b.Convert(ir.OpUIToF, t, v)
	case ft.IsFloat() && t.IsInt():
		if to.IsSigned() {
			return f.b.Convert(ir.OpFToSI, t, v)
		}
		return f.b.Convert(ir.OpFToUI, t, v)
	case ft.IsFloat() && t.IsFloat():
		if ft == t {
			return v
		}
		return f.b.Convert(ir.OpFToF, t, v)
	case ft.IsPtr() && t.IsInt():
		return f.ptrToInt(v, t)
	case ft.IsInt() && t.IsPtr():
		return f.intToPtr(f.resize(v, f.model.PtrInt(), from.IsSigned()))
	}
	return v
}

func (f *function) ptrToInt(v ir.Operand, t ir.Type) ir.Operand {
	pi := f.model.PtrInt()
	if c, ok := f.intConst(v); ok {
		return f.resize(f.b.Int(pi, c), t, true)
	}
	return f.resize(f.b.Convert(ir.OpPtrToInt, pi, v), t, true)
}

func (f *function) intToPtr(v ir.Operand) ir.Operand {
	if c, ok := f.intConst(v); ok {
		return f.b.Int(ir.Ptr, c)
	}
	return f.b.Convert(ir.OpIntToPtr, ir.Ptr, v)
}

// adapt changes an operand to an IR type where a call and a definition disagree:
// integers as two's complement numbers, the rest by bits.
func (f *function) adapt(v ir.Operand, t ir.Type) ir.Operand {
	from := f.b.TypeOf(v)
	switch {
	case from == t:
		return v
	case from.IsInt() && t.IsInt():
		return f.resize(v, t, true)
	case from.IsPtr() && t.IsInt():
		return f.ptrToInt(v, t)
	case from.IsInt() && t.IsPtr():
		return f.intToPtr(f.resize(v, f.model.PtrInt(), true))
	case from.IsFloat() && t.IsFloat():
		return f.b.Convert(ir.OpFToF, t, v)
	}
	return f.b.Choose(t, ir.ChooseUninit)
}

// isBoolean reports whether e is an int that is the 0 or 1 of a comparison or
// logical operator.
func isBoolean(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Logical:
		return true
	case *tree.Unary:
		return e.Op == tree.Not
	case *tree.Binary:
		return e.Op >= tree.Eq
	case *tree.Convert:
		return e.T.IsInteger() && (isBoolean(e.X) || e.T.IsBool() && e.X.Type().IsScalar())
	}
	return false
}
