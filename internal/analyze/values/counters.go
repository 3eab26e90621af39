package values

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// annotate writes the counters that are variables, and the trip counts of the loops that add to them.
func (k *counts) annotate(p *threadproof.Proof) {
	for _, c := range slices.Sorted(maps.Keys(k.cells)) {
		x, cell := k.cells[c], &k.a.cells[c]
		switch {
		case x.broken || len(x.sites) == 0 || len(x.others.to) > 0 || !x.others.hasNumber() || x.others.uninit || x.others.unwritten:
			continue
		case k.a.object(cell.Obj).Kind != pointsto.Global || !cell.strong || cell.Step != 0 || cell.size > 4:
			continue
		case slices.ContainsFunc(p.Owns, func(o threadproof.Own) bool { return o.Cell == threadproof.CellID(c) }):
			continue // reads find the values left by lock holders, plus 0
		}
		out := threadproof.Counter{Cell: threadproof.CellID(c), Lo: x.others.slo, Hi: x.others.shi}
		lo, hi := out.Lo, out.Hi
		for _, at := range slices.SortedFunc(maps.Keys(x.sites), pointsto.At.Compare) {
			out.Adds = append(out.Adds, threadproof.Addition{At: place(at), Delta: x.sites[at]})
			if n := k.passed(at) * x.sites[at]; n > 0 {
				hi += n
			} else {
				lo += n
			}
		}
		if w := int(8 * cell.size); lo < smin(w) || hi > smax(w) {
			continue
		}
		p.Counters = append(p.Counters, out)
		for _, a := range out.Adds {
			k.annotateTrips(p, pointsto.At{Node: pointsto.NodeID(a.At.Node), Block: a.At.Block, Instr: a.At.Instr})
		}
	}
}

// annotateTrips writes the trip counts of the loops around a place, around the calls that lead to it,
// and around the creations of its thread.
func (k *counts) annotateTrips(p *threadproof.Proof, at pointsto.At) {
	seen := map[pointsto.At]bool{}
	for work := []pointsto.At{at}; len(work) > 0; {
		at, work = work[len(work)-1], work[:len(work)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		nest := k.a.pts.View(at.Node).Loops
		for l := nest.Innermost(at.Block); l != ir.NoLoop; l = nest.Loops[l].Parent {
			if t, ok := k.tripsOf(at, &nest.Loops[l]); ok && !slices.Contains(p.Trips, t) {
				p.Trips = append(p.Trips, t)
			}
		}
		node := &k.a.pts.Nodes[at.Node]
		work = append(work, node.Callers...)
		if t := node.Thread; t != 1 && k.a.pts.Threads[t].Root == at.Node {
			work = append(work, k.a.pts.Threads[t].Spawn)
		}
	}
}

// tripsOf returns the number of passes of a block of a loop, by the register for which it is least.
func (k *counts) tripsOf(at pointsto.At, l *ir.Loop) (out threadproof.Trips, ok bool) {
	view, nest := k.a.pts.View(at.Node), k.a.pts.View(at.Node).Loops
	in := at.Block
	if inner := nest.Innermost(in); nest.Loops[inner].Header != l.Header {
		// The block is in an inner loop: control enters that by its head, which may be in this loop.
		for nest.Loops[inner].Parent != ir.NoLoop && nest.Loops[nest.Loops[inner].Parent].Header != l.Header {
			inner = nest.Loops[inner].Parent
		}
		in = nest.Dom.Parent(nest.Loops[inner].Header)
	}
	start := view.AtStart(l.Header)
	for _, phi := range k.a.liveIn(view).phis[l.Header] {
		n, lo, hi, step, known := k.counting(view, phi, l, pointsto.At{Node: at.Node, Block: in})
		if !known || ok && n >= (out.Hi-out.Lo)/max(out.Step, -out.Step)+1 {
			continue
		}
		for _, r := range slices.Sorted(maps.Keys(start)) {
			if start[r] == phi {
				out = threadproof.Trips{At: place(pointsto.At{Node: at.Node, Block: l.Header}), Reg: r, In: in, Lo: lo, Hi: hi, Step: step}
				ok = true
				break
			}
		}
	}
	return out, ok
}

// counting returns the greatest number of passes of a block of a loop, by a value that grows by step in
// every iteration, and is from lo to hi when control reaches the block.
func (k *counts) counting(view *ssa.Func, phi ssa.ValueID, l *ir.Loop, at pointsto.At) (n, lo, hi, step int64, ok bool) {
	width := view.Values[phi].Type.Bits(k.a.model)
	if !view.Values[phi].Type.IsInt() || width > 32 || width < 2 {
		return 0, 0, 0, 0, false
	}
	step, grows := k.stepOf(view, phi, l, width)
	head, known := k.valueAt(pointsto.At{Node: at.Node, Block: l.Header}, phi)
	if !grows || !known || step > 0 && head.shi+step > smax(width) || step < 0 && head.slo+step < smin(width) {
		return 0, 0, 0, 0, false
	}
	if here, known := k.valueAt(pointsto.At{Node: at.Node, Block: at.Block}, phi); known {
		head = here
	}
	return (head.shi-head.slo)/max(step, -step) + 1, head.slo, head.shi, step, true
}
