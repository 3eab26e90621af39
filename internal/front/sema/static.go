package sema

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// staticValue reduces the value of a static initialiser, converted already, to a constant or an
// address (C11 6.6 paragraphs 7 and 9, and gcc's extensions).
func (a *analyzer) staticValue(x tree.Expr) tree.Expr {
	switch y := x.(type) {
	case *tree.Const, *tree.Address:
		return x
	case *tree.StringLit:
		return y
	}
	if v := a.staticEval(x); v != nil {
		return v
	}
	a.fail(x.Pos(), "constant", "initializer element is not constant")
	return nil
}

// staticEval evaluates x to a *tree.Const or *tree.Address; nil if it cannot.
func (a *analyzer) staticEval(x tree.Expr) tree.Expr {
	switch y := x.(type) {
	case *tree.Const:
		return y
	case *tree.Address:
		return y
	case *tree.Decay:
		return a.staticAddress(y.X, y.T)
	case *tree.AddrOf:
		return a.staticAddress(y.X, y.T)
	case *tree.LabelAddr:
		return a.intNode(int64(y.Label.Number), voidPtr, y.P)
	case *tree.Convert:
		return a.staticConvert(y)
	case *tree.PtrAdd:
		return a.staticPtrAdd(y)
	case *tree.PtrSub:
		return a.staticPtrSub(y)
	case *tree.Binary:
		return a.staticBinary(y)
	case *tree.Cond:
		return a.staticCond(y)
	case *tree.Load:
		return a.staticLoad(y)
	case *tree.Unary:
		return a.staticUnary(y)
	}
	return nil
}

// staticAddress evaluates the address of an lvalue or function.
func (a *analyzer) staticAddress(x tree.Expr, t *ctype.Type) tree.Expr {
	node := tree.Node{T: t, P: x.Pos()}
	switch y := x.(type) {
	case *tree.Ref:
		if y.Object.Static && !y.Object.ThreadLocal {
			return &tree.Address{Node: node, Object: y.Object}
		}
	case *tree.StringLit:
		return &tree.Address{Node: node, Object: y.Object}
	case *tree.FuncRef:
		if y.Func.Parent != nil {
			return nil
		}
		return &tree.Address{Node: node, Func: y.Func}
	case *tree.Deref:
		return retyped(a.staticEval(y.X), t)
	case *tree.Member:
		if y.BitField != nil {
			return nil
		}
		switch base := a.staticAddress(y.X, t).(type) {
		case *tree.Address:
			base.Offset += y.Offset
			return base
		case *tree.Const:
			return a.intNode(int64(base.Lo)+y.Offset, t, node.P)
		}
	}
	return nil
}

// retyped returns a copy of a static value with another type of the same width.
func retyped(x tree.Expr, t *ctype.Type) tree.Expr {
	switch y := x.(type) {
	case *tree.Address:
		c := *y
		c.T = t
		return &c
	case *tree.Const:
		c := *y
		c.T = t
		return &c
	}
	return nil
}

func (a *analyzer) staticConvert(y *tree.Convert) tree.Expr {
	switch v := a.staticEval(y.X).(type) {
	case *tree.Const:
		if r, ok := a.foldConvert(v, y.T); ok && y.T.IsScalar() {
			return a.constNode(r, y.P)
		}
	case *tree.Address:
		switch {
		case y.T.IsBool():
			return a.intNode(1, y.T, y.P)
		case y.T.IsPointer(), y.T.IsInteger() && y.T.Size(a.model) == voidPtr.Size(a.model):
			return retyped(v, y.T)
		}
	}
	return nil
}

func (a *analyzer) staticPtrAdd(y *tree.PtrAdd) tree.Expr {
	if y.ElemVLA != nil {
		return nil
	}
	index, _ := a.staticEval(y.Index).(*tree.Const)
	if index == nil {
		return nil
	}
	n, _ := a.value(index).Int64()
	off := n * y.Elem
	if y.Negate {
		off = -off
	}
	switch v := a.staticEval(y.X).(type) {
	case *tree.Address:
		v = retyped(v, y.T).(*tree.Address)
		v.Offset += off
		return v
	case *tree.Const:
		return a.intNode(int64(v.Lo)+off, y.T, y.P)
	}
	return nil
}

func (a *analyzer) staticPtrSub(y *tree.PtrSub) tree.Expr {
	if y.ElemVLA != nil || y.Elem == 0 {
		return nil
	}
	if d, ok := addressDifference(a.staticEval(y.X), a.staticEval(y.Y)); ok {
		return a.intNode(d/y.Elem, y.T, y.P)
	}
	return nil
}

// addressDifference subtracts two addresses in one object, or two constants.
func addressDifference(x, y tree.Expr) (int64, bool) {
	switch v := x.(type) {
	case *tree.Address:
		if w, ok := y.(*tree.Address); ok && v.Object == w.Object && v.Func == w.Func {
			return v.Offset - w.Offset, true
		}
	case *tree.Const:
		if w, ok := y.(*tree.Const); ok {
			return int64(v.Lo - w.Lo), true
		}
	}
	return 0, false
}

// staticBinary adds to or subtracts from an address that was cast to an integer, compares addresses,
// and folds other operations.
func (a *analyzer) staticBinary(y *tree.Binary) tree.Expr {
	v, w := a.staticEval(y.X), a.staticEval(y.Y)
	c, d := asConst(v), asConst(w)
	if v == nil || w == nil {
		return nil
	}
	if c != nil && d != nil {
		if r := a.foldBinary(y.Op, c, d, y.P); r != nil {
			return r
		}
		return nil
	}
	p, _ := v.(*tree.Address)
	q, _ := w.(*tree.Address)
	switch {
	case y.Op == tree.Add && p != nil && d != nil:
		return shiftAddress(p, int64(d.Lo), y.T)
	case y.Op == tree.Add && q != nil && c != nil:
		return shiftAddress(q, int64(c.Lo), y.T)
	case y.Op == tree.Sub && p != nil && d != nil:
		return shiftAddress(p, -int64(d.Lo), y.T)
	case y.Op == tree.Sub:
		if n, ok := addressDifference(v, w); ok {
			return a.intNode(n, y.T, y.P)
		}
	case y.Op == tree.Eq || y.Op == tree.Ne:
		if n, ok := addressDifference(v, w); ok {
			return a.intNode(boolInt((n == 0) == (y.Op == tree.Eq)), y.T, y.P)
		}
		if c != nil && c.Lo == 0 || d != nil && d.Lo == 0 {
			return a.intNode(boolInt(y.Op == tree.Ne), y.T, y.P)
		}
	}
	return nil
}

func shiftAddress(p *tree.Address, by int64, t *ctype.Type) tree.Expr {
	c := *p
	c.T = t
	c.Offset += by
	return &c
}

func (a *analyzer) staticCond(y *tree.Cond) tree.Expr {
	c := a.staticEval(y.C)
	truth := false
	switch v := c.(type) {
	case *tree.Const:
		truth = a.isTrue(v)
	case *tree.Address:
		truth = true
	default:
		return nil
	}
	switch {
	case truth && y.X == nil:
		return c
	case truth:
		return a.staticEval(y.X)
	}
	return a.staticEval(y.Y)
}

// staticLoad reads a const object that has a constant initialiser, as gcc allows.
func (a *analyzer) staticLoad(y *tree.Load) tree.Expr {
	r, ok := y.X.(*tree.Ref)
	if !ok || !r.Object.Static || !r.Object.Type.IsConst() || r.Object.Type.IsVolatile() || r.Object.Init == nil {
		return nil
	}
	items := r.Object.Init.Items
	if len(items) == 1 && items[0].Type.IsScalar() && items[0].BitField == nil {
		return retyped(a.staticEval(items[0].Value), y.T)
	}
	return nil
}

func (a *analyzer) staticUnary(y *tree.Unary) tree.Expr {
	switch v := a.staticEval(y.X).(type) {
	case *tree.Const:
		switch y.Op {
		case tree.Neg:
			return a.negate(v, y.P)
		case tree.BitNot:
			return a.complement(v, y.P)
		}
		return a.not(v, y.P)
	case *tree.Address:
		if y.Op == tree.Not {
			return a.intNode(0, y.T, y.P)
		}
	}
	return nil
}
