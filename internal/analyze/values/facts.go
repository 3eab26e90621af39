package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Facts holds results about single values, for analyses of the remaining obligations.
type Facts struct {
	PointsTo *pointsto.Result
	a        *solver
	defined  map[Origin]value    // by load: the value that it finds
	same     map[Origin][]Origin // by load: values that the place was known to hold
	spans    map[argument]value  // of accesses and calls: the values of pointers
}

// Unknown returns facts without information: any value is possible, and control may reach every place
// any number of times. PointedAt and Size must not be called on them.
func Unknown(pts *pointsto.Result) *Facts { return &Facts{PointsTo: pts} }

// Origin is a value of a node.
type Origin struct {
	Node  pointsto.NodeID
	Value ssa.ValueID
}

// Range is a set of numbers: those in both intervals.
type Range struct {
	SLo, SHi int64
	ULo, UHi uint64
}

// Place is a place in an object.
type Place struct {
	Object pointsto.ObjID
	Offset int64
}

// noteLoad records the value of a load, for Facts, after the values are known. c is the cell the value
// was loaded from, if it is a single place that no other thread writes. Bytes that were never written
// have the same value at every read (semantics 5.6), but copies of them are arbitrary (semantics 5.8).
func (w *walker) noteLoad(def ssa.ValueID, v value, c cellID) {
	j := w.a.judge
	if j == nil {
		return
	}
	f, me := j.result.Facts, Origin{w.n, def}
	f.defined[me] = v
	if c == 0 || v.uninit && w.a.copies(origin{w.n, def}) {
		return
	}
	same := func(o origin) {
		if o != (origin{}) && !(v.uninit && w.a.copies(o)) {
			f.same[me] = append(f.same[me], Origin{o.n, o.v})
		}
	}
	if w.st.links != nil {
		same(w.st.links[c])
	}
	for _, l := range slices.Concat(w.st.fixed, w.st.loaded) {
		if l.cell == c && l.only {
			same(l.from)
		}
	}
}

// copies reports whether a value may be the copy of bytes without a value.
func (a *solver) copies(o origin) bool {
	view := a.pts.View(o.n)
	if view.Values[o.v].Kind != ssa.Def {
		return true
	}
	in := view.Instr(o.v)
	return in.Op != ir.OpLoad || in.Flags&ir.Copying != 0
}

// rangeOf returns the range of the numbers of a value of w bits; ok is false if it may be no number, or
// any.
func rangeOf(v value, w int) (Range, bool) {
	if w > 64 || !v.hasNumber() || len(v.to) > 0 || v.uninit || v.unwritten || v.equal(full(w)) {
		return Range{}, false
	}
	return Range{v.slo, v.shi, v.ulo, v.uhi}, true
}

func (f *Facts) bits(o Origin) int {
	return f.PointsTo.View(o.Node).Values[o.Value].Type.Bits(f.a.model)
}

// Loaded returns the range of a load's value, if it is restricted.
func (f *Facts) Loaded(o Origin) (Range, bool) {
	v, ok := f.defined[o]
	if !ok {
		return Range{}, false
	}
	return rangeOf(v, f.bits(o))
}

// Same returns values that equal the contents of the place that a load reads: their latest instances
// when the load is executed.
func (f *Facts) Same(o Origin) []Origin { return f.same[o] }

// Keeps reports whether there are facts about values at a reachable place: the beginning of a block, or
// behind a call.
func (f *Facts) Keeps(at pointsto.At) bool { return f.a == nil || f.a.states[at] != nil }

// At yields the values with facts at such a place, with their ranges there.
func (f *Facts) At(at pointsto.At) func(yield func(ssa.ValueID, Range) bool) {
	return func(yield func(ssa.ValueID, Range) bool) {
		if f.a == nil {
			return
		}
		e := f.a.states[at]
		if e == nil {
			return
		}
		for i, v := range f.a.liveIn(f.PointsTo.View(at.Node)).before(at.Block, at.Instr) {
			if r, ok := rangeOf(e.vals[i], f.bits(Origin{at.Node, v})); ok && !yield(v, r) {
				return
			}
		}
	}
}

// Taken reports whether control may take an edge between blocks.
func (f *Facts) Taken(e raceproof.Edge) bool { return f.a == nil || f.a.edges[e] }

// Once reports whether an instruction is executed at most once in an execution.
func (f *Facts) Once(at pointsto.At) bool {
	return f.a != nil && f.a.par.SingleInThread(at) && f.a.par.Once(f.PointsTo.Nodes[at.Node].Thread)
}

// Pointed returns the possible targets of a loaded pointer, if it is known to have no other value.
func (f *Facts) Pointed(o Origin) []Place {
	if v, ok := f.defined[o]; ok {
		return f.places(v)
	}
	return nil
}

// PointedAt is Pointed for a value at a place with facts.
func (f *Facts) PointedAt(at pointsto.At, x ssa.ValueID) []Place {
	e := f.a.states[at]
	if e == nil {
		return nil
	}
	for i, v := range f.a.liveIn(f.PointsTo.View(at.Node)).before(at.Block, at.Instr) {
		if v == x {
			return f.places(e.vals[i])
		}
	}
	return nil
}

// Born returns the start of the object that an instruction makes or whose address it takes, if there is
// one.
func (f *Facts) Born(n pointsto.NodeID, v ssa.ValueID) []Place {
	to := f.PointsTo.PointsTo(n, v)
	if len(to) != 1 {
		return nil
	}
	at := f.PointsTo.Locs[to[0]]
	if at.Obj == 0 || at.Off != 0 || at.Step != 0 {
		return nil
	}
	return []Place{{Object: at.Obj}}
}

func (f *Facts) places(v value) []Place {
	if v.uninit || v.hasNumber() && !v.isZero() {
		return nil
	}
	var out []Place
	for _, t := range v.to {
		if t.lo != t.hi {
			return nil
		}
		out = append(out, Place{f.a.base(t.obj), t.lo})
	}
	return out
}

// Size returns the least size of an object in bytes. exact is true if the instruction at made creates
// all its instances and has their exact size as its first operand.
func (f *Facts) Size(o pointsto.ObjID) (least int64, made pointsto.At, exact bool) {
	obj := &f.PointsTo.Objects[o]
	least = f.a.sizeOf(o)
	if obj.Size >= 0 || obj.Kind != pointsto.Heap && obj.Kind != pointsto.Stack || !f.a.par.Single(o) {
		return least, pointsto.At{}, false
	}
	made = pointsto.At{Node: obj.Node, Block: obj.Block, Instr: obj.Instr}
	return least, made, f.PointsTo.View(made.Node).IR.Blocks[made.Block].Instrs[made.Instr].Op == ir.OpAlloc
}
