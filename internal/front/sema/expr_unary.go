package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// unary analyses a prefix operator, sizeof or _Alignof.
func (a *analyzer) unary(n *cc.UnaryExpression) tree.Expr {
	switch n.Case {
	case cc.UnaryExpressionPostfix:
		return a.expr(n.PostfixExpression)
	case cc.UnaryExpressionInc:
		return a.incDec(n.UnaryExpression, false, false, n.Token)
	case cc.UnaryExpressionDec:
		return a.incDec(n.UnaryExpression, true, false, n.Token)
	case cc.UnaryExpressionAddrof:
		x := a.expr(n.CastExpression)
		if o := rootObject(x); a.registers[o] {
			a.fail(a.pos(n.Token), "register", "address of register variable %q requested", o.Name)
		}
		return a.addressOf(x, a.pos(n.Token))
	case cc.UnaryExpressionDeref:
		return a.deref(a.rvalue(n.CastExpression), a.pos(n.Token))
	case cc.UnaryExpressionPlus:
		x := a.rvalue(n.CastExpression)
		if t := x.Type(); t.IsVector() || t.IsComplex() {
			return x
		}
		a.requireArithmetic(x, "+")
		return a.promote(x)
	case cc.UnaryExpressionMinus:
		return a.negate(a.rvalue(n.CastExpression), a.pos(n.Token))
	case cc.UnaryExpressionCpl:
		return a.complement(a.rvalue(n.CastExpression), a.pos(n.Token))
	case cc.UnaryExpressionNot:
		return a.not(a.condition(n.CastExpression), a.pos(n.Token))
	case cc.UnaryExpressionSizeofExpr:
		pos := a.pos(n.Token)
		return a.inPlace(pos, func() tree.Expr { return a.sizeofExpr(n.UnaryExpression, pos) })
	case cc.UnaryExpressionSizeofType:
		pos := a.pos(n.Token)
		return a.inPlace(pos, func() tree.Expr { return a.sizeofType(a.typeName(n.TypeName), pos) })
	case cc.UnaryExpressionAlignofExpr:
		return a.alignofExpr(n)
	case cc.UnaryExpressionAlignofType:
		return a.alignof(a.typeName(n.TypeName), n.Token)
	case cc.UnaryExpressionLabelAddr:
		if !a.inBody() {
			a.fail(a.pos(n.Token), "label", "label address outside a function")
		}
		return &tree.LabelAddr{Node: tree.Node{T: voidPtr, P: a.pos(n.Token)}, Label: a.labelAddress(n.Token2)}
	case cc.UnaryExpressionReal:
		return a.complexPart(a.expr(n.UnaryExpression), 0, a.pos(n.Token))
	case cc.UnaryExpressionImag:
		return a.complexPart(a.expr(n.UnaryExpression), 1, a.pos(n.Token))
	}
	a.fail(a.pos(n.Token), "syntax", "unsupported unary expression")
	return nil
}

func (a *analyzer) requireArithmetic(x tree.Expr, op string) {
	if !x.Type().IsArithmetic() {
		a.fail(x.Pos(), "operands", "wrong type argument %q to unary %s", x.Type().String(), op)
	}
}

func (a *analyzer) negate(x tree.Expr, pos ir.Pos) tree.Expr {
	if x.Type().IsVector() {
		return a.vectorUnary(x, pos, a.negation)
	}
	if x.Type().IsComplex() {
		return a.complexUnary(x, false, pos)
	}
	a.requireArithmetic(x, "-")
	return a.negation(a.promote(x), pos)
}

// negation makes -x in the type of x.
func (a *analyzer) negation(x tree.Expr, pos ir.Pos) tree.Expr {
	if c := asConst(x); c != nil {
		if v, flaw := ctype.Neg(a.model, a.value(c)); a.acceptFlaw(flaw, pos) {
			return a.constNode(v, pos)
		}
	}
	return &tree.Unary{Node: tree.Node{T: x.Type(), P: pos}, Op: tree.Neg, X: x}
}

func (a *analyzer) complement(x tree.Expr, pos ir.Pos) tree.Expr {
	if t := x.Type(); t.IsVector() && t.Elem().IsInteger() {
		return a.vectorUnary(x, pos, a.inversion)
	} else if t.IsComplex() {
		return a.complexUnary(x, true, pos)
	}
	if !x.Type().IsInteger() {
		a.fail(pos, "operands", "wrong type argument %q to unary ~", x.Type().String())
	}
	return a.inversion(a.promote(x), pos)
}

// inversion makes ~x in the type of x.
func (a *analyzer) inversion(x tree.Expr, pos ir.Pos) tree.Expr {
	if c := asConst(x); c != nil {
		return a.constNode(ctype.BitNot(a.model, a.value(c)), pos)
	}
	return &tree.Unary{Node: tree.Node{T: x.Type(), P: pos}, Op: tree.BitNot, X: x}
}

func (a *analyzer) not(x tree.Expr, pos ir.Pos) tree.Expr {
	if c := asConst(x); c != nil {
		return a.intNode(boolInt(!a.isTrue(c)), intType, pos)
	}
	return &tree.Unary{Node: tree.Node{T: intType, P: pos}, Op: tree.Not, X: x}
}

// deref makes *x for a pointer value.
func (a *analyzer) deref(x tree.Expr, pos ir.Pos) tree.Expr {
	if !x.Type().IsPointer() {
		a.fail(pos, "operands", "invalid type argument of unary *: %q", x.Type().String())
	}
	return &tree.Deref{Node: tree.Node{T: x.Type().Elem(), P: pos}, X: x}
}

// addressOf makes &x. The address of *p is p, and of a member of an object at
// a constant address a constant, as offsetof idioms need.
func (a *analyzer) addressOf(x tree.Expr, pos ir.Pos) tree.Expr {
	t := ctype.PointerTo(x.Type())
	switch y := x.(type) {
	case *tree.FuncRef:
		a.noteFunctionAddress(y.Func)
		return decay(x, pos)
	case *tree.Deref:
		return a.convert(y.X, t, false)
	}
	if !isLvalue(x) {
		a.fail(pos, "lvalue", "lvalue required as unary & operand")
	}
	if bitField(x) != nil {
		a.fail(pos, "bit-field", "cannot take address of bit-field")
	}
	if base, off := constantBase(x); base != nil {
		return a.constNode(ctype.IntConst(a.model, t, int64(base.Lo)+off), pos)
	}
	takeAddress(x)
	return &tree.AddrOf{Node: tree.Node{T: t, P: pos}, X: x}
}

// constantBase returns the constant pointer that the members of an lvalue are
// selected from, and the offset.
func constantBase(x tree.Expr) (base *tree.Const, offset int64) {
	for {
		switch y := x.(type) {
		case *tree.Member:
			offset += y.Offset
			x = y.X
		case *tree.Deref:
			if d, ok := y.X.(*tree.Decay); ok {
				x = d.X
				continue
			}
			return asConst(y.X), offset
		default:
			return nil, 0
		}
	}
}

// rootObject returns the object that an lvalue is a part of; nil: it is none that the expression names.
func rootObject(x tree.Expr) *tree.Object {
	for {
		switch y := x.(type) {
		case *tree.Member:
			x = y.X
		case *tree.Ref:
			return y.Object
		default:
			return nil
		}
	}
}

// typeOnly analyses an expression for its type: nothing in it is evaluated.
func (a *analyzer) typeOnly(n cc.ExpressionNode) tree.Expr {
	pre := a.pre
	a.unevaluated++
	x := a.expr(n)
	a.unevaluated--
	if !x.Type().IsVariablyModified() {
		a.pre = pre
	}
	return x
}

func (a *analyzer) sizeofExpr(n cc.ExpressionNode, pos ir.Pos) tree.Expr {
	pre := a.pre
	x := a.typeOnly(n)
	if bitField(x) != nil {
		a.fail(pos, "bit-field", "sizeof applied to a bit-field")
	}
	if d, ok := x.(*tree.Deref); ok && x.Type().IsArray() && x.Type().IsVariablySized() && a.fn != nil && a.effect(d.X) != "" {
		a.pre = pre
		d = a.expr(n).(*tree.Deref) // is evaluated (C11 6.5.3.4p2)
		a.pre = append(a.pre, &tree.ExprStmt{StmtNode: tree.StmtNode{P: pos}, X: d.X})
		x = d
	}
	return a.sizeofType(x.Type(), pos)
}

// inPlace evaluates the hidden objects that f needs where the expression stands,
// not before the statement.
func (a *analyzer) inPlace(pos ir.Pos, f func() tree.Expr) tree.Expr {
	outer := a.pre
	a.pre = nil
	x := f()
	inner := a.pre
	a.pre = outer
	if len(inner) == 0 {
		return x
	}
	body := &tree.Block{StmtNode: tree.StmtNode{P: pos}, Stmts: inner, End: pos}
	return &tree.StmtExpr{Node: tree.Node{T: x.Type(), P: pos}, Body: body, Value: x}
}

// sizeofType makes sizeof; void and functions have size 1, as in GNU C.
func (a *analyzer) sizeofType(t *ctype.Type, pos ir.Pos) tree.Expr {
	if t.IsVoid() || t.IsFunc() {
		return a.intNode(1, a.sizeT(), pos)
	}
	return a.sizeOf(t, pos)
}

func (a *analyzer) alignofExpr(n *cc.UnaryExpression) tree.Expr {
	x := a.typeOnly(n.UnaryExpression)
	if r, ok := x.(*tree.Ref); ok && r.Object.Align > 0 {
		return a.intNode(r.Object.Align, a.sizeT(), a.pos(n.Token))
	}
	if r, ok := x.(*tree.FuncRef); ok && r.Func.Align > 0 {
		return a.intNode(r.Func.Align, a.sizeT(), a.pos(n.Token))
	}
	return a.alignof(x.Type(), n.Token)
}

// alignof makes _Alignof, or GNU's __alignof__ with its preferred alignment.
func (a *analyzer) alignof(t *ctype.Type, tok cc.Token) tree.Expr {
	pos := a.pos(tok)
	if !t.IsVoid() && !t.IsFunc() {
		elem := t
		for elem.IsArray() {
			elem = elem.Elem()
		}
		a.requireComplete(elem, pos)
	}
	n := t.AlignOf(a.model)
	if tok.SrcStr() != "_Alignof" && tok.SrcStr() != "alignof" {
		n = t.PreferredAlign(a.model)
	}
	return a.intNode(n, a.sizeT(), pos)
}

// typeofExpr returns the type of an expression for typeof. Of an _Atomic one it
// is unqualified, as in gcc.
func (a *analyzer) typeofExpr(n cc.ExpressionNode) *ctype.Type {
	x := a.typeOnly(n)
	if bitField(x) != nil {
		a.fail(x.Pos(), "bit-field", "typeof applied to a bit-field")
	}
	t := x.Type()
	if t.IsAtomic() && !t.IsArray() {
		return t.Unqualified()
	}
	return t
}
