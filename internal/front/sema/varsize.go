package sema

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// GNU C permits members of variable size. The offsets of the members behind such a member and the size of the
// structure are hidden objects, computed where the structure is defined. A member at such an offset
// is accessed through a pointer. Such a structure is copied by memcpy.

// variableLayout computes the offsets and the size of a structure with members of variable size.
func (a *analyzer) variableLayout(rec *ctype.Record, pos ir.Pos) {
	var end tree.Expr // of the members so far; nil: there is no variable one yet
	fields := rec.Fields()
	for i := range fields {
		f := &fields[i]
		switch {
		case end == nil && !f.Type.IsVariablySized():
			continue
		case rec.Union:
			a.refuse(pos, "union with a member of variable size")
		case f.BitField:
			a.refuse(pos, "bit-field behind a member of variable size")
		case end == nil:
			end = a.intNode(f.Offset, a.sizeT(), pos)
		default:
			o := a.hidden(a.roundUp(end, f.Unit, pos), pos)
			f.Offset, f.Variable = 0, o
			end = a.loadObject(o, pos)
		}
		if f.Type.IsComplete() {
			end = a.binary(tree.Add, end, a.sizeOf(f.Type, pos), a.sizeT(), pos)
		}
	}
	if end != nil {
		rec.VarSize = a.hidden(a.roundUp(end, rec.Align(), pos), pos)
	}
}

// roundUp rounds a size up to a multiple of a power of two.
func (a *analyzer) roundUp(x tree.Expr, to int64, pos ir.Pos) tree.Expr {
	if to == 1 {
		return x
	}
	x = a.binary(tree.Add, x, a.intNode(to-1, a.sizeT(), pos), a.sizeT(), pos)
	return a.binary(tree.And, x, a.intNode(-to, a.sizeT(), pos), a.sizeT(), pos)
}

// variableMember makes the lvalue of a member whose offset is variable.
func (a *analyzer) variableMember(x tree.Expr, m ctype.Member, t *ctype.Type, pos ir.Pos) tree.Expr {
	if m.Field.BitField {
		a.refuse(pos, "bit-field behind a member of variable size")
	}
	a.refuseVariable(x)
	p := a.convert(a.addressOf(x, pos), charPtr, true)
	for _, o := range m.Variable {
		p = a.pointerAdd(p, a.loadObject(o.(*tree.Object), pos), false, pos)
	}
	p = a.pointerAdd(p, a.intNode(m.Offset, a.ptrdiffT(), pos), false, pos)
	return a.deref(a.convert(p, ctype.PointerTo(t), true), pos)
}

// refuseVariable refuses the value of a structure of variable size, except in an assignment.
func (a *analyzer) refuseVariable(x tree.Expr) {
	if t := x.Type(); t.IsRecord() && t.IsVariablySized() && !tree.IsLvalue(x) {
		a.refuse(x.Pos(), "value of a structure with a member of variable size")
	}
}

// assignVariable makes x = y for structures of variable size.
func (a *analyzer) assignVariable(x, y tree.Expr, pos ir.Pos) tree.Expr {
	return a.withTemps(pos, []tree.Expr{a.addressOf(x, pos)}, func(v []tree.Expr) tree.Expr {
		copied := a.copyVariable(v[0], y, pos)
		return &tree.Comma{Node: tree.Node{T: y.Type(), P: pos}, X: copied, Y: a.load(a.deref(v[0], pos))}
	})
}

// copyVariable copies the value y to the place at a pointer.
func (a *analyzer) copyVariable(to, y tree.Expr, pos ir.Pos) tree.Expr {
	switch y := y.(type) {
	case *tree.Load:
		return a.callNamed("memcpy", []tree.Expr{to, a.addressOf(y.X, pos), a.sizeOf(y.T, pos)}, pos)
	case *tree.Comma:
		return &tree.Comma{Node: tree.Node{T: voidPtr, P: pos}, X: y.X, Y: a.copyVariable(to, y.Y, pos)}
	case *tree.StmtExpr:
		return &tree.StmtExpr{Node: tree.Node{T: voidPtr, P: pos}, Body: y.Body, Value: a.copyVariable(to, y.Value, pos)}
	}
	a.refuseVariable(y)
	return nil
}
