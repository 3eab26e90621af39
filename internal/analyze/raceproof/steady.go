package raceproof

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A load is steady if the value that it reads never changes afterwards, from the view of its thread.
// Every write to it is
//   - by the same thread, whose kind has only one, and cannot come after the load; or
//   - by an ancestor, whose kind has only one thread, and cannot come after the creation of the thread or
//     of the ancestor's child that leads to it.
//
// Two steady loads of one thread through equal pointers return the same value, so the form of the value
// is that of the pointers:
//
//	LOCK(p[i]->m); p[i]->n++; UNLOCK(p[i]->m);
//
// Loads in library models are not considered, because they stand for operations of the system.

// The limits of the effort: writes to the bytes of a load, and the total number of stretches of code
// that are searched for them.
const (
	maxSteadyWrites = 16
	maxSteadySteps  = 1 << 18
)

// steadyLoad returns the form of a steady load's value; ok is false if the load is not steady.
func (a *prover) steadyLoad(x value, fuel int) (f form, ok bool) {
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	in := view.Instr(x.v)
	if in.Op != ir.OpLoad || in.Field != (ir.Field{}) || view.IR.Model || !d.Type.IsInt() && !d.Type.IsPtr() {
		return form{}, false
	}
	at := pointsto.At{Node: x.n, Block: d.Block, Instr: d.Index}
	known, asked := a.steady[at]
	if !asked {
		known = a.isSteady(at, in)
		a.steady[at] = known
	}
	if !known {
		return form{}, false
	}
	from := a.computeForm(a.argOf(at, 0), fuel)
	return a.atomOf(atom{
		text: fmt.Sprintf("load %s (%s)", d.Type, from.key()), deps: a.deps(from), loaded: true,
		small: d.Type.IsInt() && d.Type.Bits(a.prog.Model) <= 32,
	}), true
}

func (a *prover) isSteady(at pointsto.At, in *ir.Instr) bool {
	own, from := a.pts.Nodes[at.Node].Thread, a.argOf(at, 0)
	if a.pts.Recursive(a.pts.Nodes[at.Node].Func) {
		return false
	}
	writes := a.writesTo(a.pts.PointsTo(from.n, from.v), in.Type.Bytes(a.prog.Model), maxSteadyWrites)
	if len(writes) > maxSteadyWrites {
		return false
	}
	for _, w := range writes {
		by := a.pts.Nodes[w.Node].Thread
		born := at
		if by != own {
			child := a.childOn(own, by)
			if child == 0 {
				return false
			}
			born = a.pts.Threads[child].Spawn
		}
		if !a.once.thread(by) || a.comesAfter(born, w) {
			return false
		}
	}
	return true
}

// writesTo returns writes that may touch places of the given size, including those with unknown targets, in their
// order. If there are more than most it returns some of them.
func (a *prover) writesTo(locs []pointsto.LocID, size int64, most int) (list []pointsto.At) {
	if a.writesIn == nil {
		a.sortWrites()
	}
	var found []int32
	add := func(object pointsto.ObjID, touches func(pointsto.Loc, int64) bool) {
		for _, k := range a.writesIn[object] {
			if len(found) > most {
				return
			}
			if w := &a.writes[k.write]; touches(k.to, w.size) && !slices.Contains(found, k.write) {
				found = append(found, k.write)
			}
		}
	}
	always := func(pointsto.Loc, int64) bool { return true }
	add(0, always) // with unknown targets
	for _, l := range locs {
		if l == pointsto.Wild {
			for o := range a.writesIn {
				add(pointsto.ObjID(o), always)
			}
		} else if at := a.pts.Locs[l]; l != pointsto.Num {
			add(at.Obj, func(to pointsto.Loc, n int64) bool { return pointsto.Overlap(at, size, to, n) })
		}
	}
	slices.Sort(found)
	for _, k := range found {
		list = append(list, a.writes[k].at)
	}
	return list
}

// target is a place that a write may touch.
type target struct {
	write int32
	to    pointsto.Loc
}

// sortWrites finds the writes to each object; those with unknown targets are at object 0.
func (a *prover) sortWrites() {
	if a.writes == nil {
		a.writes = a.findWrites()
	}
	a.writesIn = make([][]target, len(a.pts.Objects))
	for i := range a.writes {
		for _, l := range a.pts.PointsTo(a.writes[i].to.n, a.writes[i].to.v) {
			if at := a.pts.Locs[l]; l != pointsto.Num {
				a.writesIn[at.Obj] = append(a.writesIn[at.Obj], target{int32(i), at})
			}
		}
	}
}

// childOn returns the kind of the ancestor's child that leads to a descendant, if they are ancestor and
// descendant.
func (a *prover) childOn(t, ancestor pointsto.ThreadID) pointsto.ThreadID {
	for t != 0 && !a.pts.Threads[t].Merged {
		parent := a.pts.Threads[t].Parent
		if parent == ancestor {
			return t
		}
		t = parent
	}
	return 0
}

// comesAfter reports whether control may reach one place of a thread from another. It returns true if
// the effort is spent.
func (a *prover) comesAfter(from, to pointsto.At) bool {
	return a.search > maxSteadySteps || a.reaches(from, to)
}
