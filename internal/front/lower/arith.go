package lower

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

func (f *function) unary(e *tree.Unary) ir.Operand {
	if e.Op == tree.Not {
		return f.extendBool(f.cond(e), irType(f.model, e.T))
	}
	x := f.rvalue(e.X)
	f.b.Pos = e.P
	if f.b.TypeOf(x).IsFloat() {
		return f.b.Unary(ir.OpFNeg, 0, x)
	}
	c, ok := f.intConst(x)
	t := f.b.TypeOf(x)
	if e.Op == tree.BitNot {
		if ok {
			return f.b.Int(t, ^c)
		}
		return f.b.Unary(ir.OpNot, 0, x)
	}
	if ok && (!e.T.IsSigned() || c != 1<<(t.Bits(f.model)-1)) {
		return f.b.Int(t, -c)
	}
	return f.b.Unary(ir.OpNeg, nsw(e.T), x)
}

// nsw returns the flag for arithmetic in type t: signed overflow is undefined.
func nsw(t *ctype.Type) ir.Flags {
	if t.IsSigned() {
		return ir.NSW
	}
	return 0
}

func (f *function) binaryExpr(e *tree.Binary) ir.Operand {
	if e.Op >= tree.Eq {
		return f.extendBool(f.relation(e), irType(f.model, e.T))
	}
	x := f.rvalue(e.X)
	x = f.holdBefore(x, e.Y)
	y := f.rvalue(e.Y)
	f.b.Pos = e.P
	if e.Op == tree.Shl && e.T.IsSigned() && !widened(f.model, e.X) {
		f.checkShifted(x)
	}
	return f.arith(e.Op, e.T, x, y, e.Y.Type())
}

// checkShifted checks that the left operand of a signed left shift is not negative (C11 6.5.7p4).
func (f *function) checkShifted(x ir.Operand) {
	t := f.b.TypeOf(x)
	if c, ok := f.intConst(x); f.opts.GNUShift || f.opts.Library || ok && c>>(t.Bits(f.model)-1) == 0 {
		return
	}
	f.check(f.compare(ir.OpSLe, f.b.Int(t, 0), x), verdict.Shift, "left shift of a negative number")
}

// widened reports whether an operand was converted from a smaller unsigned type, so that it is not negative.
func widened(m ir.DataModel, e tree.Expr) bool {
	c, ok := e.(*tree.Convert)
	if !ok || !c.X.Type().IsInteger() {
		return false
	}
	from := c.X.Type()
	return !from.IsSigned() && from.Bits(m) < c.T.Bits(m) || from.Bits(m) <= c.T.Bits(m) && widened(m, c.X)
}

// arith emits x op y in type t; yt is the type of y, which differs for shifts.
func (f *function) arith(op tree.BinaryOp, t *ctype.Type, x, y ir.Operand, yt *ctype.Type) ir.Operand {
	if t.IsFloating() {
		return f.b.Binary(floatOps[op], 0, x, y)
	}
	signed := t.IsSigned()
	switch op {
	case tree.Add:
		return f.binary(ir.OpAdd, nsw(t), x, y)
	case tree.Sub:
		return f.binary(ir.OpSub, nsw(t), x, y)
	case tree.Mul:
		return f.binary(ir.OpMul, nsw(t), x, y)
	case tree.Div:
		if signed {
			return f.binary(ir.OpSDiv, ir.NSW, x, y)
		}
		return f.binary(ir.OpUDiv, 0, x, y)
	case tree.Rem:
		if signed {
			return f.binary(ir.OpSRem, ir.NSW, x, y)
		}
		return f.binary(ir.OpURem, 0, x, y)
	case tree.And:
		return f.binary(ir.OpAnd, 0, x, y)
	case tree.Or:
		return f.binary(ir.OpOr, 0, x, y)
	case tree.Xor:
		return f.binary(ir.OpXor, 0, x, y)
	}
	y = f.shiftAmount(y, yt, f.b.TypeOf(x))
	switch {
	case op == tree.Shl:
		if f.opts.GNUShift {
			return f.binary(ir.OpShl, 0, x, y)
		}
		return f.binary(ir.OpShl, nsw(t), x, y)
	case signed:
		return f.binary(ir.OpAShr, 0, x, y)
	}
	return f.binary(ir.OpLShr, 0, x, y)
}

var floatOps = map[tree.BinaryOp]ir.Op{
	tree.Add: ir.OpFAdd, tree.Sub: ir.OpFSub, tree.Mul: ir.OpFMul, tree.Div: ir.OpFDiv,
}

// shiftAmount brings the right side of a shift to the type of the left one. An
// amount that does not fit stays out of range.
func (f *function) shiftAmount(y ir.Operand, yt *ctype.Type, t ir.Type) ir.Operand {
	from := f.b.TypeOf(y)
	w := t.Bits(f.model)
	if from.Bits(f.model) <= w {
		return f.resize(y, t, yt.IsSigned())
	}
	if c, ok := f.intConst(y); ok {
		return f.b.Int(t, min(c, uint64(w)))
	}
	fits := f.b.Compare(ir.OpULt, y, f.b.Int(from, uint64(w)))
	return f.b.Select(fits, f.resize(y, t, false), f.b.Int(t, uint64(w)))
}

func (f *function) ptrSub(e *tree.PtrSub) ir.Operand {
	x := f.rvalue(e.X)
	y := f.rvalue(e.Y)
	f.b.Pos = e.P
	d := f.b.PtrDiff(x, y)
	t := irType(f.model, e.T)
	if e.ElemVLA != nil {
		d = f.binary(ir.OpSDiv, 0, d, f.resize(f.rvalue(e.ElemVLA), f.model.PtrInt(), false))
	} else if e.Elem > 1 {
		d = f.binary(ir.OpSDiv, 0, d, f.ptrInt(e.Elem))
	}
	return f.resize(d, t, true)
}
