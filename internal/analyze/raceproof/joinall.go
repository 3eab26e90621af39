package raceproof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Threads that a loop creates and another joins:
//
//	for (i = 0; i < n; i++) pthread_create(&t[i], …);
//	for (i = 0; i < n; i++) pthread_join(t[i], …);
//
// When the second loop is left, all threads have ended, if
//   - both loops run once, one after the other, and count from the same constant, by one,
//     to the same value;
//   - the identifiers are elements of a single object, which has no other writes;
//   - such threads are created nowhere else;
//   - every iteration of the second loop joins, and the loop is left at its head only.
//
// The calls may be in functions that only these loops call: each creates once at most, or joins before it returns.

// loopExit is an edge out of a block, by the target's index.
type loopExit struct {
	n    pointsto.NodeID
	b    ir.BlockID
	edge int
}

// counted is a counting loop: its block Header is left by edge Exit when Phi is no longer less than
// Bound.
type counted struct {
	loop  *ir.Loop
	phi   ssa.ValueID
	first int64
	less  ir.Op
	bound ssa.ValueID
	exit  int
}

// creation is a call that creates threads in a loop.
type creation struct {
	t    pointsto.ThreadID
	at   pointsto.At // in the loop: the call, or one of a function that makes it
	loop counted
	id   value // the address where the identifier is stored
}

// findLoopJoins finds the edges after which all threads of a kind are joined.
func (a *prover) findLoopJoins() {
	a.loopJoins = make(map[loopExit]pointsto.ThreadID)
	for t := 2; t < len(a.pts.Threads); t++ {
		id := pointsto.ThreadID(t)
		if a.once.thread(id) || a.pts.Threads[t].Merged {
			continue
		}
		if c, ok := a.creationOf(id); ok && a.onlyWriter(&c) {
			a.findJoinsOf(&c)
		}
	}
	a.findRegionJoins()
}

// creationOf returns the call that creates the threads of a kind, if it is in a counting loop of a
// function that is called once.
func (a *prover) creationOf(t pointsto.ThreadID) (creation, bool) {
	model := a.pts.Threads[t].Spawn.Node
	if !a.bornJoinable(model) || !a.pts.Nodes[model].Single || a.once.cyclicAt(a.pts.Threads[t].Spawn) {
		return creation{}, false
	}
	at := a.pts.Nodes[model].Callers[0]
	id := a.argOf(at, 0)
	for !a.once.cyclicAt(at) && a.pts.Nodes[at.Node].Single { // in a function that the loop calls
		at = a.pts.Nodes[at.Node].Callers[0]
	}
	if a.pts.View(at.Node).IR.Blocks[at.Block].Instrs[at.Instr].Op != ir.OpCall || !a.runsOnceOnly(at.Node) {
		return creation{}, false
	}
	if id = a.root(id); id.n != at.Node {
		return creation{}, false
	}
	loop, ok := a.countedAt(at)
	return creation{t, at, loop, id}, ok && a.fixed(value{at.Node, loop.bound})
}

func (a *prover) argOf(at pointsto.At, k int) value {
	return value{at.Node, a.pts.View(at.Node).Arg(at.Block, at.Instr, k)}
}

// runsOnceOnly reports whether a node is called once, in a thread whose kind has only one.
func (a *prover) runsOnceOnly(n pointsto.NodeID) bool {
	return a.once.called(n) && a.once.thread(a.pts.Nodes[n].Thread)
}

// countedAt returns the outermost loop around a call, if it is the only one and counts.
func (a *prover) countedAt(at pointsto.At) (counted, bool) {
	view := a.pts.View(at.Node)
	k := view.Loops.Innermost(at.Block)
	if k == ir.NoLoop || view.Loops.Loops[k].Parent != ir.NoLoop {
		return counted{}, false
	}
	c := counted{loop: &view.Loops.Loops[k]}
	head := c.loop.Header
	term := &view.IR.Blocks[head].Term
	if term.Op != ir.TermCondBr || !c.loop.Contains(term.Targets[0]) || c.loop.Contains(term.Targets[1]) {
		return counted{}, false
	}
	c.exit = 1
	d := &view.Values[view.Term(head)]
	if d.Kind != ssa.Def || d.Block != head {
		return counted{}, false
	}
	in := view.Instr(view.Term(head))
	if in.Op != ir.OpSLt && in.Op != ir.OpULt {
		return counted{}, false
	}
	c.less, c.phi, c.bound = in.Op, view.Arg(head, d.Index, 0), view.Arg(head, d.Index, 1)
	return c, a.countsUp(at.Node, &c)
}

// countsUp reports whether the loop's value begins with a constant and grows by one.
func (a *prover) countsUp(n pointsto.NodeID, c *counted) bool {
	view := a.pts.View(n)
	d := &view.Values[c.phi]
	head := c.loop.Header
	if d.Kind != ssa.Phi || d.Block != head || len(d.Args) != len(view.Preds[head]) {
		return false
	}
	first := false
	for k, from := range view.Preds[head] {
		arg := d.Args[k]
		if !c.loop.Contains(from) {
			x, ok := a.constOf(value{n, arg})
			if !ok || first && int64(x.Lo) != c.first || x.Lo>>31 != 0 {
				return false
			}
			c.first, first = int64(x.Lo), true
			continue
		}
		next := &view.Values[arg]
		if next.Kind != ssa.Def || view.Instr(arg).Op != ir.OpAdd || view.Arg(next.Block, next.Index, 0) != c.phi {
			return false
		}
		if one, ok := a.constOf(value{n, view.Arg(next.Block, next.Index, 1)}); !ok || one.Lo != 1 {
			return false
		}
	}
	return first
}

// fixed reports whether a value of a function that is called once never changes.
func (a *prover) fixed(x value) bool {
	view := a.pts.View(x.n)
	switch d := &view.Values[x.v]; d.Kind {
	case ssa.Const, ssa.Param:
		return true
	case ssa.Def, ssa.Phi:
		return !a.once.cyclicAt(pointsto.At{Node: x.n, Block: d.Block})
	}
	return false
}

// element is the place of the identifier of an iteration: at off + scale·counter in obj.
type element struct {
	obj        pointsto.ObjID
	off, scale int64
	counter    string // the conversion of the counter; the counter itself is "i"
}

// elementOf returns the target of a pointer in terms of a loop's counter.
func (a *prover) elementOf(pointer value, c *counted) (element, bool) {
	f := a.formOf(pointer)
	if f.obj == 0 || len(f.terms) != 1 || f.terms[0].coef <= 0 {
		return element{}, false
	}
	x := a.atoms[f.terms[0].atom]
	phi := value{pointer.n, c.phi}
	p := element{f.obj, f.off, f.terms[0].coef, "i"}
	switch {
	case x.of == phi:
	case x.of.n != 0 || x.loaded || len(x.deps) != 1 || x.deps[0] != phi:
		return element{}, false
	default:
		own := a.formOf(phi)
		if len(own.terms) != 1 {
			return element{}, false
		}
		p.counter = strings.ReplaceAll(x.text, fmt.Sprintf("*a%d)", own.terms[0].atom), "*i)")
		if p.counter == x.text || strings.Contains(p.counter, "*a") {
			return element{}, false
		}
	}
	return p, true
}

// onlyWriter reports whether only the creation writes to the places of the identifiers.
func (a *prover) onlyWriter(c *creation) bool {
	width := int64(a.prog.Model.PtrBits() / 8)
	ids := a.pts.PointsTo(c.id.n, c.id.v)
	model := a.pts.Threads[c.t].Spawn.Node
	for n := 1; n < len(a.pts.Nodes); n++ {
		if pointsto.NodeID(n) == model {
			continue
		}
		view := a.pts.View(pointsto.NodeID(n))
		for at, in := range view.Instrs() {
			if !in.Op.Writes() {
				continue
			}
			for _, l := range a.pts.PointsTo(pointsto.NodeID(n), view.Arg(at.Block, at.Index, 0)) {
				if slices.ContainsFunc(ids, func(id pointsto.LocID) bool {
					return id == pointsto.Wild || l == pointsto.Wild || a.overlap(id, width, l, in.Type.Bytes(a.prog.Model))
				}) {
					return false
				}
			}
		}
	}
	return true
}

func (a *prover) findJoinsOf(c *creation) {
	from, ok := a.elementOf(c.id, &c.loop)
	if !ok || from.scale < int64(a.prog.Model.PtrBits()/8) {
		return
	}
	view := a.pts.View(c.at.Node)
	for _, b := range view.Order {
		for i := range view.IR.Blocks[b].Instrs {
			at := pointsto.At{Node: c.at.Node, Block: b, Instr: i}
			handle, ok := a.identifierJoined(at, c.t)
			if !ok || handle.n != at.Node {
				continue
			}
			loop, ok := a.countedAt(at)
			if !ok || !a.fixed(value{at.Node, loop.bound}) || loop.loop == c.loop.loop || loop.less != c.loop.less || loop.first > c.loop.first || !a.sameBound(at.Node, &c.loop, &loop) {
				continue
			}
			d := &view.Values[handle.v]
			if d.Kind != ssa.Def || view.Instr(handle.v).Op != ir.OpLoad || !loop.loop.Contains(d.Block) {
				continue
			}
			to, ok := a.elementOf(value{at.Node, view.Arg(d.Block, d.Index, 0)}, &loop)
			if ok && to == from && everyTime(view, &loop, b) && view.Loops.Dom.Dominates(c.loop.loop.Header, loop.loop.Header) {
				a.loopJoins[loopExit{at.Node, loop.loop.Header, loop.exit}] = c.t
			}
		}
	}
}

// identifierJoined returns the identifier of the thread of a kind that a call joins, itself or by a function that it alone
// calls, before it returns.
func (a *prover) identifierJoined(at pointsto.At, t pointsto.ThreadID) (value, bool) {
	view := a.pts.View(at.Node)
	if view.IR.Blocks[at.Block].Instrs[at.Instr].Op != ir.OpCall {
		return value{}, false
	}
	if a.joinsThread(at, t) {
		return a.argOf(at, 0), true
	}
	callees := a.pts.Callees(at.Node, at.Block, at.Instr)
	if len(callees) != 1 || !a.pts.Nodes[callees[0]].Single || a.pts.View(callees[0]).IR.Model {
		return value{}, false
	}
	inner := a.pts.View(callees[0])
	for _, b := range inner.Order {
		for i := range inner.IR.Blocks[b].Instrs {
			x := pointsto.At{Node: callees[0], Block: b, Instr: i}
			if handle, ok := a.identifierJoined(x, t); ok && alwaysPassed(inner, b) {
				return a.root(handle), true
			}
		}
	}
	return value{}, false
}

// alwaysPassed reports whether each path from the entry of a function to a return passes a block.
func alwaysPassed(view *ssa.Func, b ir.BlockID) bool {
	seen := make([]bool, len(view.IR.Blocks))
	seen[b] = true
	todo := []ir.BlockID{1}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[x] {
			continue
		}
		seen[x] = true
		if view.IR.Blocks[x].Term.Op == ir.TermRet {
			return false
		}
		todo = append(todo, view.IR.Blocks[x].Term.Targets...)
	}
	return true
}

// joinsThread reports whether a call joins a thread of a kind and no others.
func (a *prover) joinsThread(at pointsto.At, t pointsto.ThreadID) bool {
	view := a.pts.View(at.Node)
	if view.IR.Blocks[at.Block].Instrs[at.Instr].Op != ir.OpCall {
		return false
	}
	callees := a.pts.Callees(at.Node, at.Block, at.Instr)
	if len(callees) != 1 {
		return false
	}
	if !a.handsOn(callees[0], ir.VerbJoin) {
		return false
	}
	handle := a.argOf(at, 0)
	locs := a.pts.PointsTo(handle.n, handle.v)
	return len(locs) == 1 && a.joinable[locs[0]] == t && a.joiners[locs[0]] == a.pts.Nodes[at.Node].Thread
}

// handsOn reports whether a node is a library function that is an interface to a function with a verb.
func (a *prover) handsOn(n pointsto.NodeID, verb ir.RoleVerb) bool {
	view := a.pts.View(n)
	return view.IR.Model && slices.ContainsFunc(view.IR.Blocks, func(b ir.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(in ir.Instr) bool {
			return in.Op == ir.OpCall && a.prog.Funcs[in.Func].Role.Verb == verb
		})
	})
}

// sameBound reports whether the second loop counts as far as the first.
func (a *prover) sameBound(n pointsto.NodeID, first, second *counted) bool {
	if a.root(value{n, first.bound}) == a.root(value{n, second.bound}) {
		return true
	}
	x, ok := a.constOf(value{n, first.bound})
	y, ok2 := a.constOf(value{n, second.bound})
	return ok && ok2 && x.Type == y.Type && x.Lo>>31 == 0 && y.Lo>>31 == 0 && x.Lo <= y.Lo
}

// everyTime reports whether every iteration of a loop passes a block, and the loop is
// left at its head only.
func everyTime(view *ssa.Func, c *counted, b ir.BlockID) bool {
	for _, from := range c.loop.Blocks {
		if from == c.loop.Header {
			continue
		}
		for _, to := range view.IR.Blocks[from].Term.Targets {
			if !c.loop.Contains(to) {
				return false
			}
		}
	}
	return view.Loops.EveryTime(c.loop, b)
}

// leaveLoop returns the path behind an edge at the end of a block: threads that a loop
// has joined have ended.
func (a *prover) leaveLoop(at pointsto.At, edge int, p *path) *path {
	t := a.loopJoins[loopExit{at.Node, at.Block, edge}]
	if t == 0 || p.status[t] == unborn {
		return p
	}
	at.Instr = a.entryOf(at)
	if !slices.Contains(a.joins[t], at) {
		a.joins[t] = append(a.joins[t], at)
	}
	if list := a.joined(t, at, []*path{p}); len(list) > 0 {
		return list[0]
	}
	return nil
}
