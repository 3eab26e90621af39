package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// walker executes one stretch of code, with the known values of the function.
type walker struct {
	a      *solver
	start  pointsto.At
	n      pointsto.NodeID
	own    pointsto.ThreadID
	view   *ssa.Func
	live   *liveness
	st     state
	ownMem owner // of st.mem
	ownLnk bool
	vals   []value // by value
	known  []bool
	undo   []change // restores values after a branch is tried
	trying bool
	beside raceproof.Threads
}

// change is the previous value of a changed entry.
type change struct {
	v     ssa.ValueID
	old   value
	known bool
}

func (a *solver) newWalker(at pointsto.At, s *state) *walker {
	view := a.pts.View(at.Node)
	w := &walker{
		a: a, start: at, n: at.Node, own: a.pts.Nodes[at.Node].Thread, view: view, live: a.liveIn(view), st: *s, beside: a.par.Beside(at),
	}
	w.vals, w.known = a.spare.take(len(view.Values))
	for i, v := range w.live.before(at.Block, at.Instr) {
		w.vals[v], w.known[v] = s.vals[i], true
	}
	return w
}

// done ends a walk.
func (w *walker) done() { w.a.spare = append(w.a.spare, table{w.vals, w.known}) }

// table holds the values of a function that a walker knows. Tables are reused, since most walks are
// shorter than creating one.
type table struct {
	vals  []value
	known []bool
}

// tables are the unused tables.
type tables []table

// take returns a table of n values, all unknown. Its other contents are meaningless.
func (s *tables) take(n int) (vals []value, known []bool) {
	if last := len(*s) - 1; last >= 0 {
		t := (*s)[last]
		if *s = (*s)[:last]; cap(t.vals) >= n {
			known = t.known[:n]
			clear(known)
			return t.vals[:n], known
		}
	}
	return make([]value, n), make([]bool, n)
}

func (w *walker) bits(t ir.Type) int { return t.Bits(w.a.model) }

func (w *walker) get(v ssa.ValueID) value {
	d := &w.view.Values[v]
	switch d.Kind {
	case ssa.Const:
		c := w.view.IR.Consts[d.Index]
		if n := w.bits(c.Type); n > 64 || c.Type.IsFloat() {
			return full(n)
		}
		return number(c.Lo, w.bits(c.Type))
	case ssa.Zero:
		if d.Type.IsFloat() || w.bits(d.Type) > 64 {
			return full(w.bits(d.Type))
		}
		return number(0, w.bits(d.Type))
	}
	if w.known[v] {
		return w.vals[v]
	}
	return w.a.top(w.n, v)
}

// num returns the numbers that a value may be, addresses included.
func (w *walker) num(v ssa.ValueID) value {
	x := w.get(v)
	if len(x.to) > 0 {
		return full(w.bits(w.view.Values[v].Type))
	}
	x.uninit = false
	return x
}

// pinned returns the possible values of a value for a comparison.
func (w *walker) pinned(v ssa.ValueID) value {
	return w.a.pinned(w.get(v), w.bits(w.view.Values[v].Type))
}

// unpinned returns the rest of a pinned value, without the numbers that stand for addresses of
// remaining pointers.
func (w *walker) unpinned(v ssa.ValueID, left value) value {
	if len(left.to) > 0 && !w.get(v).hasNumber() {
		return left.noNumbers()
	}
	return left
}

// top returns the possible values if only the targets of pointers are known.
func (a *solver) top(n pointsto.NodeID, v ssa.ValueID) value {
	t := a.pts.View(n).Values[v].Type
	out := full(t.Bits(a.model))
	if !t.IsPtr() && t.Bits(a.model) != a.model.PtrBits() {
		return out
	}
	for _, l := range a.pts.PointsTo(n, v) {
		if at := a.pts.Locs[l]; at.Obj != 0 {
			x := target{at.Obj, at.Off, at.Off}
			if at.Step != 0 {
				x.lo, x.hi = -farOff, farOff
			}
			out.to = joinTargets(out.to, []target{x})
		}
	}
	out.uninit = t.IsPtr()
	return out
}

// set sets a value. It is undone when the current branch ends.
func (w *walker) set(v ssa.ValueID, x value) {
	if w.trying {
		w.undo = append(w.undo, change{v, w.vals[v], w.known[v]})
	}
	w.vals[v], w.known[v] = x, true
}

// define sets the value of an instruction's result.
func (w *walker) define(v ssa.ValueID, x value) {
	w.forget(origin{w.n, v})
	w.st.elements = w.a.renewed(w.n, v, w.st.elements)
	w.vals[v], w.known[v] = x, true
}

// forget drops the links to a redefined value.
func (w *walker) forget(o origin) {
	if !w.a.linked[o] {
		return
	}
	for c := range w.st.links {
		if w.st.links[c] == o {
			w.setLink(cellID(c), origin{})
		}
	}
	w.st.loaded = except(w.st.loaded, func(l loaded) bool { return l.from == o })
}

func (w *walker) setMem(c cellID, v value) {
	w.ownMem.set(&w.st.mem, c, v)
}

// link records that a cell holds a value.
func (w *walker) link(c cellID, v ssa.ValueID) {
	if o, ok := w.origin(v); ok {
		w.setLink(c, o)
		if w.a.computedOnce(o) {
			w.st.fixed = placed(w.st.fixed, loaded{c, o, true})
		}
	}
}

// computedOnce reports whether a value is computed at most once in an execution.
func (a *solver) computedOnce(o origin) bool {
	d := &a.pts.View(o.n).Values[o.v]
	at := pointsto.At{Node: o.n, Block: 1}
	switch d.Kind {
	case ssa.Def:
		at.Block, at.Instr = d.Block, d.Index
	case ssa.Phi:
		at.Block = d.Block
	}
	return a.par.SingleInThread(at) && a.par.Once(a.pts.Nodes[o.n].Thread)
}

// linkPlace records that the place from which a value was read, or to which it was stored, holds it if
// the place is in a cell. only means that the place is in no other cell, and the cell has no other
// place.
func (w *walker) linkPlace(c cellID, v ssa.ValueID, only bool) {
	if o, ok := w.origin(v); ok {
		w.st.loaded = placed(w.st.loaded, loaded{c, o, only})
	}
}

// origin returns the global name of a value to which links can refer.
func (w *walker) origin(v ssa.ValueID) (o origin, ok bool) {
	k := w.view.Values[v].Kind
	if k == ssa.Const || k == ssa.Zero || w.a.pts.Recursive(w.a.pts.Nodes[w.n].Func) {
		return origin{}, false
	}
	o = origin{w.n, v}
	w.a.linked[o] = true
	return o, true
}

func (w *walker) setLink(c cellID, o origin) {
	switch {
	case w.st.links == nil:
		w.st.links, w.ownLnk = make([]origin, len(w.a.cells)), true
	case !w.ownLnk:
		w.st.links, w.ownLnk = slices.Clone(w.st.links), true
	}
	w.st.links[c] = o
}

func (w *walker) unlink(c cellID) {
	w.st.loaded = except(w.st.loaded, func(l loaded) bool { return l.cell == c })
	w.st.fixed = except(w.st.fixed, func(l loaded) bool { return l.cell == c })
	if w.st.links != nil && w.st.links[c] != (origin{}) {
		w.setLink(c, origin{})
	}
}

// unlinkUnstable drops the links of the cells that other threads may change from now on.
func (w *walker) unlinkUnstable() {
	for c := range w.st.links {
		if w.st.links[c] != (origin{}) && !w.stable(cellID(c)) {
			w.setLink(cellID(c), origin{})
		}
	}
	w.st.loaded = except(w.st.loaded, func(l loaded) bool { return !w.stable(l.cell) })
	w.st.fixed = except(w.st.fixed, func(l loaded) bool { return !w.stable(l.cell) })
}

// walk executes the code from a place to the next call or the end of the block.
func (a *solver) walk(at pointsto.At) {
	w := a.newWalker(at, a.states[at].state)
	defer w.done()
	if at == (pointsto.At{Node: a.pts.Threads[w.own].Root, Block: 1}) {
		w.unlinkUnstable() // other threads may have changed the cells since the creation
	}
	block := &w.view.IR.Blocks[at.Block]
	for i := at.Instr; i < len(block.Instrs); i++ {
		in := &block.Instrs[i]
		here := pointsto.At{Node: at.Node, Block: at.Block, Instr: i}
		if a.judge != nil {
			a.judge.instr(w, here, in)
		}
		if in.Op == ir.OpCall || in.Op == ir.OpCallPtr {
			w.call(here, in)
			return
		}
		if !w.step(here, in) {
			return
		}
		if in.Op == ir.OpSpawn {
			w.beside = a.par.Beside(pointsto.At{Node: at.Node, Block: at.Block, Instr: i + 1})
			w.unlinkUnstable()
		}
	}
	if a.judge != nil {
		a.judge.end(w, at)
	}
	w.end(at.Block, &block.Term)
}

// end sends the state at the end of a block to its successors.
func (w *walker) end(b ir.BlockID, t *ir.Term) {
	cond := w.view.Term(b)
	switch t.Op {
	case ir.TermBr:
		w.enter(b, t.Targets[0])
	case ir.TermCondBr:
		for k, holds := range []bool{true, false} {
			w.try(func() bool { return w.assume(cond, holds) }, b, t.Targets[k])
		}
	case ir.TermSwitch:
		w.cases(b, t, cond)
	case ir.TermRet:
		if len(w.a.pts.Nodes[w.n].Callers) == 0 {
			w.exit()
			return
		}
		w.leave(cond)
	case ir.TermThreadExit:
		w.exit()
	}
}

// try enters a block if a condition can be made true, and then undoes the effects of the condition.
func (w *walker) try(cond func() bool, from, to ir.BlockID) {
	saved, ownMem, ownLnk := w.st, w.ownMem, w.ownLnk
	w.ownMem, w.ownLnk, w.trying, w.undo = owner{}, false, true, w.undo[:0]
	if cond() {
		w.enter(from, to)
	}
	for i := len(w.undo) - 1; i >= 0; i-- {
		c := &w.undo[i]
		w.vals[c.v], w.known[c.v] = c.old, c.known
	}
	w.st, w.ownMem, w.ownLnk, w.trying = saved, ownMem, ownLnk, false
}

func (w *walker) cases(b ir.BlockID, t *ir.Term, x ssa.ValueID) {
	width := w.bits(w.view.Values[x].Type)
	for k, c := range t.Cases {
		w.try(func() bool {
			if width > 64 {
				return true
			}
			return w.learn(x, w.num(x).meet(unsignedRange(c.Lo, c.Hi, width), width), maxOrigin)
		}, b, t.Targets[k+1])
	}
	w.try(func() bool {
		if width > 64 {
			return true
		}
		v := w.num(x)
		// Cases at the ends of the interval are cut off, repeatedly from both sides.
		for range t.Cases {
			for _, c := range t.Cases {
				if v.hasNumber() && c.Lo <= v.ulo && v.ulo <= c.Hi {
					if c.Hi >= v.uhi {
						return false
					}
					v.ulo = c.Hi + 1
				}
				if v.hasNumber() && c.Lo <= v.uhi && v.uhi <= c.Hi {
					if c.Lo <= v.ulo {
						return false
					}
					v.uhi = c.Lo - 1
				}
			}
		}
		return w.learn(x, v.reduce(width), maxOrigin)
	}, b, t.Targets[0])
}

// enter sends the state to the beginning of a block.
func (w *walker) enter(from, to ir.BlockID) {
	at := pointsto.At{Node: w.n, Block: to}
	w.a.edges[raceproof.Edge{Node: w.n, From: from, To: to}] = true
	for e, p := range w.view.Preds[to] {
		if p != from {
			continue
		}
		s := w.leaveFor(at)
		s.vals = make([]value, 0, len(w.live.in[to]))
		for _, v := range w.live.in[to] {
			x := v
			if d := &w.view.Values[v]; d.Kind == ssa.Phi && d.Block == to {
				x = d.Args[e]
			}
			s.vals = append(s.vals, w.get(x))
		}
		for _, phi := range w.live.phis[to] {
			if o := (origin{w.n, phi}); w.a.linked[o] {
				s.links = dropLink(s.links, o)
			}
			s.elements = w.a.renewed(w.n, phi, s.elements)
		}
		s.elements = w.a.expressible(w.n, to, s.elements)
		w.a.arrive(at, s)
	}
}

func dropLink(links []origin, o origin) []origin {
	if !slices.Contains(links, o) {
		return links
	}
	links = slices.Clone(links)
	for c := range links {
		if links[c] == o {
			links[c] = origin{}
		}
	}
	return links
}

// leaveFor returns the state for another place, without values. If fewer threads run in parallel there,
// the effects of the others are added first.
func (w *walker) leaveFor(at pointsto.At) *state {
	if !w.beside.Within(w.a.par.Beside(at)) {
		w.closeAll()
	}
	w.ownMem, w.ownLnk = owner{}, false
	s := w.st
	return &s
}

func (w *walker) exit() {
	w.settleUnder(0, true)
	w.unfocusAll()
	w.publishSection()
}
