package cemit

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// address is a pointer in parts: an object or a pointer value, a constant distance,
// and scaled indices.
//
//	text of the object, or ptr    typ    + off + Σ index·scale
type address struct {
	object   string // the name of an object, or empty
	ptr      value  // the pointer, without an object
	typ      ir.CTypeID
	volatile bool // the object is declared volatile
	literal  bool // the object is a string literal
	off      int64
	index    []index
}

// index is a part of an address: a value times a number of bytes.
type index struct {
	v     value
	scale int64
}

// addressOf takes a pointer operand apart.
func (f *funcPrinter) addressOf(o ir.Operand) address {
	if r := o.Reg(); r != 0 {
		if in := f.folds.def[r]; in != nil {
			switch in.Op {
			case ir.OpGlobalAddr, ir.OpEnter, ir.OpPtrAdd:
				return f.address(in)
			}
		}
	}
	v := f.operand(o)
	return address{ptr: v, typ: v.typ.elem}
}

// address takes the result of an address instruction apart.
func (f *funcPrinter) address(in *ir.Instr) address {
	switch in.Op {
	case ir.OpGlobalAddr:
		return f.p.objectAddress(in.Glob)
	case ir.OpEnter:
		l := &f.fn.Locals[in.Local]
		return address{object: f.locals[in.Local], typ: f.localTypes[in.Local], volatile: l.Volatile}
	case ir.OpFuncAddr:
		return address{ptr: f.p.functionPointer(in.Func)}
	}
	a := f.addressOf(in.Args[0])
	a.index = a.index[:len(a.index):len(a.index)]
	f.addIndex(&a, in.Args[1])
	return a
}

func (p *printer) objectAddress(g ir.GlobalID) address {
	glob := &p.prog.Globals[g]
	if text, ok := p.literal(g); ok {
		return address{object: text, typ: glob.CType, literal: true}
	}
	p.named[g] = true
	return address{object: p.globName[g], typ: p.globalType(g), volatile: glob.Volatile}
}

func (f *funcPrinter) addIndex(a *address, o ir.Operand) {
	bits := f.p.prog.Model.PtrBits()
	if o.IsConst() {
		a.off += int64(f.fn.Consts[o.Const()].Lo) << (64 - bits) >> (64 - bits)
		return
	}
	if in := f.folds.def[o.Reg()]; in != nil && in.Op == ir.OpMul && in.Args[1].IsConst() {
		scale := int64(f.fn.Consts[in.Args[1].Const()].Lo) << (64 - bits) >> (64 - bits)
		if scale > 0 {
			a.index = append(a.index, index{f.unwidened(in.Args[0]), scale})
			return
		}
	}
	a.index = append(a.index, index{f.unwidened(o), 1})
}

// unwidened returns an index without the extension to the width of pointers, which C
// does by itself.
func (f *funcPrinter) unwidened(o ir.Operand) value {
	if in := f.folds.def[o.Reg()]; in != nil && f.p.bitsOf(f.fn.TypeOf(o)) == 64 {
		switch in.Op {
		case ir.OpSExt:
			return f.p.as(f.operand(in.Args[0]), true)
		case ir.OpZExt:
			return f.p.as(f.operand(in.Args[0]), false)
		}
	}
	if v := f.operand(o); v.k == nil && f.p.bitsOf(f.fn.TypeOf(o)) == f.p.prog.Model.PtrBits() {
		return v // as wide as a pointer: the sign does not matter
	}
	return f.p.as(f.operand(o), true)
}

// lvalue is a designated object: its text, and whether the text is a pointer that is
// still to be followed.
type lvalue struct {
	text  string
	prec  int
	deref bool
	typ   ir.CTypeID // resolved
}

// walk looks for the object at an address that accept takes, from the outermost to
// the innermost.
func (p *printer) walk(a address, accept func(ir.CTypeID) bool) (lvalue, bool) {
	if a.typ == 0 {
		return lvalue{}, false
	}
	if a.object != "" {
		return p.descend(lvalue{text: a.object, prec: precPrimary, typ: p.types.resolve(a.typ)}, a.off, a.index, accept)
	}
	l := lvalue{text: a.ptr.text, prec: a.ptr.prec, deref: true, typ: p.types.resolve(a.typ)}
	size := p.types.size(l.typ)
	if size == 0 {
		return lvalue{}, false
	}
	sub, off, rest, indexed := p.element(size, a.off, a.index)
	if indexed {
		l = lvalue{text: fmt.Sprintf("%s[%s]", a.ptr.in(precPostfix), sub), prec: precPostfix, typ: l.typ}
	}
	return p.descend(l, off, rest, accept)
}

// element splits a distance into the index of an element of the given size and the
// distance in it. indexed is false for element zero.
func (p *printer) element(size, off int64, list []index) (sub string, in int64, rest []index, indexed bool) {
	k := off / size
	in = off - k*size
	if in < 0 {
		k, in = k-1, in+size
	}
	at := -1
	for i, x := range list {
		if x.scale%size == 0 && at < 0 {
			at = i
			continue
		}
		rest = append(rest, x)
	}
	if at < 0 {
		return fmt.Sprint(k), in, list, k != 0
	}
	x := list[at]
	v := x.v
	if f := x.scale / size; f != 1 {
		v = p.cast(ctyp{t: p.prog.Model.PtrInt(), signed: true}, v)
		v = value{text: fmt.Sprintf("%s * %d", v.text, f), prec: precProduct, typ: v.typ}
	}
	switch {
	case k == 0:
		return v.text, in, rest, true
	case v.prec != precUnary || v.text[0] != '(':
		v = p.cast(ctyp{t: p.prog.Model.PtrInt(), signed: true}, v)
	}
	if k < 0 {
		return fmt.Sprintf("%s - %d", v.in(precSum), -k), in, rest, true
	}
	return fmt.Sprintf("%s + %d", v.in(precSum), k), in, rest, true
}

// descend follows members and elements.
func (p *printer) descend(l lvalue, off int64, list []index, accept func(ir.CTypeID) bool) (lvalue, bool) {
	if off == 0 && len(list) == 0 && accept(l.typ) {
		return l, true
	}
	c := p.types.at(l.typ)
	switch c.Kind {
	case ir.CArray:
		e := p.types.resolve(c.Elem)
		size := p.types.size(e)
		if size == 0 {
			return lvalue{}, false
		}
		sub, in, rest, indexed := p.element(size, off, list)
		if len(rest) == len(list) && (off < 0 || c.Len >= 0 && off >= c.Len*size) {
			return lvalue{}, false // outside the array
		}
		if !indexed {
			sub = "0"
		}
		base := l.text
		if l.deref {
			base = "(*" + value{text: l.text, prec: l.prec}.in(precUnary) + ")"
		} else if l.prec < precPostfix {
			base = "(" + base + ")"
		}
		return p.descend(lvalue{text: base + "[" + sub + "]", prec: precPostfix, typ: e}, in, rest, accept)
	case ir.CStruct, ir.CUnion:
		r := p.types.recordOf(l.typ)
		if r.opaque || tagHeader[c.Name] != "" && p.types.record(l.typ) == "" {
			return lvalue{}, false
		}
		dot := value{text: l.text, prec: l.prec}.in(precPostfix) + "."
		if l.deref {
			dot = value{text: l.text, prec: l.prec}.in(precPostfix) + "->"
		}
		for i := range r.fields {
			m := &r.fields[i]
			if off < m.off || off >= m.off+max(m.size, 1) && (m.size > 0 || len(list) == 0 && m.size > 0) {
				continue
			}
			sub := lvalue{text: dot + m.name, prec: precPostfix}
			if m.typ == 0 {
				sub.typ = p.basics.cover(p.prog, m.bits)
				if off == m.off && len(list) == 0 && sub.typ != 0 && accept(sub.typ) {
					return sub, true
				}
				continue
			}
			sub.typ = p.types.resolve(m.typ)
			take := accept
			if tagHeader[c.Name] != "" && strings.HasPrefix(m.name, "__") {
				sub.text, sub.prec, sub.deref = l.text, l.prec, l.deref
				take = func(id ir.CTypeID) bool { return !isRecord(p.types.at(id)) && accept(id) }
			}
			if found, ok := p.descend(sub, off-m.off, list, take); ok {
				return found, true
			}
		}
	}
	return lvalue{}, false
}

func (l lvalue) read() value {
	if l.deref {
		return value{text: "*" + value{text: l.text, prec: l.prec}.in(precUnary), prec: precUnary}
	}
	return value{text: l.text, prec: l.prec}
}

// pointerTo returns an address as a pointer, to the type want if given and possible.
func (f *funcPrinter) pointerTo(a address, want ir.CTypeID, wanted bool) value {
	return f.p.pointerTo(a, want, wanted)
}

func (p *printer) pointerTo(a address, want ir.CTypeID, wanted bool) value {
	if a.object == "" && a.off == 0 && len(a.index) == 0 {
		return a.ptr
	}
	l, ok := p.walk(a, func(t ir.CTypeID) bool {
		if c := p.types.at(t); wanted && !p.types.isVoid(want) {
			return p.types.same(t, want) || c.Kind == ir.CArray && p.types.same(c.Elem, want)
		}
		return true
	})
	if !ok && a.literal && a.off == 0 && len(a.index) == 0 {
		return value{text: a.object, prec: precPrimary, typ: ctyp{t: ir.Ptr, elem: p.basics.char}}
	}
	if !ok {
		return p.bytesOf(a)
	}
	v := p.addressText(l)
	if a.volatile {
		v = p.cast(v.typ, v)
	}
	return v
}

// addressText takes the address of an lvalue; an array becomes a pointer to its
// first element.
func (p *printer) addressText(l lvalue) value {
	c := p.types.at(l.typ)
	switch {
	case c.Kind == ir.CArray:
		v := l.read()
		v.typ, v.arr = ctyp{t: ir.Ptr, elem: c.Elem}, true
		return v
	case l.deref:
		return value{text: l.text, prec: l.prec, typ: ctyp{t: ir.Ptr, elem: l.typ}}
	}
	return value{text: "&" + value{text: l.text, prec: l.prec}.in(precUnary), prec: precUnary, typ: ctyp{t: ir.Ptr, elem: l.typ}}
}

func (p *printer) bytesOf(a address) value {
	t := ctyp{t: ir.Ptr, elem: p.basics.char}
	base := a.ptr
	if a.object != "" {
		text := "&" + a.object
		if a.literal || a.typ != 0 && p.types.at(p.types.resolve(a.typ)).Kind == ir.CArray {
			text = a.object
		}
		base = value{text: text, prec: precUnary, typ: ctyp{t: ir.Ptr, elem: a.typ}}
	}
	v := value{text: "(char *)" + base.in(precUnary), prec: precUnary, typ: t}
	for _, x := range a.index {
		i := x.v
		if x.scale != 1 {
			i = p.cast(ctyp{t: p.prog.Model.PtrInt(), signed: true}, i)
			i = value{text: fmt.Sprintf("%s * %d", i.in(precProduct), x.scale), prec: precProduct}
		}
		v = value{text: v.in(precSum) + " + " + i.in(precProduct), prec: precSum, typ: t}
	}
	switch {
	case a.off > 0:
		v = value{text: fmt.Sprintf("%s + %d", v.in(precSum), a.off), prec: precSum, typ: t}
	case a.off < 0:
		v = value{text: fmt.Sprintf("%s - %d", v.in(precSum), -a.off), prec: precSum, typ: t}
	}
	return v
}

func (f *funcPrinter) bytes(o ir.Operand) value { return f.p.bytesOf(f.addressOf(o)) }
