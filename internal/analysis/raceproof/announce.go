package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analysis/pointsto"
	"github.com/heddle-mc/heddle/internal/ir"
)

// What a thread does before it announces that it has comes before what others do when they have seen it:
//
//	x = 1; lock(m); ready = 1; unlock(m);      lock(m); while (!ready) wait(c, m); unlock(m); … use(x) …
//
// The announcement is a mark (first.go). If only one thread makes it nonzero, and holds the lock whenever it does, who found
// it nonzero while it held the lock was in a section behind one of these. What that thread does in a function that it calls once, at a
// place to which control does not come from any of the announcements, which are in that function too, it does before all of them.

// announcedBefore reports whether an access comes before all announcements of its thread, one of which another thread has seen on
// a path.
func (a *prover) announcedBefore(x, y *access, q *path) bool {
	if x.thread == y.thread || !a.once.thread(x.thread) || !a.once.called(x.at.Node) {
		return false
	}
	for l := range a.locks {
		f := &a.locks[l]
		if f.class == first && slices.Contains(q.inits, afterFirst(int32(l))) && a.trusted(f.under) && a.isBefore(x, f) {
			return true
		}
	}
	return false
}

// isBefore reports whether all writes to a mark come after an access, in its function, and hold the lock under which the mark is.
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

// follows reports whether control can come from a place of a node to another one of it, in one activation of the function.
func (a *prover) follows(from, to pointsto.At) bool {
	if from.Block == to.Block && from.Instr < to.Instr {
		return true
	}
	blocks := a.pts.View(from.Node).IR.Blocks
	seen, queue := make([]bool, len(blocks)), []ir.BlockID{from.Block}
	for len(queue) > 0 {
		next := blocks[queue[0]].Term.Targets
		queue = queue[1:]
		for _, b := range next {
			if b == to.Block {
				return true
			}
			if !seen[b] {
				seen[b] = true
				queue = append(queue, b)
			}
		}
	}
	return false
}
