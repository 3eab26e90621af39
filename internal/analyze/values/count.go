package values

import (
	"math"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// counts bounds cells to which constants are added at places that are passed a bounded number of times.
// Such a cell holds one of its other stored values, plus at most the total of the additions. The number
// of passes of a place is computed from the states of the previous round. If a load always comes before
// an addition in its thread, it finds one addition less. In
//
//	for (i = 0; i < 8; i++) { a[top] = i; top++; }
//
// top is at most 7 in the store to a, if other threads only subtract from it.
type counts struct {
	a       *solver
	before  map[pointsto.At]*entry // the states of the previous round
	times   map[pointsto.At]int64  // the greatest number of passes of a place
	cells   map[cellID]*counter
	entries map[pointsto.NodeID]int64 // the greatest number of calls of a function
}

// counter describes one cell with additions.
type counter struct {
	others value                 // values stored other than by additions, and the initial value
	sites  map[pointsto.At]int64 // the added constant, by place
	grown  int                   // number of times others grew
	broken bool                  // an addition may be executed without bound
	pairs  pairing               // of such additions; see pairs.go
	late   bool                  // others holds the value when counting begins instead of the initial value; see exposed.go
}

// unlimited is an unbounded number of times.
const unlimited = math.MaxInt32

func newCounts(a *solver) *counts {
	return &counts{a: a, before: a.states, times: make(map[pointsto.At]int64), entries: make(map[pointsto.NodeID]int64), cells: make(map[cellID]*counter)}
}

// countable reports whether all stores to a cell can be tracked. The cell is in a global, or in an
// object whose instances all begin as recent objects; their contents are added to others when they are
// exposed.
func (a *solver) countable(c cellID) bool {
	x := &a.cells[c]
	switch {
	case x.mixed:
		return false
	case a.object(x.Obj).Kind == pointsto.Global:
		return true
	}
	return !a.isRecent(x.Obj) && a.recentOf(x.Obj) != 0
}

func (k *counts) of(c cellID) *counter {
	x := k.cells[c]
	if x == nil {
		x = &counter{others: nothing, sites: make(map[pointsto.At]int64)}
		if k.a.recentOf(k.a.cells[c].Obj) == 0 {
			x.others = k.a.initially(c)
		}
		k.cells[c] = x
	}
	return x
}

// counted records a store to a cell and returns the possible contents of the cell after it. x is the
// stored value, if there is one.
func (w *walker) counted(c cellID, at pointsto.At, x ssa.ValueID, v value) value {
	a := w.a
	if !a.countable(c) {
		return v
	}
	delta, adds := w.addition(c, w.view.Arg(at.Block, at.Instr, 0), x)
	if adds {
		a.counters[c] = true
	}
	if a.counts == nil {
		return v
	}
	if adds {
		if k := a.counts.of(c); a.judge == nil {
			if _, known := k.sites[at]; !known {
				k.sites[at] = delta
				k.broken = k.broken || a.counts.passed(at) >= unlimited
				a.enqueueReaders(c)
			}
		}
		if w.isLate(c) {
			return v
		}
		return a.counts.bound(c, v, nil)
	}
	if !w.isLate(c) || !w.alone() {
		a.countOther(c, v)
	}
	return v
}

// countOther records a value that a cell gets other than by an addition.
func (a *solver) countOther(c cellID, v value) {
	if a.counts == nil || a.judge != nil || v.empty() || !a.countable(c) {
		return
	}
	if v.unwritten {
		v.unwritten = false
		v = v.join(a.initially(c))
	}
	k := a.counts.of(c)
	j := k.others.join(v)
	if j.equal(k.others) {
		return
	}
	if k.grown++; k.grown > sharingPatience {
		j = a.wider.widen(k.others, v)
	}
	k.others = j
	a.enqueueReaders(c)
}

// addition returns the constant that a store of x through a pointer adds to a cell, if x is the
// contents of the place plus a constant.
func (w *walker) addition(c cellID, p, x ssa.ValueID) (delta int64, ok bool) {
	if x == ssa.NoValue {
		return 0, false
	}
	d := &w.view.Values[x]
	if d.Kind != ssa.Def || !d.Type.IsInt() {
		return 0, false
	}
	in := w.view.Instr(x)
	width := w.bits(d.Type)
	if in.Op != ir.OpAdd && in.Op != ir.OpSub || width > 32 {
		return 0, false
	}
	l, r := w.view.Arg(d.Block, d.Index, 0), w.view.Arg(d.Block, d.Index, 1)
	if _, constant := w.view.Const(l); constant && in.Op == ir.OpAdd {
		l, r = r, l
	}
	bits, constant := w.get(r).constant(width)
	if !constant || !w.holds(c, p, l) || !w.stable(c) {
		return 0, false
	}
	delta = number(bits, width).slo
	if in.Op == ir.OpSub {
		delta = -delta
	}
	return delta, true
}

// holds reports whether the target of a pointer holds a value, if the target is in a cell.
func (w *walker) holds(c cellID, p, v ssa.ValueID) bool {
	me := origin{w.n, v}
	if w.st.links != nil && w.st.links[c] == me {
		return true
	}
	d := &w.view.Values[v]
	placed := slices.Contains(w.st.loaded, loaded{c, me, false}) || slices.Contains(w.st.loaded, loaded{c, me, true})
	return d.Kind == ssa.Def && w.view.Instr(v).Op == ir.OpLoad && placed && congruent(w.view, w.view.Arg(d.Block, d.Index, 0), p, maxOrigin)
}

// bounded returns the possible values of a load of a cell.
func (w *walker) bounded(c cellID, at pointsto.At, v value) value {
	a := w.a
	if a.counts == nil || !a.countable(c) || len(a.counts.of(c).sites) == 0 {
		return v
	}
	if w.isLate(c) {
		return v
	}
	return a.counts.bound(c, v, &at)
}

// bound restricts v to the range of a counter: at a load, if one is given.
func (k *counts) bound(c cellID, v value, load *pointsto.At) value {
	x := k.of(c)
	if len(x.sites) == 0 || len(x.others.to) > 0 || !x.others.hasNumber() || len(v.to) > 0 {
		return v
	}
	lo, hi := x.others.slo, x.others.shi
	if x.broken {
		slack, ok := k.slack(x)
		if !ok {
			return v
		}
		lo, hi = lo-slack, hi+slack
	}
	for at, delta := range x.sites {
		n := k.passed(at)
		if n >= unlimited {
			continue // it is taken back
		}
		if load != nil {
			n = k.passedBefore(at, *load, n)
		}
		if delta > 0 {
			hi += n * delta
		} else {
			lo += n * delta
		}
		if hi > math.MaxInt32*2 || lo < math.MinInt32*2 {
			return v
		}
	}
	w := int(8 * k.a.cells[c].size)
	if lo < smin(w) || hi > smax(w) {
		return v
	}
	return v.meet(signedRange(lo, hi, w), w)
}

// path lists the calls that lead to a place, outermost first, and the place. It is empty if there are
// several ways.
func (k *counts) path(at pointsto.At) []pointsto.At {
	var out []pointsto.At
	for {
		out = append([]pointsto.At{at}, out...)
		node := &k.a.pts.Nodes[at.Node]
		switch {
		case len(node.Callers) == 0:
			return out
		case !node.Single || len(node.Callers) > 1:
			return nil
		}
		at = node.Callers[0]
	}
}

// passed returns the greatest number of passes of a place in an execution.
func (k *counts) passed(at pointsto.At) int64 {
	n, ok := k.times[at]
	if !ok {
		if n = k.entered(at.Node); n < unlimited {
			n = min(n*k.inActivation(at), unlimited)
		}
		k.times[at] = n
	}
	return n
}

// entered returns the greatest number of calls of a function in a context, by all threads, including
// starts of threads with it.
func (k *counts) entered(n pointsto.NodeID) int64 {
	sum, ok := k.entries[n]
	if ok {
		return sum
	}
	k.entries[n] = unlimited // in a cycle of calls or creations
	if t := k.a.pts.Nodes[n].Thread; k.a.pts.Threads[t].Root == n {
		sum += k.created(t)
	}
	for _, c := range k.a.pts.Nodes[n].Callers {
		sum = min(sum+k.passed(c), unlimited)
	}
	k.entries[n] = sum
	return sum
}

// created returns the greatest number of threads of a kind.
func (k *counts) created(t pointsto.ThreadID) int64 {
	switch th := &k.a.pts.Threads[t]; {
	case t == 1:
		return 1
	case th.Merged:
		return unlimited
	default:
		return k.passed(th.Spawn)
	}
}

// along returns the greatest number of passes of the end of a path.
func (k *counts) along(path []pointsto.At) int64 {
	n := int64(1)
	for _, at := range path {
		if n *= k.inActivation(at); n >= unlimited {
			return unlimited
		}
	}
	return n
}

// inActivation returns the greatest number of passes of a place in one activation of its function.
func (k *counts) inActivation(at pointsto.At) int64 {
	nest := k.a.pts.View(at.Node).Loops
	n := int64(1)
	for l := nest.Innermost(at.Block); l != ir.NoLoop; l = nest.Loops[l].Parent {
		if n *= k.trips(at, &nest.Loops[l]); n >= unlimited {
			return unlimited
		}
	}
	return n
}

// trips returns the greatest number of passes of a block of a loop between entering and leaving the
// loop. A value that grows by a constant in every iteration is different in each.
func (k *counts) trips(at pointsto.At, l *ir.Loop) int64 {
	view := k.a.pts.View(at.Node)
	best := int64(unlimited)
	for _, phi := range k.a.liveIn(view).phis[l.Header] {
		if n, _, _, _, ok := k.counting(view, phi, l, at); ok {
			best = min(best, n)
		}
	}
	return best
}

// stepOf returns the least constant that is added to a phi in every iteration.
func (k *counts) stepOf(view *ssa.Func, phi ssa.ValueID, l *ir.Loop, width int) (step int64, ok bool) {
	d := &view.Values[phi]
	for e, from := range view.Preds[l.Header] {
		if !l.Contains(from) {
			continue
		}
		next := &view.Values[d.Args[e]]
		if next.Kind != ssa.Def {
			return 0, false
		}
		in := view.Instr(d.Args[e])
		x, y := ssa.NoValue, ssa.NoValue
		if in.Op == ir.OpAdd || in.Op == ir.OpSub {
			x, y = view.Arg(next.Block, next.Index, 0), view.Arg(next.Block, next.Index, 1)
		}
		if y == phi && in.Op == ir.OpAdd {
			x, y = y, x
		}
		c, constant := view.Const(y)
		if x != phi || !constant {
			return 0, false
		}
		s := number(c.Lo, width).slo
		if in.Op == ir.OpSub {
			s = -s
		}
		switch {
		case s == 0 || step != 0 && (s > 0) != (step > 0):
			return 0, false
		case step == 0 || max(s, -s) < max(step, -step):
			step = s
		}
	}
	return step, step != 0
}

// valueAt returns a value at the beginning of a block in the previous round.
func (k *counts) valueAt(at pointsto.At, v ssa.ValueID) (value, bool) {
	e := k.before[at]
	if e == nil {
		return value{}, false
	}
	for i, x := range k.a.liveIn(k.a.pts.View(at.Node)).in[at.Block] {
		if x == v {
			return e.vals[i], e.vals[i].hasNumber() && len(e.vals[i].to) == 0
		}
	}
	return value{}, false
}

// passedBefore returns the greatest number of passes of a site before control is at a load. n is the
// total number of passes.
func (k *counts) passedBefore(site, load pointsto.At, n int64) int64 {
	if t := k.a.pts.Nodes[site.Node].Thread; t != k.a.pts.Nodes[load.Node].Thread || !k.a.par.Once(t) {
		return n
	}
	p, q := k.path(load), k.path(site)
	if p == nil || q == nil {
		return n
	}
	i := 0
	for i < len(p) && i < len(q) && p[i] == q[i] {
		i++
	}
	if i == len(p) || i == len(q) || p[i].Node != q[i].Node {
		return n
	}
	nest := k.a.pts.View(p[i].Node).Loops
	first := p[i].Block == q[i].Block && p[i].Instr < q[i].Instr || p[i].Block != q[i].Block && nest.Dom.Dominates(p[i].Block, q[i].Block)
	if !first || nest.Innermost(p[i].Block) != nest.Innermost(q[i].Block) {
		return n
	}
	for _, inner := range q[i+1:] {
		if k.a.pts.View(inner.Node).Loops.Innermost(inner.Block) != ir.NoLoop {
			return n
		}
	}
	if m := k.along(p[:i+1]); m < unlimited {
		n = min(n, m-1)
	}
	return n
}
