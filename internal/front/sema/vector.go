package sema

import (
	"math/bits"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// maxVector is the largest number of elements of a vector.
const maxVector = 1024

// vectorType applies the attribute vector_size(size) to the innermost type of t.
func (a *analyzer) vectorType(t *ctype.Type, size int64, pos ir.Pos) *ctype.Type {
	return t.WithInnermost(func(e *ctype.Type) *ctype.Type {
		if !e.IsArithmetic() || e.IsBool() || e.IsBitInt() || e.Enum() != nil {
			a.fail(pos, "vector", "invalid vector type %q", e.String())
		}
		n := size / e.Size(a.model)
		if n <= 0 || n*e.Size(a.model) != size || n&(n-1) != 0 {
			a.fail(pos, "vector", "%d bytes are not a power of two of elements of type %q", size, e.String())
		}
		return a.vectorOf(e, n, pos).Qualified(e.Qual())
	})
}

// vectorOf returns the type of a vector of n elements.
func (a *analyzer) vectorOf(elem *ctype.Type, n int64, pos ir.Pos) *ctype.Type {
	if n > maxVector {
		a.refuse(pos, "vector of more than 1024 elements")
	}
	return ctype.VectorOf(a.model, elem, n)
}

// vectorIndex makes x[y] for a vector, which is an lvalue if x is one.
func (a *analyzer) vectorIndex(x, y tree.Expr, pos ir.Pos) tree.Expr {
	if !y.Type().IsInteger() {
		a.fail(pos, "operands", "vector subscript is not an integer")
	}
	if tree.IsLvalue(x) && !x.Type().IsAtomic() {
		return a.elementAt(x, y, pos)
	}
	s := &assembly{a: a, pos: pos}
	o := s.temporary(x.Type().Unqualified(), a.load(x))
	return s.finish(a.load(a.elementAt(&tree.Ref{Node: tree.Node{T: o.Type, P: pos}, Object: o}, y, pos)))
}

// vectorOperands brings the operands of op to vectors of one length, or to a vector and a shift count. It
// returns their parts, and the type of the left one, or of the only vector. A number becomes a vector of
// equal elements.
func (s *assembly) vectorOperands(op tree.BinaryOp, x, y tree.Expr) (xs, ys []tree.Expr, t *ctype.Type) {
	a := s.a
	both := s.operands(x, y)
	x, y = both[0], both[1]
	shift := op == tree.Shl || op == tree.Shr
	t, u := x.Type(), y.Type()
	if !t.IsVector() {
		t, u = u, t
	}
	e, f := t.Elem(), u
	if u.IsVector() {
		f = u.Elem()
	}
	switch {
	case u.IsVector() && !a.isLikeVector(t, u),
		!u.IsVector() && !u.IsArithmetic(), e.IsInteger() && u.IsFloating():
		a.fail(s.pos, "operands", "invalid operands to binary %s: %q and %q", op, x.Type().String(), y.Type().String())
	}
	a.checkOperands(op, e, f, s.pos)
	spread := func(x tree.Expr, count bool) []tree.Expr {
		if x.Type().IsVector() {
			return s.parts(x)
		}
		if count {
			x = a.convert(a.promote(x), a.standardType(x), false)
		} else {
			x = a.convert(a.promoteBitField(x), e, false)
		}
		x = s.held(x)
		list := make([]tree.Expr, t.Len())
		for i := range list {
			list[i] = x
		}
		return list
	}
	xs = spread(x, false)
	return xs, spread(y, shift), t
}

// isLikeVector reports whether vectors of types t and u differ at most in the signs or names of their elements.
func (a *analyzer) isLikeVector(t, u *ctype.Type) bool {
	e, f := t.Elem(), u.Elem()
	return t.Len() == u.Len() && (e == f || e.IsInteger() && f.IsInteger() && e.Size(a.model) == f.Size(a.model))
}

// vectorBinary makes x op y element by element, where one operand is a vector at least. A comparison
// yields 0 or -1.
func (a *analyzer) vectorBinary(op tree.BinaryOp, x, y tree.Expr, pos ir.Pos) tree.Expr {
	s := &assembly{a: a, pos: pos}
	if isComparison(op) {
		return s.vectorComparison(op, x, y)
	}
	xs, ys, t := s.vectorOperands(op, x, y)
	e := t.Elem()
	for i := range xs {
		if op != tree.Shl && op != tree.Shr {
			ys[i] = a.convert(ys[i], e, false)
		}
		xs[i] = a.binary(op, a.convert(xs[i], e, false), ys[i], e, pos)
	}
	return s.result(t, xs)
}

func (s *assembly) vectorComparison(op tree.BinaryOp, x, y tree.Expr) tree.Expr {
	a := s.a
	xs, ys, t := s.vectorOperands(op, x, y)
	e := t.Elem()
	if u := y.Type(); u.IsVector() && u.Elem().IsUnsigned() {
		e = u.Elem() // unsigned elements win
	}
	r := a.signedOfSize(e)
	for i := range xs {
		holds := a.binary(op, a.convert(xs[i], e, false), a.convert(ys[i], e, false), intType, s.pos)
		xs[i] = a.convert(a.negate(holds, s.pos), r, false)
	}
	return s.result(ctype.VectorOf(a.model, r, t.Len()), xs)
}

// signedOfSize returns the signed integer type that gcc gives the result of a comparison of elements.
func (a *analyzer) signedOfSize(e *ctype.Type) *ctype.Type {
	for _, k := range []ctype.Kind{ctype.Int, ctype.SChar, ctype.Short, ctype.Long, ctype.LLong} {
		if r := ctype.Basic(k); r.Size(a.model) == e.Size(a.model) {
			return r
		}
	}
	return int128
}

// vectorUnary makes a vector of the results of op on each element.
func (a *analyzer) vectorUnary(x tree.Expr, pos ir.Pos, op func(tree.Expr, ir.Pos) tree.Expr) tree.Expr {
	s := &assembly{a: a, pos: pos}
	parts := s.parts(x)
	for i := range parts {
		parts[i] = op(parts[i], pos)
	}
	return s.result(x.Type(), parts)
}

// vectorCast reinterprets the bytes of a vector as a vector or integer of its size, or makes a vector of an integer.
func (a *analyzer) vectorCast(x tree.Expr, t *ctype.Type, pos ir.Pos) tree.Expr {
	from := x.Type()
	ok := t.IsVector() && (from.IsVector() || from.IsInteger()) || t.IsInteger() && from.IsVector()
	if !ok || t.Size(a.model) != from.Size(a.model) {
		a.fail(pos, "cast", "cannot convert %q to %q", from.String(), t.String())
	}
	if ctype.Identical(t, from) {
		return x
	}
	return a.reinterpret(x, t)
}

// vectorShuffle makes __builtin_shuffle of one or two vectors with a mask of indices, which wrap around.
func (a *analyzer) vectorShuffle(args []tree.Expr, pos ir.Pos) tree.Expr {
	if len(args) != 2 && len(args) != 3 {
		a.fail(pos, "arguments", "wrong number of arguments: got %d, want 2 or 3", len(args))
	}
	t, mask := args[0].Type(), args[len(args)-1]
	m := mask.Type()
	if !t.IsVector() || !m.IsVector() || !m.Elem().IsInteger() || m.Len() != t.Len() ||
		m.Elem().Size(a.model) != t.Elem().Size(a.model) || len(args) == 3 && !ctype.Identical(t, args[1].Type()) {
		a.fail(pos, "operands", "arguments of __builtin_shuffle are not vectors of one length with a mask of integers")
	}
	s := &assembly{a: a, pos: pos}
	args = s.operands(args...)
	mask = args[len(args)-1]
	table := s.table(t.Elem(), args[:len(args)-1])
	last := int64(bits.Len64(uint64(table.Type().Len()))) // of a power of two
	last = 1<<(last-1) - 1
	parts := s.parts(mask)
	for i, x := range parts {
		index := a.binary(tree.And, x, a.constNode(ctype.IntConst(a.model, x.Type(), last), pos), x.Type(), pos)
		parts[i] = s.entry(table, index)
	}
	return s.result(t, parts)
}

// table makes an array of the elements of vectors. It copies them whole: an element that is not selected is not used.
func (s *assembly) table(elem *ctype.Type, vectors []tree.Expr) tree.Expr {
	init := &tree.Init{}
	var n, align int64
	for _, x := range vectors {
		t := x.Type().Unqualified()
		init.Items = append(init.Items, tree.InitItem{Offset: n * elem.Size(s.a.model), Type: t, Value: x})
		n += t.Len()
		align = max(align, t.Align(s.a.model))
	}
	o := newLocal("", ctype.ArrayOf(elem, n), s.pos)
	o.Init, o.Align = init, align
	s.declare(o)
	return &tree.Ref{Node: tree.Node{T: o.Type, P: s.pos}, Object: o}
}

// entry reads an element of a table.
func (s *assembly) entry(table, index tree.Expr) tree.Expr {
	return s.a.load(s.a.deref(s.a.pointerAdd(s.a.load(table), index, false, s.pos), s.pos))
}

// shuffleVector makes __builtin_shufflevector, whose indices are constants. An element with index -1 has any value.
func (a *analyzer) shuffleVector(args []tree.Expr, pos ir.Pos) tree.Expr {
	a.wantAtLeast(args, 3, pos)
	t, u, indices := args[0].Type(), args[1].Type(), args[2:]
	if !t.IsVector() || !u.IsVector() || t.Elem() != u.Elem() || len(indices)&(len(indices)-1) != 0 {
		a.fail(pos, "operands", "invalid arguments of __builtin_shufflevector")
	}
	s := &assembly{a: a, pos: pos}
	table := s.table(t.Elem(), s.operands(args[:2]...))
	n := table.Type().Len()
	var parts []tree.Expr
	for _, x := range indices {
		i := a.value(a.constantArg(x))
		v, ok := i.Int64()
		switch {
		case !ok || v < -1 || v >= n:
			a.fail(pos, "operands", "index of __builtin_shufflevector is out of range")
		case v < 0:
			like := a.constNode(ctype.Const{Type: t.Elem()}, pos)
			parts = append(parts, a.intrinsic(tree.Choose, t.Elem(), pos, like, a.intNode(int64(ir.ChooseNondet), intType, pos)))
		default:
			parts = append(parts, s.entry(table, a.intNode(v, a.ptrdiffT(), pos)))
		}
	}
	return s.result(a.vectorOf(t.Elem(), int64(len(parts)), pos), parts)
}

// convertVector makes __builtin_convertvector(x, type), which converts each element.
func (a *analyzer) convertVector(n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	nodes := a.wantNodes(n, 2, pos)
	x, t := a.rvalue(nodes[0]), a.typeArgument(nodes[1])
	if !x.Type().IsVector() || !t.IsVector() || x.Type().Len() != t.Len() {
		a.fail(pos, "operands", "arguments of __builtin_convertvector are not vectors of one length")
	}
	return a.eachConverted(x, t)
}

// eachConverted makes a vector or complex number of type t from the parts of x.
func (a *analyzer) eachConverted(x tree.Expr, t *ctype.Type) tree.Expr {
	s := &assembly{a: a, pos: x.Pos()}
	return s.result(t, s.parts(x))
}
