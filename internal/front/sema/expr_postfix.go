package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// postfix analyses indexing, calls, member access, ++ and --, compound literals.
func (a *analyzer) postfix(n *cc.PostfixExpression) tree.Expr {
	switch n.Case {
	case cc.PostfixExpressionPrimary:
		return a.expr(n.PrimaryExpression)
	case cc.PostfixExpressionIndex:
		return a.index(n)
	case cc.PostfixExpressionCall:
		return a.call(n)
	case cc.PostfixExpressionSelect:
		return a.selectMember(a.expr(n.PostfixExpression), n.Token2)
	case cc.PostfixExpressionPSelect:
		x := a.rvalue(n.PostfixExpression)
		if !x.Type().IsPointer() {
			a.fail(a.pos(n.Token), "operands", "invalid type argument of ->: %q", x.Type().String())
		}
		return a.selectMember(a.deref(x, a.pos(n.Token)), n.Token2)
	case cc.PostfixExpressionInc:
		return a.incDec(n.PostfixExpression, false, true, n.Token)
	case cc.PostfixExpressionDec:
		return a.incDec(n.PostfixExpression, true, true, n.Token)
	case cc.PostfixExpressionComplit:
		return a.compoundLiteral(n)
	}
	a.fail(a.pos(n.Token), "syntax", "unsupported postfix expression")
	return nil
}

// index makes x[y], which is *(x + y).
func (a *analyzer) index(n *cc.PostfixExpression) tree.Expr {
	x, y := a.expr(n.PostfixExpression), a.rvalue(n.ExpressionList)
	pos := a.pos(n.Token)
	if x.Type().IsVector() {
		return a.vectorIndex(x, y, pos)
	}
	x = a.load(x)
	if x.Type().IsInteger() && y.Type().IsPointer() {
		x, y = y, x
	}
	if !x.Type().IsPointer() || !y.Type().IsInteger() {
		a.fail(pos, "operands", "subscripted value is neither array nor pointer")
	}
	return a.deref(a.pointerAdd(x, y, false, pos), pos)
}

// selectMember selects a member of a structure or union.
func (a *analyzer) selectMember(x tree.Expr, tok cc.Token) tree.Expr {
	name := tok.SrcStr()
	pos := a.pos(tok)
	t := x.Type()
	if !t.IsRecord() || t.IsComplex() {
		a.fail(pos, "member", "request for member %q in something not a structure or union: %q", name, t.String())
	}
	a.requireComplete(t, pos)
	m, ok := t.Record().Lookup(name)
	if !ok {
		a.fail(pos, "member", "%q has no member named %q", t.String(), name)
	}
	quals := (t.Qual() | m.Qual) &^ (ctype.QAtomic | ctype.QRestrict)
	if m.Variable != nil {
		return a.variableMember(x, m, m.Field.Type.Qualified(quals), pos)
	}
	e := &tree.Member{Node: tree.Node{T: m.Field.Type.Qualified(quals), P: pos}, X: x, Name: name, Offset: m.Offset}
	if m.Field.BitField {
		e.BitField = placement(m.Place)
	}
	if !tree.IsLvalue(x) {
		e.T = m.Field.Type
		if !e.T.IsArray() {
			e.T = e.T.Unqualified()
		}
	}
	return e
}

func placement(p ctype.Placement) *tree.BitField {
	return &tree.BitField{UnitOffset: p.UnitOffset, UnitBytes: p.UnitBytes, RunBefore: p.RunBefore, RunBytes: p.RunBytes,
		BitOffset: p.BitOffset, Bits: p.Bits, Signed: p.Signed}
}

// call analyses a function call.
func (a *analyzer) call(n *cc.PostfixExpression) tree.Expr {
	var f tree.Expr // a pointer to the function
	pos := a.pos(n.Token)
	if p, ok := n.PostfixExpression.(*cc.PrimaryExpression); ok && p != nil && p.Case == cc.PrimaryExpressionIdent {
		name := p.Token.SrcStr()
		pos = a.pos(p.Token)
		sym := a.scope.lookup(name)
		if isBuiltinName(name) && (sym == nil || sym.kind == symFunction && sym.fn.Body == nil) {
			if x := a.builtinCall(name, n, pos); x != nil {
				return x
			}
			if sym == nil {
				a.refuse(pos, "call of "+name) // its type is not known
			}
		}
		if name == "alloca" && (sym == nil || sym.kind == symFunction && sym.fn.Body == nil) {
			return a.gnuBuiltin(name, n, pos) // gcc knows it, however it is declared
		}
		if _, e := complexFunction(name); e != nil && sym != nil && sym.kind == symFunction && sym.fn.Body == nil {
			return a.complexBuiltin(name, a.arguments(n.ArgumentExpressionList), pos)
		}
		if name == "__heddle_omp_copy" {
			if x := a.copyCall(a.arguments(n.ArgumentExpressionList), pos); x != nil {
				return x
			}
		}
		if sym == nil {
			sym = a.probeFunction(name)
		}
		if sym == nil && a.probing {
			a.fail(pos, "undeclared", "%q is not declared", name)
		}
		if sym == nil {
			sym = a.implicitFunction(p.Token)
		}
		if f = a.symbolExpr(sym, pos); f.Type().IsFunc() {
			f = decay(f, pos) // its address is not used
		}
	} else {
		f = a.expr(n.PostfixExpression)
	}
	return a.probedCall(n, a.callValue(a.load(f), a.arguments(n.ArgumentExpressionList), pos))
}

// arguments analyses an argument list; the values are not converted yet.
func (a *analyzer) arguments(l *cc.ArgumentExpressionList) []tree.Expr {
	var args []tree.Expr
	for ; l != nil; l = l.ArgumentExpressionList {
		args = append(args, a.rvalue(l.AssignmentExpression))
	}
	return args
}

// callValue calls a function pointer, converting the arguments to the types of
// the parameters, or promoting them (C11 6.5.2.2).
func (a *analyzer) callValue(f tree.Expr, args []tree.Expr, pos ir.Pos) tree.Expr {
	if !f.Type().IsFuncPointer() {
		a.fail(pos, "call", "called object of type %q is not a function", f.Type().String())
	}
	ft := f.Type().Elem()
	sig := ft.Sig()
	params := len(sig.Params)
	if sig.OldStyle {
		params = 0
	} else if len(args) < params {
		a.fail(pos, "arguments", "too few arguments: got %d, want %d", len(args), params)
	} else if len(args) > params && !sig.Variadic {
		a.fail(pos, "arguments", "too many arguments: got %d, want %d", len(args), params)
	}
	out := make([]tree.Expr, len(args))
	for i, x := range args {
		if i < params {
			out[i] = a.assignConvert(x, sig.Params[i].Type, "argument")
			continue
		}
		if x.Type().IsVoid() {
			a.fail(x.Pos(), "void-value", "invalid use of void expression")
		}
		a.refuseVariable(x)
		out[i] = a.convert(a.promoteBitField(x), x.Type().DefaultPromote(a.model), false)
	}
	result := ft.Result().Unqualified()
	if !result.IsVoid() {
		a.requireComplete(result, pos)
	}
	return &tree.Call{Node: tree.Node{T: result, P: pos}, F: f, Args: out}
}

// compoundLiteral makes an unnamed object: static at file scope, otherwise
// automatic and initialised anew at each evaluation.
func (a *analyzer) compoundLiteral(n *cc.PostfixExpression) tree.Expr {
	pos := a.pos(n.Token)
	t := a.typeName(n.TypeName)
	if t.IsVariablySized() {
		a.fail(pos, "initializer", "compound literal has variable size")
	}
	if t.IsFunc() || t.IsVoid() {
		a.fail(pos, "initializer", "compound literal of type %q", t.String())
	}
	o := newLocal("", t, pos)
	list := &cc.Initializer{Case: cc.InitializerInitList, Token: n.Token3, InitializerList: n.InitializerList}
	if a.fn == nil {
		o.Static, o.AddrTaken = true, true
		a.staticInit(o, list)
		a.list(o)
		return &tree.Ref{Node: tree.Node{T: o.Type, P: pos}, Object: o}
	}
	a.autoInit(o, list)
	a.requireComplete(o.Type, pos)
	return &tree.CompoundLit{Node: tree.Node{T: o.Type, P: pos}, Object: o}
}

// cast analyses an explicit conversion (C11 6.5.4), to a union too (GNU).
func (a *analyzer) cast(n *cc.CastExpression) tree.Expr {
	pos := a.pos(n.Token)
	t := a.typeName(n.TypeName)
	x := a.rvalue(n.CastExpression)
	return a.castTo(x, t, pos)
}

func (a *analyzer) castTo(x tree.Expr, t *ctype.Type, pos ir.Pos) tree.Expr {
	u, from := t.Unqualified(), x.Type()
	switch {
	case anyComplex(u, from):
		return a.toNumber(x, u)
	case u.IsVector() || from.IsVector() && u.IsInteger():
		return a.vectorCast(x, u, pos)
	case u.IsVoid():
		if from.IsVoid() {
			return x
		}
	case u.IsRecord() && from.IsRecord() && u.Record() == from.Record():
		return x
	case u.Kind() == ctype.Union:
		for _, f := range u.Record().Fields() {
			if ctype.Compatible(f.Type.Unqualified(), from) {
				return a.unionOf(u, f, x)
			}
		}
		a.fail(pos, "cast", "cast to union type %q from type %q not present in it", u.String(), from.String())
	case !u.IsScalar():
		a.fail(pos, "cast", "conversion to non-scalar type %q requested", u.String())
	case from.IsVoid():
		a.fail(pos, "void-value", "void value not ignored as it ought to be")
	case !from.IsScalar(), u.IsPointer() && from.IsFloating(), u.IsFloating() && from.IsPointer():
		a.fail(pos, "cast", "cannot convert %q to %q", from.String(), u.String())
	}
	return a.convert(x, u, true)
}
