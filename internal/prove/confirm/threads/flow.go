package threads

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// start confirms that the stated entry state of main covers its initial state.
func (c *checker) start() {
	root := c.proof.Threads[1].Root
	at := threadproof.At{Node: root, Block: 1}
	e := &exec{c: c, s: term.New(term.Options{}), node: root, own: 1, fn: &c.prog.Funcs[c.proof.Nodes[root].Func], at: at, bounds: make(map[boundKey]term.ID)}
	e.st = state{path: term.True, regs: make(map[ir.Reg]*sval), mem: make([]cellValue, len(c.proof.Cells)), beside: nil}
	for x := 1; x < len(c.proof.Cells); x++ {
		if o := &c.proof.Objects[c.proof.Cells[x].Object]; o.Kind == threadproof.Global && o.Base == 0 {
			e.st.mem[x] = e.born(threadproof.CellID(x))
		}
	}
	for i := range c.proof.Counters {
		x := c.proof.Counters[i].Cell
		if k, v := c.counters[x], c.initially(x); k != nil && (!v.Number || len(v.Targets) > 0 || v.Uninit || v.SLo < k.lo || v.SHi > k.hi) {
			c.refute("%s is born with what is not stated of a counter", c.name(c.proof.Cells[x].Object))
		}
	}
	e.beginOwns()
	e.beginThread(1, nil)
	failed, err := e.decide()
	if err != nil {
		c.leaveOut("%v", err)
	}
	for _, g := range failed {
		c.settle(g)
	}
}

// born returns the initial contents of a cell of a new object.
func (e *exec) born(x threadproof.CellID) cellValue {
	if e.cell(x).Mixed {
		return cellValue{sets: []*threadproof.Value{e.c.initially(x)}}
	}
	if e.cell(x).Step == 0 {
		return cellValue{sets: []*threadproof.Value{e.c.initially(x)}}
	}
	return cellValue{unwritten: true}
}

// beginThread confirms that the stated entry state of a thread covers the state made from its creator's
// state.
func (e *exec) beginThread(t threadproof.ThreadID, param *sval) {
	root := e.c.proof.Threads[t].Root
	f := &e.c.prog.Funcs[e.c.proof.Nodes[root].Func]
	at := threadproof.At{Node: root, Block: 1}
	to := e.c.proof.States[at]
	if to == nil {
		e.require(term.False, "a thread begins that is not known")
		return
	}
	saved := e.st
	e.st = saved.clone()
	beside := e.c.company(at)
	e.goesTo(beside)
	e.st.held, e.st.own, e.st.depth = nil, nil, 0
	e.st.dirty, e.st.pending, e.st.fresh = map[threadproof.CellID]term.ID{}, map[int]term.ID{}, map[threadproof.ObjectID]bool{}
	e.st.read = nil
	e.st.loose = nil // the creator has none: see exec.instr
	for x := 1; x < len(e.c.proof.Cells); x++ {
		o := &e.c.proof.Objects[e.c.proof.Cells[x].Object]
		switch {
		case o.Base != 0:
			e.st.mem[x] = cellValue{}
		case o.Kind == threadproof.ThreadLocal && o.Thread == t && !e.cell(threadproof.CellID(x)).Mixed:
			born := e.born(threadproof.CellID(x))
			if o.Shared {
				e.appearFor(t, threadproof.CellID(x), born)
				e.extend(threadproof.CellID(x), born.sets)
				e.st.mem[x].unwritten = e.st.mem[x].unwritten || born.unwritten
			} else {
				e.st.mem[x] = born
			}
		}
	}
	regs := make(map[ir.Reg]*sval)
	var args []*sval
	for i, r := range f.Params {
		v := e.unknown(e.bitsOf(f.Regs[r].Type))
		if i == 0 && param != nil && param.width == v.width {
			v = param
		}
		regs[r] = v
		args = append(args, v)
	}
	e.st.regs, e.st.args = regs, args
	own := e.own
	e.own = t
	e.covered(to, f, "a thread begins")
	if e.run != nil {
		e.run.begins(e)
	}
	e.own, e.st = own, saved
}

// appearFor confirms that other threads expect the contents of a cell of an object that is created with
// a thread.
func (e *exec) appearFor(t threadproof.ThreadID, x threadproof.CellID, born cellValue) {
	own, beside, depth := e.own, e.st.beside, e.st.depth
	e.own = t
	e.st.beside = e.c.company(threadproof.At{Node: e.c.proof.Threads[t].Root, Block: 1})
	e.appear(x, born)
	e.own, e.st.beside, e.st.depth = own, beside, depth
}

// covered confirms that the state is included in a state of the proof.
func (e *exec) covered(to *threadproof.State, f *ir.Func, what string) {
	if e.st.depth != to.Depth {
		e.require(term.False, what+" with other sections open")
		return
	}
	for _, r := range sorted(e.st.fresh) {
		if !contains(to.Fresh, r) {
			e.expose(r)
		}
	}
	if e.run != nil && !e.run.wantsAt(e.at) {
		return
	}
	for _, r := range to.Fresh {
		if !e.st.fresh[r] {
			e.require(term.False, what+" where an object is not recent")
		}
	}
	for _, h := range to.Held {
		if !contains(e.st.held, h) {
			e.require(term.False, what+" where a lock is not held")
		}
	}
	e.ownCovered(to.Owned, what)
	for _, o := range to.Alive {
		if !e.st.alive[o] {
			e.require(term.False, what+" where a scope has ended")
		}
	}
	for _, o := range sorted(e.st.loose) {
		if !contains(to.Loose, o) {
			e.leaksUnless(term.False)
		}
	}
	for _, x := range keys(e.st.dirty) {
		if !contains(to.Dirty, x) {
			e.require(e.s.Not(e.st.dirty[x]), what+" with a write that is not known")
		}
	}
	for _, g := range keys(e.st.pending) {
		if !contains(to.Pending, g) {
			e.require(e.s.Not(e.st.pending[g]), what+" with a write under a lock that is not known")
		}
	}
	for _, r := range slices.Sorted(maps.Keys(to.Regs)) {
		in := to.Regs[r]
		v, known := e.st.regs[r]
		if !known {
			v = e.bits(e.s.Uint(0, e.bitsOf(f.Regs[r].Type))) // the argument of a function that begins
		}
		e.require(e.within(v, []*threadproof.Value{&in}), what+" with "+regName(f, r)+" elsewhere than stated")
	}
	for i := range to.Args {
		e.require(e.within(e.st.args[i], []*threadproof.Value{&to.Args[i]}), what+" with an argument elsewhere than stated")
	}
	for i, kept := range to.Kept {
		if v, known := e.st.regs[f.Params[i]]; kept && known {
			e.require(e.same(v, e.st.args[i]), what+" with an argument elsewhere than its register")
		} else if kept {
			e.require(term.False, what+" with an argument that no register holds")
		}
	}
	for i := range to.Mem {
		e.cellCovered(threadproof.CellID(i), &to.Mem[i], what)
	}
	for _, x := range slices.Sorted(maps.Keys(to.Loaded)) {
		if v, known := e.st.regs[to.Loaded[x]]; !known || e.st.mem[x].unwritten || !e.settled(x) {
			e.require(term.False, what+" with a register that holds no cell")
		} else {
			e.require(e.same(e.contents(x), v), what+" with a register that holds something else than its cell")
		}
	}
	e.keeps(to)
}

// settled reports whether a cell is a single place that no other thread can change at this point.
func (e *exec) settled(x threadproof.CellID) bool { return e.cell(x).Strong && len(e.others(x)) == 0 }

// same returns the condition that two values are the same.
func (e *exec) same(x, y *sval) term.ID {
	if x == y {
		return term.True
	}
	out := e.s.And(e.s.Implies(x.uninit, y.uninit), e.s.Implies(e.exists(x), e.exists(y)))
	for _, a := range x.alts {
		in := term.False
		for _, b := range y.alts {
			if a.object == b.object {
				in = e.s.Or(in, e.s.And(b.guard, e.s.Eq(a.bits, b.bits)))
			}
		}
		out = e.s.And(out, e.s.Implies(a.guard, in))
	}
	return out
}

// regName returns a readable name of a register.
func regName(f *ir.Func, r ir.Reg) string {
	if n := f.Regs[r].Name; n != "" {
		return n
	}
	return "a value"
}

func (e *exec) cellCovered(x threadproof.CellID, in *threadproof.Value, what string) {
	if x == 0 || e.cell(x).Mixed {
		return
	}
	m := &e.st.mem[x]
	if m.unwritten && !in.Unwritten {
		e.require(term.False, what+" with a part of "+e.c.name(e.cell(x).Object)+" not written")
	}
	if m.v == nil && e.allIn(m.sets, in) {
		return
	}
	e.require(e.within(e.contents(x), []*threadproof.Value{in}), what+" with "+e.c.name(e.cell(x).Object)+" elsewhere than stated")
}

// keeps records the pointers, in a state of the proof, to stack objects of the thread that are not
// alive.
func (e *exec) keeps(to *threadproof.State) {
	note := func(v *threadproof.Value) {
		for _, t := range v.Targets {
			b := e.base(t.Object)
			if e.isStack(b) && e.c.proof.Nodes[e.object(b).At.Node].Thread == e.own && !contains(to.Alive, b) {
				e.c.stale[b] = e.c.where(e.at)
			}
		}
	}
	for _, v := range to.Regs {
		note(&v)
	}
	for i := range to.Mem {
		note(&to.Mem[i])
	}
	note(&to.Result)
}

// isStack reports whether an object has a scope.
func (e *exec) isStack(o threadproof.ObjectID) bool {
	x := e.object(o)
	return x.Kind == threadproof.Local || x.Kind == threadproof.Alloc && ir.AllocKind(e.c.instr(x.At).Sub) == ir.StackObject
}

// name returns a readable name of an object.
func (c *checker) name(o threadproof.ObjectID) string {
	x := &c.proof.Objects[o]
	if x.Base != 0 {
		x = &c.proof.Objects[x.Base]
	}
	switch x.Kind {
	case threadproof.Function:
		return c.prog.Funcs[x.Func].Name
	case threadproof.Global, threadproof.ThreadLocal:
		return c.prog.Globals[x.Global].Name
	case threadproof.Local:
		return c.prog.Funcs[c.proof.Nodes[x.At.Node].Func].Locals[x.Local].Name
	}
	return "memory that " + c.prog.Funcs[c.proof.Nodes[x.At.Node].Func].Name + " allocates"
}

// term executes the end of a block.
func (e *exec) term(t *ir.Term) {
	switch t.Op {
	case ir.TermBr, ir.TermCondBr, ir.TermSwitch:
	case ir.TermRet:
		if len(e.c.proof.Nodes[e.node].Callers) == 0 {
			e.hasNoLoose()
		}
	default:
		e.hasNoLoose()
	}
	switch t.Op {
	case ir.TermBr:
		e.enter(t.Targets[0], term.True)
	case ir.TermCondBr:
		cond := e.truth(e.operand(t.Arg))
		e.enter(t.Targets[0], cond)
		e.enter(t.Targets[1], e.s.Not(cond))
	case ir.TermSwitch:
		x := e.number(e.operand(t.Arg))
		w := e.s.Width(x)
		none := term.True
		for k, c := range t.Cases {
			in := term.True
			if w <= 64 {
				in = e.unsignedIn(c.Lo, c.Hi, x, w)
				none = e.s.And(none, e.s.Not(in))
			}
			e.enter(t.Targets[k+1], in)
		}
		e.enter(t.Targets[0], none)
	case ir.TermRet:
		e.ret(t)
	case ir.TermThreadExit:
		e.die(func(o *threadproof.Object) bool { return e.c.proof.Nodes[o.At.Node].Thread == e.own })
		e.exit()
	}
}

// enter goes to the beginning of a block if cond holds.
func (e *exec) enter(b ir.BlockID, cond term.ID) {
	saved := e.st
	e.st = saved.clone()
	defer func() { e.st = saved }()
	e.assume(cond)
	if e.st.path == term.False {
		return
	}
	if e.run == nil {
		e.c.taken[threadproof.Edge{Node: e.node, From: e.at.Block, To: b}] = true
	}
	at := threadproof.At{Node: e.node, Block: b}
	to := e.c.proof.States[at]
	if to == nil || e.c.proof.Untaken[threadproof.Edge{Node: e.node, From: e.at.Block, To: b}] {
		e.require(term.False, "control goes on to where it is said not to come")
		return
	}
	e.goesTo(e.c.company(at))
	e.ownForgotten(to.Owned)
	e.covered(to, e.fn, "control goes on")
	if e.run != nil {
		e.run.enters(e, b)
	}
}

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

// die records the end of stack objects.
func (e *exec) die(which func(o *threadproof.Object) bool) {
	for i := 1; i < len(e.c.proof.Objects); i++ {
		o := threadproof.ObjectID(i)
		x := e.object(o)
		if x.Base == 0 && x.Shared && e.isStack(o) && which(x) && !e.alone() {
			e.c.deaths = append(e.c.deaths, death{o, e.st.beside, e.c.where(e.at)})
		}
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
		e.st.held = slices.DeleteFunc(e.st.held, func(h threadproof.Hold) bool { return !contains(to.Held, h) })
		for _, x := range to.Dirty {
			e.st.dirty[x] = term.True
		}
		for _, g := range to.Pending {
			e.st.pending[g] = term.True
		}
		for o := range e.st.alive {
			e.st.alive[o] = contains(to.Alive, o)
		}
		for _, o := range to.Loose {
			e.st.loose[o] = true
		}
		for o := range e.st.fresh {
			if !contains(to.Fresh, o) {
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
