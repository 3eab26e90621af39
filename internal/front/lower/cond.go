package lower

import (
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// cond evaluates a scalar expression to the i1 that is true if it is not zero.
func (f *function) cond(e tree.Expr) ir.Operand {
	if r, ok := f.ready[e]; ok {
		f.b.Pos = e.Pos()
		return f.nonzero(r.value)
	}
	defer f.arrange(e)()
	switch e := e.(type) {
	case *tree.Unary:
		if e.Op == tree.Not {
			c := f.cond(e.X)
			f.b.Pos = e.P
			return f.not(c)
		}
	case *tree.Convert:
		if e.T.IsBool() || e.T.IsInteger() && isBoolean(e.X) {
			return f.cond(e.X)
		}
	case *tree.Binary:
		if e.Op >= tree.Eq {
			return f.relation(e)
		}
	case *tree.Logical:
		return f.logical(e)
	case *tree.Comma:
		f.discard(e.X)
		return f.cond(e.Y)
	}
	v := f.rvalue(e)
	f.b.Pos = e.Pos()
	return f.nonzero(v)
}

// relation evaluates a comparison to an i1.
func (f *function) relation(e *tree.Binary) ir.Operand {
	if c, ok := e.Y.(*tree.Const); ok && c.Lo == 0 && c.Hi == 0 && isBoolean(e.X) {
		switch e.Op {
		case tree.Ne:
			return f.cond(e.X)
		case tree.Eq:
			v := f.cond(e.X)
			f.b.Pos = e.P
			return f.not(v)
		}
	}
	x := f.rvalue(e.X)
	y := f.rvalue(e.Y)
	f.b.Pos = e.P
	return f.relate(e.Op, e.X.Type().IsSigned(), x, y)
}

// relate emits a comparison of two values of one type.
func (f *function) relate(op tree.BinaryOp, signed bool, x, y ir.Operand) ir.Operand {
	if op == tree.Gt || op == tree.Ge {
		x, y = y, x
	}
	if f.b.TypeOf(x).IsFloat() {
		switch op {
		case tree.Eq:
			return f.b.Compare(ir.OpFEq, x, y)
		case tree.Ne:
			return f.not(f.b.Compare(ir.OpFEq, x, y))
		case tree.Lt, tree.Gt:
			return f.b.Compare(ir.OpFLt, x, y)
		}
		return f.b.Compare(ir.OpFLe, x, y)
	}
	switch op {
	case tree.Eq:
		return f.compare(ir.OpEq, x, y)
	case tree.Ne:
		return f.compare(ir.OpNe, x, y)
	case tree.Lt, tree.Gt:
		if signed {
			return f.compare(ir.OpSLt, x, y)
		}
		return f.compare(ir.OpULt, x, y)
	}
	if signed {
		return f.compare(ir.OpSLe, x, y)
	}
	return f.compare(ir.OpULe, x, y)
}

// logical evaluates && or || to an i1. When the right side is cheap and has no
// effect it is evaluated always; otherwise it is a branch.
func (f *function) logical(e *tree.Logical) ir.Operand {
	if budget := cheapBudget; f.cheap(e.Y, &budget) {
		x := f.cond(e.X)
		y := f.cond(e.Y)
		f.b.Pos = e.P
		if e.Or {
			return f.bitOr(x, y)
		}
		return f.bitAnd(x, y)
	}
	x := f.cond(e.X)
	if c, ok := f.intConst(x); ok {
		if (c != 0) == e.Or {
			return x
		}
		return f.cond(e.Y)
	}
	r := f.newTemp(ir.I1)
	right, short, end := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	f.b.Pos = e.P
	if e.Or {
		f.b.CondBr(x, short, right)
	} else {
		f.b.CondBr(x, right, short)
	}
	f.open(right)
	f.assign(r, f.cond(e.Y))
	f.b.Br(end)
	f.open(short)
	f.assign(r, f.boolean(e.Or))
	f.b.Br(end)
	f.open(end)
	return ir.RegOperand(r)
}

func (f *function) bitAnd(x, y ir.Operand) ir.Operand {
	if c, ok := f.intConst(x); ok {
		if c == 0 {
			return x
		}
		return y
	}
	return f.binaryI1(ir.OpAnd, x, y)
}

func (f *function) bitOr(x, y ir.Operand) ir.Operand {
	if c, ok := f.intConst(x); ok {
		if c != 0 {
			return x
		}
		return y
	}
	return f.binaryI1(ir.OpOr, x, y)
}

func (f *function) binaryI1(op ir.Op, x, y ir.Operand) ir.Operand {
	if c, ok := f.intConst(y); ok {
		if (c != 0) == (op == ir.OpAnd) {
			return x
		}
		return y
	}
	return f.b.Binary(op, 0, x, y)
}

// straight reports whether the condition e is evaluated without a branch at its
// top.
func (f *function) straight(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Convert:
		return f.straight(e.X)
	case *tree.Unary:
		return f.straight(e.X)
	case *tree.Binary:
		return f.straight(e.X)
	case *tree.Logical:
		known, ok := f.direct[e]
		if !ok {
			budget := cheapBudget
			known = f.cheap(e.Y, &budget) && f.straight(e.X)
			f.direct[e] = known
		}
		return known
	}
	return true
}

// cheapBudget is the number of operations that are worth doing to save a branch.
const cheapBudget = 4

// cheap reports whether evaluating e takes few operations, touches no memory
// and cannot violate anything, so that it may be evaluated when C would not.
func (f *function) cheap(e tree.Expr, budget *int) bool {
	switch e := e.(type) {
	case *tree.Const:
		return true
	case *tree.Load:
		r, ok := e.X.(*tree.Ref)
		if !ok || e.T.IsRecord() {
			return false
		}
		v := f.vars[r.Object]
		if v == nil || v.reg == 0 || f.wary[r.Object] {
			return false
		}
		f.eager[v.reg] = r.Object
		return true
	}
	if *budget--; *budget < 0 {
		return false
	}
	switch e := e.(type) {
	case *tree.Convert:
		t := e.X.Type()
		return (e.T.IsInteger() && t.IsInteger() || e.T.IsPointer() && t.IsPointer()) && f.cheap(e.X, budget)
	case *tree.Unary:
		return (e.Op == tree.Not || e.Op == tree.BitNot) && f.cheap(e.X, budget) && !e.X.Type().IsFloating()
	case *tree.Logical:
		return f.cheap(e.X, budget) && f.cheap(e.Y, budget)
	case *tree.Binary:
		switch e.Op {
		case tree.Add, tree.Sub:
			if e.T.IsSigned() || e.T.IsFloating() {
				return false
			}
		case tree.Mul, tree.Div, tree.Rem, tree.Shl, tree.Shr:
			return false
		}
		return f.cheap(e.X, budget) && f.cheap(e.Y, budget)
	}
	return false
}

// branch ends the current block with a branch on a condition, a full expression.
func (f *function) branch(e tree.Expr, then, otherwise ir.BlockID) {
	outer := f.temps
	f.temps = nil
	t, o := f.b.NewBlock(), f.b.NewBlock()
	f.branchTo(e, t, o)
	f.open(t)
	f.leaveTemps()
	f.b.Br(then)
	f.open(o)
	f.leaveTemps()
	f.b.Br(otherwise)
	f.temps = outer
}

// branchTo branches on a condition without materialising && and ||.
func (f *function) branchTo(e tree.Expr, then, otherwise ir.BlockID) {
	if _, ok := f.ready[e]; ok {
		f.b.CondBr(f.cond(e), then, otherwise)
		return
	}
	defer f.arrange(e)()
	switch x := e.(type) {
	case *tree.Unary:
		if x.Op == tree.Not {
			f.branchTo(x.X, otherwise, then)
			return
		}
	case *tree.Convert:
		if x.T.IsBool() || x.T.IsInteger() && isBoolean(x.X) {
			f.branchTo(x.X, then, otherwise)
			return
		}
	case *tree.Binary:
		if c, ok := x.Y.(*tree.Const); ok && x.Op == tree.Ne && c.Lo == 0 && c.Hi == 0 && isBoolean(x.X) {
			f.branchTo(x.X, then, otherwise)
			return
		}
	case *tree.Comma:
		f.discard(x.X)
		f.branchTo(x.Y, then, otherwise)
		return
	case *tree.Logical:
		if f.straight(x) {
			break
		}
		right := f.b.NewBlock()
		if x.Or {
			f.branchTo(x.X, then, right)
		} else {
			f.branchTo(x.X, right, otherwise)
		}
		f.open(right)
		f.branchTo(x.Y, then, otherwise)
		return
	}
	c := f.cond(e)
	f.b.Pos = e.Pos()
	f.b.CondBr(c, then, otherwise)
}

// condExpr evaluates a conditional expression, into dst unless that is zero.
func (f *function) condExpr(e *tree.Cond, dst ir.Reg) ir.Operand {
	t := irType(f.model, e.T)
	if e.X == nil {
		return f.elvis(e, dst, t)
	}
	budget := cheapBudget
	if t != ir.NoType && f.cheap(e.X, &budget) && f.cheap(e.Y, &budget) {
		c := f.cond(e.C)
		x := f.rvalue(e.X)
		y := f.rvalue(e.Y)
		f.b.Pos = e.P
		if k, ok := f.intConst(c); ok {
			if k == 0 {
				x = y
			}
		} else {
			x = f.b.Select(c, x, y)
		}
		if dst != 0 {
			f.assign(dst, x)
			x = ir.RegOperand(dst)
		}
		return x
	}
	if dst == 0 && t != ir.NoType {
		dst = f.newTemp(t)
	}
	f.sides(func(then, otherwise ir.BlockID) { f.branchTo(e.C, then, otherwise) }, func() { f.condArm(e.X, dst) }, func() { f.condArm(e.Y, dst) })
	return ir.RegOperand(dst)
}

// sides emits a branch and the code of its two sides, which meet behind it.
func (f *function) sides(branch func(then, otherwise ir.BlockID), x, y func()) {
	then, otherwise, end := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	branch(then, otherwise)
	f.open(then)
	x()
	f.b.Br(end)
	f.open(otherwise)
	y()
	f.b.Br(end)
	f.open(end)
}

func (f *function) condArm(e tree.Expr, dst ir.Reg) {
	if dst == 0 {
		f.discard(e)
		return
	}
	f.rvalueInto(e, dst)
}

// elvis is GNU's c ?: y.
func (f *function) elvis(e *tree.Cond, dst ir.Reg, t ir.Type) ir.Operand {
	v := f.hold(f.rvalue(e.C))
	f.b.Pos = e.P
	c := f.nonzero(v)
	if t == ir.NoType {
		f.unsupported(e.P, "?: of this type")
		return 0
	}
	if dst == 0 {
		dst = f.newTemp(t)
	}
	f.sides(func(then, otherwise ir.BlockID) { f.b.CondBr(c, then, otherwise) },
		func() { f.b.CopyTo(dst, f.convert(v, e.C.Type(), e.T)) }, func() { f.rvalueInto(e.Y, dst) })
	return ir.RegOperand(dst)
}

// discardCond evaluates a conditional expression for its effects.
func (f *function) discardCond(e *tree.Cond) {
	if e.X == nil {
		f.discardIf(e.C, nil, e.Y)
		return
	}
	f.discardIf(e.C, e.X, e.Y)
}

func (f *function) discardLogical(e *tree.Logical) {
	if e.Or {
		f.discardIf(e.X, nil, e.Y)
	} else {
		f.discardIf(e.X, e.Y, nil)
	}
}

// discardIf evaluates c and then, for its effects, one of x and y; nil is nothing.
func (f *function) discardIf(c, x, y tree.Expr) {
	then, otherwise, end := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	f.branchTo(c, then, otherwise)
	f.open(then)
	if x != nil {
		f.discard(x)
	}
	f.b.Br(end)
	f.open(otherwise)
	if y != nil {
		f.discard(y)
	}
	f.b.Br(end)
	f.open(end)
}
