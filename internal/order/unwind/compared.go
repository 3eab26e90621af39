package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// compared leaves a mark if a comparison of pointers depends on the layout of memory, since a graph has
// only one layout (semantics 9; package analyze/layout states the rule). Two results depend on it: the
// order of two objects, and whether a pointer to a dead object equals one to an object created later.
func (t *thread) compared(st *state, op ir.Op, a, b value) {
	if a.ptr == nil || b.ptr == nil {
		return
	}
	s := t.terms
	bound := verdict.ReuseBound
	if op == ir.OpULt || op == ir.OpULe {
		bound = verdict.AddressBound
	}
	depends := term.False
	for _, c := range a.ptr.cases {
		for _, d := range b.ptr.cases {
			if c.obj == nil || d.obj == nil || c.obj == d.obj {
				continue
			}
			both := s.And(c.cond, d.cond)
			if both != term.False && bound == verdict.ReuseBound {
				both = s.And(both, s.Or(t.mayReuse(st, c.obj, d.obj), t.mayReuse(st, d.obj, c.obj)))
			}
			depends = s.Or(depends, both)
		}
	}
	if guard := s.And(st.path.term, depends); guard != term.False {
		t.mark(st, guard, event.Mark{Mark: verdict.Mark{Bound: bound}})
	}
}

// mayReuse returns a condition under which an object may have been created after the end of another's life,
// at the same place. Frames of different threads are apart.
func (t *thread) mayReuse(st *state, dead, later *object) term.ID {
	u := t.u
	switch {
	case dead.life == nil || len(dead.life.writers) == 0, dead.kind != kindHeap && !dead.onStack(), dead.onStack() != later.onStack(),
		later.kind != kindHeap && !later.onStack(), dead.onStack() && dead.owner != later.owner:
		return term.False
	}
	if dead.owner == t.inst && later.owner == t.inst && len(dead.life.writers) == 1 && dead.life.writers[0].thread == t.inst {
		later.refresh(u)
		if killed, ok := t.killed[dead]; !ok || later.seq < killed {
			return term.False
		}
		return u.terms.Not(t.aliveIn(st, dead))
	}
	return term.True
}

// onStack reports whether an object is in a frame.
func (o *object) onStack() bool { return o.kind == kindStack || o.kind == kindAlloca }
