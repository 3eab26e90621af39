package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// call sends the state into the functions that a call runs. The caller's facts about its values wait
// for their return.
func (w *walker) call(at pointsto.At, in *ir.Instr) {
	a := w.a
	args := w.view.Args(at.Block, at.Instr)
	if in.Op == ir.OpCallPtr {
		args = args[1:]
	}
	w.exposeMade(at)
	kept := w.live.before(at.Block, at.Instr+1)
	vals := make([]value, 0, len(kept))
	for _, v := range kept {
		vals = append(vals, w.get(v))
	}
	if a.judge == nil {
		s := &state{vals: vals, elements: w.st.elements}
		if e := a.saved[at]; e == nil {
			a.saved[at] = &entry{state: s}
		} else if joined, grew := e.join(s, a.widerAt(e)); grew {
			e.state = joined
			e.grown++
		}
	}
	for _, callee := range a.pts.Callees(at.Node, at.Block, at.Instr) {
		view := a.pts.View(callee)
		entrance := pointsto.At{Node: callee, Block: 1}
		s := w.leaveFor(entrance)
		s.vals = make([]value, 0, len(a.liveIn(view).in[1]))
		for c := range s.links {
			if s.links[c].n == callee {
				s.links = dropLink(s.links, s.links[c])
			}
		}
		s.loaded = except(s.loaded, func(l loaded) bool { return l.from.n == callee })
		s.elements = a.expressible(callee, 1, s.elements)
		for _, v := range a.liveIn(view).in[1] {
			d := &view.Values[v]
			x := a.top(callee, v)
			if d.Kind == ssa.Param && d.Index < len(args) && w.view.Values[args[d.Index]].Type == d.Type {
				x = w.get(args[d.Index])
			}
			s.vals = append(s.vals, x)
		}
		a.arrive(entrance, s)
		if a.judge == nil && a.rets[callee] != nil {
			a.comeBack(at, callee, w.start)
		}
	}
}

// widerAt returns the steps for an entry that grew too often.
func (a *solver) widerAt(e *entry) *steps {
	if e.grown > patience {
		return a.wider
	}
	return nil
}

// leave sends the state at the end of a function to the places behind its calls. Its values are the
// parameters, then the result.
func (w *walker) leave(result ssa.ValueID) {
	a := w.a
	for _, o := range w.st.alive {
		if obj := &a.pts.Objects[o]; obj.Node == w.n && (obj.Kind == pointsto.Local || obj.Kind == pointsto.Stack) {
			w.st.alive = remove(w.st.alive, o)
		}
	}
	for _, c := range a.pts.Nodes[w.n].Callers {
		w.leaveFor(behind(c))
	}
	w.ownMem, w.ownLnk = owner{}, false
	s := w.st
	s.vals, s.elements = nil, a.expressible(w.n, 0, s.elements)
	for _, p := range w.live.pars {
		s.vals = append(s.vals, w.get(p))
	}
	if result != ssa.NoValue {
		s.vals = append(s.vals, w.get(result))
	}
	if a.judge != nil {
		a.judge.returned(w, &s)
		return
	}
	e := a.rets[w.n]
	if e == nil {
		a.rets[w.n] = &entry{state: &s}
	} else {
		a.grow(e, &s, w.own, a.pts.Recursive(a.pts.Nodes[w.n].Func))
	}
	for _, c := range a.pts.Nodes[w.n].Callers {
		if a.saved[c] != nil {
			a.comeBack(c, w.n, w.start)
		}
	}
}

// behind returns the place behind a call.
func behind(at pointsto.At) pointsto.At {
	at.Instr++
	return at
}

// comeBack continues behind a call that returns. start is the stretch that depends on it.
func (a *solver) comeBack(at pointsto.At, callee pointsto.NodeID, start pointsto.At) {
	ret := a.rets[callee].state
	next := behind(at)
	s := *ret
	s.vals = slices.Clone(a.saved[at].vals)
	// Of the caller's locks of elements, the callee may have known some.
	knew := a.states[pointsto.At{Node: callee, Block: 1}].elements
	s.elements = union(except(a.saved[at].elements, func(l int32) bool { return slices.Contains(knew, l) }), s.elements)
	for i, v := range s.vals {
		for _, t := range v.to {
			if a.isRecent(t.obj) && !slices.Contains(s.fresh, t.obj) {
				s.vals[i] = a.exposed(s.vals[i], t.obj)
			}
		}
	}
	w := a.newWalker(next, &s)
	defer w.done()
	w.start = start
	in := &w.view.IR.Blocks[at.Block].Instrs[at.Instr]
	args := w.view.Args(at.Block, at.Instr)
	if in.Op == ir.OpCallPtr {
		args = args[1:]
	}
	view, pars := a.pts.View(callee), a.liveIn(a.pts.View(callee)).pars
	if in.Dst != 0 {
		def := w.view.Def(at.Block, at.Instr)
		x := a.top(at.Node, def)
		if len(ret.vals) > len(pars) && view.IR.Result == in.Type {
			x = ret.vals[len(pars)]
		}
		w.define(def, x)
		if view.IR.Result == in.Type {
			w.linkResult(callee, def)
		}
	}
	for i, p := range pars {
		d := &view.Values[p]
		if d.Index >= len(args) || w.view.Values[args[d.Index]].Type != d.Type {
			continue
		}
		arg := args[d.Index]
		x := ret.vals[i]
		if old := w.get(arg); len(x.to) == 0 && len(old.to) == 0 {
			x = old.meet(x, w.bits(d.Type))
		}
		if !w.learn(arg, x, maxOrigin) {
			return
		}
	}
	s = w.st
	s.vals = nil
	for _, v := range w.live.before(next.Block, next.Instr) {
		s.vals = append(s.vals, w.get(v))
	}
	a.arrive(next, &s)
}

// linkResult records that cells hold the result of a call, if the callee knew at each return that they
// hold the returned value.
func (w *walker) linkResult(callee pointsto.NodeID, def ssa.ValueID) {
	result := w.a.resultOf(callee)
	if result == ssa.NoValue {
		return
	}
	me := origin{callee, result}
	for i := range w.st.links {
		if c := cellID(i); w.st.links[c] == me && w.stable(c) {
			w.link(c, def)
		}
	}
	for _, l := range w.st.loaded {
		if l.from == me && w.stable(l.cell) {
			w.linkPlace(l.cell, def, l.only)
		}
	}
}

// resultOf returns the value that a function returns; NoValue: it returns at several places.
func (a *solver) resultOf(n pointsto.NodeID) (result ssa.ValueID) {
	view := a.pts.View(n)
	for _, b := range view.Order {
		if t := &view.IR.Blocks[b].Term; t.Op != ir.TermRet {
			continue
		} else if result != ssa.NoValue || !t.HasArg {
			return ssa.NoValue
		}
		result = view.Term(b)
	}
	return result
}
