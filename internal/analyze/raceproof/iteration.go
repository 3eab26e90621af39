package raceproof

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Loops whose iterations the threads of a team share (OpenMP):
//
//	while ((k = next(loop, sizeof i)) != -1) { int i = k; … a[i] … }
//
// A function with the role "take loop" returns an iteration to one thread only, until all threads have left the loop. So two threads of a
// team access elements a[c·i + d] and a[c·i + e] that do not overlap, if the elements of one iteration lie within c bytes. The distances d and
// e may depend on other values, whose range is known: a[i][j]. The constant
// width says that the loop's variable of this size holds every iteration's value, so that its truncation changes nothing.
//
// A nest of two loops has one number for both (collapse), i = k / n and j = k % n. The width is then negative: it is that of both variables.
// Elements a[i][j] of two iterations are in different rows, or in one row at different j.
//
// A function with the role "takeonce loop" promises that for one instance of the loop only. All threads of a team come to the same instance
// if the loop is in the routine of a region, and a thread begins it at most once. (In a function that the routine calls twice, the first
// call of one thread may have the instance that the second call of another has.)
//
// The models see to that: a thread waits for ever at a construct if another thread came to it behind other constructs or barriers. That
// needs threads that are members of the team (barrier.go).
//
// A function with the role "team thread" makes the team of a region and joins all threads but the caller's own before it returns. If the
// caller's kind has one thread, and the region is not inside another one, no two regions overlap that it makes. So threads of different
// regions are ordered, and threads of one kind belong to one instance of a region or are ordered. Loops in regions that threads of a team
// make are not judged here: each inner team takes all iterations.

var (
	teamRole = ir.Role{Verb: ir.VerbTeam, Object: ir.OnThread}
	takeRole = ir.Role{Verb: ir.VerbTake, Object: ir.OnLoop}
	onceRole = ir.Role{Verb: ir.VerbTakeOnce, Object: ir.OnLoop}
)

// taken returns the width in bits of the variable of the loop from which a value is taken; 0: it is no such value.
func (a *prover) taken(x value) int64 {
	return max(0, a.takenWidth(x))
}

// takenWidth returns the width of a taken value's variable, negative for the variables of a nest.
func (a *prover) takenWidth(x value) int64 {
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if d.Kind != ssa.Def || view.Instr(x.v).Op != ir.OpCall {
		return 0
	}
	switch a.calleeRole(x.n, d.Block, d.Index) {
	case takeRole:
	case onceRole:
		if !a.beginsOnce(x.n, d.Block) {
			return 0
		}
	default:
		return 0
	}
	width, ok := view.Const(view.Arg(d.Block, d.Index, 1))
	if !ok {
		return 0
	}
	return 8 * int64(int32(width.Lo))
}

// beginsOnce reports whether a loop that takes iterations in a block is in the routine of a region, and a thread begins it at most once there.
func (a *prover) beginsOnce(n pointsto.NodeID, b ir.BlockID) bool {
	nest := a.pts.View(n).Loops
	l := nest.Innermost(b)
	return l != ir.NoLoop && nest.Loops[l].Parent == ir.NoLoop && a.isRoutine(n)
}

// isRoutine reports whether a node is the routine of a region, in one of its threads.
func (a *prover) isRoutine(n pointsto.NodeID) bool {
	if !a.pts.Nodes[n].Single {
		return false
	}
	caller := a.pts.Nodes[n].Callers[0].Node
	return a.pts.View(caller).IR.Role == teamRole || caller == a.pts.Threads[a.pts.Nodes[n].Thread].Root && a.regionOf(a.pts.Nodes[n].Thread) != 0
}

// digit tells which part of the number of a nest's iteration an atom is.
type digit uint8

const (
	wholeNumber digit = iota
	outerIndex        // the number divided by the count of the inner loop
	innerIndex        // the remainder
)

// indexOf returns the form of a loop's index in a nest, for a division of the nest's number; ok is false if it is none.
func (a *prover) indexOf(x value, op ir.Op) (f form, ok bool) {
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	number, count := a.root(value{x.n, view.Arg(d.Block, d.Index, 0)}), a.root(value{x.n, view.Arg(d.Block, d.Index, 1)})
	width := a.takenWidth(number)
	if width >= 0 {
		return form{}, false
	}
	which := outerIndex
	if op == ir.OpURem {
		which = innerIndex
	}
	return a.atomOf(atom{number: number, text: fmt.Sprintf("index %d of %d.%d by %d.%d", which, number.n, number.v, count.n, count.v),
		deps: []value{number, count}, width: -width, digit: which, count: count, divides: pointsto.At{Node: x.n, Block: d.Block, Instr: d.Index}}), true
}

// countOf returns the number of iterations of the inner loop of a nest, if it is the same in all executions.
func (a *prover) countOf(id int32) (n int64, ok bool) {
	lo, hi, ok := a.known.Range(a.atoms[id].divides, 1)
	return lo, ok && lo == hi
}

func (a *prover) calleeRole(n pointsto.NodeID, b ir.BlockID, i int) ir.Role {
	if callees := a.pts.Callees(n, b, i); len(callees) == 1 {
		return a.pts.View(callees[0]).IR.Role
	}
	return ir.Role{}
}

// ofIteration reports whether a form is a sum of one iteration and a number.
func (a *prover) ofIteration(f form) (width int64) {
	if f.obj != 0 || len(f.terms) != 1 {
		return 0
	}
	return a.atoms[f.terms[0].atom].width
}

// maxStep bounds the numbers that are added to an iteration before it is extended. A sum that wraps is then an index of an element beyond
// 2 gigabytes from the start of its object, or before it.
const maxStep = 1 << 30

// kept reports whether a conversion keeps the value of a form: the truncation to the loop's variable, or an extension of this variable
// plus a number.
func (a *prover) kept(op ir.Op, f form, to int64) bool {
	width := a.ofIteration(f)
	if width == 0 || width > 32 {
		return false
	}
	coef := f.terms[0].coef
	if op == ir.OpTrunc {
		return to == width
	}
	return (coef == 1 || coef == -1) && -maxStep < f.off && f.off < maxStep
}

// regionOf returns the region that makes a kind of thread as a team, outside of other regions, in a kind of which there is one thread; 0:
// there is none.
func (a *prover) regionOf(t pointsto.ThreadID) pointsto.NodeID {
	if t < 2 || a.pts.Threads[t].Merged {
		return 0
	}
	model := a.pts.Threads[t].Spawn.Node
	if !a.pts.Nodes[model].Single {
		return 0
	}
	region := a.pts.Nodes[model].Callers[0].Node
	if a.pts.View(region).IR.Role != teamRole || !a.once.thread(a.pts.Nodes[region].Thread) {
		return 0
	}
	if list, ok := a.regionsAround(region); !ok || len(list) != 1 {
		return 0
	}
	return region
}

// regionsAround returns the regions around a node in its thread, innermost first; ok is false if callers differ.
func (a *prover) regionsAround(n pointsto.NodeID) (list []pointsto.NodeID, ok bool) {
	root := a.pts.Threads[a.pts.Nodes[n].Thread].Root
	for steps := 0; n != root; steps++ {
		if a.pts.View(n).IR.Role == teamRole {
			list = append(list, n)
		}
		if !a.pts.Nodes[n].Single || steps > len(a.pts.Nodes) {
			return nil, false
		}
		n = a.pts.Nodes[n].Callers[0].Node
	}
	return list, true
}

// around returns the only region around a node that a team executes: in a thread that the region makes, or in its caller.
func (a *prover) around(n pointsto.NodeID) (region pointsto.NodeID, ok bool) {
	t := a.pts.Nodes[n].Thread
	list, ok := a.regionsAround(n)
	if region = a.regionOf(t); region != 0 {
		return region, ok && len(list) == 0
	}
	if !ok || len(list) != 1 || !a.once.thread(t) {
		return 0, false
	}
	return list[0], true
}

// inTeam reports whether two nodes are executed by threads of one team, or of teams that follow each other, and whether it is one region
// that makes the teams.
func (a *prover) inTeam(n, m pointsto.NodeID) (follow, same bool) {
	r, ok := a.around(n)
	s, also := a.around(m)
	return ok && also && a.pts.Nodes[r].Thread == a.pts.Nodes[s].Thread, r == s
}

// iterationsApart reports whether two accesses by threads of a team are to elements of different iterations.
func (a *prover) iterationsApart(x, y *access) bool {
	if x.form.obj != y.form.obj || !a.barriers.sound {
		return false
	}
	r, known := a.rowOf(x)
	s, also := a.rowOf(y)
	if !known || !also || r.coef != s.coef || !a.sameLoop(r.atom, s.atom) {
		return false
	}
	if a.atoms[r.atom].digit == outerIndex && !a.innerApart(x, y, r.atom, s.atom) {
		return false
	}
	if follow, _ := a.inTeam(a.numberOf(r.atom).n, a.numberOf(s.atom).n); !follow {
		return false
	}
	coef := max(r.coef, -r.coef)
	return coef < a.maxScale() && max(r.hi+x.size, s.hi+y.size)-min(r.lo, s.lo) <= coef
}

// innerApart reports whether two accesses are to different bytes if only the inner indices of a nest differ. All threads have the same
// number of inner iterations, so that two iterations differ in one of the indices.
func (a *prover) innerApart(x, y *access, outerX, outerY int32) bool {
	n, constant := a.countOf(outerX)
	if m, also := a.countOf(outerY); !constant || !also || n != m {
		return false
	}
	s, inX := a.innerOf(x.form, outerX)
	t, inY := a.innerOf(y.form, outerY)
	coef := max(s.coef, -s.coef)
	return inX && inY && s.coef == t.coef && coef < a.maxScale() &&
		max(x.form.off-y.form.off, y.form.off-x.form.off)+max(x.size, y.size) <= coef
}

// innerOf returns the multiple of the inner index in a form of the two indices of a nest.
func (a *prover) innerOf(f form, outer int32) (term, bool) {
	if len(f.terms) != 2 {
		return term{}, false
	}
	for _, t := range f.terms {
		if x, of := &a.atoms[t.atom], &a.atoms[outer]; x.digit == innerIndex && x.number == of.number && x.count == of.count {
			return t, true
		}
	}
	return term{}, false
}

// row is an address as a multiple of an iteration and a rest of bytes, from lo to hi.
type row struct {
	term
	lo, hi int64
}

// rowOf returns the address of an access as a row of an object with one instance. The rest has constants, and the indices in the row, as for
// a[i][j] with the iteration i: package values knows their range.
func (a *prover) rowOf(x *access) (r row, ok bool) {
	if x.whole || x.form.obj == 0 {
		return row{}, false
	}
	if len(x.form.terms) == 1 {
		t := x.form.terms[0]
		return row{t, x.form.off, x.form.off}, a.atoms[t.atom].digit == wholeNumber
	}
	if !a.inRow(x.form) || a.known == nil {
		return row{}, false
	}
	for v := a.root(x.pointer); ; {
		if l, ok := a.only(v); ok {
			r.lo, r.hi = r.lo+l.Off, r.hi+l.Off
			return r, r.coef != 0 && -maxStep < r.lo && r.hi < maxStep
		}
		view := a.pts.View(v.n)
		d := &view.Values[v.v]
		if d.Kind != ssa.Def || view.Instr(v.v).Op != ir.OpPtrAdd {
			return row{}, false
		}
		f := a.formOf(value{v.n, view.Arg(d.Block, d.Index, 1)})
		switch {
		case len(f.terms) == 0:
			r.lo, r.hi = r.lo+f.off, r.hi+f.off
		case a.ofIteration(f) > 0 && a.atoms[f.terms[0].atom].digit != innerIndex && r.coef == 0:
			r.term, r.lo, r.hi = f.terms[0], r.lo+f.off, r.hi+f.off
		default:
			lo, hi, ok := a.known.Range(pointsto.At{Node: v.n, Block: d.Block, Instr: d.Index}, 1)
			if !ok || lo <= -maxStep || hi >= maxStep {
				return row{}, false
			}
			r.lo, r.hi = r.lo+lo, r.hi+hi
		}
		v = a.root(value{v.n, view.Arg(d.Block, d.Index, 0)})
	}
}

// inRow reports whether a form is the sum of one iteration, or the outer index of one, and other terms.
func (a *prover) inRow(f form) bool {
	n := 0
	for _, t := range f.terms {
		if x := &a.atoms[t.atom]; x.width > 0 && x.digit != innerIndex {
			n++
		}
	}
	return n == 1
}

// sameLoop reports whether two atoms are iterations of one loop.
func (a *prover) sameLoop(s, t int32) bool {
	x, y := &a.atoms[s], &a.atoms[t]
	if x.width == 0 || x.width > 32 || x.width != y.width || x.digit != y.digit {
		return false
	}
	i, j := a.numberOf(s), a.numberOf(t)
	v, w := a.pts.View(i.n), a.pts.View(j.n)
	return v.IR == w.IR && v.Values[i.v].Block == w.Values[j.v].Block && v.Values[i.v].Index == w.Values[j.v].Index
}

// numberOf returns the value of an iteration's number, to which an atom belongs.
func (a *prover) numberOf(id int32) value {
	if x := &a.atoms[id]; x.digit != wholeNumber {
		return x.number
	}
	return a.atoms[id].of
}

// findRegionJoins finds the edges in regions after which all threads of their teams are joined.
func (a *prover) findRegionJoins() {
	for t := 2; t < len(a.pts.Threads); t++ {
		id := pointsto.ThreadID(t)
		region := a.regionOf(id)
		if region == 0 {
			continue
		}
		view := a.pts.View(region)
		for _, b := range view.Order {
			for i := range view.IR.Blocks[b].Instrs {
				callees := a.pts.Callees(region, b, i)
				if view.IR.Blocks[b].Instrs[i].Op != ir.OpCall || len(callees) != 1 || !a.handsOn(callees[0], ir.VerbJoin) {
					continue
				}
				if loop, ok := a.countedAt(pointsto.At{Node: region, Block: b, Instr: i}); ok {
					a.loopJoins[loopExit{region, loop.loop.Header, loop.exit}] = id
				}
			}
		}
	}
}
