package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/scc"
)

// Accesses before a thread sets a flag happen before accesses of a thread that has seen the flag set:
//
//	x = 1; lock(m); ready = 1; unlock(m);      lock(m); while (!ready) wait(c, m); unlock(m); … use(x) …
//
// The flag is a mark (first.go). Assume only one thread makes it nonzero, and holds the lock whenever
// it does so. Then a thread that reads nonzero under the lock is in a later critical section than the
// thread that set it. Consider a function that the first thread calls once and that contains all
// stores that set the mark. Accesses at places of it that control does not reach from any of these
// stores come before all of them.

// announcedBefore reports whether an access comes before all stores of its thread to a mark that
// another thread has seen set on a path.
func (a *prover) announcedBefore(x, y *access, q *path) bool {
	if x.thread == y.thread || len(q.inits) == 0 || !a.once.thread(x.thread) || !a.once.called(x.at.Node) {
		return false
	}
	for l := range a.locks {
		f := &a.locks[l]
		if f.class == first && slices.Contains(q.inits, f.after) && a.trusted(f.under) && a.isBefore(x, f) {
			return true
		}
	}
	return false
}

// isBefore reports whether all writes to a mark come after an access, in its function, and under the
// lock of the mark.
func (a *prover) isBefore(x *access, f *lockFact) bool {
	for i := range a.writes {
		w := &a.writes[i]
		if !slices.ContainsFunc(a.pts.PointsTo(w.to.n, w.to.v), func(id pointsto.LocID) bool {
			return id == pointsto.Wild || pointsto.Overlap(a.pts.Locs[id], w.size, f.mark.at, f.mark.size)
		}) {
			continue
		}
		if w.at.Node != x.at.Node || a.follows(w.at, x.at) {
			return false
		}
		k := slices.IndexFunc(a.accesses, func(z access) bool { return z.at == w.at })
		if k < 0 || slices.ContainsFunc(a.accesses[k].paths, func(p *path) bool { return !slices.Contains(p.locks, f.under) }) {
			return false
		}
	}
	return true
}

// follows reports whether control can reach one place of a node from another, in one activation of the
// function.
func (a *prover) follows(from, to pointsto.At) bool {
	if from.Block == to.Block && from.Instr < to.Instr {
		return true
	}
	blocks := a.pts.View(from.Node).IR.Blocks
	next := func(b ir.BlockID) []ir.BlockID { return blocks[b].Term.Targets }
	return slices.ContainsFunc(next(from.Block), func(b ir.BlockID) bool { return scc.Reach(b, next)[to.Block] })
}
