package unwind

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/arith"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// access is a set of objects that an operation touches, by cases of a pointer
// that are all right.
type access struct {
	node    *node
	cases   []target
	visible bool // it may be a visible operation
}

// writing is the way in which an access writes.
type writing uint8

const (
	reads       writing = iota // not at all
	initialises                // it gives an object its first value
	writes
)

// storing returns the way in which an instruction writes memory.
func storing(in *ir.Instr) writing {
	switch {
	case !in.Op.Writes():
		return reads
	case in.Flags&ir.Initialising != 0:
		return initialises
	}
	return writes
}

// reach checks a pointer for an access of size bytes and makes its node. It reports whether the thread can
// continue; then one of the cases holds.
func (t *thread) reach(st *state, p value, size int64, kind event.NodeKind, verb string, by writing) (access, bool) {
	u := t.u
	s := u.terms
	var a access
	ptr := u.pointerOf(p)
	null, wild, bad, readOnly := term.False, term.False, term.False, term.False
	for _, c := range u.constantOffsets(ptr.cases, size) {
		switch {
		case u.implied(st.path, c.cond) == term.False:
		case c.obj != nil && (by >= initialises && c.obj.constant || by == writes && c.obj.readOnly):
			readOnly = s.Or(readOnly, c.cond)
		case c.obj != nil && c.obj.size >= size:
			a.cases = append(a.cases, c)
		case c.obj != nil:
			bad = s.Or(bad, c.cond)
		default:
			if w, ok := s.Value(c.off); !ok {
				wild = s.Or(wild, c.cond)
			} else if w.Lo < ir.NullPage {
				null = s.Or(null, c.cond)
			} else {
				bad = s.Or(bad, c.cond)
			}
		}
	}
	if !t.unsupportedIf(st, wild, verb+" through a pointer that comes from nowhere known") {
		return a, false
	}
	fail := func(kind verdict.Kind, cond term.ID, text string) bool {
		return t.require(st, s.Not(cond), failure{property: verdict.Memory, kind: kind, text: text})
	}
	if !fail(verdict.NullDereference, null, verb+" through a null pointer") ||
		!fail(verdict.OutOfBounds, bad, verb+" outside of objects") ||
		!fail(verdict.ReadOnlyWrite, readOnly, verb+" to a constant") {
		return a, false
	}
	return a, t.alive(st, &a, size, kind, verb)
}

// alive makes the node of an access, reads the lifetimes of its objects and
// checks that the access is inside them.
func (t *thread) alive(st *state, a *access, size int64, kind event.NodeKind, verb string) bool {
	u := t.u
	s := u.terms
	step := term.False
	isNode := false
	for i := range a.cases {
		c := &a.cases[i]
		if len(a.cases) == 1 {
			c.cond = term.True
		}
		v := u.visible(st, c.obj)
		isNode = isNode || v != term.False || t.sharing(c.obj)
		step = s.Or(step, s.And(c.cond, v))
	}
	a.node = t.stepIf(st, isNode, kind)
	a.visible = step != term.False
	dead, outside := term.False, term.False
	inside := a.cases[:0]
	for _, c := range a.cases {
		beyond := u.beyond(c.obj, c.off, size)
		outside = s.Or(outside, s.And(c.cond, beyond))
		if beyond == term.True {
			continue
		}
		inside = append(inside, c)
		dead = s.Or(dead, s.And(c.cond, s.Not(t.lives(st, a.node, c.obj, c.cond))))
	}
	a.cases = inside
	if !t.require(st, s.Not(dead), failure{property: verdict.Memory, kind: deadKind(a.cases), node: a.node, text: verb + " of an object whose life is over"}) ||
		!t.require(st, s.Not(outside), failure{property: verdict.Memory, kind: verdict.OutOfBounds, node: a.node, text: verb + " outside of an object"}) {
		return false
	}
	t.isStep(st, a.node, step)
	if len(a.cases) == 0 { // the path excludes each case: no execution takes it, which the solver has to confirm
		return t.unsupported(st, verb+" through a pointer without a target")
	}
	return true
}

// deadKind returns the kind of the violation by an access to dead objects.
func deadKind(cases []target) verdict.Kind {
	for _, c := range cases {
		if c.obj.kind != kindHeap && c.obj.kind != kindModel {
			return verdict.UseAfterScope
		}
	}
	return verdict.UseAfterFree
}

// sharing reports whether some access to an object needs events although it may not be a visible operation.
// This is so for objects of library models, and for objects that escape later.
func (t *thread) sharing(o *object) bool {
	shared := func(c *cell) bool { return c.shared }
	return o.life != nil && o.life.shared || o.shares || slices.ContainsFunc(o.locks, shared) ||
		o.kind != kindFunc && !o.constant && o.owner != t.inst && o.kind != kindGlobal
}

// value reads bytes of an object as a value of a type.
func (t *thread) value(st *state, n *node, c target, typ ir.Type, order ir.MemOrder) value {
	u := t.u
	s := u.terms
	size := typ.Bytes(u.w.prog.Model)
	list := u.places(c.obj, c.off, size)
	width := uint(typ.Bits(u.w.prog.Model))
	if list == nil {
		return u.typed(value{bits: s.Var("unknown", term.BV(width))}, typ)
	}
	if len(list) == 1 && uint(8*size) == width {
		return u.typed(t.read(st, n, list[0], c.cond, order), typ)
	}
	var bits term.ID
	for i, p := range list {
		b := u.bits(t.read(st, n, p, c.cond, order))
		if i == 0 {
			bits = b
		} else {
			bits = s.Concat(b, bits)
		}
	}
	bits = s.Extract(bits, width-1, 0)
	if typ.IsPtr() {
		return u.typed(t.assembled(st, c, bits), typ)
	}
	return u.typed(value{bits: bits}, typ)
}

// typed converts a value from memory to the form of registers of a type.
func (u *unwinder) typed(v value, typ ir.Type) value {
	switch {
	case typ == ir.I1:
		return value{bits: u.isOne(u.terms.Extract(u.bits(v), 0, 0))}
	case typ.IsPtr() && v.ptr == nil:
		return value{bits: v.bits, ptr: u.resolve(v.bits)}
	}
	return v
}

// put writes a value of a type into bytes of an object.
func (t *thread) put(st *state, n *node, c target, typ ir.Type, v value, g given, order ir.MemOrder) {
	u := t.u
	s := u.terms
	size := typ.Bytes(u.w.prog.Model)
	list := u.places(c.obj, c.off, size)
	u.stored(st, c.obj, v, c.cond)
	t.initialise(st, n, list, c.cond, g)
	if len(list) == 1 && typ != ir.I1 && 8*size == int64(typ.Bits(u.w.prog.Model)) {
		t.write(st, n, list[0], c.cond, v, order)
		return
	}
	if len(list) > 0 {
		u.scattered(v)
		u.notePieces(c.obj, v)
	}
	bits := s.Zext(u.vector(u.bits(v)), uint(8*size))
	lo := uint(0)
	for _, p := range list {
		t.write(st, n, p, c.cond, value{bits: s.Extract(bits, lo+p.c.width-1, lo)}, order)
		lo += p.c.width
	}
}

// reads begins an access that reads. It returns the bytes to read, and whether the thread can continue.
func (t *thread) reads(st *state, f *frame, in *ir.Instr, verb string) (access, bool) {
	a, ok := t.reach(st, t.arg(st, f, in.Args[0]), in.Type.Bytes(t.u.w.prog.Model), event.Access, verb, storing(in))
	if !ok || !t.initialised(st, &a, in) {
		return a, false
	}
	t.synchronise(st, &a, in)
	return a, true
}

func (t *thread) load(st *state, f *frame, in *ir.Instr) bool {
	a, ok := t.reads(st, f, in, "read")
	if !ok {
		return false
	}
	v := t.readAll(st, &a, in.Type, in.Order)
	if in.Flags&ir.Copying != 0 {
		v.lack = t.lacking(st, &a, in)
	}
	st.regs[in.Dst] = v
	t.touched(st, &a, in, term.False)
	return true
}

func (t *thread) readAll(st *state, a *access, typ ir.Type, order ir.MemOrder) value {
	return t.anyCase(a.cases, func(c target) value { return t.value(st, a.node, c, typ, order) })
}

// anyCase returns the value of the case that holds.
func (t *thread) anyCase(cases []target, of func(target) value) (v value) {
	for i, c := range cases {
		if x := of(c); i == 0 {
			v = x
		} else {
			v = t.u.merge(c.cond, x, v)
		}
	}
	return v
}

// inside checks a pointer that is about to be written to shared memory or to a large array: it must not
// point outside of its object. A read of that memory finds the object again only by the address (fresh,
// named).
func (t *thread) inside(st *state, a *access, v value) bool {
	if v.ptr == nil {
		return true
	}
	large := func(c *cell) bool { return c.count > maxElements }
	keeps := func(o *object) bool { return o.shares || o.stride != 0 && slices.ContainsFunc(o.cells, large) }
	if !slices.ContainsFunc(a.cases, func(c target) bool { return keeps(c.obj) }) {
		return true
	}
	s := t.terms
	outside := term.False
	for _, c := range v.ptr.cases {
		if c.obj != nil {
			outside = s.Or(outside, s.And(c.cond, t.u.outside(c)))
		}
	}
	return t.unsupportedIf(st, outside, "a pointer outside of its object in shared memory")
}

// outside returns the condition under which a case points neither into its object
// nor to its end.
func (u *unwinder) outside(c target) term.ID {
	return u.terms.Ult(u.ptrConst(uint64(c.obj.size)), c.off)
}

func (t *thread) store(st *state, f *frame, in *ir.Instr) bool {
	a, ok := t.reach(st, t.arg(st, f, in.Args[0]), in.Type.Bytes(t.u.w.prog.Model), event.Access, "write", storing(in))
	if !ok {
		return false
	}
	v := t.arg(st, f, in.Args[1])
	if !t.inside(st, &a, v) {
		return false
	}
	t.synchronise(st, &a, in)
	g := given{field: in.Field}
	if in.Flags&ir.Copying != 0 {
		g.lack = v.lack
	}
	v.lack = term.None
	for _, c := range a.cases {
		t.put(st, a.node, c, in.Type, v, g, in.Order)
	}
	t.touched(st, &a, in, term.True)
	return true
}

func (t *thread) rmw(st *state, f *frame, in *ir.Instr) bool {
	a, ok := t.reads(st, f, in, "write")
	if !ok {
		return false
	}
	old := t.readAll(st, &a, in.Type, in.Order)
	v := t.modify(ir.RMWKind(in.Sub), in.Type, old, t.arg(st, f, in.Args[1]))
	if !t.inside(st, &a, v) {
		return false
	}
	for _, c := range a.cases {
		t.put(st, a.node, c, in.Type, v, given{}, in.Order)
	}
	t.touched(st, &a, in, term.True)
	t.changes(st, f, in, t.terms.Not(t.u.equal(old, v)))
	st.regs[in.Dst] = old
	return true
}

func (t *thread) modify(kind ir.RMWKind, typ ir.Type, old, x value) value {
	u := t.u
	s := u.terms
	if kind == ir.RMWXchg {
		return x
	}
	if typ.IsPtr() && (kind == ir.RMWAdd || kind == ir.RMWSub) {
		d := u.bits(x)
		if kind == ir.RMWSub {
			d = s.Neg(d)
		}
		return u.moved(old, d)
	}
	v := arith.Updated(s, kind, u.vector(u.bits(old)), u.vector(u.bits(x)))
	if typ == ir.I1 {
		v = u.isOne(v)
	}
	return u.typedRegister(v, typ)
}

func (t *thread) cmpxchg(st *state, f *frame, in *ir.Instr) bool {
	a, ok := t.reads(st, f, in, "write")
	if !ok {
		return false
	}
	u := t.u
	old := t.readAll(st, &a, in.Type, in.Order)
	expected := t.arg(st, f, in.Args[1])
	if in.Type.IsPtr() {
		t.compared(st, ir.OpEq, old, expected)
	}
	same := u.equal(old, expected)
	v := t.arg(st, f, in.Args[2])
	if !t.inside(st, &a, v) {
		return false
	}
	t.touched(st, &a, in, same)
	t.changes(st, f, in, u.terms.And(same, u.terms.Not(u.equal(old, v))))
	for _, c := range a.cases {
		c.cond = u.terms.And(c.cond, same)
		if c.cond != term.False {
			t.put(st, a.node, c, in.Type, v, given{}, in.Order)
		}
	}
	st.regs[in.Dst] = old
	return true
}
