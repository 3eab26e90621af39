package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A quiet function changes no fact of a path, and its callees change none. Facts about values of these functions do not
// count. A quiet function has four properties:
//
//   - It does not use or overwrite a lock, a word or a control.
//   - It creates and joins no thread.
//   - It closes each atomic section that it opens, and no other.
//   - It does not show an object of the heap or of a stack to other threads by a store, so fresh objects stay fresh.
//
// It may read and set marks (first.go). The caller then neither counts as the first nor comes after it.
//
// A path goes past the call of a quiet function that several calls share, if the function may return. So the caller
// keeps its locks and the states of the threads, however many callers there are: handlers of signals may run before each
// operation. Other paths go into the function, and end there.
//
// The path keeps its facts about values of functions in the callee, which have new values now. Such a fact is not used
// before the value is computed again, which drops it: no function uses values of functions that have returned.

// findQuiet finds the quiet functions, by node.
func (a *prover) findQuiet() {
	balanced := make([]bool, len(a.prog.Funcs))
	for f := range a.prog.Funcs {
		balanced[f] = balancedSections(&a.prog.Funcs[f])
	}
	a.quiet = make([]bool, len(a.pts.Nodes))
	var loud []pointsto.NodeID
	for n := 1; n < len(a.quiet); n++ {
		id := pointsto.NodeID(n)
		if a.quiet[n] = balanced[a.pts.Nodes[n].Func] && a.quietAlone(id); !a.quiet[n] {
			loud = append(loud, id)
		}
	}
	for len(loud) > 0 {
		n := loud[len(loud)-1]
		loud = loud[:len(loud)-1]
		for _, c := range a.pts.Nodes[n].Callers {
			if a.quiet[c.Node] {
				a.quiet[c.Node] = false
				loud = append(loud, c.Node)
			}
		}
	}
}

// quietAlone reports whether a function with quiet callees is quiet.
func (a *prover) quietAlone(n pointsto.NodeID) bool {
	view := a.pts.View(n)
	f := view.IR
	if _, ok := a.summaryOf(a.pts.Nodes[n].Func); ok || resets(f) || a.runsOnce(n) {
		return false
	}
	if _, ok := a.initialises(n); ok {
		return false
	}
	for i, in := range view.Instrs() {
		at := pointsto.At{Node: n, Block: i.Block, Instr: i.Index}
		switch in.Op {
		case ir.OpSpawn, ir.OpJoin:
			return false
		case ir.OpLoad:
			if a.wordAt(a.argOf(at, 0), in) {
				return false
			}
		case ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
			what := 1
			if in.Op == ir.OpCmpXchg {
				what = 2
			}
			if x, clears := a.flagOp(at, in); x != noEffect || clears || a.wordAt(a.argOf(at, 0), in) || a.leadsToOwn(a.argOf(at, what)) && a.visible(a.argOf(at, 0)) {
				return false
			}
		}
	}
	return true
}

// leadsToOwn reports whether a value may point to an object that is not a global.
func (a *prover) leadsToOwn(x value) bool {
	return slices.ContainsFunc(a.pts.PointsTo(x.n, x.v), func(l pointsto.LocID) bool {
		o := &a.pts.Objects[a.pts.Locs[l].Obj]
		return l == pointsto.Wild || a.pts.Locs[l].Obj != 0 && o.Kind != pointsto.Global && o.Kind != pointsto.Function && o.Kind != pointsto.ThreadLocal
	})
}

// balancedSections reports whether a function closes each section that it opens, and no other, on all ways to its end.
func balancedSections(f *ir.Func) bool {
	if !f.HasBody() {
		return true
	}
	const unknown = -1
	depth := make([]int, len(f.Blocks))
	for b := range depth {
		depth[b] = unknown
	}
	depth[1] = 0
	for work := []ir.BlockID{1}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		block, d := &f.Blocks[b], depth[b]
		for i := range block.Instrs {
			switch block.Instrs[i].Op {
			case ir.OpAtomicBegin:
				d++
			case ir.OpAtomicEnd:
				d--
			}
			if d < 0 {
				return false
			}
		}
		if block.Term.Op == ir.TermRet && d != 0 {
			return false
		}
		for _, to := range block.Term.Targets {
			switch depth[to] {
			case unknown:
				depth[to] = d
				work = append(work, to)
			case d:
			default:
				return false
			}
		}
	}
	return true
}

// passedBy reports whether paths go past the calls of a function. The result of such a function is no pointer: that could
// lead to a fresh object.
func (a *prover) passedBy(n pointsto.NodeID) bool {
	return a.quiet[n] && len(a.pts.Nodes[n].Callers) > 1 && !a.pts.View(n).IR.Result.IsPtr()
}

// goPast sends paths past the call of a quiet function, if the function may return.
func (a *prover) goPast(at pointsto.At, callee pointsto.NodeID, list []*path) {
	if !a.returns[callee] {
		return
	}
	if view := a.pts.View(at.Node); view.IR.Blocks[at.Block].Instrs[at.Instr].Dst != 0 {
		list = a.renew(value{at.Node, view.Def(at.Block, at.Instr)}, list)
	}
	for _, p := range list {
		a.arrive(pointsto.At{Node: at.Node, Block: at.Block, Instr: at.Instr + 1}, p)
	}
}

// findReturning finds the quiet functions that may return, by node.
func (a *prover) findReturning() {
	a.returns = make([]bool, len(a.pts.Nodes))
	var work []pointsto.NodeID
	for n := 1; n < len(a.quiet); n++ {
		work = append(work, pointsto.NodeID(n))
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if !a.quiet[n] || a.returns[n] || !a.comesToEnd(n) {
			continue
		}
		a.returns[n] = true
		for _, c := range a.pts.Nodes[n].Callers {
			work = append(work, c.Node)
		}
	}
}

// comesToEnd reports whether control may come to the end of a quiet function. Only calls of functions in a.returns come back.
func (a *prover) comesToEnd(n pointsto.NodeID) bool {
	blocks := a.pts.View(n).IR.Blocks
	returns := func(callee pointsto.NodeID) bool { return a.returns[callee] }
	seen := make([]bool, len(blocks))
	seen[1] = true
	for work := []ir.BlockID{1}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		through := true
		for i := range blocks[b].Instrs {
			switch blocks[b].Instrs[i].Op {
			case ir.OpUnsupported, ir.OpFork, ir.OpShare:
				through = false
			case ir.OpCall, ir.OpCallPtr:
				through = through && slices.ContainsFunc(a.pts.Callees(n, b, i), returns)
			}
		}
		if !through {
			continue
		}
		if blocks[b].Term.Op == ir.TermRet {
			return true
		}
		for _, to := range blocks[b].Term.Targets {
			if !seen[to] {
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return false
}
