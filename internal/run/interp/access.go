package interp

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/race"
)

// locate returns the live object that an access of n bytes through p touches. If there is none it is nil,
// and the outcome is that of the failure.
func (m *Machine) locate(t *Thread, p wide.Word, n uint64, verb string) (*object, outcome) {
	o := m.object(p.Hi)
	if o == nil || o.dead || p.Hi == 0 {
		m.observeFault(t, p, n)
		return nil, m.badPointer(t, p, verb)
	}
	if o.size < n || p.Lo > o.size-n {
		m.observeFault(t, p, n)
		return nil, m.fail(t, verdict.Memory, verdict.OutOfBounds, "%s of %d %s at offset %d of %s, which has %d %s",
			verb, n, plural(n, "byte"), int64(p.Lo), m.describe(o), o.size, plural(o.size, "byte"))
	}
	return o, next
}

// badPointer fails for a pointer to no object or a dead one.
func (m *Machine) badPointer(t *Thread, p wide.Word, verb string) outcome {
	o := m.object(p.Hi)
	switch {
	case p.Hi == 0 && p.Lo < ir.NullPage:
		return m.fail(t, verdict.Memory, verdict.NullDereference, "%s through a null pointer", verb)
	case p.Hi == 0:
		return m.fail(t, verdict.Memory, verdict.OutOfBounds, "%s through a pointer to no object (%#x)", verb, p.Lo)
	case o == nil:
		return m.fail(t, verdict.Memory, verdict.UseAfterScope, "%s of a variable whose scope has ended", verb)
	case o.deadKind() == verdict.UseAfterFree:
		return m.fail(t, verdict.Memory, verdict.UseAfterFree, "%s of freed memory (%s)", verb, m.describe(o))
	}
	return m.fail(t, verdict.Memory, verdict.UseAfterScope, "%s of %s, whose scope has ended", verb, m.describe(o))
}

func plural(n uint64, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// describe returns the name of an object for messages.
func (m *Machine) describe(o *object) string {
	switch o.kind {
	case kindFunc:
		return "function " + m.prog.Funcs[o.fn].Name
	case kindGlobal, kindThreadLocal:
		return m.prog.Globals[o.global].Called()
	case kindStack:
		if name := m.prog.Funcs[o.fn].Locals[o.local].Name; name != "" {
			return name
		}
		return "a temporary object"
	}
	return "an allocated object"
}

// begin is the start of every access that is not of a private object in the
// hot loop: it finds the object and makes sure that the access may happen now.
func (m *Machine) begin(t *Thread, p wide.Word, n uint64, verb string) (*object, outcome) {
	return m.beginAs(t, p, n, verb, classOf(verb))
}

// beginAs is begin for an access that has a class of its own in the step's footprint.
func (m *Machine) beginAs(t *Thread, p wide.Word, n uint64, verb string, class footprint.Class) (*object, outcome) {
	o, out := m.locate(t, p, n, verb)
	if o == nil {
		if m.foot != nil && out != wait {
			m.tried(p, n, class)
		}
		return nil, out
	}
	if o.visible && !m.visible(t) {
		return nil, wait
	}
	if m.foot != nil {
		m.seen(o, p.Lo, n, class)
	}
	return o, next
}

// classOf returns the class of an access.
func classOf(verb string) footprint.Class {
	if verb == "read" {
		return footprint.Reads
	}
	return footprint.Writes
}

// writable fails for constants, and for objects that are defined const unless the write initialises them.
func (m *Machine) writable(t *Thread, p wide.Word, src *ir.Instr) outcome {
	o := m.object(p.Hi)
	switch {
	case o == nil:
	case o.readOnly && src.Flags&ir.Initialising == 0:
		return m.fail(t, verdict.Memory, verdict.ReadOnlyWrite, "write to %s, which is defined const", m.describe(o))
	case o.constant:
		return m.fail(t, verdict.Memory, verdict.ReadOnlyWrite, "write to the constant %s", m.describe(o))
	}
	return next
}

func (m *Machine) load(t *Thread, in *inst, regs []wide.Word, src *ir.Instr) outcome {
	p := regs[in.a]
	o, out := m.begin(t, p, uint64(in.size), "read")
	if o == nil {
		return out
	}
	if m.conf.Memory != nil && o.visible {
		if out = m.turn(t, o, in, p, src, ReadAccess); out != next {
			return out
		}
	}
	v, out := m.read(t, o, p.Lo, src)
	if out != next {
		return out
	}
	if src.Flags&ir.Copying != 0 {
		m.copied(t, in, o, p.Lo)
	}
	off, size := m.location(o, p.Lo, uint64(in.size), src, footprint.Reads)
	if m.race != nil {
		m.touches(t, o, off, size, race.Of(m.prog, race.PlainRead, src.Order), src.Order, false)
	}
	if o.visible {
		m.note(t, o.ref<<16^p.Lo, v.Lo)
	}
	if m.conf.Observer != nil {
		m.observeAccess(t, ObservedRead, o, p.Lo, in.size, v, wide.Word{})
	}
	if in.note != 0 {
		m.acted(t, in.note, o, false)
		if in.note&noteSeen != 0 && o.visible && m.attempt == nil {
			t.saw(src, src.Order, p, v)
		}
	}
	regs[in.dst] = v
	m.loaded(t, in, o, p)
	return next
}

// location returns the bytes of an access that count for races. The unit of a bit-field is part of the
// step's footprint as a whole.
func (m *Machine) location(o *object, off, n uint64, src *ir.Instr, class footprint.Class) (from, size uint64) {
	if src.Run.Size == 0 {
		return off, n
	}
	at, whole := src.Location(int64(off), int64(n))
	from = uint64(max(0, at))
	size = min(uint64(at+whole), o.size) - from
	if m.foot != nil {
		m.seen(o, from, size, class)
	}
	return from, size
}

// read returns the value of src.Type at an offset.
func (m *Machine) read(t *Thread, o *object, off uint64, src *ir.Instr) (wide.Word, outcome) {
	n := uint64(src.Type.Bytes(m.prog.Model))
	if o.lack != nil && src.Flags&ir.Copying == 0 {
		if out := m.uses(t, o, off, n, src); out != next {
			return wide.Word{}, out
		}
	}
	if o.anyUninit(off, n) {
		if out := m.materialise(t, o, off, n); out != next {
			return wide.Word{}, out
		}
	}
	if !src.Type.IsPtr() && src.Type.Bits(m.prog.Model) <= 64 && o.anyProv(off, n) {
		switch {
		case t.inModel():
			m.noteRead(t, o, src)
		case m.looksAtHidden(o, off, n):
			return wide.Word{}, m.hidden(t, o, "the bits of a pointer to an object without an address")
		}
	}
	return m.value(o, off, src.Type), next
}

// value returns the value of a type at an offset, of bytes that have one.
func (m *Machine) value(o *object, off uint64, typ ir.Type) wide.Word {
	n := uint64(typ.Bytes(m.prog.Model))
	switch width := typ.Bits(m.prog.Model); {
	case typ.IsPtr():
		return m.getPointer(o, off)
	case width > 64:
		return wrap(wide.Word{Lo: o.raw(off, 8), Hi: o.raw(off+8, n-8)}, width)
	case o.anyProv(off, n):
		v := o.getInt(off, n)
		if width%8 != 0 {
			v = wrap(wide.Word{Lo: v.Lo}, width)
		}
		return v
	default:
		return wrap(wide.Word{Lo: o.raw(off, n)}, width)
	}
}

// hidden is unsupported, for an access that may already be the step's.
func (m *Machine) hidden(t *Thread, o *object, construct string) outcome {
	if o.visible {
		m.spent = false
	}
	return m.unsupported(t, construct)
}

// materialise chooses the bytes among n at off that were neither written nor chosen.
func (m *Machine) materialise(t *Thread, o *object, off, n uint64) outcome {
	if m.foot != nil {
		m.seen(o, off, n, footprint.Writes) // the first reader chooses
	}
	if m.attempt != nil {
		m.attempt.logBytes(o, off, n)
	}
	for i := off; i < off+n; i++ {
		if o.uninit[i/64]&(1<<(i%64)) == 0 {
			continue
		}
		b, out := m.uninitByte(t, o, i)
		if out != next {
			return out
		}
		o.data[i] = b
	}
	o.setInit(off, n)
	return next
}

func (m *Machine) store(t *Thread, in *inst, regs []wide.Word, src *ir.Instr) outcome {
	p := regs[in.a]
	if out := m.writable(t, p, src); out != next {
		return out
	}
	o, out := m.begin(t, p, uint64(in.size), "write")
	if o == nil {
		return out
	}
	if m.conf.Memory != nil && o.visible {
		if out = m.turn(t, o, in, p, src, WriteAccess); out != next {
			return out
		}
	}
	l, lacks := m.leaves(t, in, o, p.Lo, src)
	m.write(o, p.Lo, src.Type, regs[in.b])
	m.stores(t, in, o, p, in.b)
	if lacks {
		m.lose(o, p.Lo, uint64(in.size), &l)
	}
	off, size := m.location(o, p.Lo, uint64(in.size), src, footprint.Writes)
	if m.race != nil {
		m.touches(t, o, off, size, race.Of(m.prog, race.PlainWrite, src.Order), src.Order, false)
	}
	if o.visible {
		m.note(t, ^(o.ref<<16 ^ p.Lo), regs[in.b].Lo)
	}
	if m.conf.Observer != nil {
		m.observeAccess(t, ObservedWrite, o, p.Lo, in.size, wide.Word{}, regs[in.b])
	}
	if in.note != 0 {
		m.acted(t, in.note, o, true)
	}
	if m.conf.Memory != nil && o.visible {
		return m.wrote(t)
	}
	return next
}

// write stores a value of a type at an offset.
func (m *Machine) write(o *object, off uint64, typ ir.Type, v wide.Word) {
	n := uint64(typ.Bytes(m.prog.Model))
	if m.attempt != nil {
		m.attempt.logBytes(o, off, n)
	}
	if o.uninit != nil {
		o.setInit(off, n)
	}
	if o.lack != nil {
		clear(o.lack[off : off+n])
	}
	switch width := typ.Bits(m.prog.Model); {
	case typ.IsPtr():
		m.putPointer(o, off, v)
	case width > 64:
		o.putRaw(off, 8, v.Lo)
		o.putRaw(off+8, n-8, v.Hi)
		if o.prov != nil {
			clear(o.prov[off : off+n])
		}
	default:
		m.putInt(o, off, n, v)
	}
}

// beginUpdate is the start of an atomic access that reads and may write.
func (m *Machine) beginUpdate(t *Thread, in *inst, p wide.Word, src *ir.Instr, class footprint.Class) (o *object, old wide.Word, out outcome) {
	if out = m.writable(t, p, src); out != next {
		return nil, old, out
	}
	if o, out = m.beginAs(t, p, uint64(in.size), "write", class); o == nil {
		return nil, old, out
	}
	if m.conf.Memory != nil && o.visible {
		if out = m.turn(t, o, in, p, src, UpdateAccess); out != next {
			return o, old, out
		}
	}
	old, out = m.read(t, o, p.Lo, src)
	return o, old, out
}

// rmw is an atomic read-modify-write.
func (m *Machine) rmw(t *Thread, in *inst, regs []wide.Word) outcome {
	src := t.top().fn.src[t.top().pc]
	p := regs[in.a]
	o, old, out := m.beginUpdate(t, in, p, src, footprint.Writes)
	if o == nil || out != next {
		return out
	}
	v := m.modify(ir.RMWKind(src.Sub), src.Type, old, regs[in.b])
	m.write(o, p.Lo, src.Type, v)
	m.stores(t, in, o, p, in.b)
	if m.race != nil {
		m.touches(t, o, p.Lo, uint64(in.size), race.Of(m.prog, race.PlainWrite, src.Order), src.Order, true)
	}
	if o.visible {
		m.note(t, ^(o.ref<<16 ^ p.Lo), old.Lo^v.Lo<<32)
	}
	if m.conf.Observer != nil {
		m.observeAccess(t, ObservedUpdate, o, p.Lo, in.size, old, v)
	}
	if in.note != 0 {
		m.acted(t, in.note, o, old != v)
	}
	regs[in.dst] = old
	if m.conf.Memory != nil && o.visible {
		return m.wrote(t)
	}
	return next
}

func (m *Machine) modify(kind ir.RMWKind, typ ir.Type, old, x wide.Word) wide.Word {
	if kind == ir.RMWXchg {
		return x
	}
	var v wide.Word
	switch kind {
	case ir.RMWAdd:
		v = old.Add(x)
	case ir.RMWSub:
		v = old.Sub(x)
	case ir.RMWAnd:
		v = wide.Word{Lo: old.Lo & x.Lo, Hi: old.Hi & x.Hi}
	case ir.RMWOr:
		v = wide.Word{Lo: old.Lo | x.Lo, Hi: old.Hi | x.Hi}
	case ir.RMWXor:
		v = wide.Word{Lo: old.Lo ^ x.Lo, Hi: old.Hi ^ x.Hi}
	case ir.RMWNand:
		v = wide.Word{Lo: ^(old.Lo & x.Lo), Hi: ^(old.Hi & x.Hi)}
	}
	if typ.IsPtr() {
		switch kind {
		case ir.RMWAdd:
			return wide.Word{Lo: m.offset(old.Lo+x.Lo, old.Hi), Hi: old.Hi}
		case ir.RMWSub:
			return wide.Word{Lo: m.offset(old.Lo-x.Lo, old.Hi), Hi: old.Hi}
		}
		a, _ := m.address(old)
		w := m.modify(kind, m.prog.Model.PtrInt(), wide.Word{Lo: a}, wide.Word{Lo: x.Lo})
		return m.intToPtr(w.Lo)
	}
	return wrap(v, typ.Bits(m.prog.Model))
}

// exchanges reports whether a compare and exchange finds the value that it expects.
func (m *Machine) exchanges(typ ir.Type, old, expected wide.Word) bool {
	switch {
	case typ.IsPtr():
		return m.pointersEqual(old, expected)
	case typ.Bits(m.prog.Model) > 64:
		return old == expected
	}
	return old.Lo == expected.Lo
}

// cmpXchg is an atomic compare and exchange. That the environment lets a weak one
// fail is a choice before it (ir.ChooseWeakFail).
func (m *Machine) cmpXchg(t *Thread, in *inst, regs []wide.Word) outcome {
	src := t.top().fn.src[t.top().pc]
	p := regs[in.a]
	expected, class := regs[in.b], footprint.Writes
	if o := m.object(p.Hi); m.foot != nil && o != nil && !o.dead && o.size >= uint64(in.size) && p.Lo <= o.size-uint64(in.size) &&
		!o.anyUninit(p.Lo, uint64(in.size)) && !m.exchanges(src.Type, m.value(o, p.Lo, src.Type), expected) {
		class = footprint.Reads
	}
	o, old, out := m.beginUpdate(t, in, p, src, class)
	if o == nil || out != next {
		return out
	}
	if src.Type.IsPtr() {
		m.noteCompared(t, ir.OpEq, old, expected)
	}
	equal := m.exchanges(src.Type, old, expected)
	if equal {
		m.write(o, p.Lo, src.Type, regs[in.c])
		m.stores(t, in, o, p, in.c)
	} else {
		m.loaded(t, in, o, p)
	}
	if m.race != nil {
		if equal {
			m.touches(t, o, p.Lo, uint64(in.size), race.Of(m.prog, race.PlainWrite, src.Order), src.Order, true)
		} else {
			m.touches(t, o, p.Lo, uint64(in.size), race.Of(m.prog, race.PlainRead, src.Fail), src.Fail, false)
		}
	}
	if o.visible {
		m.note(t, ^(o.ref<<16 ^ p.Lo), old.Lo<<1^bit(equal))
	}
	if m.conf.Observer != nil {
		kind := ObservedRead
		if equal {
			kind = ObservedUpdate
		}
		m.observeAccess(t, kind, o, p.Lo, in.size, old, regs[in.c])
	}
	if in.note != 0 {
		m.acted(t, in.note, o, equal && old != regs[in.c])
		if !equal && in.note&noteSeen != 0 && o.visible && m.attempt == nil {
			t.saw(src, src.Fail, p, old)
		}
	}
	regs[in.dst] = old
	if m.conf.Memory != nil && o.visible && equal {
		return m.wrote(t)
	}
	return next
}
