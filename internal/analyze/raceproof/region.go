package raceproof

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Lists per slot of a table, each slot with its own lock:
//
//	lock(&t.m[i]); for (p = t.slot[i].next; p != &t.slot[i]; p = p->next) p->n++; unlock(&t.m[i]);
//
// Every node is in the list of one slot permanently, if each store to a link between nodes preserves
// that. Then threads that reach a node from a slot and hold the slot's lock exclude one another.
//
// A region is the slots and the nodes of such a table. The slots, called heads, are at first plus
// multiples of stride in a global; nodes are heap objects. A link points to a head, or to the same byte
// of a node, its anchor. A link is identified by its distance from the head or anchor. An object that
// no other thread can reach has no home yet (fresh.go). All other nodes have a permanent home, a head.
// The invariant for all links at one distance is:
//
//   - A head's link is null, or leads to the head itself, or to a node whose home is the head.
//   - A node's link is null, or leads to its home, or to a node with the same home. The link of a node
//     without a home leads to the node itself, or to the home that it gets when other threads can reach
//     it.
//
// So the target of a link has the home of the object that contains the link. The form of a head's
// address identifies the home (form.go), as long as no value in it is redefined. So a pointer is
// considered only if its definition comes after all definitions in the form, on every path. This
// argument does not use locks: a home never changes.
//
// The invariant is assumed for links at a distance until there is a store that may break it (link.go).
type region struct {
	regionKey
	a           *prover
	word        int64                    // bytes of a pointer
	anchors     map[pointsto.ObjID]int64 // by kind of nodes: the place of the anchor
	born        map[pointsto.ObjID]value // by kind of nodes: the only value that refers to nodes without a home
	homes       map[value]form           // the home that a node gets
	adoptions   map[value][]pointsto.At  // the places where it gets the home
	brokenHeads map[int64]bool           // links of heads, by distance
	brokenNodes map[int64]bool           // links of nodes
	broken      bool                     // the invariant fails for all links
	changed     bool
	asked       map[*access]*home // when links are known; nil if there may be none
}

// regionKey identifies the heads of a region.
type regionKey struct {
	heads         pointsto.ObjID
	first, stride int64
}

// home is the target of a pointer: off bytes from a head, or from the anchor of a node with that home.
type home struct {
	head form
	off  int64
}

func (h home) equal(g home) bool { return h.off == g.off && h.head.key() == g.head.key() }

// maxHomes bounds the number of steps that follow pointers to a known home.
const maxHomes = 24

// from follows a pointer through additions of constants to its base.
func (a *prover) from(x value) (base value, off int64) {
	for range maxForm {
		x = a.root(x)
		from, by, ok := a.moved(x)
		if !ok {
			break
		}
		f := a.formOf(by)
		if f.obj != 0 || len(f.terms) > 0 {
			break
		}
		x, off = from, off+f.off
	}
	return x, off
}

// headAt returns the home of a pointer into the global, by its form.
func (r *region) headAt(x value) (home, bool) {
	f := r.a.formOf(x)
	if f.obj != r.heads || len(f.terms) > 1 || len(f.terms) == 1 && f.terms[0].coef != r.stride {
		return home{}, false
	}
	off := mod(f.off-r.first, r.stride)
	for _, id := range r.a.pts.PointsTo(x.n, x.v) {
		// Multiples of the stride that wrap point elsewhere.
		if l := r.a.pts.Locs[id]; id == pointsto.Num || id == pointsto.Wild || l.Obj != r.heads || l.Step%r.stride != 0 || mod(l.Off-r.first-off, r.stride) != 0 {
			return home{}, false
		}
	}
	f.off -= off
	return home{f, off}, true
}

func mod(x, m int64) int64 { return ((x % m) + m) % m }

// homeOf returns the home of a pointer other than the first one to a node. assumed holds the homes
// assumed for phis that are being analysed.
func (r *region) homeOf(x value, assumed map[value]home, fuel int) (h home, ok bool) {
	a := r.a
	if h, ok = r.headAt(x); ok || fuel == 0 || r.broken {
		return h, ok
	}
	base, off := a.from(x)
	if base != a.root(x) {
		h, ok = r.homeOf(base, assumed, fuel-1)
		h.off += off
		return h, ok
	}
	if h, ok = assumed[base]; ok {
		return h, ok
	}
	view := a.pts.View(base.n)
	d := &view.Values[base.v]
	switch {
	case !d.Type.IsPtr() || a.pts.Recursive(a.pts.Nodes[base.n].Func):
		return home{}, false
	case d.Kind == ssa.Phi:
		h, ok = r.homeOfPhi(base, d.Args, assumed, fuel-1)
	case d.Kind == ssa.Def && view.Instr(base.v).Op == ir.OpLoad && !view.IR.Model:
		at := value{base.n, view.Arg(d.Block, d.Index, 0)}
		if h, ok = r.homeOf(at, assumed, fuel-1); ok {
			ok = r.isLink(h.off, at)
			h.off = 0
		}
	}
	return h, ok && a.definedAfter(base, a.deps(h.head))
}

// homeOfPhi returns the common home of all arguments of a phi, assuming that the phi has it, too.
func (r *region) homeOfPhi(x value, args []ssa.ValueID, assumed map[value]home, fuel int) (h home, ok bool) {
	for _, v := range args {
		if h, ok = r.homeOf(value{x.n, v}, assumed, fuel/2); ok {
			break
		}
	}
	if !ok {
		return home{}, false
	}
	now := make(map[value]home, len(assumed)+1)
	maps.Copy(now, assumed)
	now[x] = h
	return h, !slices.ContainsFunc(args, func(v ssa.ValueID) bool {
		g, same := r.homeOf(value{x.n, v}, now, fuel)
		return !same || !g.equal(h)
	})
}

// isLink reports whether the target of a pointer at a distance from a head or an anchor is a link.
func (r *region) isLink(off int64, pointer value) bool {
	for _, l := range r.a.pts.PointsTo(pointer.n, pointer.v) {
		if r.a.pts.Locs[l].Obj != r.heads {
			if r.brokenNodes[off] {
				return false
			}
		} else if off < 0 || off%r.word != 0 || off+r.word > r.stride || r.brokenHeads[off] {
			return false
		}
	}
	return true
}

// homeAt returns the home of a pointer at an instruction. That may be the home that a node got earlier
// in the same function.
func (r *region) homeAt(x value, at pointsto.At) (home, bool) {
	if h, ok := r.homeOf(x, nil, maxHomes); ok {
		return h, true
	}
	base, off := r.a.from(x)
	head, ok := r.homes[base]
	if !ok || !slices.ContainsFunc(r.adoptions[base], func(s pointsto.At) bool { return r.a.passes(s, at) }) {
		return home{}, false
	}
	o := r.nodeOf(base)
	anchor, known := r.anchors[o]
	return home{head, off - anchor}, o != 0 && known
}

// nodeOf returns the kind of object to whose start a value points, if it is not null; 0: it may point
// elsewhere.
func (r *region) nodeOf(base value) pointsto.ObjID {
	locs := r.a.pts.PointsTo(base.n, base.v)
	if len(locs) != 1 || locs[0] == pointsto.Num || locs[0] == pointsto.Wild {
		return 0
	}
	l := r.a.pts.Locs[locs[0]]
	if l.Off != 0 || l.Step != 0 || r.a.pts.Objects[l.Obj].Kind != pointsto.Heap {
		return 0
	}
	return l.Obj
}

// placeOf returns the place of a value's definition. Instr -1 is in front of the first instruction of a
// block.
func (a *prover) placeOf(x value) (pointsto.At, bool) {
	d := &a.pts.View(x.n).Values[x.v]
	switch d.Kind {
	case ssa.Def:
		return pointsto.At{Node: x.n, Block: d.Block, Instr: d.Index}, true
	case ssa.Phi:
		return pointsto.At{Node: x.n, Block: d.Block, Instr: -1}, true
	}
	return pointsto.At{}, false
}

// passes reports whether control reaches a place of a function only through another one. Then values
// defined in front of the first place have not been redefined since then.
func (a *prover) passes(through, to pointsto.At) bool {
	if through.Node != to.Node {
		return false
	}
	if through.Block == to.Block {
		return through.Instr < to.Instr
	}
	return a.pts.View(to.Node).Loops.Dom.Dominates(through.Block, to.Block)
}

// definedAfter reports whether a value is always defined after others, so that it is redefined whenever
// one of them is.
func (a *prover) definedAfter(x value, others []value) bool {
	at, ok := a.placeOf(x)
	return ok && !slices.ContainsFunc(others, func(y value) bool {
		here := at
		for here.Node != y.n { // to the call
			node := &a.pts.Nodes[here.Node]
			if !node.Single || a.pts.Recursive(node.Func) {
				return true
			}
			here = node.Callers[0]
		}
		if a.pts.View(y.n).Values[y.v].Kind == ssa.Param {
			return false
		}
		from, ok := a.placeOf(y)
		return !ok || !a.passes(from, here)
	})
}
