package raceproof

import (
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Loops whose iterations the threads of a team share (OpenMP):
//
//	while ((k = next(loop, sizeof i)) != -1) { int i = k; … a[i] … }
//
// A function with the role "take loop" returns an iteration to one thread only, until all threads have left the loop. So two threads of a
// team access elements a[c·i + d] and a[c·i + e] that do not overlap, if the elements of one iteration lie within c bytes. The constant
// width says that the loop's variable of this size holds every iteration's value, so that its truncation changes nothing.
//
// The models see to that: a thread waits for ever at a construct if another thread came to it behind other constructs or barriers. That
// needs threads that are members of the team (barrier.go).
//
// A function with the role "team thread" makes the team of a region and joins all threads but the caller's own before it returns. If the
// caller's kind has one thread, and the region is not inside another one, no two regions overlap that it makes. So threads of different
// regions are ordered, and threads of one kind belong to one instance of a region or are ordered. Loops in regions that threads of a team
// make are not judged here: each inner team takes all iterations.

var (
	teamRole = ir.Role{Verb: ir.VerbTeam, Object: ir.OnThread}
	takeRole = ir.Role{Verb: ir.VerbTake, Object: ir.OnLoop}
)

// taken returns the width in bits of the variable of the loop from which a value is taken; 0: it is no such value.
func (a *prover) taken(x value) int64 {
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if d.Kind != ssa.Def || view.Instr(x.v).Op != ir.OpCall || a.calleeRole(x.n, d.Block, d.Index) != takeRole {
		return 0
	}
	width, ok := view.Const(view.Arg(d.Block, d.Index, 1))
	if !ok {
		return 0
	}
	return 8 * int64(width.Lo)
}

func (a *prover) calleeRole(n pointsto.NodeID, b ir.BlockID, i int) ir.Role {
	if callees := a.pts.Callees(n, b, i); len(callees) == 1 {
		return a.pts.View(callees[0]).IR.Role
	}
	return ir.Role{}
}

// ofIteration reports whether a form is a sum of one iteration and a number.
func (a *prover) ofIteration(f form) (width int64) {
	if f.obj != 0 || len(f.terms) != 1 {
		return 0
	}
	return a.atoms[f.terms[0].atom].width
}

// maxStep bounds the numbers that are added to an iteration before it is extended. A sum that wraps is then an index of an element beyond
// 2 gigabytes from the start of its object, or before it.
const maxStep = 1 << 30

// kept reports whether a conversion keeps the value of a form: the truncation to the loop's variable, or an extension of this variable
// plus a number.
func (a *prover) kept(op ir.Op, f form, to int64) bool {
	width := a.ofIteration(f)
	if width == 0 || width > 32 {
		return false
	}
	coef := f.terms[0].coef
	if op == ir.OpTrunc {
		return to == width
	}
	return (coef == 1 || coef == -1) && -maxStep < f.off && f.off < maxStep
}

// regionOf returns the region that makes a kind of thread as a team, outside of other regions, in a kind of which there is one thread; 0:
// there is none.
func (a *prover) regionOf(t pointsto.ThreadID) pointsto.NodeID {
	if t < 2 || a.pts.Threads[t].Merged {
		return 0
	}
	model := a.pts.Threads[t].Spawn.Node
	if !a.pts.Nodes[model].Single {
		return 0
	}
	region := a.pts.Nodes[model].Callers[0].Node
	if a.pts.View(region).IR.Role != teamRole || !a.once.thread(a.pts.Nodes[region].Thread) {
		return 0
	}
	if list, ok := a.regionsAround(region); !ok || len(list) != 1 {
		return 0
	}
	return region
}

// regionsAround returns the regions around a node in its thread, innermost first; ok is false if callers differ.
func (a *prover) regionsAround(n pointsto.NodeID) (list []pointsto.NodeID, ok bool) {
	root := a.pts.Threads[a.pts.Nodes[n].Thread].Root
	for steps := 0; n != root; steps++ {
		if a.pts.View(n).IR.Role == teamRole {
			list = append(list, n)
		}
		if !a.pts.Nodes[n].Single || steps > len(a.pts.Nodes) {
			return nil, false
		}
		n = a.pts.Nodes[n].Callers[0].Node
	}
	return list, true
}

// around returns the only region around a node that a team executes: in a thread that the region makes, or in its caller.
func (a *prover) around(n pointsto.NodeID) (region pointsto.NodeID, ok bool) {
	t := a.pts.Nodes[n].Thread
	list, ok := a.regionsAround(n)
	if region = a.regionOf(t); region != 0 {
		return region, ok && len(list) == 0
	}
	if !ok || len(list) != 1 || !a.once.thread(t) {
		return 0, false
	}
	return list[0], true
}

// inTeam reports whether two nodes are executed by threads of one team, or of teams that follow each other, and whether it is one region
// that makes the teams.
func (a *prover) inTeam(n, m pointsto.NodeID) (follow, same bool) {
	r, ok := a.around(n)
	s, also := a.around(m)
	return ok && also && a.pts.Nodes[r].Thread == a.pts.Nodes[s].Thread, r == s
}

// iterationsApart reports whether two accesses by threads of a team are to elements of different iterations.
func (a *prover) iterationsApart(x, y *access) bool {
	if x.whole || y.whole || x.form.obj == 0 || x.form.obj != y.form.obj || len(x.form.terms) != 1 || len(y.form.terms) != 1 {
		return false
	}
	s, t := x.form.terms[0], y.form.terms[0]
	if s.coef != t.coef || !a.barriers.sound || !a.sameLoop(s.atom, t.atom) {
		return false
	}
	if follow, _ := a.inTeam(a.atoms[s.atom].of.n, a.atoms[t.atom].of.n); !follow {
		return false
	}
	coef := max(s.coef, -s.coef)
	return coef < a.maxScale() && max(x.form.off-y.form.off, y.form.off-x.form.off)+max(x.size, y.size) <= coef
}

// sameLoop reports whether two atoms are iterations of one loop.
func (a *prover) sameLoop(s, t int32) bool {
	x, y := &a.atoms[s], &a.atoms[t]
	if x.width == 0 || x.width > 32 || x.width != y.width {
		return false
	}
	v, w := a.pts.View(x.of.n), a.pts.View(y.of.n)
	return v.IR == w.IR && v.Values[x.of.v].Block == w.Values[y.of.v].Block && v.Values[x.of.v].Index == w.Values[y.of.v].Index
}

// findRegionJoins finds the edges in regions after which all threads of their teams are joined.
func (a *prover) findRegionJoins() {
	for t := 2; t < len(a.pts.Threads); t++ {
		id := pointsto.ThreadID(t)
		region := a.regionOf(id)
		if region == 0 {
			continue
		}
		view := a.pts.View(region)
		for _, b := range view.Order {
			for i := range view.IR.Blocks[b].Instrs {
				callees := a.pts.Callees(region, b, i)
				if view.IR.Blocks[b].Instrs[i].Op != ir.OpCall || len(callees) != 1 || !a.handsOn(callees[0], ir.VerbJoin) {
					continue
				}
				if loop, ok := a.countedAt(pointsto.At{Node: region, Block: b, Instr: i}); ok {
					a.loopJoins[loopExit{region, loop.loop.Header, loop.exit}] = id
				}
			}
		}
	}
}
