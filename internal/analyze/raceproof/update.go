package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// maxUpdate bounds the depth of the expressions that are followed.
const maxUpdate = 6

// updates reports whether an access writes a value that the program computed from the place's earlier content, without
// an atomic operation: x++, for example. The write of another thread in between is lost. In an array whose index comes
// from the argument of the thread, as in sum[self->number]++, threads mostly have elements of their own. That is no such access.
func (a *prover) updates(x *access) bool {
	if x.update == unasked {
		view := a.pts.View(x.at.Node)
		x.update = said(!view.IR.Model && !x.whole && view.IR.Blocks[x.at.Block].Instrs[x.at.Instr].Op == ir.OpStore &&
			a.reads(value{x.at.Node, view.Arg(x.at.Block, x.at.Instr, 1)}, a.formOf(x.pointer).key(), maxUpdate) && !a.ownElement(x))
	}
	return x.update == yes
}

// ownElement reports whether the argument of an access's thread selects an element of an array.
func (a *prover) ownElement(x *access) bool {
	p := x.pointer
	for range maxUpdate {
		p = a.root(p)
		view := a.pts.View(p.n)
		d := &view.Values[p.v]
		if d.Kind != ssa.Def || view.Instr(p.v).Op != ir.OpPtrAdd {
			break
		}
		if a.fromArgument(value{p.n, view.Arg(d.Block, d.Index, 1)}, x.thread, maxUpdate) {
			return true
		}
		p.v = view.Arg(d.Block, d.Index, 0)
	}
	return false
}

// fromArgument reports whether a value is computed from the argument of its thread, or from values that the argument leads to.
func (a *prover) fromArgument(x value, t pointsto.ThreadID, fuel int) bool {
	x = a.root(x)
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if d.Kind != ssa.Def || fuel == 0 {
		return false
	}
	return a.isArgument(x, t) || slices.ContainsFunc(view.Args(d.Block, d.Index), func(v ssa.ValueID) bool { return a.fromArgument(value{x.n, v}, t, fuel-1) })
}

// reads reports whether a value is computed from the content of the place with a form.
func (a *prover) reads(x value, place string, fuel int) bool {
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if d.Kind != ssa.Def || fuel == 0 {
		return false
	}
	if view.Instr(x.v).Op == ir.OpLoad && a.formOf(value{x.n, view.Arg(d.Block, d.Index, 0)}).key() == place {
		return true
	}
	return slices.ContainsFunc(view.Args(d.Block, d.Index), func(v ssa.ValueID) bool { return a.reads(value{x.n, v}, place, fuel-1) })
}

// mayLose reports whether one of two writes to a part is an update, so that it may lose the other one.
func (a *prover) mayLose(s, u *part) bool {
	updates := func(p *part) bool {
		if p.updates == unasked {
			p.updates = said(slices.ContainsFunc(p.places, func(m int32) bool { return a.updates(&a.accesses[p.group.members[m]]) }))
		}
		return p.updates == yes
	}
	return s.group.writes && u.group.writes && (updates(s) || updates(u))
}
