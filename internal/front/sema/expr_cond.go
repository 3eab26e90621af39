package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// conditional analyses C ? X : Y and GNU's C ?: Y (C11 6.5.15).
func (a *analyzer) conditional(n *cc.ConditionalExpression) tree.Expr {
	pos := a.pos(n.Token)
	short := isNilExpr(n.ExpressionList)
	x := a.rvalue(n.LogicalOrExpression)
	if short && x.Type().IsComplex() {
		return a.withTemps(pos, []tree.Expr{x}, func(v []tree.Expr) tree.Expr {
			return a.choice(a.truth(v[0]), v[0], a.rvalue(n.ConditionalExpression), pos)
		})
	}
	c := a.probedCondition(a.truth(x), pos, false)
	if short {
		y := a.rvalue(n.ConditionalExpression)
		t := a.commonType(c, y, pos)
		return a.shortConditional(c, a.toBranch(y, t), t, pos)
	}
	x = a.rvalue(n.ExpressionList)
	return a.choice(c, x, a.rvalue(n.ConditionalExpression), pos)
}

// choice makes c ? x : y.
func (a *analyzer) choice(c, x, y tree.Expr, pos ir.Pos) tree.Expr {
	t := a.commonType(x, y, pos)
	x, y = a.toBranch(x, t), a.toBranch(y, t)
	if k := asConst(c); k != nil {
		if a.isTrue(k) {
			return x
		}
		return y
	}
	return &tree.Cond{Node: tree.Node{T: t, P: pos}, C: c, X: x, Y: y}
}

// shortConditional makes C ?: Y. When C's value must be converted, it is kept
// in a hidden object, so that it is evaluated once.
func (a *analyzer) shortConditional(c, y tree.Expr, t *ctype.Type, pos ir.Pos) tree.Expr {
	if k := asConst(c); k != nil {
		if a.isTrue(k) {
			return a.toBranch(c, t)
		}
		return y
	}
	node := tree.Node{T: t, P: pos}
	if ctype.Identical(c.Type(), t) && bitField(c) == nil {
		return &tree.Cond{Node: node, C: c, Y: y}
	}
	return a.withTemps(pos, []tree.Expr{c}, func(v []tree.Expr) tree.Expr {
		return &tree.Cond{Node: node, C: v[0], X: a.toBranch(v[0], t), Y: y}
	})
}

// toBranch converts one branch of a conditional to its type.
func (a *analyzer) toBranch(x tree.Expr, t *ctype.Type) tree.Expr {
	if t.IsComplex() {
		return a.toNumber(x, t)
	}
	if t.IsRecord() {
		return x
	}
	if t.IsVoid() && x.Type().IsVoid() {
		return x
	}
	return a.convert(a.promoteBitField(x), t, false)
}

// commonType returns the type of a conditional expression.
func (a *analyzer) commonType(x, y tree.Expr, pos ir.Pos) *ctype.Type {
	t, u := x.Type(), y.Type()
	switch {
	case t.IsArithmetic() && u.IsArithmetic():
		return a.usualType(x, y)
	case anyComplex(t, u):
		return a.complexType(x, y)
	case t.IsVoid() || u.IsVoid():
		return voidType
	case t.IsRecord() && u.IsRecord() && t.Record() == u.Record():
		return t.Unqualified()
	case t.IsPointer() && u.IsPointer():
		return commonPointer(x, y)
	case t.IsPointer() && u.IsInteger():
		if !isNull(y) {
			a.warn(pos, "int-conversion", "pointer and integer in conditional expression")
		}
		return t
	case t.IsInteger() && u.IsPointer():
		if !isNull(x) {
			a.warn(pos, "int-conversion", "pointer and integer in conditional expression")
		}
		return u
	}
	a.fail(pos, "operands", "type mismatch in conditional expression: %q and %q", t.String(), u.String())
	return nil
}

// commonPointer merges two pointer types: a null pointer constant takes the
// other's type, void wins over objects, qualifiers add up.
func commonPointer(x, y tree.Expr) *ctype.Type {
	t, u := x.Type(), y.Type()
	if isNull(y) {
		return t
	}
	if isNull(x) {
		return u
	}
	p, q := t.Elem(), u.Elem()
	quals := (p.Qual() | q.Qual()) &^ ctype.QAtomic
	b, c := p.Unqualified(), q.Unqualified()
	switch {
	case b.IsVoid() || c.IsVoid():
		return ctype.PointerTo(voidType.Qualified(quals))
	case ctype.Compatible(p, q):
		return ctype.PointerTo(ctype.Composite(p, q))
	case ctype.Compatible(b, c):
		return ctype.PointerTo(ctype.Composite(b, c).Qualified(quals))
	}
	return ctype.PointerTo(voidType.Qualified(quals))
}

// withTemps evaluates values into hidden objects, in order, and returns the expression that build
// makes from these. Constants are passed as they are.
func (a *analyzer) withTemps(pos ir.Pos, values []tree.Expr, build func([]tree.Expr) tree.Expr) tree.Expr {
	body := &tree.Block{StmtNode: tree.StmtNode{P: pos}, End: pos}
	out := make([]tree.Expr, len(values))
	for i, x := range values {
		if asConst(x) != nil {
			out[i] = x
			continue
		}
		o := newLocal("", x.Type().Unqualified(), pos)
		o.Init = scalarInit(o.Type, x)
		body.Stmts = append(body.Stmts, &tree.Decl{StmtNode: body.StmtNode, Object: o})
		out[i] = a.loadObject(o, pos)
	}
	value := build(out)
	if len(body.Stmts) == 0 {
		return value
	}
	return &tree.StmtExpr{Node: tree.Node{T: value.Type(), P: pos}, Body: body, Value: value}
}
