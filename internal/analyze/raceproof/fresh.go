package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// An object is fresh until a pointer to it is stored where other threads can find it. The accesses of
// its thread before that store happen before the accesses of another thread, since the other thread has
// read the pointer, directly or through a pointer that leads to it. Each such read happens after the
// write that it reads from: both are plain and do not race, or they release and acquire. Let the first
// race of an execution be with an access to a fresh object. The reads that led to the object came
// before it and took part in no race. So freshness is a reason only if no other pair races, and if no
// pointer to the object is passed on in another way (settle). If another pair may race, the pairs are those
// of a later race (Later).

// deferral is a list of pairs of classes that are excluded because of freshness.
type deferral struct {
	o    pointsto.ObjID
	list []between
}

// without returns the elements for which gone is false.
func without[E any](list []E, gone func(E) bool) []E {
	return slices.DeleteFunc(slices.Clone(list), gone)
}

// makeFresh records that a value is a pointer to a new object.
func (a *prover) makeFresh(x value, list []*path) []*path {
	if a.pts.Recursive(a.pts.Nodes[x.n].Func) {
		return list
	}
	a.mention(x)
	for _, l := range a.pts.PointsTo(x.n, x.v) {
		a.freshAt[a.pts.Locs[l].Obj] = true
		a.freshWild = a.freshWild || l == pointsto.Wild
	}
	return each(list, func(p *path) *path {
		if p.fresh.has(x) {
			return p
		}
		return p.with(func(n *path) { n.fresh = p.fresh.with(x, true) })
	})
}

// returnFresh makes the result of a call fresh if the function returned a fresh pointer.
func (a *prover) returnFresh(result value, at pointsto.At, list []*path) []*path {
	if result.v == ssa.NoValue {
		return list
	}
	from := a.base(result)
	view := a.pts.View(at.Node)
	def := view.Def(at.Block, at.Instr)
	if def == ssa.NoValue || !view.Values[def].Type.IsPtr() || from != a.root(result) {
		return list
	}
	x := value{at.Node, def}
	return each(list, func(p *path) *path {
		if !p.fresh.has(from) {
			return p
		}
		return a.makeFresh(x, []*path{p})[0]
	})
}

func (a *prover) publish(to, what value, list []*path) []*path {
	var held []pointsto.ObjID
	if !a.freshWild && !slices.ContainsFunc(a.pts.PointsTo(what.n, what.v), func(l pointsto.LocID) bool {
		return l == pointsto.Wild || a.freshAt[a.pts.Locs[l].Obj]
	}) {
		return list // no fresh pointer leads to what is stored
	}
	for _, l := range a.pts.PointsTo(what.n, what.v) {
		held = append(held, a.pts.Locs[l].Obj)
	}
	if len(held) == 0 || !a.visible(to) {
		return list
	}
	gone := func(x value) bool {
		for _, l := range a.pts.PointsTo(x.n, x.v) {
			if l == pointsto.Wild || slices.Contains(held, a.pts.Locs[l].Obj) {
				return true
			}
		}
		return slices.Contains(a.pts.PointsTo(what.n, what.v), pointsto.Wild)
	}
	base := a.base(what)
	return each(list, func(p *path) *path {
		left := p.fresh.keep(func(x value) bool { return !gone(x) })
		if left == p.fresh || base == a.base(to) && p.fresh.has(base) {
			return p // an object that points to itself is no easier to find
		}
		return p.with(func(n *path) { n.fresh = left })
	})
}

// visible reports whether a pointer may point to an object that other threads can reach.
func (a *prover) visible(x value) bool {
	for _, l := range a.pts.PointsTo(x.n, x.v) {
		if l == pointsto.Wild || a.escaped[a.pts.Locs[l].Obj] {
			return true
		}
	}
	return false
}

// base returns the value from which a pointer was computed.
func (a *prover) base(x value) value {
	for range maxForm {
		x = a.root(x)
		from, _, ok := a.moved(x)
		if !ok {
			break
		}
		x = from
	}
	return x
}

// moved returns the pointer and the number whose sum a value is.
func (a *prover) moved(x value) (from, by value, ok bool) {
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if d.Kind != ssa.Def || view.Instr(x.v).Op != ir.OpPtrAdd {
		return x, x, false
	}
	return value{x.n, view.Arg(d.Block, d.Index, 0)}, value{x.n, view.Arg(d.Block, d.Index, 1)}, true
}

// isFresh reports whether an access is to an object that only its thread can reach.
func (a *prover) isFresh(x *access, p *path) bool {
	if x.whole {
		view := a.pts.View(x.at.Node)
		block := &view.IR.Blocks[x.at.Block]
		return x.at.Instr < len(block.Instrs) && block.Instrs[x.at.Instr].Op == ir.OpAlloc
	}
	return p.fresh.has(a.base(x.pointer))
}

// hide records that a library model accesses a pointer privately. It may pass the pointer on without an
// access that could race.
func (a *prover) hide(x value, in *ir.Instr) {
	if in.Type.IsInt() && in.Type.Bits(a.prog.Model) < a.prog.Model.PtrBits() {
		return
	}
	for _, l := range a.pts.PointsTo(x.n, x.v) {
		if o := a.pts.Locs[l].Obj; o != 0 {
			a.hidden[o] = true
		}
	}
}

// settle decides the pairs that freshness excludes. If others may race, these are at least not the first race of an execution.
func (a *prover) settle(r *Result) {
	loose := a.travelLoosely()
	for _, d := range a.deferred {
		if loose(d.o) {
			a.leaveOpen(r, d.o, d.list, None)
		}
	}
	clean := r.Excluded[None] == 0
	for _, d := range a.deferred {
		switch {
		case loose(d.o):
		case clean:
			for _, b := range d.list {
				r.Excluded[Fresh] += b.size()
			}
		default:
			a.leaveOpen(r, d.o, d.list, Later)
		}
	}
}

// travelLoosely returns the objects to which pointers pass from thread to thread also through memory whose accesses do not
// synchronise, if they do not race.
func (a *prover) travelLoosely() func(pointsto.ObjID) bool {
	if len(a.deferred) == 0 {
		return nil
	}
	weak, loose, all := make(map[pointsto.ObjID]bool), make(map[pointsto.ObjID]bool), false
	for i := range a.accesses {
		if x := &a.accesses[i]; x.weak {
			for _, l := range x.locs {
				weak[l.Obj] = true
			}
		}
	}
	for c := 1; c < len(a.pts.Objects); c++ {
		id := pointsto.ObjID(c)
		if !a.escaped[c] || a.orders(id, weak[id]) {
			continue
		}
		a.pts.Contents(id, func(_ pointsto.Loc, _ int64, holds []pointsto.LocID) {
			for _, l := range holds {
				all = all || l == pointsto.Wild
				loose[a.pts.Locs[l].Obj] = true
			}
		})
	}
	return func(o pointsto.ObjID) bool { return all || loose[o] }
}

// orders reports whether a read of an object's bytes happens after the write that it reads from, if
// they do not race. weak: some access does not synchronise.
func (a *prover) orders(c pointsto.ObjID, weak bool) bool {
	obj := &a.pts.Objects[c]
	if obj.Bookkeeping {
		// A thread's descriptor: creation and joining order.
		return obj.Kind == pointsto.Model && a.pts.View(max(obj.Node, 1)).IR.Role.Verb == ir.VerbCreate
	}
	return !a.hidden[c] && !weak
}
