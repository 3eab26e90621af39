package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// If the walk through the threads does not end, its paths hold for some executions only. Then the pairs are judged
// without them: every thread may run at every place, and no lock is held. The result is no proof (Result.Beyond),
// but counts the pairs that one thread, or places of their own, keep apart. The locks on the paths that the walk took
// serve the order of suspects only.

// assume replaces the paths at all places by a path without facts. In library models, the walk shows which places are
// in sections, and only the places that it reached have accesses.
func (a *prover) assume() {
	a.beyond = append(a.beyond, "library functions that the walk through the threads did not reach access no shared object",
		"the locks of places are those on the paths that this walk took")
	top := &path{status: make([]status, len(a.pts.Threads))}
	for t := range top.status {
		top.status[t] = unborn | joined | mayRun
	}
	inModel := top.with(func(p *path) { p.sections = []ir.SectionKind{ir.ModelSection} })
	old := a.states
	a.states = make(map[pointsto.At]*paths)
	put := func(at pointsto.At) {
		p, known := top, old[at]
		switch {
		case known != nil && isModelled(known.list):
			p = inModel
		case known == nil && a.pts.View(at.Node).IR.Model:
			return
		}
		if known != nil {
			if held := heldOn(known.list); len(held) > 0 {
				p = p.with(func(q *path) { q.seen = held })
			}
		}
		a.states[at] = &paths{list: []*path{p}}
	}
	for n := pointsto.NodeID(1); int(n) < len(a.pts.Nodes); n++ {
		view := a.pts.View(n)
		for _, b := range view.Order {
			put(pointsto.At{Node: n, Block: b})
			for i := range view.IR.Blocks[b].Instrs {
				if op := view.IR.Blocks[b].Instrs[i].Op; op == ir.OpCall || op == ir.OpCallPtr {
					put(pointsto.At{Node: n, Block: b, Instr: i + 1})
				}
			}
		}
	}
}

// heldOn returns the locks that are held on all paths.
func heldOn(list []*path) []int32 {
	held := list[0].locks
	for _, p := range list[1:] {
		held = without(held, func(l int32) bool { return !slices.Contains(p.locks, l) })
	}
	return held
}

// isModelled reports whether all paths are in sections of library models.
func isModelled(list []*path) bool {
	for _, p := range list {
		if !p.inModel() {
			return false
		}
	}
	return len(list) > 0
}
