package sema

import (
	"slices"

	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// primary analyses identifiers, constants, literals and parentheses.
func (a *analyzer) primary(n *cc.PrimaryExpression) tree.Expr {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		return a.identifier(n.Token)
	case cc.PrimaryExpressionInt:
		return a.intConstant(n.Token.SrcStr(), a.pos(n.Token))
	case cc.PrimaryExpressionFloat:
		return a.floatOrImaginary(n.Token)
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return a.charConstant(n.Token)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return a.stringLiteral(n.Token)
	case cc.PrimaryExpressionExpr:
		return a.expr(n.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return a.stmtExpr(n)
	case cc.PrimaryExpressionGeneric:
		return a.generic(n.GenericSelection)
	}
	a.fail(a.nodePos(n), "syntax", "unsupported primary expression")
	return nil
}

// identifier resolves a name used as an expression.
func (a *analyzer) identifier(t cc.Token) tree.Expr {
	name := t.SrcStr()
	pos := a.pos(t)
	sym := a.scope.lookup(name)
	if sym == nil {
		switch {
		case (name == "__FUNCTION__" || name == "__PRETTY_FUNCTION__" || name == "__func__") && a.fn != nil:
			return a.ref(a.funcName(), pos)
		case isBuiltinName(name):
			a.fail(pos, "builtin", "%q must be called", name)
		}
		a.fail(pos, "undeclared", "%q undeclared", name)
	}
	return a.symbolExpr(sym, pos)
}

// symbolExpr makes the expression that a symbol's name is.
func (a *analyzer) symbolExpr(sym *symbol, pos ir.Pos) tree.Expr {
	switch sym.kind {
	case symObject:
		return a.ref(sym.obj, pos)
	case symFunction:
		if a.unevaluated == 0 {
			a.useFunction(sym.fn)
		}
		return &tree.FuncRef{Node: tree.Node{T: sym.fn.Type, P: pos}, Func: sym.fn}
	case symEnumerator:
		return a.enumerator(sym, tree.Node{P: pos})
	case symFuncName:
		return a.ref(a.funcName(), pos)
	case symTypedef:
		a.fail(pos, "type-name", "type name %q used as an expression", sym.name)
	}
	a.refused(sym, pos)
	return nil
}

// refused reports the use of a name whose declaration was refused: nothing if
// an error was reported there.
func (a *analyzer) refused(sym *symbol, pos ir.Pos) {
	if sym.construct == "" {
		panic(bailout{})
	}
	a.refuse(pos, sym.construct)
}

// ref designates an object.
func (a *analyzer) ref(o *tree.Object, pos ir.Pos) tree.Expr {
	if o.Static && a.unevaluated == 0 {
		a.list(o)
	}
	if x := a.taskCopy(o, pos); x != nil {
		return x
	}
	a.capture(o)
	return &tree.Ref{Node: tree.Node{T: o.Type, P: pos}, Object: o}
}

// floatOrImaginary reads a floating constant, or an imaginary one: a number with the suffix i or j (GNU).
func (a *analyzer) floatOrImaginary(t cc.Token) tree.Expr {
	pos := a.pos(t)
	s := t.SrcStr()
	i := strings.IndexAny(s, "ijIJ")
	if i < 0 {
		return a.floatConstant(s, pos)
	}
	s = s[:i] + s[i+1:]
	marks := ".eE"
	if strings.HasPrefix(strings.ToLower(s), "0x") {
		marks = "pP"
	}
	if strings.ContainsAny(s, marks) {
		return a.imaginaryConstant(a.floatConstant(s, pos))
	}
	return a.imaginaryConstant(a.intConstant(s, pos))
}

// intConstant types an integer constant by C11 6.4.4.1: the first type of its
// list that can hold the value.
func (a *analyzer) intConstant(s string, pos ir.Pos) *tree.Const {
	l, ok := parseInt(s)
	if !ok {
		a.fail(pos, "constant", "invalid integer constant %q", s)
	}
	if l.bitInt {
		return a.bitIntConstant(&l, pos)
	}
	candidates := []ctype.Kind{ctype.Int, ctype.UInt, ctype.Long, ctype.ULong, ctype.LLong, ctype.ULLong}
	for _, k := range candidates[2*l.longs:] {
		u := ctype.Basic(k)
		if l.unsigned && u.IsSigned() || l.decimal && !l.unsigned && !u.IsSigned() {
			continue
		}
		bits := u.Bits(a.model)
		if u.IsSigned() {
			bits--
		}
		if l.Len() <= uint(bits) {
			return a.constNode(ctype.UintConst(a.model, u, l.Lo), pos)
		}
	}
	// gcc: too large for the list. A decimal one is __int128 if it fits.
	if l.Hi == 0 && (a.model == ir.ILP32 || !l.decimal) {
		return a.constNode(ctype.UintConst(a.model, ullongType, l.Lo), pos)
	}
	if l.Hi != 0 {
		a.fail(pos, "constant", "integer constant is too large for its type")
	}
	a.warn(pos, "constant", "integer constant is so large that it is unsigned")
	return a.constNode(ctype.WideConst(a.model, int128, l.Word), pos)
}

func (a *analyzer) floatConstant(s string, pos ir.Pos) *tree.Const {
	v, suffix, ok := parseFloat(s)
	if !ok {
		a.fail(pos, "constant", "invalid floating constant %q", s)
	}
	u := doubleType
	switch suffix {
	case suffixFloat:
		u = floatType
	case suffixLongDouble:
		u = longDouble
	}
	return a.constNode(ctype.FloatConst(u, v), pos)
}

func (a *analyzer) charConstant(t cc.Token) tree.Expr {
	pos := a.pos(t)
	enc, body := splitPrefix(t.SrcStr())
	es, ok := elements(body)
	if ok {
		var v int64
		if v, ok = charValue(es, enc); ok {
			u := intType
			if enc != encodingChar {
				u = a.elementType(enc)
			}
			return a.intNode(v, u, pos)
		}
	}
	a.fail(pos, "constant", "invalid character constant %s", t.SrcStr())
	return nil
}

// elementType returns the type of a literal's elements.
func (a *analyzer) elementType(enc literalEncoding) *ctype.Type {
	switch enc {
	case encodingWide:
		return ctype.WcharT(a.model)
	case encodingChar16:
		return ctype.Basic(ctype.UShort)
	case encodingChar32:
		return uintType
	}
	return charType
}

// stringBytes decodes a string literal; the terminating zero is included.
func (a *analyzer) stringBytes(t cc.Token) ([]byte, *ctype.Type) {
	enc, body := splitPrefix(t.SrcStr())
	es, ok := elements(body)
	if !ok {
		a.fail(a.pos(t), "constant", "invalid escape sequence in string literal")
	}
	elem := a.elementType(enc)
	size := elem.Size(a.model)
	return append(encode(es, size), make([]byte, size)...), elem
}

// stringLiteral makes the static array of a string literal.
func (a *analyzer) stringLiteral(t cc.Token) tree.Expr {
	text, elem := a.stringBytes(t)
	return a.newString(text, elem, a.pos(t))
}

func (a *analyzer) newString(text []byte, elem *ctype.Type, pos ir.Pos) *tree.StringLit {
	u := ctype.ArrayOf(elem, int64(len(text))/elem.Size(a.model))
	o := &tree.Object{Type: u, Static: true, Literal: true, AddrTaken: true, Pos: pos}
	o.Init = literalInit(o, text)
	if a.unevaluated == 0 {
		a.list(o)
	}
	return &tree.StringLit{Node: tree.Node{T: u, P: pos}, Object: o, Bytes: text}
}

// literalInit returns the initialiser of a string's object.
func literalInit(o *tree.Object, text []byte) *tree.Init {
	lit := &tree.StringLit{Node: tree.Node{T: o.Type, P: o.Pos}, Bytes: text}
	return &tree.Init{Items: []tree.InitItem{{Type: o.Type, Value: lit}}}
}

// stmtExpr analyses GNU's ({ ... }).
func (a *analyzer) stmtExpr(n *cc.PrimaryExpression) tree.Expr {
	pos := a.pos(n.Token)
	if !a.inBody() {
		a.fail(pos, "statement-expression", "braced group within expression allowed only inside a function")
	}
	saved := a.constant
	a.constant = false
	defer func() { a.constant = saved }()
	a.openScope()
	defer a.closeScope()
	a.enclose("statement expression")
	// The value must be computed in the scope of the body, so the last
	// statement is taken off after its analysis.
	b := a.blockItems(n.CompoundStatement)
	e := &tree.StmtExpr{Node: tree.Node{T: voidType, P: pos}, Body: b}
	if k := len(b.Stmts) - 1; k >= 0 {
		e.Value = takeValue(&b.Stmts[k])
		if e.Value != nil {
			e.T = e.Value.Type()
			if _, empty := b.Stmts[k].(*tree.Empty); empty {
				b.Stmts = b.Stmts[:k]
			}
		}
	}
	return e
}

// takeValue takes the value out of the last statement of a statement
// expression, through labels.
func takeValue(s *tree.Stmt) tree.Expr {
	switch x := (*s).(type) {
	case *tree.ExprStmt:
		*s = &tree.Empty{StmtNode: x.StmtNode}
		return x.X
	case *tree.Labeled:
		return takeValue(&x.Stmt)
	}
	return nil
}

// generic selects an association of _Generic (C11 6.5.1.1); the others are not
// analysed beyond their types. As in gcc, a bit-field whose width is not that of its declared type has a
// type of its own, which no association names.
func (a *analyzer) generic(n *cc.GenericSelection) tree.Expr {
	a.unevaluated++
	x := a.rvalue(n.AssignmentExpression)
	a.unevaluated--
	t := x.Type()
	field := fieldValue(x)
	own := field != nil && field.Bits != t.Bits(a.model) && !t.IsBitInt()
	var chosen, fallback cc.ExpressionNode
	var types []*ctype.Type
	for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		g := l.GenericAssociation
		if g.Case == cc.GenericAssociationDefault {
			if fallback != nil {
				a.fail(a.pos(g.Token), "generic", "duplicate default case in _Generic")
			}
			fallback = g.AssignmentExpression
			continue
		}
		u := a.typeName(g.TypeName)
		if slices.ContainsFunc(types, func(t *ctype.Type) bool { return ctype.Compatible(t, u) }) {
			a.fail(a.pos(n.Token), "generic", "_Generic specifies two compatible types, one of them %q", u.String())
		}
		types = append(types, u)
		if chosen == nil && !own && ctype.Compatible(t, u) {
			chosen = g.AssignmentExpression
		}
	}
	if chosen == nil {
		chosen = fallback
	}
	if chosen == nil {
		a.fail(a.pos(n.Token), "generic", "_Generic selector of type %q is not compatible with any association", t.String())
	}
	return a.expr(chosen)
}
