package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// findLinks finds the links of a region. It assumes the invariant for all distances, and drops
// distances with a store that may break it, until none is left.
func (a *prover) findLinks(k regionKey) *region {
	r := &region{
		regionKey: k, a: a, word: int64(a.prog.Model.PtrBits() / 8),
		anchors: make(map[pointsto.ObjID]int64), born: make(map[pointsto.ObjID]value), homes: make(map[value]form), adoptions: make(map[value][]pointsto.At),
		brokenHeads: make(map[int64]bool), brokenNodes: make(map[int64]bool), asked: make(map[*access]*home),
	}
	r.broken = !a.bornWithoutLinks(k.heads) || k.stride < r.word
	if a.writes == nil {
		a.writes = a.findWrites()
	}
	paths := make(map[pointsto.At][]*path)
	for i := range a.accesses {
		x := &a.accesses[i]
		paths[x.at] = append(slices.Clip(paths[x.at]), x.paths...)
	}
	for r.changed = true; r.changed && !r.broken; {
		r.changed = false
		for i := range a.writes {
			r.write(&a.writes[i], paths[a.writes[i].at])
		}
	}
	return r
}

// bornWithoutLinks reports whether an object is a global that initially holds no pointers.
func (a *prover) bornWithoutLinks(o pointsto.ObjID) bool {
	if a.pts.Objects[o].Kind != pointsto.Global {
		return false
	}
	g := &a.prog.Globals[a.pts.Objects[o].Global]
	return !g.External && !slices.ContainsFunc(g.Init, func(item ir.InitItem) bool { return item.Global != 0 || item.Func != 0 })
}

// touched is a link that a store may touch: of heads or nodes, at a distance. whole means that the
// store covers it completely or not at all.
type touched struct {
	head  bool
	off   int64
	whole bool
}

// touches lists the links that a store may touch; ok is false if it may touch any link.
func (r *region) touches(w *write) (list []touched, ok bool) {
	a := r.a
	for _, id := range a.pts.PointsTo(w.to.n, w.to.v) {
		l := a.pts.Locs[id]
		anchor, isNode := r.anchors[l.Obj]
		switch {
		case id == pointsto.Wild:
			return nil, false
		case id == pointsto.Num:
		case l.Obj == r.heads:
			for off := int64(0); off+r.word <= r.stride; off += r.word {
				link := pointsto.Loc{Obj: r.heads, Off: mod(r.first+off, r.stride), Step: r.stride}
				if !pointsto.Overlap(link, r.word, l, w.size) {
					continue
				}
				whole := w.size == r.word && mod(l.Off-r.first-off, r.word) == 0 && l.Step%r.word == 0 && r.stride%r.word == 0
				list = append(list, touched{true, off, whole})
			}
		case isNode && l.Step != 0:
			return nil, false
		case isNode:
			at := l.Off - anchor
			for off := at - r.word + 1; off < at+w.size; off++ {
				list = append(list, touched{false, off, off == at && w.size == r.word})
			}
		}
	}
	return list, true
}

// write checks the links that a store may break.
func (r *region) write(w *write, list []*path) {
	a := r.a
	links, ok := r.touches(w)
	if !ok {
		r.broken = true
		return
	}
	view := a.pts.View(w.at.Node)
	in := &view.IR.Blocks[w.at.Block].Instrs[w.at.Instr]
	plain := in.Op == ir.OpStore && in.Field == (ir.Field{})
	if plain {
		what := value{w.at.Node, view.Arg(w.at.Block, w.at.Instr, 1)}
		if r.leadsNowhere(what) || w.size == r.word && len(links) > 0 && r.keeps(w, what, list) {
			links = slices.DeleteFunc(links, func(t touched) bool { return t.whole })
		}
	}
	if h, ok := r.homeAt(w.to, w.at); ok && len(list) > 0 && !slices.ContainsFunc(list, func(p *path) bool { return !r.isNode(w.to, h, w.at, p) }) {
		links = slices.DeleteFunc(links, func(t touched) bool { return t.head })
	}
	for _, t := range links {
		broken := r.brokenNodes
		if t.head {
			broken = r.brokenHeads
		}
		if !broken[t.off] {
			broken[t.off], r.changed = true, true
		}
	}
}

// leadsNowhere reports whether a value is no pointer to an object, and can only be turned into one as a
// number.
func (r *region) leadsNowhere(x value) bool {
	return !slices.ContainsFunc(r.a.pts.PointsTo(x.n, x.v), func(l pointsto.LocID) bool { return l != pointsto.Num })
}

// keeps reports whether a store of a pointer preserves the invariant for all links that it may touch.
// Either it is to a link of a head, or of a node with a home, and the stored pointer has the same home,
// or gets it. Or it is to a node without a home.
func (r *region) keeps(w *write, what value, list []*path) bool {
	a := r.a
	to, hasHome := r.homeAt(w.to, w.at)
	h, known := r.homeAt(what, w.at)
	if hasHome {
		if !r.within(to.off, w.to) {
			return false
		}
		if known {
			return h.equal(home{head: to.head})
		}
		return r.adopt(what, to.head, w.at, list)
	}
	base, _ := a.from(w.to)
	if r.nodeOf(base) == 0 || !isFreshOn(list, base) {
		return false
	}
	if own, _ := a.from(what); own == base {
		return r.anchor(what)
	}
	return known && h.off == 0 && r.settleIn(base, h.head)
}

// within reports whether a pointer that may point into a head points to a single link there.
func (r *region) within(off int64, pointer value) bool {
	mayBeHead := slices.ContainsFunc(r.a.pts.PointsTo(pointer.n, pointer.v), func(l pointsto.LocID) bool { return r.a.pts.Locs[l].Obj == r.heads })
	return !mayBeHead || 0 <= off && off%r.word == 0 && off+r.word <= r.stride
}

// isFreshOn reports whether, on all given paths, a value points to an object that no other thread can
// reach yet.
func isFreshOn(list []*path, base value) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(p *path) bool { return !p.fresh.has(base) })
}

// adopt assigns a home to a node that no other thread can reach yet.
func (r *region) adopt(what value, head form, at pointsto.At, list []*path) bool {
	base, _ := r.a.from(what)
	if !isFreshOn(list, base) || !r.anchor(what) || !r.settleIn(base, head) {
		return false
	}
	if !slices.Contains(r.adoptions[base], at) {
		r.adoptions[base], r.changed = append(r.adoptions[base], at), true
	}
	return true
}

// anchor records the byte of a node to which links lead.
func (r *region) anchor(what value) bool {
	base, off := r.a.from(what)
	o := r.nodeOf(base)
	if o == 0 {
		return false
	}
	known, ok := r.anchors[o]
	if !ok {
		r.anchors[o], r.changed = off, true
	}
	return !ok || known == off
}

// settleIn records the home of a node. The values in the head's address must not change between the
// creation of the node and this point. No other value may stand for a node of the kind without a home,
// since its links might lead to another home.
func (r *region) settleIn(base value, head form) bool {
	o := r.nodeOf(base)
	if o == 0 || !r.a.definedAfter(base, r.a.deps(head)) {
		return false
	}
	if b, ok := r.born[o]; ok && b != base {
		return false
	}
	known, ok := r.homes[base]
	if !ok {
		r.born[o], r.homes[base], r.changed = base, head, true
	}
	return !ok || known.key() == head.key()
}
