package unwind

import (
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// compared notes that two pointers are compared for equality: where one may be
// to freed memory and the other to a later allocation, they might be equal in a
// real execution (DESIGN 5.9).
func (t *thread) compared(st *state, a, b value) {
	if a.ptr == nil || b.ptr == nil {
		return
	}
	s := t.terms
	reused := term.False
	for _, c := range a.ptr.cases {
		for _, d := range b.ptr.cases {
			if c.obj == nil || d.obj == nil || c.obj == d.obj || c.obj.kind != kindHeap || d.obj.kind != kindHeap {
				continue
			}
			if both := s.And(c.cond, d.cond); both != term.False {
				reused = s.Or(reused, s.And(both, s.Or(t.mayReuse(st, c.obj, d.obj), t.mayReuse(st, d.obj, c.obj))))
			}
		}
	}
	if guard := s.And(st.path.term, reused); guard != term.False {
		t.mark(st, guard, event.Mark{Mark: verdict.Mark{Bound: verdict.ReuseBound}})
	}
}

// mayReuse returns a condition under which an object may have been allocated
// after the end of another's life.
func (t *thread) mayReuse(st *state, dead, later *object) term.ID {
	u := t.unwinder
	if dead.life == nil || len(dead.life.writers) == 0 {
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

// comparison executes eq and ne of pointers.
func (t *thread) comparison(st *state, f *frame, in *ir.Instr) {
	if f.fn.TypeOf(in.Args[0]).IsPtr() && !f.fn.Model {
		t.compared(st, t.arg(st, f, in.Args[0]), t.arg(st, f, in.Args[1]))
	}
}
