package interp

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
)

// Births and deaths of objects.

// room reports whether an object of a size fits the memory limit.
func (m *Machine) room(size uint64) bool {
	return size <= m.conf.MaxMemory && m.live+size <= m.conf.MaxMemory
}

// charge counts memory that an execution keeps besides its objects; too much
// ends it at the memory limit, when the next step begins.
func (m *Machine) charge(bytes uint64) {
	if m.live += bytes; m.live > m.conf.MaxMemory && m.end.Kind == Running {
		m.end = End{Kind: MemoryLimit}
	}
}

// threadLocal is the address of the running thread's instance of a global.
func (m *Machine) threadLocal(t *Thread, in *inst, regs []wide.Word) outcome {
	g := ir.GlobalID(in.aux)
	if t.tls == nil {
		t.tls = make([]ref, len(m.prog.Globals))
	}
	if t.tls[g] == 0 {
		gl := &m.prog.Globals[g]
		if !m.room(uint64(gl.Size)) {
			return m.limit(t, MemoryLimit)
		}
		o := m.newObject(kindThreadLocal, uint64(gl.Size), gl.External)
		o.global, o.model, o.external, o.readOnly = g, gl.Model, gl.External, gl.ReadOnly
		m.place(o, t, m.sites.Global(g))
		m.initialise(o, gl.Init)
		t.tls[g] = o.ref
		if m.attempt != nil {
			m.attempt.logThreadLocal(t, g)
		}
	}
	regs[in.dst] = wide.Word{Hi: t.tls[g]}
	return next
}

// enter gives a Local a new instance; the frame's former one ends.
func (m *Machine) enter(t *Thread, in *inst, regs []wide.Word) outcome {
	id := ir.LocalID(in.aux)
	if out := m.endLocal(t, id); out != next {
		return out
	}
	fr := t.top()
	l := &fr.fn.ir.Locals[id]
	size := uint64(l.Size)
	if in.a >= 0 {
		size = regs[in.a].Lo
	}
	if !m.room(size) {
		return m.limit(t, MemoryLimit)
	}
	o := m.newObject(kindStack, size, !l.Initialised)
	o.fn, o.local, o.readOnly = fr.fn.id, id, l.ReadOnly
	m.place(o, t, m.sites.Local(fr.fn.id, id))
	if l.Initialised && len(l.Init) > 0 {
		m.initialise(o, l.Init)
	}
	if m.race != nil && l.Initialised {
		m.born(t, o)
	}
	t.locals[fr.locals+int32(id)] = o.ref
	regs[in.dst] = wide.Word{Hi: o.ref}
	return next
}

func (m *Machine) leave(t *Thread, in *inst) outcome { return m.endLocal(t, ir.LocalID(in.aux)) }

// endLocal ends the life of the frame's current instance of a Local.
func (m *Machine) endLocal(t *Thread, id ir.LocalID) outcome {
	slot := t.top().locals + int32(id)
	r := t.locals[slot]
	if r == 0 {
		return next
	}
	o := m.object(r)
	if o.visible {
		if !m.visible(t) {
			return wait
		}
		m.note(t, 7, o.ref)
	}
	t.locals[slot] = 0
	m.kill(t, o)
	return next
}

func (m *Machine) alloc(t *Thread, in *inst, regs []wide.Word) outcome {
	fr := t.top()
	size := regs[in.a].Lo
	if !m.room(size) {
		return m.limit(t, MemoryLimit)
	}
	how := ir.AllocKind(fr.fn.src[fr.pc].Sub)
	kind := kindHeap
	switch how {
	case ir.StackObject:
		kind = kindAlloca
	case ir.ModelObject:
		kind = kindModel
	}
	o := m.newObject(kind, size, how != ir.HeapZero)
	if kind == kindHeap {
		o.visible, o.watched, o.external = true, true, how == ir.ExternalObject
		o.born = t.Where()
	}
	o.model = kind == kindModel
	o.watched = o.watched || o.model && m.names != nil
	m.place(o, t, t.site())
	if kind == kindHeap {
		m.appear(o)
	}
	if m.race != nil && how == ir.HeapZero {
		m.born(t, o)
	}
	if kind == kindAlloca {
		m.addAlloca(t, o.ref)
	}
	regs[in.dst] = wide.Word{Hi: o.ref}
	return next
}

// addAlloca makes an object die with the innermost frame that is not a
// library model's: alloca is a model.
func (m *Machine) addAlloca(t *Thread, r ref) {
	i := len(t.frames) - 1
	for i > 0 && t.frames[i].fn.ir.Model {
		i--
	}
	at := len(t.allocas)
	if i+1 < len(t.frames) {
		at = int(t.frames[i+1].allocas)
	}
	t.allocas = append(t.allocas, 0)
	copy(t.allocas[at+1:], t.allocas[at:])
	t.allocas[at] = r
	for j := i + 1; j < len(t.frames); j++ {
		t.frames[j].allocas++
	}
	if m.attempt != nil {
		m.attempt.logAlloca(t, i)
	}
}

func (m *Machine) free(t *Thread, p wide.Word) outcome {
	out := m.freeObject(t, p)
	if m.foot != nil && out != wait {
		m.tried(p, 0, footprint.Reads)
	}
	return out
}

func (m *Machine) freeObject(t *Thread, p wide.Word) outcome {
	o := m.object(p.Hi)
	switch {
	case o == nil || p.Hi == 0:
		return m.fail(t, verdict.Memory, verdict.InvalidFree, "free of a pointer to no allocated object")
	case o.kind != kindHeap && o.kind != kindModel:
		return m.fail(t, verdict.Memory, verdict.InvalidFree, "free of %s, which was not allocated", m.describe(o))
	case o.dead:
		m.observeFault(t, p, 0)
		return m.fail(t, verdict.Memory, verdict.DoubleFree, "second free of an object")
	case p.Lo != 0:
		return m.fail(t, verdict.Memory, verdict.InvalidFree, "free of a pointer %d bytes into an object", int64(p.Lo))
	}
	if o.visible {
		if !m.visible(t) {
			return wait
		}
		m.note(t, 8, o.ref)
	}
	m.kill(t, o)
	return next
}

func (m *Machine) objectSize(t *Thread, in *inst, regs []wide.Word) outcome {
	p := regs[in.a]
	o := m.object(p.Hi)
	if o == nil || o.dead || p.Hi == 0 {
		out := m.badPointer(t, p, "size")
		if m.foot != nil && out != wait {
			m.tried(p, 0, footprint.Reads)
		}
		return out
	}
	if o.visible {
		if !m.visible(t) {
			return wait
		}
		if m.foot != nil {
			m.seenLife(o, footprint.Reads)
		}
		m.note(t, 9, o.size)
	}
	regs[in.dst] = wide.Word{Lo: o.size << m.ptrSh >> m.ptrSh}
	return next
}

// uninitByte gets the value of a byte that was never written from the source.
func (m *Machine) uninitByte(t *Thread, o *object, off uint64) (byte, outcome) {
	b, err := m.conf.Source.Uninit(m.key(o), off)
	if err != nil {
		if m.left(t) {
			return 0, m.stop(t)
		}
		return 0, m.mismatch(t, err)
	}
	if m.live += inputCost; m.live > m.conf.MaxMemory {
		return 0, m.limit(t, MemoryLimit)
	}
	m.uninit = append(m.uninit, UninitByte{m.key(o), off, b})
	return b, next
}
