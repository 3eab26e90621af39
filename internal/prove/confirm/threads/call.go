package threads

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// ret returns from a function.
func (e *exec) ret(t *ir.Term) {
	callers := e.c.proof.Nodes[e.node].Callers
	if len(callers) == 0 {
		e.die(func(o *threadproof.Object) bool { return e.c.proof.Nodes[o.At.Node].Thread == e.own })
		e.exit()
		return
	}
	e.die(func(o *threadproof.Object) bool { return o.At.Node == e.node })
	for _, o := range sorted(e.st.alive) {
		if e.object(o).At.Node == e.node {
			delete(e.st.alive, o)
		}
	}
	to := e.c.proof.Returns[e.node]
	if to == nil {
		e.require(term.False, "a function returns that is said not to")
		return
	}
	for _, at := range callers {
		at.Instr++
		e.goesTo(e.c.company(at))
	}
	var v *sval
	if t.HasArg {
		v = e.operand(t.Arg)
		e.require(e.within(v, []*threadproof.Value{&to.Result}), "a function returns what is not stated")
	}
	e.ownForgotten(to.Owned)
	e.covered(to, e.fn, "a function returns")
	if e.run != nil {
		e.run.returns(e, v)
	}
}

// call runs functions and continues after the call.
func (e *exec) call(in *ir.Instr) {
	args := in.Args
	callees := e.c.proof.Callees[e.at]
	if in.Op == ir.OpCallPtr {
		e.callees(e.operand(args[0]), callees)
		args = args[1:]
	} else if len(callees) == 0 {
		e.require(term.False, "a call runs no function")
	}
	for _, callee := range callees {
		for _, r := range sorted(e.st.fresh) {
			if e.c.runs[callee][e.object(e.object(r).Base).At.Node] {
				e.expose(r)
			}
		}
	}
	var vals []*sval
	for _, a := range args {
		vals = append(vals, e.operand(a))
	}
	var back []threadproof.NodeID
	var passed []ownLock
	for _, callee := range callees {
		passed = append(passed, e.into(callee, vals)...)
		if e.c.proof.Returns[callee] != nil {
			back = append(back, callee)
		}
	}
	switch {
	case len(back) == 0:
		e.st.ended = true
	case len(callees) == 1 && e.c.isPlain(callees[0]):
		e.runPlain(in, callees[0], vals)
	case e.run != nil && e.run.inlines(e, callees):
		before := e.st.own
		e.run.inline(e, in, back[0], vals)
		e.st.own = e.ownBehind(back, callees, vals, before, passed)
	default:
		before := e.st.own
		if e.behind(in, vals, back); slices.ContainsFunc(callees, func(n threadproof.NodeID) bool { return !e.c.quiet[n] }) {
			e.st.own = e.ownBehind(back, callees, vals, before, passed)
		}
	}
}

// callees confirms that a pointer is to one of the functions in list.
func (e *exec) callees(p *sval, list []threadproof.NodeID) {
	ok := term.True
	e.oblige(verdict.Memory, e.s.Not(p.uninit), "a call through a pointer that may have no value")
	for _, a := range p.alts {
		if a.object == 0 {
			e.oblige(verdict.Memory, e.s.Not(a.guard), "a call through what may be no function")
			e.cover(e.s.Not(e.s.And(a.guard, e.mayBeAddress(a.bits))), "a call through a number")
			ok = e.s.And(ok, e.s.Not(a.guard))
			continue
		}
		o := e.object(a.object)
		start := e.s.Eq(a.bits, e.s.Uint(0, p.width))
		if o.Kind != threadproof.Function {
			start = term.False
		}
		e.oblige(verdict.Memory, e.s.Implies(a.guard, start), "a call through what may be no function")
		known := slices.ContainsFunc(list, func(n threadproof.NodeID) bool { return e.c.proof.Nodes[n].Func == o.Func })
		if !known && o.Kind == threadproof.Function {
			e.require(e.s.Not(e.s.And(a.guard, start)), "a call runs a function that is not known")
		}
		ok = e.s.And(ok, e.s.Implies(a.guard, start))
	}
	e.assume(ok)
}

// into confirms that the stated entry state of a called function covers the state. It returns the locks
// of elements that the function knows to be held.
func (e *exec) into(callee threadproof.NodeID, args []*sval) (passed []ownLock) {
	at := threadproof.At{Node: callee, Block: 1}
	f := &e.c.prog.Funcs[e.c.proof.Nodes[callee].Func]
	saved := e.st
	e.st = saved.clone()
	defer func() { e.st = saved }()
	to := e.c.proof.States[at]
	if to == nil {
		e.require(term.False, "a function runs that is said not to")
		return nil
	}
	e.goesTo(e.c.company(at))
	e.st.regs, e.st.args = e.params(f, args)
	e.covered(to, f, "a function is called")
	for i := range to.Owned {
		passed = append(passed, e.placesOf(&to.Owned[i])...)
	}
	if e.run != nil {
		e.run.calls(e)
	}
	return passed
}

// params returns the registers of a function at its entry, and its arguments. An argument that is
// missing or has another width is an unknown value.
func (e *exec) params(f *ir.Func, args []*sval) (regs map[ir.Reg]*sval, vals []*sval) {
	regs = make(map[ir.Reg]*sval)
	for i, r := range f.Params {
		w := e.bitsOf(f.Regs[r].Type)
		v := e.arbitrary(w)
		if i < len(args) && args[i].width == w {
			v = args[i]
		}
		vals = append(vals, v)
		regs[r] = v
	}
	return regs, vals
}

// behind continues after functions returned.
func (e *exec) behind(in *ir.Instr, vals []*sval, back []threadproof.NodeID) {
	here := e.at
	here.Instr++
	first := e.c.proof.Returns[back[0]]
	quiet := !slices.ContainsFunc(back, func(n threadproof.NodeID) bool { return !e.c.quiet[n] })
	if quiet {
		e.goesTo(e.c.company(here))
	}
	before, fresh := e.st.mem, maps.Clone(e.st.fresh)
	if !quiet {
		e.forgetChanged(back)
	}
	for i, n := range back {
		if quiet {
			break
		}
		to := e.c.proof.Returns[n]
		if i == 0 {
			e.remember(to)
			continue
		}
		if to.Depth != first.Depth {
			e.require(term.False, "functions return with different sections open")
		}
		for x := range to.Mem {
			m := &e.st.mem[x]
			m.unwritten = m.unwritten || to.Mem[x].Unwritten
			if !anyHas(m.sets, &to.Mem[x]) {
				m.sets = append(m.sets, &to.Mem[x])
			}
		}
		e.st.held = slices.DeleteFunc(e.st.held, func(h threadproof.Hold) bool { return !slices.Contains(to.Held, h) })
		for _, x := range to.Dirty {
			e.st.dirty[x] = term.True
		}
		for _, g := range to.Pending {
			e.st.pending[g] = term.True
		}
		for o := range e.st.alive {
			e.st.alive[o] = slices.Contains(to.Alive, o)
		}
		for _, o := range to.Loose {
			e.st.loose[o] = true
		}
		for o := range e.st.fresh {
			if !slices.Contains(to.Fresh, o) {
				e.c.leaveOut("%s: functions that return with different recent objects", e.c.where(e.at))
			}
		}
		for _, o := range to.Fresh {
			if !e.st.fresh[o] {
				e.c.leaveOut("%s: functions that return with different recent objects", e.c.where(e.at))
			}
		}
	}
	if !quiet && e.run != nil {
		// The functions would have exposed a recent object before they made another one.
		created := func(at threadproof.At) bool {
			return slices.ContainsFunc(back, func(n threadproof.NodeID) bool { return e.c.runs[n][at.Node] })
		}
		e.run.keep(e, before, e.c.changedBy(back), e.c.active(e.st.beside, created), func(o threadproof.ObjectID) bool { return fresh[o] && e.st.fresh[o] })
	}
	e.forgetRecent(vals)
	var results []*threadproof.Value
	for _, n := range back {
		to, f := e.c.proof.Returns[n], &e.c.prog.Funcs[e.c.proof.Nodes[n].Func]
		results = append(results, &to.Result)
		if in.Dst != 0 && f.Result != in.Type {
			results = nil
			break
		}
		if len(back) > 1 {
			continue
		}
		for i := range to.Args {
			if i < len(vals) && vals[i].width == e.bitsOf(f.Regs[f.Params[i]].Type) {
				e.assume(e.within(vals[i], []*threadproof.Value{&to.Args[i]}))
			}
		}
	}
	e.st.beside = e.c.company(here)
	if in.Dst == 0 {
		return
	}
	w := e.bitsOf(e.fn.Regs[in.Dst].Type)
	v := e.arbitrary(w)
	if results != nil {
		v = e.among(results, w)
		e.assume(e.exists(v))
	}
	e.st.regs[in.Dst] = v
}

// forgetRecent records the objects that are no longer recent, because others may reach them.
func (e *exec) forgetRecent(vals []*sval) {
	for i := 1; i < len(e.c.proof.Objects); i++ {
		r := threadproof.ObjectID(i)
		if b := e.object(r).Base; b != 0 && !e.st.fresh[r] {
			e.resize(r, b)
			for _, k := range slices.Sorted(maps.Keys(e.st.regs)) {
				e.st.regs[k] = e.exposed(e.st.regs[k], r, b)
			}
			for k, v := range e.st.args {
				e.st.args[k] = e.exposed(v, r, b)
			}
			for k, v := range vals {
				vals[k] = e.exposed(v, r, b)
			}
		}
	}
}
