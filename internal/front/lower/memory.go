package lower

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// memcpy and its like with a constant size on objects of a known type become
// one load and store per granule (semantics 8.2). Other calls go to the library.

// memcpy lowers memcpy.
func (f *function) memcpy(e *tree.Call) (ir.Operand, bool) { return f.copyBlock(e, f.apart) }

// memmove lowers memmove, whose objects may overlap.
func (f *function) memmove(e *tree.Call) (ir.Operand, bool) {
	return f.copyBlock(e, func(address, address, int64) {})
}

// apart checks that two blocks of n bytes do not overlap in part (C11 7.24.2.1). A copy of an object to itself
// does nothing everywhere: compilers make such copies.
func (f *function) apart(to, from address, n int64) {
	if d := to.off - from.off; f.opts.Library || to.base == from.base && (d == 0 || max(d, -d) >= n) {
		return
	}
	far := f.b.PtrApart(f.materialise(to), f.materialise(from))
	f.check(f.compare(ir.OpULe, f.ptrInt(n), far), verdict.Memory, string(verdict.Overlap))
}

// copyBlock lowers a copy of a constant size. apart is called with the addresses and the size in bytes.
func (f *function) copyBlock(e *tree.Call, apart func(to, from address, n int64)) (ir.Operand, bool) {
	if len(e.Args) != 3 || !e.Args[0].Type().IsPointer() || !e.Args[1].Type().IsPointer() {
		return 0, false
	}
	to, n, ok := f.blockType(e.Args[0], e.Args[2])
	if !ok {
		return 0, false
	}
	from, m, ok := f.blockType(e.Args[1], e.Args[2])
	switch {
	case !ok:
		return 0, false
	case isByte(to) && !isByte(from):
		to, n = from, m
	case isByte(from):
	case !ctype.Identical(to.Unqualified(), from.Unqualified()):
		return 0, false
	}
	gs, short := f.blockGranules(to, n)
	if !short {
		return 0, false
	}
	d := f.pointer(e.Args[0])
	d.base = f.holdBefore(d.base, e.Args[1])
	s := f.pointer(e.Args[1])
	f.b.Pos = e.P
	size, _ := constValue(e.Args[2])
	apart(d, s, int64(size))
	f.overwrites(d, to, n)
	toAcc, fromAcc := access{Text: f.spell(&tree.Deref{X: e.Args[0]})}, access{Text: f.spell(&tree.Deref{X: e.Args[1]})}
	// All loads first: memmove's objects may overlap.
	values := make([]ir.Operand, len(gs))
	for i, g := range gs {
		values[i] = f.copyLoad(g, s.plus(g.off), f.granuleAccess(g, fromAcc))
	}
	for i, g := range gs {
		f.b.Store(f.materialise(d.plus(g.off)), values[i], f.granuleAccess(g, toAcc))
		f.copying()
	}
	if f.unused == e {
		return 0, true
	}
	return f.materialise(d), true
}

func (f *function) memset(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) != 3 || !e.Args[0].Type().IsPointer() {
		return 0, false
	}
	t, n, ok := f.blockType(e.Args[0], e.Args[2])
	if !ok {
		return 0, false
	}
	c, ok := constValue(e.Args[1])
	if !ok || c&0xff != 0 && !isPlainInt(t) {
		return 0, false
	}
	gs, short := f.blockGranules(t, n)
	if !short {
		return 0, false
	}
	d := f.pointer(e.Args[0])
	f.b.Pos = e.P
	f.overwrites(d, t, n)
	acc := access{Text: f.spell(&tree.Deref{X: e.Args[0]})}
	for _, g := range gs {
		f.b.Store(f.materialise(d.plus(g.off)), f.splat(g.typ, byte(c)), f.granuleAccess(g, acc))
	}
	if f.unused == e {
		return 0, true
	}
	return f.materialise(d), true
}

// blockType returns the type of the objects behind a pointer and how many of
// them the size covers.
func (f *function) blockType(p, size tree.Expr) (t *ctype.Type, n int64, ok bool) {
	c, ok := constValue(size)
	if !ok || c == 0 || c > 1<<20 {
		return nil, 0, false
	}
	for {
		conv, is := p.(*tree.Convert)
		if !is || !conv.X.Type().IsPointer() {
			break
		}
		p = conv.X
	}
	t = p.Type().Elem()
	if a, is := p.(*tree.AddrOf); is && a.X.Type().IsArray() {
		t = a.X.Type()
	}
	if t.IsVoid() || t.IsFunc() || !t.IsComplete() || t.IsVariablySized() || t.IsVolatile() || t.IsAtomic() {
		return nil, 0, false
	}
	s := t.Size(f.model)
	if s == 0 || int64(c)%s != 0 {
		return nil, 0, false
	}
	return t, int64(c) / s, true
}

// blockGranules lists the granules of n objects of type t; ok is false when
// they are too many.
func (f *function) blockGranules(t *ctype.Type, n int64) (out []granule, ok bool) {
	if n > granuleLimit {
		return nil, false
	}
	size := t.Size(f.model)
	for i := int64(0); i < n; i++ {
		if out, ok = f.granules(t, i*size, out); !ok || len(out) > granuleLimit {
			return nil, false
		}
	}
	return out, true
}

// constValue returns the bits of an integer constant.
func constValue(e tree.Expr) (uint64, bool) {
	for {
		c, ok := e.(*tree.Convert)
		if !ok || !c.T.IsInteger() || !c.X.Type().IsInteger() {
			break
		}
		e = c.X
	}
	c, ok := e.(*tree.Const)
	if !ok || !c.T.IsInteger() {
		return 0, false
	}
	return c.Lo, true
}

// isByte reports whether t is a character type, which does not reveal the type of the object.
func isByte(t *ctype.Type) bool { return t.IsCharacter() }

// isPlainInt reports whether filling t with equal bytes makes sense granule by
// granule: integers and arrays of them.
func isPlainInt(t *ctype.Type) bool {
	for t.IsArray() {
		t = t.Elem()
	}
	return t.IsInteger() && !t.IsBool()
}
