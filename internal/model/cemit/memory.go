package cemit

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// access returns the lvalue of a load or store, and its type: a member or element
// where the declared types have a scalar of the right class and width, a cast pointer
// otherwise. The text is empty when the alignment is not promised: the access then
// goes through a helper that is given the pointer.
func (f *funcPrinter) access(in *ir.Instr) (text value, t ctyp, ptr value) {
	a := f.addressOf(in.Args[0])
	volatile := in.Flags&ir.Volatile != 0
	if !volatile || a.volatile {
		l, ok := f.p.walk(a, func(id ir.CTypeID) bool { return f.p.scalarMatches(id, in.Type) })
		if ok {
			v := l.read()
			return v, f.p.scalarType(l.typ, in.Type), value{}
		}
	}
	t = f.p.accessType(in)
	ptr = f.p.pointerTo(a, f.p.declaredAccess(in), true)
	size := in.Type.Bytes(f.p.prog.Model)
	bits := f.p.bitsOf(in.Type)
	odd := in.Type.IsInt() && bits != storageBits(bits) && bits != 1
	if odd && (bits%8 != 0 || in.Order != ir.NonAtomic) {
		f.p.fail(in.Pos, "access of %d bits", bits)
	}
	if odd || int64(in.Align) < min(size, f.naturalAlign(in.Type)) {
		return value{}, t, ptr
	}
	if a.object != "" && a.off == 0 && len(a.index) == 0 && !a.literal {
		ptr = value{text: "&" + a.object, prec: precUnary}
	}
	name := "*"
	if volatile {
		name = "volatile *"
	}
	return value{text: fmt.Sprintf("*(%s)%s", f.p.declare(t, name), ptr.in(precUnary)), prec: precUnary}, t, ptr
}

// naturalAlign is the alignment that C wants of an access to a type.
func (f *funcPrinter) naturalAlign(t ir.Type) int64 {
	n := t.Bytes(f.p.prog.Model)
	if f.p.prog.Model == ir.ILP32 {
		n = min(n, 4)
	}
	return n
}

// declaredAccess returns the declared type of the accessed memory, if it is the scalar type of the
// access, or 0.
func (p *printer) declaredAccess(in *ir.Instr) ir.CTypeID {
	if in.CType != 0 && p.scalarMatches(p.types.resolve(in.CType), in.Type) {
		return in.CType
	}
	return 0
}

// accessType returns the type with which an access through a cast is made.
func (p *printer) accessType(in *ir.Instr) ctyp {
	if id := p.declaredAccess(in); id != 0 {
		return p.scalarType(p.types.resolve(id), in.Type)
	}
	return ctyp{t: in.Type}
}

func (p *printer) scalarMatches(id ir.CTypeID, t ir.Type) bool {
	c := p.types.at(id)
	switch c.Kind {
	case ir.CBool, ir.CInt:
		return t.IsInt() && c.Size*8 == int64(p.bitsOf(t)) && !(c.Kind == ir.CBool && t != ir.I8)
	case ir.CFloat:
		return t.IsFloat() && c.Size*8 == int64(p.bitsOf(t)) && c.Name != "long double"
	case ir.CPointer:
		return t.IsPtr()
	}
	return false
}

func (p *printer) scalarType(id ir.CTypeID, t ir.Type) ctyp {
	c := p.types.at(id)
	switch c.Kind {
	case ir.CInt:
		return ctyp{t: t, signed: c.Signed}
	case ir.CPointer:
		return ctyp{t: t, elem: c.Elem}
	}
	return ctyp{t: t}
}

// atomicPointer returns the pointer operand of an atomic operation, and the type of the memory there.
func (f *funcPrinter) atomicPointer(in *ir.Instr) (string, ctyp) {
	text, t, ptr := f.access(in)
	if in.Type.IsFloat() {
		f.p.fail(in.Pos, "atomic access to a float")
	}
	if text.text != "" {
		return "&" + text.in(precUnary), t
	}
	return ptr.text, t
}

func (f *funcPrinter) load(in *ir.Instr) value {
	if in.Order != ir.NonAtomic && !f.p.opts.Sequential {
		ptr, t := f.atomicPointer(in)
		return value{text: fmt.Sprintf("__atomic_load_n(%s, %s)", ptr, orderName(in.Order.OfRead())), prec: precPostfix, typ: t}
	}
	text, t, ptr := f.access(in)
	if text.text == "" {
		name := f.p.needAccess("load", t)
		t.elem = 0
		return value{text: fmt.Sprintf("%s(%s)", name, ptr.text), prec: precPostfix, typ: t}
	}
	text.typ = t
	return text
}

func (f *funcPrinter) store(in *ir.Instr) string {
	if name, t, ok := f.areaOf(in.Args[0]); ok {
		return name + " = " + f.operandFor(in.Args[1], t).text + ";"
	}
	if in.Order != ir.NonAtomic && !f.p.opts.Sequential {
		ptr, t := f.atomicPointer(in)
		return fmt.Sprintf("__atomic_store_n(%s, %s, %s);", ptr, f.operandFor(in.Args[1], t).text, orderName(storeOrder(in.Order)))
	}
	text, t, ptr := f.access(in)
	v := f.operandFor(in.Args[1], t)
	if text.text == "" {
		return fmt.Sprintf("%s(%s, %s);", f.p.needAccess("store", t), ptr.text, v.text)
	}
	return text.text + " = " + v.text + ";"
}

// storeOrder is the part of a memory order that a store can have.
func storeOrder(o ir.MemOrder) ir.MemOrder {
	switch o {
	case ir.Consume, ir.Acquire:
		return ir.Relaxed
	case ir.AcqRel:
		return ir.Release
	}
	return o
}

// orderName returns gcc's name of a memory order.
func orderName(o ir.MemOrder) string {
	switch o {
	case ir.Relaxed, ir.Consume, ir.Acquire, ir.Release:
		return "__ATOMIC_" + strings.ToUpper(o.String())
	case ir.AcqRel:
		return "__ATOMIC_ACQ_REL"
	}
	return "__ATOMIC_SEQ_CST"
}

// operandFor returns an operand as a value that is assigned to something of a type:
// C converts between numbers by itself, pointers of different types need a cast.
func (f *funcPrinter) operandFor(o ir.Operand, t ctyp) value {
	if o.IsConst() && t.t.IsInt() {
		return f.p.constant(f.fn.Consts[o.Const()], t.signed)
	}
	if t.t.IsPtr() {
		if r := o.Reg(); r != 0 && f.folds.def[r] != nil {
			switch in := f.folds.def[r]; in.Op {
			case ir.OpGlobalAddr, ir.OpEnter, ir.OpPtrAdd:
				return f.p.converted(f.p.pointerTo(f.address(in), t.elem, true), t)
			}
		}
	}
	return f.p.converted(f.operand(o), t)
}

// converted casts a pointer unless C converts it silently.
func (p *printer) converted(v value, t ctyp) value {
	if !t.t.IsPtr() || !v.typ.t.IsPtr() || v.k != nil || p.types.isVoid(t.elem) || p.types.isVoid(v.typ.elem) {
		return v
	}
	if p.types.same(v.typ.elem, t.elem) {
		return v
	}
	return p.cast(t, v)
}
