package raceproof

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Threads that each take numbers of their own from a counter:
//
//	lock(m); i = next; next += 2; unlock(m); … a[i] … a[i + 1] …
//
// A claim is a store that adds a positive constant to the value of a load just before it. Four
// conditions are needed. Every write to the counter is a claim, except for writes before the threads
// with claims are created. Claims exclude one another. No sum wraps (Known). Then the counter only
// grows: the values of two claims differ by at least the addition of the earlier one. Instead of the
// last condition it suffices that all claims together add less than half of the counter's range. This
// holds if each is done once per thread, and a counting loop creates these threads, which bounds their
// number. So elements of arrays with such indices belong to one thread each, within the range of its
// claim. The number may come through results of functions and through joins of control. It may also be
// zero there if zero is excluded at the access.

// Known provides further facts that hold in all executions (package values).
type Known interface {
	// PointsTo returns the targets of pointers; the other facts refer to its nodes.
	PointsTo() *pointsto.Result
	// Taken reports whether control may go from one block to another.
	Taken(Edge) bool
	// Exact reports whether the result of a computation never wraps, as a signed number.
	Exact(pointsto.Computation) bool
	// Span returns the range of offsets in an object to which an argument of an instruction may point:
	// from lo to hi, or none if lo is greater. ok is false if the range is unknown.
	Span(at pointsto.At, arg int, o pointsto.ObjID) (lo, hi int64, ok bool)
	// Range returns the range of the number that an instruction adds to a pointer, or by which it divides.
	Range(at pointsto.At, arg int) (lo, hi int64, ok bool)
}

// counter is a variable from which threads take numbers.
type counter struct {
	at     pointsto.Loc
	size   int64
	claims []*access
	least  int64 // the least addition of a claim
	exact  bool  // no sum wraps
	total  int64 // the most that all claims add together; 0: unknown, or at least half of the counter's range
}

// findClaims finds the counters and the loads that return a thread's own numbers.
func (a *prover) findClaims() {
	if a.known == nil {
		return
	}
	byPlace := make(map[markKey]*counter)
	var list []*counter
	own := make(map[value]*counter)
	for i := range a.accesses {
		x := &a.accesses[i]
		c, loads, add, ok := a.claimAt(x)
		if !ok {
			continue
		}
		k := byPlace[markKey{c.at, c.size}]
		if k == nil {
			k = &c
			k.exact = true
			byPlace[markKey{c.at, c.size}] = k
			list = append(list, k)
		}
		k.claims, k.least, k.exact = append(k.claims, x), min(k.least, c.least), k.exact && a.known.Exact(add)
		for _, v := range loads {
			own[v] = k
		}
	}
	for _, k := range list {
		k.total = a.addedBy(k)
	}
	list = slices.DeleteFunc(list, func(k *counter) bool { return !k.exact && k.total == 0 || !a.onlyClaimed(k) })
	a.claimed = make(map[value]*counter)
	for v, k := range own {
		if slices.Contains(list, k) {
			a.claimed[v] = k
		}
	}
}

// addedBy returns the most that all claims together add to a counter.
func (a *prover) addedBy(k *counter) (total int64) {
	for _, x := range k.claims {
		n := a.howMany(x.thread)
		if n == 0 || !a.once.inThread(x.at) {
			return 0
		}
		c, _, _, _ := a.claimAt(x)
		if total += n * c.least; total >= 1<<(8*min(k.size, 4)-1) {
			return 0
		}
	}
	return total
}

// howMany returns the greatest number of threads of a kind, if there is one thread, or one counting
// loop creates them; otherwise 0. In an address space of 32 bits there are less than 2^16 (maxScale).
func (a *prover) howMany(t pointsto.ThreadID) int64 {
	if a.once.thread(t) {
		return 1
	}
	if a.pts.Threads[t].Merged {
		return 0
	}
	c, ok := a.creationOf(t)
	if !ok {
		return 0
	}
	bits := a.pts.View(c.at.Node).Values[c.loop.phi].Type.Bits(a.prog.Model)
	if c.loop.less == ir.OpSLt {
		bits--
	}
	if a.prog.Model.PtrBits() == 32 {
		bits = min(bits, 16)
	}
	if bits > 31 {
		return 0
	}
	return 1<<bits - 1
}

// claimAt returns the claim of an access, the loads whose value it uses, and the addition. ok is false
// if it is no claim.
func (a *prover) claimAt(x *access) (c counter, loads []value, add pointsto.Computation, ok bool) {
	view := a.pts.View(x.at.Node)
	block := &view.IR.Blocks[x.at.Block]
	in := &block.Instrs[x.at.Instr]
	if in.Op != ir.OpStore || in.Field != (ir.Field{}) || !in.Type.IsInt() || a.pts.Recursive(a.pts.Nodes[x.at.Node].Func) {
		return
	}
	at, single := a.only(x.pointer)
	sum := view.Arg(x.at.Block, x.at.Instr, 1)
	d := &view.Values[sum]
	if !single || d.Kind != ssa.Def || d.Block != x.at.Block || d.Index > x.at.Instr || view.Instr(sum).Op != ir.OpAdd {
		return
	}
	from, by := view.Arg(d.Block, d.Index, 0), view.Arg(d.Block, d.Index, 1)
	k, constant := view.Const(by)
	if !constant || k.Hi != 0 || k.Lo == 0 || k.Lo >= 1<<30 {
		return
	}
	c = counter{at: at, size: x.size, least: int64(k.Lo)}
	for i := x.at.Instr - 1; i >= 0 && a.staysInside(x, i); i-- {
		if in := &block.Instrs[i]; in.Op == ir.OpLoad && in.Type.Bytes(a.prog.Model) == x.size && in.Field == (ir.Field{}) {
			if l, single := a.only(value{x.at.Node, view.Arg(x.at.Block, i, 0)}); single && l == at {
				v := view.Def(x.at.Block, i)
				loads, ok = append(loads, value{x.at.Node, v}), ok || v == from
			}
		}
	}
	return c, loads, pointsto.Computation{Func: a.pts.Nodes[x.at.Node].Func, Block: d.Block, Instr: d.Index}, ok
}

// staysInside reports whether an instruction before a claim in its block neither begins nor ends mutual
// exclusion, nor writes to the counter.
func (a *prover) staysInside(claim *access, i int) bool {
	view := a.pts.View(claim.at.Node)
	switch in := &view.IR.Blocks[claim.at.Block].Instrs[i]; {
	case in.Op == ir.OpStore:
		p := value{claim.at.Node, view.Arg(claim.at.Block, i, 0)}
		return !slices.ContainsFunc(a.pts.PointsTo(p.n, p.v), func(l pointsto.LocID) bool {
			return l == pointsto.Wild || slices.ContainsFunc(claim.locs, func(m pointsto.Loc) bool {
				return pointsto.Overlap(a.pts.Locs[l], in.Type.Bytes(a.prog.Model), m, claim.size)
			})
		})
	default:
		return ir.OpCopy <= in.Op && in.Op <= ir.OpIntToPtr || in.Op == ir.OpLoad || in.Op == ir.OpChoose
	}
}

// onlyClaimed reports whether, once claims may begin, a counter is changed only by claims that exclude
// one another.
func (a *prover) onlyClaimed(k *counter) bool {
	if a.writes == nil {
		a.writes = a.findWrites()
	}
	touches := func(l pointsto.Loc, size int64) bool {
		return l.Obj == k.at.Obj && pointsto.Overlap(l, size, k.at, k.size)
	}
	seen := make(map[pointsto.At]bool)
	for i := range a.accesses {
		x := &a.accesses[i]
		if !x.writes || !slices.ContainsFunc(x.locs, func(l pointsto.Loc) bool { return touches(l, x.size) }) {
			continue
		}
		seen[x.at] = true
		if !slices.Contains(k.claims, x) && !a.beforeAll(x, k.claims) {
			return false
		}
	}
	for _, w := range a.writes { // including those of library models
		if !seen[w.at] && slices.ContainsFunc(a.pts.PointsTo(w.to.n, w.to.v), func(l pointsto.LocID) bool {
			return l == pointsto.Wild || touches(a.pts.Locs[l], w.size)
		}) {
			return false
		}
	}
	for i, x := range k.claims {
		for _, y := range k.claims[i:] {
			if r := a.reason(k.at.Obj, x, y); r != Ordered && r != OneThread && r != Sections && r != Locked {
				return false
			}
		}
	}
	return true
}

// beforeAll reports whether an access comes before the creation of every thread that does one of the
// others.
func (a *prover) beforeAll(x *access, others []*access) bool {
	return !slices.ContainsFunc(others, func(y *access) bool {
		return x.thread == y.thread || slices.ContainsFunc(x.paths, func(p *path) bool { return p.status[y.thread] != unborn })
	})
}

// isExact reports whether no sum and no product in the computation of a pointer from numbers wraps.
// Products of an index and a size may wrap in the bits of a pointer. Without wrapping, different
// numbers give different places.
func (a *prover) isExact(x value, fuel int) bool {
	x = a.root(x)
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if d.Kind != ssa.Def {
		return true
	}
	args := 1
	switch view.Instr(x.v).Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl:
		if args = 2; !a.known.Exact(pointsto.Computation{Func: a.pts.Nodes[x.n].Func, Block: d.Block, Instr: d.Index}) {
			return false
		}
	case ir.OpPtrAdd:
		args = 2
	case ir.OpSExt, ir.OpZExt:
	default:
		return true
	}
	for k := range args {
		if fuel == 0 || !a.isExact(value{x.n, view.Arg(d.Block, d.Index, k)}, fuel-1) {
			return false
		}
	}
	return true
}

// claimedApart reports whether two accesses are each to an element whose number its thread has claimed.
func (a *prover) claimedApart(x, y *access) bool {
	if len(a.claimed) == 0 || x.whole || y.whole || x.form.obj == 0 || x.form.obj != y.form.obj ||
		len(x.form.terms) != 1 || len(y.form.terms) != 1 || x.form.terms[0].coef != y.form.terms[0].coef {
		return false
	}
	k, coef := a.indexFrom(x), x.form.terms[0].coef
	if k == nil || k != a.indexFrom(y) || coef < 1 || coef >= a.maxScale() {
		return false
	}
	few := k.total > 0 && (a.prog.Model.PtrBits() == 64 || k.total*coef < 1<<31)
	if !few && !(k.exact && a.isExact(x.pointer, maxForm) && a.isExact(y.pointer, maxForm)) {
		return false
	}
	reach := coef * k.least
	if a.turns(x) || a.turns(y) {
		reach = coef
	}
	return max(x.form.off-y.form.off, y.form.off-x.form.off)+max(x.size, y.size) <= reach
}

// turns reports whether the index of an access is zero-extended, which turns negative numbers into the
// greatest ones.
func (a *prover) turns(x *access) bool {
	return strings.HasPrefix(a.atoms[x.form.terms[0].atom].text, ir.OpZExt.String())
}

// indexFrom returns the counter from which the index of an access was claimed; nil: it may be another
// number.
func (a *prover) indexFrom(x *access) *counter {
	at := &a.atoms[x.form.terms[0].atom]
	if !at.small {
		return nil
	}
	if at.widens != 0 {
		at = &a.atoms[at.widens-1]
	}
	if at.of.n == 0 {
		return nil
	}
	var k *counter
	for _, p := range x.paths {
		c := claims{a: a, seen: make(map[value]bool)}
		v := a.root(at.of)
		if c.zero = p.knows(fact{v, false}); !c.follow(v, maxForm) || c.from == nil || k != nil && c.from != k {
			return nil
		}
		k = c.from
	}
	return k
}

// claims follows a number to its claim.
type claims struct {
	a    *prover
	zero bool // the number is not zero
	from *counter
	seen map[value]bool
}

// follow reports whether all possible values were claimed from one counter, except for zero if the
// number is not zero.
func (c *claims) follow(x value, fuel int) bool {
	x = c.a.root(x)
	if k := c.a.claimed[x]; k != nil {
		same := c.from == nil || c.from == k
		c.from = k
		return same
	}
	view := c.a.pts.View(x.n)
	if z, ok := view.Const(x.v); ok {
		return c.zero && z.Lo|z.Hi == 0
	}
	if c.seen[x] {
		return true
	}
	c.seen[x] = true
	switch d := &view.Values[x.v]; {
	case fuel == 0 || c.a.pts.Recursive(c.a.pts.Nodes[x.n].Func):
		return false
	case d.Kind == ssa.Phi:
		return !slices.ContainsFunc(d.Args, func(v ssa.ValueID) bool { return !c.follow(value{x.n, v}, fuel-1) })
	case d.Kind == ssa.Def && view.Instr(x.v).Op == ir.OpCall:
		return c.results(c.a.pts.Callees(x.n, d.Block, d.Index), d.Type, fuel-1)
	}
	return false
}

// results applies follow to the results of functions.
func (c *claims) results(callees []pointsto.NodeID, t ir.Type, fuel int) bool {
	for _, n := range callees {
		view := c.a.pts.View(n)
		for _, b := range view.Order {
			if term := &view.IR.Blocks[b].Term; term.Op == ir.TermRet {
				v := view.Term(b)
				if !term.HasArg || view.Values[v].Type != t || !c.follow(value{n, v}, fuel) {
					return false
				}
			}
		}
	}
	return len(callees) > 0
}
