package lower

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// assignExpr lowers an assignment and returns the stored value.
func (f *function) assignExpr(e *tree.Assign) ir.Operand {
	switch {
	case e.T.IsRecord():
		f.recordValue(e)
		return 0
	case e.Compound:
		return f.compoundAssign(e)
	}
	p := f.lvalue(e.X)
	if p.reg != 0 {
		f.rvalueInto(e.Y, p.reg)
		return ir.RegOperand(p.reg)
	}
	v := f.rvalue(e.Y)
	f.b.Pos = e.P
	f.store(p, v)
	if p.bits != nil {
		return f.fieldValue(p, v)
	}
	return v
}

// compoundAssign lowers X op= Y: the right side first, then X once.
func (f *function) compoundAssign(e *tree.Assign) ir.Operand {
	y := f.rvalue(e.Y)
	xt := e.X.Type().Unqualified()
	if xt.IsPointer() {
		y = f.scaled(y, e.Y.Type(), e.Elem, e.ElemVLA, e.Op == tree.Sub)
	} else if !isPure(e.X) {
		y = f.hold(y)
	}
	p := f.lvalue(e.X)
	f.b.Pos = e.P
	if p.typ.IsAtomic() && p.bits == nil {
		return f.atomicCompound(e, p, xt, y)
	}
	p = f.settle(p)
	old := f.readyOld(e.X)
	if old == 0 {
		old = f.load(p)
	}
	v := f.store(p, f.combine(e, xt, old, y))
	if p.bits != nil {
		return f.fieldValue(p, v)
	}
	return v
}

// settle computes the address of a place that is read and then written, once.
func (f *function) settle(p place) place {
	if p.reg == 0 {
		p.addr = address{base: f.materialise(p.addr)}
	}
	return p
}

// combine computes the new value of X op= Y from the old one.
func (f *function) combine(e *tree.Assign, xt *ctype.Type, old, y ir.Operand) ir.Operand {
	if xt.IsPointer() {
		return f.ptrAdd(old, y)
	}
	x := f.convert(old, xt, e.OpType)
	if e.Op == tree.Shl && e.OpType.IsSigned() && (xt.IsSigned() || xt.Bits(f.model) == e.OpType.Bits(f.model)) {
		f.checkShifted(x)
	}
	v := f.arith(e.Op, e.OpType, x, y, e.Y.Type())
	return f.convert(v, e.OpType, xt)
}

// isPure reports whether evaluating e assigns no variable and calls nothing.
func isPure(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Ref, *tree.Const, *tree.Address, *tree.FuncRef, *tree.StringLit:
		return true
	case *tree.Member, *tree.Deref, *tree.Load, *tree.Decay, *tree.AddrOf, *tree.Convert, *tree.Unary, *tree.Binary:
		return !slices.ContainsFunc(tree.Operands(e), func(x tree.Expr) bool { return !isPure(x) })
	case *tree.PtrAdd:
		return isPure(e.X) && isPure(e.Index)
	}
	return false
}

// incDec lowers ++ and --; unused is set if the value is dropped.
func (f *function) incDec(e *tree.IncDec, unused bool) ir.Operand {
	declared, t := e.X.Type().Unqualified(), f.stepType(e.X)
	step := f.incStep(e, t)
	p := f.lvalue(e.X)
	f.b.Pos = e.P
	if p.typ.IsAtomic() && p.bits == nil {
		return f.atomicIncDec(e, p, t, step)
	}
	p = f.settle(p)
	cur := f.load(p)
	old := cur
	if e.Post && !unused {
		old = f.hold(old)
	}
	v := f.store(p, f.convert(f.stepped(e, t, f.convert(cur, declared, t), step), t, declared))
	switch {
	case unused:
		return 0
	case e.Post:
		return old
	case p.bits != nil:
		return f.fieldValue(p, v)
	}
	return v
}

// incStep returns the amount that ++ or -- adds: 1 or -1, or the bytes of an element.
func (f *function) incStep(e *tree.IncDec, t *ctype.Type) ir.Operand {
	n := int64(1)
	if e.Dec {
		n = -1
	}
	switch ty := irType(f.model, t); {
	case t.IsPointer() && e.ElemVLA != nil:
		return f.scaled(f.rvalue(e.ElemVLA), ctype.SizeT(f.model), 1, nil, e.Dec)
	case t.IsPointer():
		return f.ptrInt(n * e.Elem)
	case ty.IsFloat():
		return f.b.Float(ty, float64(n))
	default:
		return f.b.SignedInt(ty, n)
	}
}

// stepped computes the new value of ++ or --. Types narrower than int wrap,
// because the addition happens in int (C11 6.5.3.1).
func (f *function) stepped(e *tree.IncDec, t *ctype.Type, old, step ir.Operand) ir.Operand {
	switch {
	case t.IsBool():
		if !e.Dec {
			return f.b.Int(ir.I8, 1)
		}
		return f.extendBool(f.not(f.nonzero(old)), ir.I8) // 1 - 1, and 0 - 1 is true
	case t.IsPointer():
		return f.ptrAdd(old, step)
	case t.IsFloating():
		return f.b.Binary(ir.OpFAdd, 0, old, step)
	}
	var flags ir.Flags
	if t.IsSigned() && (t.Size(f.model) >= 4 || t.IsBitInt()) {
		flags = ir.NSW
	}
	if e.Dec {
		one := f.b.Int(f.b.TypeOf(old), 1)
		return f.binary(ir.OpSub, flags, old, one)
	}
	return f.binary(ir.OpAdd, flags, old, step)
}
