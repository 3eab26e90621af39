package sema

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// bitField returns the bit-field that an lvalue designates or a load reads.
func bitField(x tree.Expr) *tree.BitField {
	if l, ok := x.(*tree.Load); ok {
		x = l.X
	}
	if m, ok := x.(*tree.Member); ok {
		return m.BitField
	}
	return nil
}

// fieldValue returns the bit-field whose type a value has: a bit-field that is read, assigned,
// incremented, or last in a comma or statement expression.
func fieldValue(x tree.Expr) *tree.BitField {
	for {
		switch y := x.(type) {
		case *tree.Assign:
			x = y.X
		case *tree.IncDec:
			x = y.X
		case *tree.Comma:
			x = y.Y
		case *tree.StmtExpr:
			x = y.Value
		default:
			return bitField(x)
		}
	}
}

// takeAddress notes that the object that an lvalue is part of needs memory.
func takeAddress(x tree.Expr) {
	for {
		switch y := x.(type) {
		case *tree.Member:
			x = y.X
		case *tree.Ref:
			y.Object.AddrTaken = true
			return
		case *tree.CompoundLit:
			y.Object.AddrTaken = true
			return
		default:
			return
		}
	}
}

// load turns the object or function that an expression designates into a value (C11 6.3.2.1): arrays
// and functions decay, other lvalues are read.
func (a *analyzer) load(x tree.Expr) tree.Expr {
	t := x.Type()
	switch {
	case t.IsFunc():
		if d, ok := x.(*tree.Deref); ok {
			return d.X
		}
		if r, ok := x.(*tree.FuncRef); ok {
			a.noteFunctionAddress(r.Func)
		}
		return decay(x, x.Pos())
	case t.IsArray():
		if !tree.IsLvalue(x) {
			x = a.materialize(x)
		}
		takeAddress(x)
		return decay(x, x.Pos())
	case !tree.IsLvalue(x):
		return x
	case t.IsVoid():
		if d, ok := x.(*tree.Deref); ok {
			return &tree.Convert{Node: tree.Node{T: voidType, P: x.Pos()}, X: d.X}
		}
	}
	a.requireComplete(t, x.Pos())
	if t.IsRecord() && t.IsAtomic() {
		p, u := a.atomicTarget(a.addressOf(x, x.Pos()))
		return a.reinterpret(a.intrinsic(tree.AtomicLoad, u, x.Pos(), p, a.orderNode(ir.SeqCst, x.Pos())), t.Unqualified())
	}
	return &tree.Load{Node: tree.Node{T: t.Unqualified(), P: x.Pos()}, X: x}
}

// decay makes the pointer that an array or function is as a value.
func decay(x tree.Expr, pos ir.Pos) tree.Expr {
	return &tree.Decay{Node: tree.Node{T: x.Type().Decay(), P: pos}, X: x}
}

// materialize gives the structure value that an array member is part of a
// place in memory, an unnamed object.
func (a *analyzer) materialize(x tree.Expr) tree.Expr {
	m, ok := x.(*tree.Member)
	if !ok {
		o := newLocal("", x.Type(), x.Pos())
		o.AddrTaken = true
		o.Init = scalarInit(o.Type, x)
		return &tree.CompoundLit{Node: tree.Node{T: o.Type, P: x.Pos()}, Object: o, Temporary: true}
	}
	c := *m
	c.X = a.materialize(m.X)
	return &c
}

// convert converts a value to type t; explicit is set for a cast. The caller has checked that C allows
// the conversion.
func (a *analyzer) convert(x tree.Expr, t *ctype.Type, explicit bool) tree.Expr {
	t = t.Unqualified()
	from := x.Type()
	if ctype.Identical(from, t) && !from.IsRecord() && !(explicit && fieldValue(x) != nil) { // a cast takes a bit-field its width
		return x
	}
	if from.IsRecord() && t.IsRecord() {
		return x
	}
	if c := asConst(x); c != nil && t.IsScalar() {
		if v, ok := a.foldConvert(c, t); ok {
			return a.constNode(v, c.P)
		}
	}
	return &tree.Convert{Node: tree.Node{T: t, P: x.Pos()}, X: x, Explicit: explicit}
}

func (a *analyzer) foldConvert(c *tree.Const, t *ctype.Type) (ctype.Const, bool) {
	if t.IsPointer() && c.T.IsFloating() || c.T.IsPointer() && t.IsFloating() {
		return ctype.Const{}, false
	}
	if c.T.IsPointer() && t.IsInteger() && !t.IsBool() {
		// gcc sign-extends a pointer to a wider integer.
		v := ctype.WideConst(a.model, a.ptrdiffT(), c.Word)
		r, _ := ctype.Convert(a.model, v, t)
		return r, true
	}
	r, _ := ctype.Convert(a.model, a.value(c), t)
	return r, true
}

// promote applies the integer promotions, to a bit-field by its width.
func (a *analyzer) promote(x tree.Expr) tree.Expr {
	t := x.Type()
	if b := fieldValue(x); b != nil {
		return a.convert(x, t.PromoteBitField(a.model, b.Bits), false)
	}
	return a.convert(x, t.Promote(a.model), false)
}

// usual brings two arithmetic operands to their common type (C11 6.3.1.8).
func (a *analyzer) usual(x, y tree.Expr) (tree.Expr, tree.Expr, *ctype.Type) {
	t := a.usualType(x, y)
	return a.convert(a.promoteBitField(x), t, false), a.convert(a.promoteBitField(y), t, false), t
}

// usualType returns the common type of two arithmetic operands.
func (a *analyzer) usualType(x, y tree.Expr) *ctype.Type {
	return ctype.UsualArithmetic(a.model, a.promoteBitField(x).Type(), a.promoteBitField(y).Type())
}

func (a *analyzer) promoteBitField(x tree.Expr) tree.Expr {
	if x.Type().IsInteger() && fieldValue(x) != nil {
		return a.promote(x)
	}
	return x
}

// assignConvert converts a value as by assignment (C11 6.5.16.1). what names the construct in
// messages.
func (a *analyzer) assignConvert(x tree.Expr, t *ctype.Type, what string) tree.Expr {
	from := x.Type()
	u := t.Unqualified()
	switch {
	case from.IsVoid():
		a.fail(x.Pos(), "void-value", "void value not ignored as it ought to be")
	case u.IsArithmetic() && from.IsArithmetic(), u.IsBool() && from.IsPointer():
	case anyComplex(u, from):
		return a.toNumber(x, u)
	case u.IsPointer() && isNull(x):
	case u.IsPointer() && from.IsPointer():
	case u.IsPointer() && from.IsInteger():
		a.warn(x.Pos(), "int-conversion", "%s makes %q from integer %q without a cast", what, u.String(), from.String())
	case u.IsInteger() && from.IsPointer():
		a.warn(x.Pos(), "int-conversion", "%s makes integer %q from %q without a cast", what, u.String(), from.String())
	case u.IsRecord() && from.IsRecord() && u.Record() == from.Record():
		a.refuseVariable(x)
		return x
	case u.IsVector() && from.IsVector() && a.isLikeVector(u, from):
		return a.eachConverted(x, u)
	case u.IsRecord() && u.Record().Transparent:
		if lit := a.toTransparent(x, u); lit != nil {
			return lit
		}
		fallthrough
	default:
		a.fail(x.Pos(), "incompatible", "incompatible types in %s: %q from %q", what, t.String(), from.String())
	}
	return a.convert(x, u, false)
}

// toTransparent makes a transparent union of the value of one of its members.
func (a *analyzer) toTransparent(x tree.Expr, u *ctype.Type) tree.Expr {
	for _, f := range u.Record().Fields() {
		ok := ctype.Compatible(f.Type.Unqualified(), x.Type()) ||
			f.Type.IsPointer() && (isNull(x) || x.Type().IsPointer() && compatiblePointees(f.Type, x.Type()))
		if ok {
			return a.unionOf(u, f, x)
		}
	}
	return nil
}

func compatiblePointees(p, q *ctype.Type) bool {
	x, y := p.Elem().Unqualified(), q.Elem().Unqualified()
	return x.IsVoid() || y.IsVoid() || ctype.Compatible(x, y)
}

// unionOf makes the value of a union whose member f holds x.
func (a *analyzer) unionOf(u *ctype.Type, f ctype.Field, x tree.Expr) tree.Expr {
	o := newLocal("", u.Unqualified(), x.Pos())
	o.Init = &tree.Init{Items: []tree.InitItem{{Offset: f.Offset, Type: f.Type, Value: a.convert(x, f.Type, false)}}}
	return a.load(&tree.CompoundLit{Node: tree.Node{T: o.Type, P: x.Pos()}, Object: o})
}
