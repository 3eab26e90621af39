package token

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// This file leaves out executions that differ only in the order of independent operations. The first in the
// order of threads is enough: C. Wang, Z. Yang, V. Kahlon, A. Gupta, "Peephole partial order reduction",
// TACAS 2008. In it no operation comes right after an independent one of a later thread, or the two could
// change places. So the token goes to an earlier thread only between dependent operations.
//
// No verdict is lost:
//
//   - A violation, a mark, or the position of a thread at a depth depends on the thread's last operation
//     and the operations before it on which that depends. It is the last of these in every order, and its
//     thread keeps the token.
//   - The last operation of a meeting is one of the two threads'.
//   - The accesses of a race come after the operations on which they depend, and the pass between them is
//     one of a conflict. The first of them need not depend on the operation right before it. So if races
//     are queried, an operation on data counts as dependent on all others.

// maxCompared is the largest number of pairs of nodes at a pass for which the pass is restricted. Each pair
// is tested and costs a term.
const maxCompared = 64

// needed returns the condition under which executions need a pass.
func (e *Encoding) needed(reader *machine, r *readInstance, writer *machine, w *writeInstance) term.ID {
	if !e.opts.POR || reader.id > writer.id {
		return term.True
	}
	to, from := reader.nodesAt(r.depth, readSync), writer.nodesAt(w.depth, writeSync)
	if len(to)*len(from) > maxCompared {
		return term.True
	}
	needed, always := term.False, true
	for _, x := range to {
		for _, y := range from {
			if e.dependentBlocks(reader, x.state, writer, y.state) {
				needed = e.terms.Or(needed, e.terms.And(x.holds, y.holds))
			} else {
				always = false
			}
		}
	}
	if always {
		return term.True
	}
	return needed
}

// presence is a node at which a thread may be, and the condition.
type presence struct {
	state efsm.StateID
	holds term.ID
}

// nodesAt returns the nodes of a role at which the thread may be at a depth.
func (m *machine) nodesAt(d int, role role) []presence {
	var list []presence
	for i, c := range m.reach.At(d) {
		if n := &m.g.nodes[c]; n.role == role && m.holds[d][i] != term.False && (role != writeSync || !m.e.isMover(m.id, n.state)) {
			list = append(list, presence{n.state, m.holds[d][i]})
		}
	}
	return list
}

// dependent reports whether it can matter that a state x of a thread comes after a state y of another
// one, and not before.
func (e *Encoding) dependent(t *efsm.Thread, x, y *efsm.State) bool {
	if slices.ContainsFunc(y.Updates, func(u efsm.Update) bool { return u.Var == t.Alive }) {
		return true
	}
	for i := range x.Accesses {
		a := &x.Accesses[i]
		if e.opts.Property == verdict.Race && e.sys.Vars[a.Var].Class == efsm.Data {
			return true
		}
		for j := range y.Accesses {
			if other := &y.Accesses[j]; a.Var == other.Var && (a.Mode != efsm.Read || other.Mode != efsm.Read) {
				return true
			}
		}
	}
	return false
}
