package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

var compoundOps = map[cc.AssignmentExpressionCase]tree.BinaryOp{
	cc.AssignmentExpressionMul: tree.Mul, cc.AssignmentExpressionDiv: tree.Div,
	cc.AssignmentExpressionMod: tree.Rem, cc.AssignmentExpressionAdd: tree.Add,
	cc.AssignmentExpressionSub: tree.Sub, cc.AssignmentExpressionLsh: tree.Shl,
	cc.AssignmentExpressionRsh: tree.Shr, cc.AssignmentExpressionAnd: tree.And,
	cc.AssignmentExpressionXor: tree.Xor, cc.AssignmentExpressionOr: tree.Or,
}

// assignment analyses = and the compound assignments (C11 6.5.16).
func (a *analyzer) assignment(n *cc.AssignmentExpression) tree.Expr {
	x := a.expr(n.UnaryExpression)
	pos := a.pos(n.Token)
	a.requireModifiable(x, pos, "left operand of assignment")
	y := a.rvalue(n.AssignmentExpression)
	if n.Case == cc.AssignmentExpressionAssign {
		return a.assign(x, y, pos)
	}
	op, ok := compoundOps[n.Case]
	if !ok {
		a.fail(pos, "syntax", "unsupported assignment")
	}
	return a.compound(op, x, y, pos)
}

// assign makes x = y.
func (a *analyzer) assign(x, y tree.Expr, pos ir.Pos) tree.Expr {
	t := x.Type().Unqualified()
	if t.IsRecord() && t.IsVariablySized() && t.Record() == y.Type().Record() {
		return a.assignVariable(x, y, pos)
	}
	y = a.assignConvert(y, t, "assignment")
	if t.IsRecord() && x.Type().IsAtomic() {
		p, u := a.atomicTarget(a.addressOf(x, pos))
		return a.withTemps(pos, []tree.Expr{p, y}, func(v []tree.Expr) tree.Expr {
			store := a.intrinsic(tree.AtomicStore, voidType, pos, v[0], a.reinterpret(v[1], u), a.orderNode(ir.SeqCst, pos))
			return &tree.Comma{Node: tree.Node{T: t, P: pos}, X: store, Y: v[1]}
		})
	}
	return &tree.Assign{Node: tree.Node{T: t, P: pos}, X: x, Y: y}
}

// compound makes x op= y.
func (a *analyzer) compound(op tree.BinaryOp, x, y tree.Expr, pos ir.Pos) tree.Expr {
	t := x.Type().Unqualified()
	if t.IsVector() || anyComplex(t, y.Type()) {
		return a.update(op, x, y, false, pos)
	}
	e := &tree.Assign{Node: tree.Node{T: t, P: pos}, X: x, Compound: true, Op: op}
	if t.IsPointer() {
		if op != tree.Add && op != tree.Sub || !y.Type().IsInteger() {
			a.fail(pos, "operands", "invalid operands to %s=: %q and %q", op, t.String(), y.Type().String())
		}
		e.Elem, e.ElemVLA = a.stride(t.Elem(), pos)
		e.OpType = t
		e.Y = a.convert(a.promoteBitField(y), a.ptrdiffT(), false)
		return e
	}
	a.checkOperands(op, t, y.Type(), pos)
	if op == tree.Shl || op == tree.Shr {
		e.OpType, e.Y = a.promote(x).Type(), a.promote(y)
		return e
	}
	e.OpType = a.usualType(x, y)
	e.Y = a.convert(a.promoteBitField(y), e.OpType, false)
	return e
}

// incDec makes ++ and --, before and after their operand.
func (a *analyzer) incDec(n cc.ExpressionNode, dec, post bool, tok cc.Token) tree.Expr {
	x := a.expr(n)
	pos := a.pos(tok)
	what := "increment operand"
	if dec {
		what = "decrement operand"
	}
	a.requireModifiable(x, pos, what)
	t := x.Type().Unqualified()
	if t.IsVector() || t.IsComplex() {
		op := tree.Add
		if dec {
			op = tree.Sub
		}
		return a.update(op, x, a.intNode(1, intType, pos), post, pos)
	}
	e := &tree.IncDec{Node: tree.Node{T: t, P: pos}, X: x, Dec: dec, Post: post}
	switch {
	case t.IsPointer():
		e.Elem, e.ElemVLA = a.stride(t.Elem(), pos)
	case !t.IsArithmetic():
		a.fail(pos, "operands", "wrong type argument %q to %s", t.String(), what)
	}
	return e
}

// requireModifiable reports an error for an expression that cannot be assigned to (C11 6.3.2.1).
func (a *analyzer) requireModifiable(x tree.Expr, pos ir.Pos, what string) {
	t := x.Type()
	switch {
	case !tree.IsLvalue(x) || t.IsFunc():
		a.fail(pos, "lvalue", "lvalue required as %s", what)
	case t.IsArray():
		a.fail(pos, "incompatible", "%s has array type", what)
	case t.IsConst() || t.IsRecord() && hasConst(t):
		a.fail(pos, "read-only", "%s is read-only", what)
	}
	a.requireComplete(t, pos)
}

// hasConst reports whether a member of a record, at any depth, is const.
func hasConst(t *ctype.Type) bool {
	for _, f := range t.Record().Fields() {
		m := f.Type
		for m.IsArray() {
			m = m.Elem()
		}
		if m.IsConst() || m.IsRecord() && hasConst(m) {
			return true
		}
	}
	return false
}
