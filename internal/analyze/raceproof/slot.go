package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// maxRegions bounds the number of analysed tables.
const maxRegions = 8

// lockedSlot reports whether two accesses of an object are to a slot of a table or a node of its list,
// and each thread holds the lock of the slot. It is also true if the object is the table and one of the
// accesses is certainly to a node.
func (a *prover) lockedSlot(o pointsto.ObjID, x *access, p *path, y *access, q *path) bool {
	if x.whole || y.whole || !a.holdsElement(p) || !a.holdsElement(q) {
		return false
	}
	for _, k := range a.tablesOf(x, y) {
		r := a.region(k)
		if r == nil || r.broken {
			continue
		}
		g, h := r.homeFor(x), r.homeFor(y)
		if g == nil || h == nil {
			continue
		}
		if o == r.heads {
			if r.isNode(x.pointer, *g, x.at, p) || r.isNode(y.pointer, *h, y.at, q) {
				return true
			}
			if !r.inSlot(x, *g) || !r.inSlot(y, *h) {
				continue
			}
		} else if _, ok := r.anchors[o]; !ok {
			continue
		}
		if a.lockedBy(g.head, p, h.head, q) {
			return true
		}
	}
	return false
}

// holdsElement reports whether a path holds a lock whose place depends on values.
func (a *prover) holdsElement(p *path) bool {
	return slices.ContainsFunc(p.locks, func(l int32) bool { return len(a.locks[l].form.terms) > 0 })
}

// homeFor returns the home of an access's pointer, after links are known; nil: it may have none.
func (r *region) homeFor(x *access) *home {
	h, asked := r.asked[x]
	if !asked {
		if found, ok := r.homeAt(x.pointer, x.at); ok {
			h = &found
		}
		r.asked[x] = h
	}
	return h
}

// inSlot reports whether an access through a pointer to a head stays in the slot.
func (r *region) inSlot(x *access, h home) bool {
	view := r.a.pts.View(x.at.Node)
	in := &view.IR.Blocks[x.at.Block].Instrs[x.at.Instr]
	return in.Field == (ir.Field{}) && 0 <= h.off && h.off+x.size <= r.stride
}

// lockedBy reports whether two paths hold locks whose places correspond to their heads, at one distance
// or in one array, and which exclude one another if the heads are the same.
func (a *prover) lockedBy(g form, p *path, h form, q *path) bool {
	for _, k := range p.locks {
		for _, l := range q.locks {
			lock, other := &a.locks[k], &a.locks[l]
			if lock.mode == shared && other.mode == shared || !lock.class.excludes(other.class) {
				continue
			}
			m, ok := a.relation(g, lock.form)
			n, same := a.relation(h, other.form)
			if ok && same && m == n && a.trusted(k) && a.trusted(l) {
				return true
			}
		}
	}
	return false
}

// isNode reports whether a pointer leads to a node at an instruction, because it was compared with the
// home's head after its definition.
func (r *region) isNode(pointer value, h home, here pointsto.At, p *path) bool {
	a := r.a
	base, off := a.from(pointer)
	anchor := off - h.off // relative to the base
	return p.facts.any(func(of value, zero bool) bool {
		view := a.pts.View(of.n)
		d := &view.Values[of.v]
		at, ok := a.placeOf(of)
		if !ok || d.Kind != ssa.Def || !a.passes(at, here) {
			return false
		}
		if op := view.Instr(of.v).Op; !(op == ir.OpNe && !zero || op == ir.OpEq && zero) {
			return false
		}
		arg := func(k int) value { return value{of.n, view.Arg(d.Block, d.Index, k)} }
		for k := range 2 {
			b, at := a.from(arg(k))
			head, ok := r.headAt(arg(1 - k))
			if b == base && at == anchor && ok && head.equal(home{head: h.head}) {
				return true
			}
		}
		return false
	})
}

// region returns the analysis of a table; nil: there are too many.
func (a *prover) region(k regionKey) *region {
	r, ok := a.regions[k]
	if !ok && len(a.regions) < maxRegions {
		r = a.findLinks(k)
		a.regions[k] = r
	}
	return r
}

// tablesOf lists the tables from which pointers of accesses come.
func (a *prover) tablesOf(x, y *access) (list []regionKey) {
	for _, z := range []*access{x, y} {
		own, asked := a.tables[z.pointer]
		if !asked {
			a.findTables(z.pointer, make(map[value]bool), maxHomes, func(k regionKey) { own = append(own, a.headsOf(k)...) })
			a.tables[z.pointer] = own
		}
		for _, k := range own {
			if !slices.Contains(list, k) {
				list = append(list, k)
			}
		}
	}
	return list
}

// headsOf lists the places of heads in the elements of an array: the targets of stored pointers, or
// else the places from which links are read.
func (a *prover) headsOf(k regionKey) (list []regionKey) {
	if a.writes == nil {
		a.writes = a.findWrites()
	}
	for i := range a.writes {
		w := &a.writes[i]
		view := a.pts.View(w.at.Node)
		if view.IR.Blocks[w.at.Block].Instrs[w.at.Instr].Op != ir.OpStore {
			continue
		}
		what := value{w.at.Node, view.Arg(w.at.Block, w.at.Instr, 1)}
		if f := a.formOf(what); f.obj == k.heads && len(f.terms) == 1 && f.terms[0].coef == k.stride {
			if h := (regionKey{k.heads, mod(f.off, k.stride), k.stride}); !slices.Contains(list, h) {
				list = append(list, h)
			}
		}
	}
	if !slices.Contains(list, k) {
		list = append(list, k)
	}
	return list
}

func (a *prover) findTables(x value, seen map[value]bool, fuel int, found func(regionKey)) {
	if f := a.formOf(x); f.obj != 0 && len(f.terms) == 1 && f.terms[0].coef > 0 {
		found(regionKey{f.obj, mod(f.off, f.terms[0].coef), f.terms[0].coef})
		return
	}
	x, _ = a.from(x)
	if seen[x] || fuel == 0 {
		return
	}
	seen[x] = true
	view := a.pts.View(x.n)
	switch d := &view.Values[x.v]; {
	case d.Kind == ssa.Phi:
		for _, v := range d.Args {
			a.findTables(value{x.n, v}, seen, fuel-1, found)
		}
	case d.Kind == ssa.Def && view.Instr(x.v).Op == ir.OpLoad:
		a.findTables(value{x.n, view.Arg(d.Block, d.Index, 0)}, seen, fuel-1, found)
	}
}
