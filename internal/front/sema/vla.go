package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// dimension makes the length of a variable-length array: a hidden object that is declared, with the
// length as initialiser, before the current statement. In a prototype that is not a definition it
// returns nil, an unspecified length.
func (a *analyzer) dimension(length cc.ExpressionNode, pos ir.Pos) any {
	if a.prototypes > 1 || a.prototypes == 1 && !a.defining {
		return nil
	}
	if a.fn == nil && !a.defining {
		a.fail(pos, "variably-modified", "variably modified type at file scope")
	}
	x := a.convert(a.rvalue(length), a.sizeT(), false)
	return a.hidden(x, pos)
}

// hidden declares an unnamed automatic object that holds x.
func (a *analyzer) hidden(x tree.Expr, pos ir.Pos) *tree.Object {
	o := newLocal("", x.Type().Unqualified(), pos)
	o.Init = scalarInit(o.Type, x)
	a.owners[o] = a.fn
	a.pre = append(a.pre, &tree.Decl{StmtNode: tree.StmtNode{P: pos}, Object: o})
	return o
}

// scalarInit returns the initialiser of an object with one value.
func scalarInit(t *ctype.Type, x tree.Expr) *tree.Init {
	return &tree.Init{Items: []tree.InitItem{{Type: t, Value: x}}}
}

// sizeOf returns the size of a type in bytes, as an expression of type size_t.
func (a *analyzer) sizeOf(t *ctype.Type, pos ir.Pos) tree.Expr {
	if !t.IsVariablySized() {
		a.requireComplete(t, pos)
		return a.intNode(t.Size(a.model), a.sizeT(), pos)
	}
	if r := t.Record(); r != nil {
		return a.loadObject(r.VarSize.(*tree.Object), pos)
	}
	elem := a.sizeOf(t.Elem(), pos)
	var n tree.Expr
	switch t.ArrayForm() {
	case ctype.Fixed:
		n = a.intNode(t.Len(), a.sizeT(), pos)
	case ctype.Variable:
		n = a.loadObject(t.VLALength().(*tree.Object), pos)
	default:
		a.fail(pos, "incomplete", "size of array is not known")
	}
	if c := asConst(elem); c != nil && c.Lo == 1 {
		return n
	}
	return a.binary(tree.Mul, n, elem, a.sizeT(), pos)
}

// stride returns how far a step of a pointer to t goes: in bytes, or as an
// expression when that is known at run time only.
func (a *analyzer) stride(t *ctype.Type, pos ir.Pos) (int64, tree.Expr) {
	if t.IsVoid() || t.IsFunc() {
		return 1, nil
	}
	if t.IsVariablySized() {
		return 0, a.sizeOf(t, pos)
	}
	a.requireComplete(t, pos)
	return t.Size(a.model), nil
}

// loadObject reads a scalar object.
func (a *analyzer) loadObject(o *tree.Object, pos ir.Pos) tree.Expr {
	a.capture(o)
	ref := &tree.Ref{Node: tree.Node{T: o.Type, P: pos}, Object: o}
	return &tree.Load{Node: tree.Node{T: o.Type.Unqualified(), P: pos}, X: ref}
}
