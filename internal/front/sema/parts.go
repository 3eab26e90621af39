package sema

import (
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A vector or complex type is a record. Its operations are made here, part by part, of operations on
// scalars: the result is a temporary of that record, whose initialiser computes the parts. Statements
// before it hold the values that are needed more than once.

// assembly is a vector or complex value that is being made.
type assembly struct {
	a     *analyzer
	pos   ir.Pos
	stmts []tree.Stmt
}

// result returns the value of a type with the given parts, which are converted to the type of its elements.
func (s *assembly) result(t *ctype.Type, parts []tree.Expr) tree.Expr {
	t = t.Unqualified()
	o := newLocal("", t, s.pos)
	o.Init = &tree.Init{}
	for i, x := range parts {
		f := &t.Record().Fields()[i]
		o.Init.Items = append(o.Init.Items, tree.InitItem{Offset: f.Offset, Type: f.Type, Value: s.a.convert(x, f.Type, false)})
	}
	lit := &tree.CompoundLit{Node: tree.Node{T: t, P: s.pos}, Object: o, Temporary: true}
	return s.finish(&tree.Load{Node: lit.Node, X: lit})
}

// finish returns the value x, which is computed after the statements.
func (s *assembly) finish(x tree.Expr) tree.Expr {
	if len(s.stmts) == 0 {
		return x
	}
	body := &tree.Block{StmtNode: tree.StmtNode{P: s.pos}, Stmts: s.stmts, End: s.pos}
	return &tree.StmtExpr{Node: tree.Node{T: x.Type(), P: s.pos}, Body: body, Value: x}
}

// parts returns the parts of a vector or complex value. Each is to be evaluated exactly once.
func (s *assembly) parts(x tree.Expr) []tree.Expr {
	t := x.Type().Unqualified()
	switch y := x.(type) {
	case *tree.StmtExpr:
		if l, ok := y.Value.(*tree.Load); ok && onlyTemporaries(y.Body) {
			s.stmts = append(s.stmts, y.Body.Stmts...)
			return s.parts(l)
		}
	case *tree.Load:
		if lit, ok := y.X.(*tree.CompoundLit); ok {
			if parts := s.literalParts(lit); parts != nil {
				return parts
			}
		}
		return s.partsAt(s.place(y.X))
	}
	o := s.temporary(t, x)
	return s.partsAt(&tree.Ref{Node: tree.Node{T: t, P: s.pos}, Object: o})
}

// onlyTemporaries reports whether a block only declares objects without names, as an assembly does.
func onlyTemporaries(b *tree.Block) bool {
	for _, s := range b.Stmts {
		if d, ok := s.(*tree.Decl); !ok || d.Object.Name != "" {
			return false
		}
	}
	return true
}

// literalParts returns the parts that the initialiser of a literal has, nil if it does not have them one by one.
func (s *assembly) literalParts(lit *tree.CompoundLit) []tree.Expr {
	fields := lit.T.Record().Fields()
	parts := make([]tree.Expr, len(fields))
	size := fields[0].Type.Size(s.a.model)
	for _, it := range lit.Object.Init.Items {
		if i := it.Offset / size; it.Type.IsScalar() && it.Repeat <= 1 && parts[i] == nil {
			parts[i] = it.Value
			continue
		}
		return nil
	}
	for i, x := range parts {
		if x == nil {
			parts[i] = s.a.constNode(ctype.Const{Type: fields[i].Type}, s.pos)
		}
	}
	return parts
}

// operands returns values in place of operands. Where their order can matter, they are evaluated into the
// members of one object, whose initialiser has them in any order.
func (s *assembly) operands(list ...tree.Expr) []tree.Expr {
	busy, rest := 0, 0
	for _, x := range list {
		switch {
		case !onlyComputes(x):
			busy++
		case asConst(x) == nil:
			rest++
		}
	}
	if busy == 0 || busy+rest == 1 {
		return list
	}
	r := ctype.NewRecord(false, "")
	var fields []ctype.Field
	for i, x := range list {
		fields = append(fields, ctype.Field{Name: "operand" + strconv.Itoa(i), Type: x.Type().Unqualified()})
	}
	r.Complete(s.a.model, fields, ctype.Attr{})
	o := newLocal("", ctype.RecordOf(r), s.pos)
	o.Init = &tree.Init{}
	out := make([]tree.Expr, len(list))
	for i, x := range list {
		f := &r.Fields()[i]
		o.Init.Items = append(o.Init.Items, tree.InitItem{Offset: f.Offset, Type: f.Type, Value: x})
		ref := &tree.Ref{Node: tree.Node{T: o.Type, P: s.pos}, Object: o}
		out[i] = s.a.load(&tree.Member{Node: tree.Node{T: f.Type, P: s.pos}, X: ref, Name: f.Name, Offset: f.Offset})
	}
	s.declare(o)
	return out
}

// onlyComputes reports whether the evaluation of an expression changes nothing and other threads cannot tell when it happens.
func onlyComputes(x tree.Expr) bool {
	items := func(in *tree.Init) bool {
		return in == nil || !slices.ContainsFunc(in.Items, func(it tree.InitItem) bool { return !onlyComputes(it.Value) })
	}
	switch x := x.(type) {
	case *tree.Assign, *tree.IncDec, *tree.Call, *tree.VaArg, *tree.VaStart, *tree.VaCopy, *tree.Intrinsic, *tree.Unsupported:
		return false
	case *tree.Load:
		if x.X.Type().IsAtomic() {
			return false
		}
	case *tree.CompoundLit:
		return items(x.Object.Init)
	case *tree.StmtExpr:
		for _, s := range x.Body.Stmts {
			if d, ok := s.(*tree.Decl); !ok || !items(d.Object.Init) {
				return false
			}
		}
		return x.Value == nil || onlyComputes(x.Value)
	}
	return !slices.ContainsFunc(tree.Operands(x), func(y tree.Expr) bool { return !onlyComputes(y) })
}

// temporary returns a new object with the value x.
func (s *assembly) temporary(t *ctype.Type, x tree.Expr) *tree.Object {
	o := newLocal("", t, s.pos)
	o.Init = scalarInit(t, x)
	s.declare(o)
	return o
}

func (s *assembly) declare(o *tree.Object) {
	s.stmts = append(s.stmts, &tree.Decl{StmtNode: tree.StmtNode{P: s.pos}, Object: o})
}

// held returns a value that may be evaluated several times.
func (s *assembly) held(x tree.Expr) tree.Expr {
	if asConst(x) != nil || isTemporary(x) {
		return x
	}
	return s.a.loadObject(s.temporary(x.Type().Unqualified(), x), s.pos)
}

// isTemporary reports whether a value is that of an unnamed object or a part of one.
func isTemporary(x tree.Expr) bool {
	switch x := x.(type) {
	case *tree.Load:
		return isTemporary(x.X)
	case *tree.Member:
		return isTemporary(x.X)
	case *tree.Ref:
		return x.Object.Name == ""
	}
	return false
}

// heldParts returns parts that may be evaluated several times, or not at all.
func (s *assembly) heldParts(x tree.Expr) []tree.Expr {
	parts := s.parts(x)
	for i := range parts {
		parts[i] = s.held(parts[i])
	}
	return parts
}

// place returns an lvalue for the object of x that may be evaluated several times.
func (s *assembly) place(x tree.Expr) tree.Expr {
	if isFixed(x) {
		return x
	}
	p := s.a.addressOf(x, s.pos)
	return s.a.deref(s.held(p), s.pos)
}

// isFixed reports whether an lvalue or a pointer always designates the same object, without any effect.
func isFixed(x tree.Expr) bool {
	switch x := x.(type) {
	case *tree.Ref, *tree.Const:
		return true
	case *tree.Member:
		return isFixed(x.X)
	case *tree.Decay:
		return isFixed(x.X)
	case *tree.AddrOf:
		return isFixed(x.X)
	case *tree.Deref:
		return isFixed(x.X)
	case *tree.Convert:
		return x.T.IsPointer() && isFixed(x.X)
	case *tree.PtrAdd:
		return isFixed(x.X) && asConst(x.Index) != nil && x.ElemVLA == nil
	case *tree.Load:
		return isTemporary(x)
	}
	return false
}

// partsAt returns the parts of the vector or complex number that an lvalue designates.
func (s *assembly) partsAt(x tree.Expr) []tree.Expr {
	parts := make([]tree.Expr, x.Type().Len())
	for i := range parts {
		parts[i] = s.a.load(s.a.partAt(x, int64(i), s.pos))
	}
	return parts
}

// partAt returns a part of the vector or complex number that an lvalue designates, an lvalue.
func (a *analyzer) partAt(x tree.Expr, i int64, pos ir.Pos) tree.Expr {
	t := x.Type()
	if t.IsVector() {
		return a.elementAt(x, a.intNode(i, a.ptrdiffT(), pos), pos)
	}
	f := &t.Record().Fields()[i]
	quals := t.Qual() &^ ctype.QAtomic
	return &tree.Member{Node: tree.Node{T: f.Type.Qualified(quals), P: pos}, X: x, Name: f.Name, Offset: f.Offset}
}

// elementAt returns an element of the vector that an lvalue designates, an lvalue.
func (a *analyzer) elementAt(x, index tree.Expr, pos ir.Pos) tree.Expr {
	takeAddress(x)
	quals := x.Type().Qual() &^ ctype.QAtomic
	first := &tree.Decay{Node: tree.Node{T: ctype.PointerTo(x.Type().Elem().Qualified(quals)), P: pos}, X: x}
	return a.deref(a.pointerAdd(first, index, false, pos), pos)
}

// standardType returns the promoted type of a number beside a vector or complex number. Of a bit-field wider than int it is the declared type.
func (a *analyzer) standardType(x tree.Expr) *ctype.Type {
	t := a.promote(x).Type()
	if t.IsBitInt() {
		t = x.Type()
	}
	if t.IsBitInt() {
		a.refuse(x.Pos(), "_BitInt beside a vector or complex number")
	}
	return t
}

// update makes x op= y. If post is set, its value is that of x before.
func (a *analyzer) update(op tree.BinaryOp, x, y tree.Expr, post bool, pos ir.Pos) tree.Expr {
	if x.Type().IsAtomic() {
		a.refuse(pos, "atomic arithmetic with vectors or complex numbers")
	}
	s := &assembly{a: a, pos: pos}
	if !isFixed(x) {
		sides := s.operands(a.addressOf(x, pos), y)
		x, y = s.place(a.deref(sides[0], pos)), sides[1]
	}
	old := a.load(x)
	if !post {
		return s.finish(a.assign(x, a.operate(op, old, y, pos), pos))
	}
	old = a.loadObject(s.temporary(old.Type(), old), pos)
	store := a.assign(x, a.operate(op, old, y, pos), pos)
	return s.finish(&tree.Comma{Node: tree.Node{T: old.Type(), P: pos}, X: store, Y: old})
}
