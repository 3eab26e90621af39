package token

import (
	"iter"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// lockset holds the exclusive locks that a thread is known to hold at a state, on every path to it. Each
// list is ascending.
type lockset struct {
	known         bool // the state can be reached
	before, after []efsm.VarID
}

// locksets returns the locksets of all states, by thread. They omit each lock that a thread may release
// without holding it, since another thread could then own a lock that its holder acquired.
//
// The other locks are never released by a thread that does not hold them. The first such release would be
// by a thread that acquired the lock and has not released it since; another thread would have taken it from
// this thread before.
func locksets(sys *efsm.System) [][]lockset {
	all := make([][]lockset, len(sys.Threads))
	lost := make([]bool, len(sys.Vars))
	for i := 1; i < len(sys.Threads); i++ {
		t := &sys.Threads[i]
		all[i] = acquired(t, false)
		for c, any := range acquired(t, true) {
			if any.known {
				released(&t.States[c], any.before, lost)
			}
		}
	}
	isLost := func(l efsm.VarID) bool { return lost[l] }
	for i := range all {
		for c := range all[i] {
			s := &all[i][c]
			s.before, s.after = slices.DeleteFunc(slices.Clone(s.before), isLost), slices.DeleteFunc(slices.Clone(s.after), isLost)
		}
	}
	return all
}

// acquired returns which locks a thread acquired and has not released, by state: the
// greatest solution of the equations of a forward analysis. Those acquired for reading
// count if shared is set.
func acquired(t *efsm.Thread, shared bool) []lockset {
	sets := make([]lockset, len(t.States))
	sets[t.Entry].known = true
	work := []efsm.StateID{t.Entry}
	for len(work) > 0 {
		c := work[0]
		work = work[1:]
		sets[c].after = after(t.States[c].Locks, sets[c].before, shared)
		for _, e := range t.States[c].Edges {
			if to := &sets[e.To]; !to.known {
				to.known, to.before = true, sets[c].after
			} else if met := meet(to.before, sets[c].after); len(met) < len(to.before) {
				to.before = met
			} else {
				continue
			}
			work = append(work, e.To)
		}
	}
	return sets
}

// released records the locks that a state may release although the thread does not hold them.
func released(st *efsm.State, held []efsm.VarID, lost []bool) {
	for i, a := range st.Locks {
		if a.Release {
			_, found := slices.BinarySearch(after(st.Locks[:i], held, true), a.Lock)
			lost[a.Lock] = lost[a.Lock] || !found
		}
	}
}

func after(acts []efsm.LockAct, held []efsm.VarID, shared bool) []efsm.VarID {
	held = slices.Clone(held)
	for _, a := range acts {
		at, found := slices.BinarySearch(held, a.Lock)
		switch {
		case a.Release && found:
			held = slices.Delete(held, at, at+1)
		case !a.Release && (shared || !a.Shared) && a.When == term.True && !found:
			held = slices.Insert(held, at, a.Lock)
		}
	}
	return held
}

func meet(a, b []efsm.VarID) []efsm.VarID {
	var both []efsm.VarID
	for _, v := range a {
		if _, found := slices.BinarySearch(b, v); found {
			both = append(both, v)
		}
	}
	return both
}

// exclusive reports whether locks rule a pair out, whichever states it is between.
func (e *Encoding) exclusive(reader *machine, r *readInstance, writer *machine, w *writeInstance) bool {
	if e.locksets == nil {
		return false
	}
	for c := range reader.syncs(r.depth, readSync) {
		for b := range writer.syncs(w.depth, writeSync) {
			if !e.exclude(reader, c, writer, b) {
				return false
			}
		}
	}
	return true
}

// syncs returns the states with a read_sync or a write_sync at a depth, with the conditions that the thread is
// there, where these can hold.
func (m *machine) syncs(depth int, r role) iter.Seq2[efsm.StateID, term.ID] {
	return func(yield func(efsm.StateID, term.ID) bool) {
		for i, n := range m.reach.At(depth) {
			if node := &m.g.nodes[n]; node.role == r && m.holds[depth][i] != term.False && !yield(node.state, m.holds[depth][i]) {
				return
			}
		}
	}
}

// exclude reports whether the thread of w cannot execute state b while the thread of r is before its state
// c, or c cannot follow. Then both hold a common lock, or c waits for a lock that the other thread holds.
func (e *Encoding) exclude(r *machine, c efsm.StateID, w *machine, b efsm.StateID) bool {
	mine, theirs := &e.locksets[r.id][c], &e.locksets[w.id][b]
	if len(meet(mine.before, theirs.before)) > 0 || len(meet(mine.before, theirs.after)) > 0 {
		return true
	}
	if r.t.States[c].Wait != efsm.WaitLock {
		return false // it can do something else than wait, as pthread_mutex_trylock does
	}
	return slices.ContainsFunc(mine.after, func(l efsm.VarID) bool {
		_, held := slices.BinarySearch(mine.before, l)
		_, taken := slices.BinarySearch(theirs.after, l)
		return !held && taken
	})
}
