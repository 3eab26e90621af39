package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/scc"
)

// Elements that one loop writes and another reads:
//
//	for (i = 0; i < n; i++) pthread_create(&t[i], …);
//	for (i = 0; i < n; i++) pthread_join(t[i], …);
//
// The second loop reads no initial value of the array if
//   - both loops run once, one after the other, and count by one, the second from no less
//     to no more than the first;
//   - every iteration of the first writes its element, directly or in called functions. Exceptions are
//     iterations in which the address of the element is null: there the access of the second loop ends
//     the process (semantics 5). The loop is left at its head only;
//   - the array is a single object.

// filling is a loop that writes elements of an array, one per iteration.
type filling struct {
	loop counted
	to   element
	size int64 // number of bytes written
}

// Edge is an edge from one block of a node to another.
type Edge struct {
	Node     pointsto.NodeID
	From, To ir.BlockID
}

// Filled returns the loads of elements that an earlier loop has written. may reports the edges that
// control can take.
func (p *Parallel) Filled(may func(Edge) bool) map[pointsto.At]bool {
	a := p.a
	out := make(map[pointsto.At]bool)
	for n := pointsto.NodeID(1); int(n) < len(a.pts.Nodes); n++ {
		if !a.runsOnceOnly(n) {
			continue
		}
		fillings := a.fillingsIn(n, may)
		if len(fillings) == 0 {
			continue
		}
		for use, in := range a.pts.View(n).Instrs() {
			at := pointsto.At{Node: n, Block: use.Block, Instr: use.Index}
			if in.Op == ir.OpLoad && slices.ContainsFunc(fillings, func(f filling) bool { return a.isFilled(at, in, &f) }) {
				out[at] = true
			}
		}
	}
	return out
}

// isFilled reports whether a load is of an element that the loop has written before.
func (a *prover) isFilled(at pointsto.At, in *ir.Instr, f *filling) bool {
	loop, ok := a.countedAt(at)
	if !ok || loop.loop == f.loop.loop || loop.less != f.loop.less || loop.first < f.loop.first || in.Type.Bytes(a.prog.Model) != f.size {
		return false
	}
	if !a.fixed(value{at.Node, loop.bound}) || !a.sameBound(at.Node, &loop, &f.loop) {
		return false
	}
	from, ok := a.elementOf(a.argOf(at, 0), &loop)
	return ok && from == f.to && a.pts.View(at.Node).Loops.Dom.Dominates(f.loop.loop.Header, loop.loop.Header)
}

// fillingsIn finds the loops of a node that write elements.
func (a *prover) fillingsIn(n pointsto.NodeID, may func(Edge) bool) []filling {
	var list []filling
	for use, in := range a.pts.View(n).Instrs() {
		if in.Op != ir.OpStore && in.Op != ir.OpCall {
			continue
		}
		at := pointsto.At{Node: n, Block: use.Block, Instr: use.Index}
		loop, ok := a.countedAt(at)
		if !ok || !a.fixed(value{n, loop.bound}) || !a.eachTime(n, &loop, at.Block, may) {
			continue
		}
		for _, v := range a.pts.View(n).Args(at.Block, at.Instr) {
			to, ok := a.elementOf(value{n, v}, &loop)
			if !ok {
				continue
			}
			if size := a.storesTo(at, in, a.root(value{n, v}), may); size > 0 && size <= to.scale {
				list = append(list, filling{loop, to, size})
			}
		}
	}
	return list
}

// eachTime reports whether every iteration of a loop passes a block, and the loop is left at its head
// only, or to unreachable places.
func (a *prover) eachTime(n pointsto.NodeID, c *counted, b ir.BlockID, may func(Edge) bool) bool {
	view := a.pts.View(n)
	for _, from := range c.loop.Blocks {
		if from == c.loop.Header {
			continue
		}
		for _, to := range view.IR.Blocks[from].Term.Targets {
			if !c.loop.Contains(to) && may(Edge{n, from, to}) {
				return false
			}
		}
	}
	return view.Loops.EveryTime(c.loop, b)
}

// storesTo returns the number of bytes that an instruction certainly stores through a pointer, directly
// or in called functions: 0 if none.
func (a *prover) storesTo(at pointsto.At, in *ir.Instr, to value, may func(Edge) bool) int64 {
	switch in.Op {
	case ir.OpStore:
		if a.root(a.argOf(at, 0)) == to {
			return in.Type.Bytes(a.prog.Model)
		}
	case ir.OpCall:
		callees := a.pts.Callees(at.Node, at.Block, at.Instr)
		if len(callees) != 1 || !a.pts.Nodes[callees[0]].Single {
			return 0 // a parameter with several calls may be another pointer
		}
		return a.storesIn(callees[0], to, may)
	}
	return 0
}

// storesIn is storesTo for a node that is called once: all paths to its end pass the store.
func (a *prover) storesIn(n pointsto.NodeID, to value, may func(Edge) bool) int64 {
	view := a.pts.View(n)
	goesWell := func(e Edge) bool { return may(e) && !a.whereNull(e, to) }
	for use, in := range view.Instrs() {
		at := pointsto.At{Node: n, Block: use.Block, Instr: use.Index}
		if size := a.storesTo(at, in, to, may); size > 0 && passedAlways(view, n, use.Block, goesWell) {
			return size
		}
	}
	return 0
}

// passedAlways reports whether a function always passes a block before it returns.
func passedAlways(view *ssa.Func, n pointsto.NodeID, b ir.BlockID, may func(Edge) bool) bool {
	reached := scc.Reach(1, func(at ir.BlockID) (list []ir.BlockID) {
		for _, to := range view.IR.Blocks[at].Term.Targets {
			if at != b && to != b && may(Edge{n, at, to}) {
				list = append(list, to)
			}
		}
		return list
	})
	for at := range reached {
		if at != b && view.IR.Blocks[at].Term.Op == ir.TermRet {
			return false
		}
	}
	return true
}

// whereNull reports whether control takes an edge only if a pointer is null.
func (a *prover) whereNull(e Edge, p value) bool {
	view := a.pts.View(e.Node)
	t := &view.IR.Blocks[e.From].Term
	if t.Op != ir.TermCondBr || t.Targets[0] == t.Targets[1] || view.Values[view.Term(e.From)].Kind != ssa.Def {
		return false
	}
	in, d := view.Instr(view.Term(e.From)), &view.Values[view.Term(e.From)]
	if in.Op != ir.OpEq && in.Op != ir.OpNe || (in.Op == ir.OpEq) != (e.To == t.Targets[0]) {
		return false
	}
	x, y := view.Arg(d.Block, d.Index, 0), view.Arg(d.Block, d.Index, 1)
	is := func(v ssa.ValueID) bool { return a.root(value{e.Node, v}) == p }
	null := func(v ssa.ValueID) bool {
		c, ok := view.Const(v)
		return ok && c.Type.IsPtr() && c.Lo == 0
	}
	return is(x) && null(y) || null(x) && is(y)
}
