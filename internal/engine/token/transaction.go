package token

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// An operation is a right mover if it can be moved after the next operations of other threads with the same
// result. Such an operation acquires a lock, or accesses data that others cannot access while the thread
// holds its locks. R. Lipton, "Reduction: a method of proving properties of parallel programs", CACM
// 1975. The token is not given away after a right mover. In the reordered execution the right mover stands
// next to the following operation of its thread; if there is none, it is dropped. A row of right movers
// with the operation after them is a block, and peephole.go orders blocks.
//
// A violation is the last operation of an execution, so no other operation is moved after it and lost. This
// argument fails for races, since adjacent accesses would be separated, and for meetings.

// block holds the states of a thread that are executed in one piece with a state, itself included.
type block struct {
	from []efsm.StateID // if it is the last: it, and right movers before it
	to   []efsm.StateID // if it is the first: it, and those that follow as long as right movers go before them
}

// isMover reports whether the token stays with the thread after a state.
func (e *Encoding) isMover(t efsm.ThreadID, c efsm.StateID) bool {
	return e.movers != nil && e.movers[t][c]
}

// findBlocks finds the right movers and the blocks.
func (e *Encoding) findBlocks() {
	if !e.opts.POR {
		return
	}
	e.movers, e.blocks = make([][]bool, len(e.sys.Threads)), make([][]block, len(e.sys.Threads))
	settled := e.sys.Settled()
	for i := 1; i < len(e.sys.Threads); i++ {
		t := &e.sys.Threads[i]
		e.movers[i] = make([]bool, len(t.States))
		for c := range t.States {
			e.movers[i][c] = t.States[c].Kind == efsm.Visible && e.locksets != nil && e.opts.Property != verdict.Race && e.opts.Property != verdict.Exclusion &&
				e.movesRight(efsm.ThreadID(i), efsm.StateID(c), settled[i])
		}
	}
	for i := 1; i < len(e.sys.Threads); i++ {
		t := &e.sys.Threads[i]
		e.blocks[i] = make([]block, len(t.States))
		follows := visibleFollowers(t)
		for c := range t.States {
			if t.States[c].IsVisible() {
				e.blocks[i][c].to = e.row(efsm.ThreadID(i), efsm.StateID(c), follows)
				for _, last := range e.blocks[i][c].to {
					b := &e.blocks[i][last]
					b.from = append(b.from, efsm.StateID(c))
				}
			}
		}
	}
}

// movesRight reports whether a state of a thread is a right mover. The settled variables do not change
// while the thread runs.
func (e *Encoding) movesRight(t efsm.ThreadID, c efsm.StateID, settled []efsm.VarID) bool {
	st, locks := &e.sys.Threads[t].States[c], &e.locksets[t][c]
	for i := 1; i < len(e.sys.Threads); i++ {
		if efsm.ThreadID(i) == t {
			continue
		}
		other := &e.sys.Threads[i]
		if slices.ContainsFunc(st.Updates, func(u efsm.Update) bool { return u.Var == other.Alive }) {
			return false
		}
		for k := range other.States {
			theirs := &e.locksets[i][k]
			if !theirs.known || len(meet(locks.after, theirs.before)) > 0 || len(meet(locks.after, theirs.after)) > 0 {
				continue
			}
			if conflict(st, &other.States[k], settled) {
				return false
			}
		}
	}
	return true
}

// conflict reports whether two states access one variable, which is not settled, and one writes it.
func conflict(x, y *efsm.State, settled []efsm.VarID) bool {
	for i := range x.Accesses {
		for j := range y.Accesses {
			if a, b := &x.Accesses[i], &y.Accesses[j]; a.Var == b.Var && (a.Mode != efsm.Read || b.Mode != efsm.Read) && !slices.Contains(settled, a.Var) {
				return true
			}
		}
	}
	return false
}

// visibleFollowers returns, by state, the visible states that may come next.
func visibleFollowers(t *efsm.Thread) [][]efsm.StateID {
	out := make([][]efsm.StateID, len(t.States))
	for c := range t.States {
		seen := make([]bool, len(t.States))
		work := []efsm.StateID{efsm.StateID(c)}
		for len(work) > 0 {
			at := work[len(work)-1]
			work = work[:len(work)-1]
			for _, e := range t.States[at].Edges {
				if seen[e.To] {
					continue
				}
				seen[e.To] = true
				if t.States[e.To].IsVisible() {
					out[c] = append(out[c], e.To)
				} else {
					work = append(work, e.To)
				}
			}
		}
	}
	return out
}

// row returns the states of a block that begins with the given state.
func (e *Encoding) row(t efsm.ThreadID, c efsm.StateID, follows [][]efsm.StateID) []efsm.StateID {
	list := []efsm.StateID{c}
	for i := 0; i < len(list); i++ {
		if !e.movers[t][list[i]] {
			continue
		}
		for _, next := range follows[list[i]] {
			if !slices.Contains(list, next) {
				list = append(list, next)
			}
		}
	}
	return list
}

// dependentBlocks reports whether the order of two blocks can matter: one begins with state x of reader's
// thread, the other ends with state y of writer's thread.
func (e *Encoding) dependentBlocks(reader *machine, x efsm.StateID, writer *machine, y efsm.StateID) bool {
	for _, c := range e.blocks[reader.id][x].to {
		for _, b := range e.blocks[writer.id][y].from {
			if e.dependent(reader.t, &reader.t.States[c], &writer.t.States[b]) {
				return true
			}
		}
	}
	return false
}
