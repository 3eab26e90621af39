package lower

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// granuleLimit is the number of leaves of one array above which a copy is a loop.
const granuleLimit = 32

// granule is one load and store of an aggregate copy: a scalar leaf, the unit of
// bit-fields, or a piece of a union or of padding.
type granule struct {
	off   int64
	typ   ir.Type
	ctype *ctype.Type // nil: no declared type
}

// granules lists the pieces of an object of type t at offset off, or ok = false
// when an array in it is too long.
func (f *function) granules(t *ctype.Type, off int64, out []granule) (_ []granule, ok bool) {
	switch {
	case t.IsArray() || t.IsVector():
		size := t.Elem().Size(f.model)
		if t.Len() > granuleLimit {
			return out, false
		}
		for i := int64(0); i < t.Len(); i++ {
			if out, ok = f.granules(t.Elem(), off+i*size, out); !ok || len(out) > 8*granuleLimit {
				return out, false
			}
		}
		return out, true
	case t.IsRecord() && t.Kind() != ctype.Union:
		return f.recordGranules(t.Record(), off, out)
	case t.IsScalar():
		ty := memType(f.model, t)
		out = append(out, granule{off, ty, t.Unqualified()})
		n := ty.Bytes(f.model)
		return f.rawGranules(off+n, t.Size(f.model)-n, out), true // long double's padding
	}
	n := t.Size(f.model)
	if n > granuleLimit {
		return out, false
	}
	for i := int64(0); i < n; i++ {
		out = append(out, granule{off + i, ir.I8, nil})
	}
	return out, true
}

// rawGranules covers n bytes of padding with aligned integers.
func (f *function) rawGranules(off, n int64, out []granule) []granule {
	for n > 0 {
		w := min(off&-off, 8)
		if off == 0 {
			w = 8
		}
		for w > n {
			w /= 2
		}
		out = append(out, granule{off, ir.Int(int(w) * 8), nil})
		off, n = off+w, n-w
	}
	return out
}

func (f *function) recordGranules(r *ctype.Record, base int64, out []granule) (_ []granule, ok bool) {
	at := int64(0) // the bytes covered so far
	fields := r.Fields()
	for i := range fields {
		m := &fields[i]
		if m.BitField {
			out, at = f.bitGranules(m, base, at, out)
			continue
		}
		size := int64(0)
		if m.Type.IsComplete() {
			size = m.Type.Size(f.model)
		}
		if size == 0 {
			continue
		}
		if m.Offset > at {
			out = f.rawGranules(base+at, m.Offset-at, out)
		}
		if out, ok = f.granules(m.Type, base+m.Offset, out); !ok {
			return out, false
		}
		at = m.Offset + size
	}
	if r.Size() > at {
		out = f.rawGranules(base+at, r.Size()-at, out)
	}
	return out, true
}

// bitGranules covers a bit-field, up to which the record is covered until at:
// with its unit, or, when that is not aligned, byte by byte like padding.
func (f *function) bitGranules(m *ctype.Field, base, at int64, out []granule) ([]granule, int64) {
	from, n := m.Place.UnitOffset, m.Place.UnitBytes
	if m.Bits == 0 || from+n <= at {
		return out, at
	}
	if from < at {
		return f.rawGranules(base+at, from+n-at, out), from + n
	}
	out = f.rawGranules(base+at, from-at, out)
	if n <= 8 && n&(n-1) == 0 && from%n == 0 {
		out = append(out, granule{base + from, ir.Int(int(n) * 8), nil})
	} else {
		out = f.rawGranules(base+from, n, out)
	}
	return out, from + n
}

// copyGranules copies an object of type t; from and to do not partly overlap.
func (f *function) copyGranules(to, from address, t *ctype.Type, toAcc, fromAcc access) {
	f.eachGranule(t, to, from, func(g granule, to, from address) {
		a := f.granuleAccess(g, fromAcc)
		v := f.copyLoad(g, from, a)
		f.b.Store(f.materialise(to), v, f.granuleAccess(g, toAcc))
		f.copying()
	})
}

// copyLoad reads a granule of a copy, whose bytes may lack a value.
func (f *function) copyLoad(g granule, from address, a access) ir.Operand {
	v := f.b.Load(g.typ, f.materialise(from), a)
	f.copying()
	return v
}

// copying marks the last emitted access as a copy.
func (f *function) copying() {
	list := f.b.F.Blocks[f.b.Block()].Instrs
	list[len(list)-1].Flags |= ir.Copying
}

// fillGranules sets every byte of an object of type t to the constant c.
func (f *function) fillGranules(to address, t *ctype.Type, c byte) {
	f.eachGranule(t, to, address{}, func(g granule, to, _ address) {
		f.b.Store(f.materialise(to), f.splat(g.typ, c), f.granuleAccess(g, access{}))
	})
}

// clearMemory sets an object to zero.
func (f *function) clearMemory(to address, t *ctype.Type) { f.fillGranules(to, t, 0) }

// splat returns the constant of type t whose bytes are all c.
func (f *function) splat(t ir.Type, c byte) ir.Operand {
	w := uint64(c) * 0x0101010101010101
	return f.b.Const(ir.Const{Type: t, Word: wide.Word{Lo: w, Hi: w}})
}

func (f *function) granuleAccess(g granule, a access) access {
	a.Align = 1
	if g.ctype != nil {
		a.CType = f.types.id(g.ctype)
		a.Align = int32(g.ctype.Align(f.model))
	}
	return a
}

// eachGranule calls do for every granule of an object of type t at two
// addresses at once. Long arrays become loops in the IR.
func (f *function) eachGranule(t *ctype.Type, to, from address, do func(g granule, to, from address)) {
	if gs, ok := f.granules(t, 0, nil); ok {
		for _, g := range gs {
			do(g, to.plus(g.off), from.plus(g.off))
		}
		return
	}
	switch {
	case t.Kind() == ctype.Struct:
		f.eachMember(t.Record(), to, from, do)
	case t.IsArray() || t.IsVector():
		f.eachElement(t.Len(), t.Elem(), to, from, do)
	default:
		f.eachElement(t.Size(f.model), ctype.Basic(ctype.UChar), to, from, do)
	}
}

// eachMember goes through a structure that holds a long array.
func (f *function) eachMember(r *ctype.Record, to, from address, do func(g granule, to, from address)) {
	at := int64(0)
	raw := func(off, n int64) {
		for _, g := range f.rawGranules(off, n, nil) {
			do(g, to.plus(g.off), from.plus(g.off))
		}
	}
	fields := r.Fields()
	for i := range fields {
		m := &fields[i]
		if m.BitField || !m.Type.IsComplete() || m.Type.Size(f.model) == 0 {
			continue // bit-fields are covered as padding
		}
		raw(at, m.Offset-at)
		f.eachGranule(m.Type, to.plus(m.Offset), from.plus(m.Offset), do)
		at = m.Offset + m.Type.Size(f.model)
	}
	raw(at, r.Size()-at)
}

// eachElement is a loop in the IR over n array elements.
func (f *function) eachElement(n int64, elem *ctype.Type, to, from address, do func(g granule, to, from address)) {
	size := elem.Size(f.model)
	if size == 0 || n == 0 {
		return
	}
	toBase := f.materialise(to)
	var fromBase ir.Operand
	if from != (address{}) {
		fromBase = f.materialise(from)
	}
	f.repeat(n, func(index ir.Operand) {
		off := f.binary(ir.OpMul, 0, index, f.ptrInt(size))
		a := address{base: f.ptrAdd(toBase, off)}
		var b address
		if fromBase != 0 {
			b.base = f.ptrAdd(fromBase, off)
		}
		f.eachGranule(elem, a, b, do)
	})
}

// repeat emits a loop that runs body with index 0 to n-1 (pointer-wide).
func (f *function) repeat(n int64, body func(index ir.Operand)) {
	pi := f.model.PtrInt()
	i := f.newTemp(pi)
	f.b.CopyTo(i, f.b.Int(pi, 0))
	top, end := f.b.NewBlock(), f.b.NewBlock()
	f.b.Br(top)
	f.open(top)
	body(ir.RegOperand(i))
	f.assign(i, f.b.Binary(ir.OpAdd, 0, ir.RegOperand(i), f.b.Int(pi, 1)))
	f.b.CondBr(f.b.Compare(ir.OpULt, ir.RegOperand(i), f.b.Int(pi, uint64(n))), top, end)
	f.open(end)
}

// aggregate evaluates an expression of structure type into a place.
func (f *function) aggregate(e tree.Expr, to place) {
	if r, ok := f.ready[e]; ok {
		f.b.Pos = e.Pos()
		f.copyRecord(to, r.place)
		return
	}
	defer f.arrange(e)()
	switch e := e.(type) {
	case *tree.Call:
		// The callee must not see the target, which it may read.
		if !f.fresh(to) {
			break
		}
		f.call(e, to.addr)
		return
	case *tree.Cond:
		if e.X == nil {
			break
		}
		f.sides(func(then, otherwise ir.BlockID) { f.branch(e.C, then, otherwise) }, func() { f.aggregate(e.X, to) }, func() { f.aggregate(e.Y, to) })
		return
	case *tree.Comma:
		f.discard(e.X)
		f.aggregate(e.Y, to)
		return
	case *tree.StmtExpr:
		f.stmtExpr(e, func(v tree.Expr) { f.aggregate(v, to) })
		return
	case *tree.Unsupported:
		f.unsupported(e.P, e.Construct)
		return
	}
	from := f.recordValue(e)
	f.b.Pos = e.Pos()
	f.copyRecord(to, from)
}

// fresh reports whether a place is a new object that no other code can reach
// yet: the Local of the declaration being lowered, or a temporary.
func (f *function) fresh(p place) bool {
	return p.addr.glob == 0 && p.addr.off == 0 && f.stable[p.addr.base.Reg()] &&
		f.b.F.Regs[p.addr.base.Reg()].Name == "" && f.isNewest(p.addr.base)
}

// isPart reports whether an expression may designate a part of an object. Two places of a type overlap
// in part only if both are such parts.
func isPart(e tree.Expr) bool {
	switch e.(type) {
	case *tree.Deref, *tree.Member:
		return true
	}
	return false
}

// isNewest reports whether the last instruction entered the Local at p.
func (f *function) isNewest(p ir.Operand) bool {
	blk := &f.b.F.Blocks[f.b.Block()]
	n := len(blk.Instrs)
	return n > 0 && blk.Instrs[n-1].Op == ir.OpEnter && blk.Instrs[n-1].Dst == p.Reg()
}

// copyRecord copies a structure between places.
func (f *function) copyRecord(to, from place) {
	if to.typ.IsAtomic() || from.typ.IsAtomic() {
		f.unsupported(f.b.Pos, "atomic access to a structure")
		return
	}
	if !f.fresh(to) {
		f.overwrites(to.addr, to.typ.Unqualified(), 1)
		if isPart(to.expr) && isPart(from.expr) {
			f.apart(to.addr, from.addr, to.typ.Size(f.model)) // C11 6.5.16.1p3
		}
	}
	f.copyGranules(to.addr, from.addr, to.typ.Unqualified(),
		access{Volatile: to.typ.IsVolatile(), Text: f.spell(to.expr)}, access{Volatile: from.typ.IsVolatile(), Text: f.spell(from.expr)})
}

// recordValue evaluates an expression of structure type to a place that holds
// its value, to be read at once.
func (f *function) recordValue(e tree.Expr) place {
	if r, ok := f.ready[e]; ok {
		return r.place
	}
	defer f.arrange(e)()
	t := e.Type()
	switch e := e.(type) {
	case *tree.Load:
		return f.lvalue(e.X)
	case *tree.Assign:
		to := f.lvalue(e.X)
		f.aggregate(e.Y, to)
		return to
	case *tree.Member:
		return f.member(e)
	case *tree.Comma:
		f.discard(e.X)
		return f.recordValue(e.Y)
	case *tree.Convert:
		return f.recordValue(e.X)
	case *tree.VaArg:
		return place{typ: t, addr: address{base: f.vaArg(e)}}
	case *tree.Ref, *tree.Deref, *tree.CompoundLit:
		return f.lvalue(e)
	case *tree.Unsupported:
		f.unsupported(e.P, e.Construct)
		return place{typ: t, addr: address{base: f.b.Null()}}
	}
	f.b.Pos = e.Pos()
	p := place{typ: t.Unqualified(), addr: f.tempMemory(t)}
	switch e.(type) {
	case *tree.Call, *tree.Cond, *tree.StmtExpr:
		f.aggregate(e, p)
	default:
		f.unsupported(e.Pos(), "this expression of structure type")
	}
	return p
}
