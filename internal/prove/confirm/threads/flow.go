package threads

import (
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
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
