package lower

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// place is where an lvalue lives: in a register, in memory, or in some bits of
// a unit of memory.
type place struct {
	reg   ir.Reg // register variable; the rest but typ is unused then
	addr  address
	bits  *tree.BitField // nil: not a bit-field; addr is that of the unit
	typ   *ctype.Type    // declared type, with its qualifiers
	align int64          // promised alignment of addr in bytes
	expr  tree.Expr      // that a pointer may lead to it; nil: none does
}

// address is a pointer that is computed when it is needed: a global or a
// pointer operand, plus a constant.
type address struct {
	glob ir.GlobalID
	base ir.Operand
	off  int64
}

func (a address) plus(n int64) address {
	a.off += n
	return a
}

// materialise computes an address. Within a block, the same address is computed
// once.
func (f *function) materialise(a address) ir.Operand {
	if a.glob == 0 && a.off == 0 {
		return a.base
	}
	if o, ok := f.addrs[a]; ok {
		return o
	}
	o := a.base
	if a.glob != 0 {
		root := address{glob: a.glob}
		known, ok := f.addrs[root]
		if !ok {
			known = f.b.GlobalAddr(a.glob)
			f.share(root, known)
		}
		o = known
	}
	if a.off != 0 {
		o = f.ptrAdd(o, f.ptrInt(a.off))
	}
	if a.glob != 0 && a.off != 0 {
		f.share(a, o)
	}
	return o
}

// share remembers an address for the rest of the block.
func (f *function) share(a address, o ir.Operand) {
	f.addrs[a] = o
	f.stable[o.Reg()] = true
}

// access is how memory is read or written.
type access = ir.Access

// access returns how a scalar place in memory is accessed.
func (f *function) access(p place) access {
	a := access{Align: int32(f.alignOf(p)), CType: f.types.id(p.typ.Unqualified()), Volatile: p.typ.IsVolatile()}
	switch {
	case p.bits != nil:
	case p.typ.IsAtomic():
		a.Order = ir.SeqCst
	case a.Volatile:
		a.Order = f.opts.Volatile
	}
	if p.bits != nil {
		a.Run = ir.Run{Before: int32(p.bits.RunBefore), Size: int32(p.bits.RunBytes)}
		a.Field = ir.Field{First: uint8(p.bits.BitOffset), Bits: uint8(p.bits.Bits)}
	}
	a.Text = f.spell(p.expr)
	return a
}

// spell returns the text of an lvalue for accesses in messages.
func (f *function) spell(e tree.Expr) string {
	if f.opts.Library || e == nil {
		return ""
	}
	return tree.Spell(f.model, e)
}

// alignOf returns the promised alignment of a place.
func (f *function) alignOf(p place) int64 {
	if p.align > 0 {
		return p.align
	}
	return accessAlign(f.model, p.typ)
}

// lvalue evaluates an lvalue to its place.
func (f *function) lvalue(e tree.Expr) place {
	if r, ok := f.ready[e]; ok {
		return r.place
	}
	t := e.Type()
	switch e := e.(type) {
	case *tree.Ref:
		return f.object(e.Object, t)
	case *tree.StringLit:
		return place{typ: t, addr: address{glob: f.global(e.Object)}}
	case *tree.CompoundLit:
		return f.compoundLit(e)
	case *tree.Deref:
		return place{typ: t, addr: f.pointer(e.X), expr: e}
	case *tree.Member:
		return f.member(e)
	case *tree.Unsupported:
		f.unsupported(e.P, e.Construct)
		return place{typ: t, addr: address{base: f.b.Null()}}
	}
	if t.IsRecord() {
		return f.recordValue(e)
	}
	f.unsupported(e.Pos(), "this expression as an lvalue")
	return place{typ: t, addr: address{base: f.b.Null()}}
}

// object returns the place of a named object.
func (f *function) object(o *tree.Object, t *ctype.Type) place {
	if o.Static || o.Extern || o.ThreadLocal || o.Linkage != tree.NoLinkage {
		return place{typ: t, addr: address{glob: f.global(o)}, align: objectAlign(f.model, o)}
	}
	v := f.vars[o]
	if c, ok := f.captured[o]; ok && c.fn != f.tf {
		return f.outerObject(o, t)
	}
	if v == nil {
		// Used before its declaration was lowered; only broken input does that.
		f.birth(o)
		v = f.vars[o]
	}
	if v.reg != 0 {
		return place{typ: t, reg: v.reg}
	}
	return place{typ: t, addr: address{base: v.addr}, align: objectAlign(f.model, o)}
}

// member returns the place of a member of a structure.
func (f *function) member(e *tree.Member) place {
	var p place
	if tree.IsLvalue(e.X) {
		p = f.lvalue(e.X)
	} else {
		p = f.recordValue(e.X)
	}
	outer := f.alignOf(p)
	p.typ, p.expr = e.T, e
	if e.BitField != nil {
		p.align = outer
		return f.bitPlace(p, e.BitField)
	}
	p.addr.off += e.Offset
	p.align = min(alignAt(outer, e.Offset), accessAlign(f.model, e.T))
	return p
}

// alignAt returns the alignment, in bytes, of an address off bytes after an aligned one.
func alignAt(align, off int64) int64 {
	if off == 0 {
		return align
	}
	return min(align, off&-off)
}

// pointer evaluates a pointer expression to an address, keeping constant
// offsets apart.
func (f *function) pointer(e tree.Expr) address {
	if r, ok := f.ready[e]; ok {
		return address{base: r.value}
	}
	defer f.arrange(e)()
	switch e := e.(type) {
	case *tree.Decay:
		if fr, ok := e.X.(*tree.FuncRef); ok {
			f.b.Pos = e.P
			return address{base: f.funcPointer(fr.Func)}
		}
		if e.X.Type().IsFunc() { // *fp as a value
			if d, ok := e.X.(*tree.Deref); ok {
				return f.pointer(d.X)
			}
		}
		return f.lvalue(e.X).addr
	case *tree.AddrOf:
		if fr, ok := e.X.(*tree.FuncRef); ok {
			f.b.Pos = e.P
			return address{base: f.funcPointer(fr.Func)}
		}
		return f.lvalue(e.X).addr
	case *tree.Address:
		if e.Func != nil {
			f.b.Pos = e.P
			return address{base: f.b.FuncAddr(f.lowerer.function(e.Func)), off: e.Offset}
		}
		return address{glob: f.global(e.Object), off: e.Offset}
	case *tree.Convert:
		if e.X.Type().IsPointer() && e.T.IsPointer() {
			return f.pointer(e.X)
		}
	case *tree.PtrAdd:
		return f.ptrIndex(e)
	}
	return address{base: f.rvalue(e)}
}

// ptrIndex evaluates pointer arithmetic.
func (f *function) ptrIndex(e *tree.PtrAdd) address {
	if c, ok := e.Index.(*tree.Const); ok && e.ElemVLA == nil {
		a := f.pointer(e.X)
		n := ir.SignExtend(c.Lo, c.T.Bits(f.model)) * e.Elem
		if c.T.IsUnsigned() {
			n = int64(c.Lo) * e.Elem
		}
		if e.Negate {
			n = -n
		}
		return a.plus(n)
	}
	a := f.pointer(e.X)
	a.base = f.holdBefore(a.base, e.Index)
	n := f.scaled(f.rvalue(e.Index), e.Index.Type(), e.Elem, e.ElemVLA, e.Negate)
	f.b.Pos = e.P
	return address{base: f.ptrAdd(f.materialise(a), n)}
}

// scaled turns an index into a pointer-wide number of bytes.
func (f *function) scaled(index ir.Operand, t *ctype.Type, elem int64, vla tree.Expr, negate bool) ir.Operand {
	pi := f.model.PtrInt()
	n := f.resize(index, pi, t.IsSigned())
	if vla != nil {
		n = f.binary(ir.OpMul, 0, n, f.resize(f.rvalue(vla), pi, false))
	} else {
		n = f.binary(ir.OpMul, 0, n, f.ptrInt(elem))
	}
	if negate {
		n = f.binary(ir.OpSub, 0, f.ptrInt(0), n)
	}
	return n
}

// load reads a scalar place. The value of a register variable is the register.
func (f *function) load(p place) ir.Operand {
	switch {
	case p.reg != 0:
		return ir.RegOperand(p.reg)
	case p.bits != nil:
		return f.loadBits(p)
	}
	t := irType(f.model, p.typ)
	if t == ir.NoType {
		f.unsupported(f.b.Pos, "value of type "+p.typ.String())
		return f.b.Int(ir.I32, 0)
	}
	return f.loadScalar(p.typ, f.materialise(p.addr), f.access(p))
}

// store writes a scalar place and returns the operand that now holds v.
func (f *function) store(p place, v ir.Operand) ir.Operand {
	switch {
	case p.reg != 0:
		f.assign(p.reg, v)
		return ir.RegOperand(p.reg)
	case p.bits != nil:
		f.storeBits(p, v)
	default:
		f.storeScalar(p.typ, f.materialise(p.addr), v, f.access(p))
	}
	return v
}

// storeTyped writes a value without declared type.
func (f *function) storeTyped(a address, v ir.Operand, acc access) {
	f.b.Store(f.materialise(a), v, acc)
}

// compoundLit creates and fills the object of a compound literal. The object lives to the end of the
// enclosing block, a temporary to the end of the full expression.
func (f *function) compoundLit(e *tree.CompoundLit) place {
	o := e.Object
	if !e.Temporary && f.isHoistedLiteral(o) {
		return f.hoistedLit(e)
	}
	v := f.vars[o]
	if v == nil {
		v = f.newLocal(o)
		if !e.Temporary {
			f.scope.declare(nil, v)
		}
	}
	f.b.Pos = e.P
	if !e.Temporary {
		f.renew(v)
	} else if !slices.Contains(f.temps, v.local) {
		f.temps = append(f.temps, v.local)
	}
	var rest []tree.InitItem
	if o.Init != nil {
		rest = f.initialBytes(o, v.local)
	}
	f.b.Pos = e.P
	if o.Init != nil {
		defer f.protect(o, v.local)()
	}
	f.enter(v)
	to := address{base: v.addr}
	defer f.arrangeInit(o.Init)()
	for i := range rest {
		f.initItem(to, &rest[i])
	}
	return place{typ: e.T, addr: to, align: objectAlign(f.model, o)}
}

// hoistedLit fills the object of a compound literal again, which is the same in each evaluation.
func (f *function) hoistedLit(e *tree.CompoundLit) place {
	o := e.Object
	to := address{base: f.vars[o].addr}
	f.b.Pos = e.P
	if !isWhole(o) && !f.coversAll(o) {
		f.clearMemory(to, o.Type)
	}
	defer f.arrangeInit(o.Init)()
	for i := range o.Init.Items {
		f.initItem(to, &o.Init.Items[i])
	}
	return place{typ: e.T, addr: to, align: objectAlign(f.model, o)}
}

// coversAll reports whether an initialiser gives every byte of an object a value, each once.
func (f *function) coversAll(o *tree.Object) bool {
	at := int64(0)
	for i := range o.Init.Items {
		lo, hi := f.extent(&o.Init.Items[i])
		if lo != at || o.Init.Items[i].BitField != nil || o.Init.Items[i].Repeat > 1 {
			return false
		}
		at = hi
	}
	return at == f.objectSize(o)
}
