package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// descends reports whether threads of kind t are created by those of kind by, or
// by their descendants.
func (a *prover) descends(t, by pointsto.ThreadID) bool {
	for t = a.pts.Threads[t].Parent; t != 0; t = a.pts.Threads[t].Parent {
		if t == by {
			return true
		}
	}
	return false
}

// spawn records the creation of threads, and starts the analysis of their functions.
func (a *prover) spawn(at pointsto.At, list []*path) []*path {
	t := a.pts.Spawned(at)
	if t == 0 {
		return nil
	}
	list = each(list, func(p *path) *path {
		return a.notOver(t, p).with(func(n *path) {
			n.status = slices.Clone(p.status)
			for d := range n.status {
				if id := pointsto.ThreadID(d); id == t || a.descends(id, t) {
					n.status[d] = mayRun
				}
			}
		})
	})
	for _, p := range list {
		a.arrive(pointsto.At{Node: a.pts.Threads[t].Root, Block: 1}, a.born(t, p))
	}
	return list
}

// born returns the initial path of a thread, given its creator's path. It comes after the first under a
// lock only if the creator is not itself the first.
func (a *prover) born(t pointsto.ThreadID, by *path) *path {
	p := &path{status: make([]status, len(by.status)), inits: by.inits}
	for l := range a.locks {
		if l := int32(l); a.locks[l].class == first && by.mayHold(l) {
			p.inits = without(p.inits, func(key string) bool { return key == a.locks[l].after })
		}
	}
	for d := range p.status {
		switch {
		case a.once.thread(t) && a.descends(pointsto.ThreadID(d), t):
			p.status[d] = unborn
		case by.status[d] == joined:
			p.status[d] = joined
		default:
			p.status[d] = mayRun
		}
	}
	return p
}

// exit records the path at the end of a thread, and continues where it is joined.
func (a *prover) exit(t pointsto.ThreadID, p *path) {
	if t == 1 {
		return
	}
	if a.ends[t] == nil {
		a.ends[t] = make([]status, len(p.status))
	}
	changed := false
	for d, s := range p.status {
		changed = changed || a.ends[t][d]|s != a.ends[t][d]
		a.ends[t][d] |= s
	}
	if !changed {
		return
	}
	for _, at := range a.joins[t] {
		a.again(at)
	}
}

// join records the end of a thread. at is the place of the join.
func (a *prover) join(at pointsto.At, handle value, list []*path) []*path {
	t := a.joinedBy(handle)
	if t == 0 || a.pts.Nodes[at.Node].Thread == t {
		return a.joinOwn(at, handle, list)
	}
	if from := (pointsto.At{Node: at.Node, Block: at.Block, Instr: a.entryOf(at)}); !slices.Contains(a.joins[t], from) {
		a.joins[t] = append(a.joins[t], from)
	}
	return a.joined(t, at, list)
}

// joined records that the threads of a kind have ended, at a place.
func (a *prover) joined(t pointsto.ThreadID, at pointsto.At, list []*path) []*path {
	ends := a.ends[t]
	return each(list, func(p *path) *path {
		if ends == nil {
			return nil // they never end, as far as known
		}
		return p.with(func(n *path) {
			n.status = slices.Clone(p.status)
			n.status[t] = joined
			for d, s := range ends {
				switch d := pointsto.ThreadID(d); {
				case d == a.pts.Nodes[at.Node].Thread || d == t:
				case a.descends(d, t) || s == joined:
					n.status[d] = s
				}
			}
		})
	})
}

// entryOf returns the place in a block from which walk reaches a place.
func (a *prover) entryOf(at pointsto.At) int {
	for i := at.Instr; i > 0; i-- {
		if a.states[pointsto.At{Node: at.Node, Block: at.Block, Instr: i}] != nil {
			return i
		}
	}
	return 0
}

// joinedBy returns the thread that a join through a handle certainly waits for, or 0.
func (a *prover) joinedBy(handle value) pointsto.ThreadID {
	locs := a.pts.PointsTo(handle.n, handle.v)
	if len(locs) != 1 {
		return 0
	}
	t := a.joinable[locs[0]]
	if t == 0 || !a.once.thread(t) || a.joiners[locs[0]] == 0 || !a.once.thread(a.joiners[locs[0]]) || a.joiners[locs[0]] == t {
		return 0
	}
	return t
}

// findJoinable finds the handles for which a join certainly waits: their threads are never detached,
// only one thread joins them, and they are of one kind.
func (a *prover) findJoinable() {
	owners := make(map[pointsto.LocID]int)
	for t := 2; t < len(a.pts.Threads); t++ {
		th := &a.pts.Threads[t]
		view := a.pts.View(th.Spawn.Node)
		locs := a.pts.PointsTo(th.Spawn.Node, view.Arg(th.Spawn.Block, th.Spawn.Instr, 0))
		for _, l := range locs {
			owners[l]++
		}
		if len(locs) == 1 && !th.Merged && a.bornJoinable(th.Spawn.Node) {
			a.joinable[locs[0]] = pointsto.ThreadID(t)
		}
	}
	for l, n := range owners {
		if n > 1 {
			delete(a.joinable, l)
		}
	}
	for n := 1; n < len(a.pts.Nodes); n++ {
		verb := a.pts.View(pointsto.NodeID(n)).IR.Role.Verb
		if verb != ir.VerbJoin && verb != ir.VerbDetach {
			continue
		}
		a.noteJoin(a.param(pointsto.NodeID(n), 0), verb == ir.VerbDetach)
	}
}

func (a *prover) noteJoin(handle value, detaches bool) {
	t := a.pts.Nodes[handle.n].Thread
	for _, l := range a.pts.PointsTo(handle.n, handle.v) {
		switch {
		case l == pointsto.Wild:
			clear(a.joinable)
		case detaches, a.joiners[l] != 0 && a.joiners[l] != t:
			delete(a.joinable, l)
		default:
			a.joiners[l] = t
		}
	}
}

// bornJoinable reports whether the model function that creates a thread makes it joinable because it
// has no attributes.
func (a *prover) bornJoinable(n pointsto.NodeID) bool {
	f := a.pts.View(n).IR
	if f.Role.Verb != ir.VerbCreate {
		return false
	}
	if len(f.Params) < 4 {
		return true
	}
	c, ok := a.constOf(a.param(n, 1))
	return ok && c.Lo == 0
}
