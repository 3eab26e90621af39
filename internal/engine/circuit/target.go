package circuit

import (
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/efsm"
)

// mark returns the mark that a target is; nil: a violation of the property.
func (r *run) mark(t *fromefsm.Target) *efsm.Mark {
	st := &r.model.System.Threads[t.Thread].States[t.State]
	switch {
	case t.Mark >= 0:
		return &st.Marks[t.Mark]
	case t.Ordered:
		return unroll.NotAdjacent(st)
	}
	return nil
}

func (r *run) origin(t efsm.ThreadID, c efsm.StateID) efsm.Origin {
	return r.model.System.Threads[t].States[c].Origin
}

// same reports whether two targets are at one place, for any threads.
func (r *run) same(a, b *fromefsm.Target) bool {
	m, n := r.mark(a), r.mark(b)
	switch {
	case (m == nil) != (n == nil):
		return false
	case m != nil:
		return m.Origin == n.Origin && m.Bound == n.Bound && m.Unsupported == n.Unsupported
	case a.Deadlock != b.Deadlock || a.Deadlock != fromefsm.NoDeadlock:
		return a.Deadlock == b.Deadlock
	case a.Var != 0:
		return r.origin(a.Thread, a.State) == r.origin(b.Thread, b.State) && r.origin(a.Other, a.OtherAt) == r.origin(b.Other, b.OtherAt)
	case a.Other != 0:
		return true // they are of the two queried places
	}
	state := func(t *fromefsm.Target) *efsm.Obligation {
		return &r.model.System.Threads[t.Thread].States[t.State].Obligations[t.Obligation]
	}
	return state(a).Origin == state(b).Origin && state(a).Kind == state(b).Kind
}
