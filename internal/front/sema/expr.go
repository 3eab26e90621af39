package sema

import (
	"reflect"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// isNilExpr reports whether an optional expression is absent; cc has typed nils.
func isNilExpr(n cc.ExpressionNode) bool {
	if n == nil {
		return true
	}
	v := reflect.ValueOf(n)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// rvalue analyses an expression and returns its value (load).
func (a *analyzer) rvalue(n cc.ExpressionNode) tree.Expr { return a.load(a.expr(n)) }

// condition analyses a controlling expression.
func (a *analyzer) condition(n cc.ExpressionNode) tree.Expr {
	return a.truth(a.rvalue(n))
}

// truth returns a scalar that is zero if and only if x is.
func (a *analyzer) truth(x tree.Expr) tree.Expr {
	if x.Type().IsComplex() {
		return a.complexNonzero(x, x.Pos())
	}
	a.requireScalar(x)
	return x
}

func (a *analyzer) requireScalar(x tree.Expr) {
	if !x.Type().IsScalar() {
		a.fail(x.Pos(), "scalar", "used %q where a scalar is required", x.Type().String())
	}
}

// expr analyses an expression; the result may be an lvalue or a function designator.
func (a *analyzer) expr(n cc.ExpressionNode) tree.Expr {
	if a.polls++; a.polls%256 == 0 {
		halt.Poll(a.ctx)
	}
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		return a.primary(n)
	case *cc.PostfixExpression:
		return a.postfix(n)
	case *cc.UnaryExpression:
		return a.unary(n)
	case *cc.CastExpression:
		if n.Case == cc.CastExpressionUnary {
			return a.expr(n.UnaryExpression)
		}
		return a.cast(n)
	case *cc.MultiplicativeExpression:
		return a.level(int(n.Case), n.MultiplicativeExpression, n.CastExpression, n.Token, tree.Mul, tree.Div, tree.Rem)
	case *cc.AdditiveExpression:
		return a.level(int(n.Case), n.AdditiveExpression, n.MultiplicativeExpression, n.Token, tree.Add, tree.Sub)
	case *cc.ShiftExpression:
		return a.level(int(n.Case), n.ShiftExpression, n.AdditiveExpression, n.Token, tree.Shl, tree.Shr)
	case *cc.RelationalExpression:
		return a.level(int(n.Case), n.RelationalExpression, n.ShiftExpression, n.Token, tree.Lt, tree.Gt, tree.Le, tree.Ge)
	case *cc.EqualityExpression:
		return a.level(int(n.Case), n.EqualityExpression, n.RelationalExpression, n.Token, tree.Eq, tree.Ne)
	case *cc.AndExpression:
		return a.level(int(n.Case), n.AndExpression, n.EqualityExpression, n.Token, tree.And)
	case *cc.ExclusiveOrExpression:
		return a.level(int(n.Case), n.ExclusiveOrExpression, n.AndExpression, n.Token, tree.Xor)
	case *cc.InclusiveOrExpression:
		return a.level(int(n.Case), n.InclusiveOrExpression, n.ExclusiveOrExpression, n.Token, tree.Or)
	case *cc.LogicalAndExpression:
		if n.Case == cc.LogicalAndExpressionLAnd {
			return a.logical(false, n.LogicalAndExpression, n.InclusiveOrExpression, n.Token)
		}
		return a.expr(n.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		if n.Case == cc.LogicalOrExpressionLOr {
			return a.logical(true, n.LogicalOrExpression, n.LogicalAndExpression, n.Token)
		}
		return a.expr(n.LogicalAndExpression)
	case *cc.ConditionalExpression:
		if n.Case == cc.ConditionalExpressionCond {
			return a.conditional(n)
		}
		return a.expr(n.LogicalOrExpression)
	case *cc.AssignmentExpression:
		if n.Case == cc.AssignmentExpressionCond {
			return a.expr(n.ConditionalExpression)
		}
		return a.assignment(n)
	case *cc.ConstantExpression:
		return a.expr(n.ConditionalExpression)
	case *cc.ExpressionList:
		return a.comma(n)
	}
	if n == nil {
		a.fail(ir.Pos{}, "syntax", "missing expression")
	}
	a.fail(a.nodePos(n), "syntax", "unsupported expression")
	return nil
}

// comma evaluates a list from left to right and yields the last value.
func (a *analyzer) comma(n *cc.ExpressionList) tree.Expr {
	x := a.expr(n.AssignmentExpression)
	for l := n.ExpressionList; l != nil; l = l.ExpressionList {
		x = a.load(x)
		y := a.load(a.expr(l.AssignmentExpression))
		x = &tree.Comma{Node: tree.Node{T: y.Type(), P: a.pos(l.Token)}, X: x, Y: y}
	}
	return x
}

// level analyses an expression of a level of the grammar that has binary operators, other
// than && and ||. The parser counts its forms: 0 is an expression of the level below, which
// is r; the others have the operators of ops.
func (a *analyzer) level(form int, l, r cc.ExpressionNode, tok cc.Token, ops ...tree.BinaryOp) tree.Expr {
	if form == 0 {
		return a.expr(r)
	}
	x, y := a.rvalue(l), a.rvalue(r)
	return a.operate(ops[form-1], x, y, a.pos(tok))
}

// operate makes x op y for two values.
func (a *analyzer) operate(op tree.BinaryOp, x, y tree.Expr, pos ir.Pos) tree.Expr {
	t, u := x.Type(), y.Type()
	switch {
	case t.IsVector() || u.IsVector():
		return a.vectorBinary(op, x, y, pos)
	case anyComplex(t, u):
		return a.complexBinary(op, x, y, pos)
	case isComparison(op):
		return a.comparison(op, x, y, pos)
	case (op == tree.Add || op == tree.Sub) && t.IsPointer() && u.IsInteger():
		return a.pointerAdd(x, y, op == tree.Sub, pos)
	case op == tree.Add && t.IsInteger() && u.IsPointer():
		return a.pointerAdd(y, x, false, pos)
	case op == tree.Sub && t.IsPointer() && u.IsPointer():
		return a.pointerSub(x, y, pos)
	}
	a.checkOperands(op, t, u, pos)
	if op == tree.Shl || op == tree.Shr {
		x, y = a.promote(x), a.promote(y)
		return a.binary(op, x, y, x.Type(), pos)
	}
	x, y, t = a.usual(x, y)
	return a.binary(op, x, y, t, pos)
}

// checkOperands reports operands that an arithmetic or bitwise operator does not take.
func (a *analyzer) checkOperands(op tree.BinaryOp, t, u *ctype.Type, pos ir.Pos) {
	ok := t.IsArithmetic() && u.IsArithmetic()
	switch op {
	case tree.Rem, tree.And, tree.Or, tree.Xor, tree.Shl, tree.Shr:
		ok = t.IsInteger() && u.IsInteger()
	}
	if !ok {
		a.fail(pos, "operands", "invalid operands to binary %s: %q and %q", op, t.String(), u.String())
	}
}

// comparison makes a relational or equality operator on arithmetic operands or
// pointers (C11 6.5.8, 6.5.9).
func (a *analyzer) comparison(op tree.BinaryOp, x, y tree.Expr, pos ir.Pos) tree.Expr {
	t, u := x.Type(), y.Type()
	switch {
	case t.IsArithmetic() && u.IsArithmetic():
		x, y, _ = a.usual(x, y)
	case t.IsPointer() && u.IsPointer():
		if isNull(x) {
			x = a.convert(x, u, false)
		} else if isNull(y) {
			y = a.convert(y, t, false)
		}
	case t.IsPointer() && u.IsInteger():
		if !isNull(y) {
			a.warn(pos, "int-conversion", "comparison between pointer and integer")
		}
		y = a.convert(y, t, false)
	case t.IsInteger() && u.IsPointer():
		if !isNull(x) {
			a.warn(pos, "int-conversion", "comparison between pointer and integer")
		}
		x = a.convert(x, u, false)
	default:
		a.fail(pos, "operands", "invalid operands to binary %s: %q and %q", op, t.String(), u.String())
	}
	return a.binary(op, x, y, intType, pos)
}

// pointerAdd makes x + y or x - y for a pointer and an integer.
func (a *analyzer) pointerAdd(x, y tree.Expr, negate bool, pos ir.Pos) tree.Expr {
	size, vla := a.stride(x.Type().Elem(), pos)
	y = a.convert(a.promoteBitField(y), a.ptrdiffT(), false)
	if c, i := asConst(x), asConst(y); c != nil && i != nil && vla == nil {
		off := int64(i.Lo) * size
		if a.model == ir.ILP32 {
			off = int64(int32(i.Lo)) * size
		}
		if negate {
			off = -off
		}
		return a.constNode(ctype.IntConst(a.model, c.T, int64(c.Lo)+off), pos)
	}
	return &tree.PtrAdd{Node: tree.Node{T: x.Type(), P: pos}, X: x, Index: y, Negate: negate, Elem: size, ElemVLA: vla}
}

// pointerSub makes the difference of two pointers.
func (a *analyzer) pointerSub(x, y tree.Expr, pos ir.Pos) tree.Expr {
	t, u := x.Type().Elem(), y.Type().Elem()
	if !t.IsVoid() && !u.IsVoid() && !ctype.Compatible(t.Unqualified(), u.Unqualified()) {
		a.fail(pos, "operands", "invalid operands to binary -: %q and %q", x.Type().String(), y.Type().String())
	}
	size, vla := a.stride(t, pos)
	if vla == nil && size == 0 {
		a.fail(pos, "operands", "arithmetic on pointer to an empty aggregate")
	}
	if c, d := asConst(x), asConst(y); c != nil && d != nil && vla == nil {
		diff := ctype.IntConst(a.model, a.ptrdiffT(), int64(c.Lo-d.Lo))
		n, _ := diff.Int64()
		return a.intNode(n/size, a.ptrdiffT(), pos)
	}
	return &tree.PtrSub{Node: tree.Node{T: a.ptrdiffT(), P: pos}, X: x, Y: y, Elem: size, ElemVLA: vla}
}

// logical makes && or ||. A constant left operand decides alone or not at all.
func (a *analyzer) logical(or bool, l, r cc.ExpressionNode, tok cc.Token) tree.Expr {
	x := a.condition(l)
	y := a.condition(r)
	pos := a.pos(tok)
	if c := asConst(x); c != nil {
		if a.isTrue(c) == or {
			return a.intNode(boolInt(or), intType, pos)
		}
		if d := asConst(y); d != nil {
			return a.intNode(boolInt(a.isTrue(d)), intType, pos)
		}
		return a.convert(a.isNonzero(y, pos), intType, false)
	}
	return &tree.Logical{Node: tree.Node{T: intType, P: pos}, Or: or, X: x, Y: y}
}

// isNonzero makes x != 0, an int.
func (a *analyzer) isNonzero(x tree.Expr, pos ir.Pos) tree.Expr {
	if x.Type().IsArithmetic() {
		x = a.promote(x)
	}
	zero := a.constNode(ctype.Const{Type: x.Type().Unqualified()}, pos)
	return a.binary(tree.Ne, x, zero, intType, pos)
}

func (a *analyzer) isTrue(c *tree.Const) bool { return !a.value(c).IsZero() }

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
