package interp

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
)

// noteCompared leaves a mark if a comparison of pointers depends on the layout of memory, since a machine
// has only one layout (semantics 9; package analyze/layout states the rule). Two results depend on it: the
// order of two objects, and whether a pointer to a dead object equals one to an object created later.
func (m *Machine) noteCompared(t *Thread, op ir.Op, p, q wide.Word) {
	if p.Hi == q.Hi || p.Hi == 0 || q.Hi == 0 || t.inModel() {
		return
	}
	bound := verdict.ReuseBound
	switch op {
	case ir.OpULt, ir.OpULe:
		bound = verdict.AddressBound
	default:
		if !m.mayReuse(t, m.object(p.Hi), m.object(q.Hi)) {
			return
		}
	}
	m.cut(bound, 0, t.Where())
}

// noteRead leaves a mark if a library model reads single bytes of a pointer, not to copy them. Its result may
// depend on the address.
func (m *Machine) noteRead(t *Thread, o *object, src *ir.Instr) {
	if o.kind != kindModel && src.Flags&ir.Copying == 0 && src.Type.Bits(m.prog.Model) < m.prog.Model.PtrBits() {
		m.cut(verdict.AddressBound, 0, t.Where())
	}
}

// mayReuse reports whether one of two objects may have been created after the end of the other's life, at
// the same place. Frames of different threads are apart. nil is a local of the thread's own whose scope has
// ended.
func (m *Machine) mayReuse(t *Thread, a, b *object) bool {
	if a == nil || b == nil {
		if a == nil {
			a = b
		}
		return a == nil || a.onStack() && a.owner == t
	}
	if a.kind != kindHeap && !a.onStack() || a.onStack() != b.onStack() || a.onStack() && a.owner != b.owner {
		return false
	}
	if a.ref&(1<<refIndexBits-1) > b.ref&(1<<refIndexBits-1) {
		a, b = b, a
	}
	dead := a.dead
	if m.names != nil {
		// An execution stands for its trace: either may be the later one in another,
		// unless one thread made both.
		dead = dead || b.dead && a.owner != b.owner
	}
	if m.foot != nil {
		m.seenLife(a, footprint.Reads)
		m.seenLife(b, footprint.Reads)
	}
	return dead
}

// onStack reports whether an object is in a frame.
func (o *object) onStack() bool { return o.kind == kindStack || o.kind == kindAlloca }
