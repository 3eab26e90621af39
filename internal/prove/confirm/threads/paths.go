package threads

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// run follows all paths of a function at once, from its beginning, with the conditions on the way. It
// is for conditions that do not follow from the state at the entry of a single block. If the function
// has one caller, the paths begin there, and so on outwards, into the creator of the thread. At a loop
// head, values that the loop may change are those of the proof's state. A register with a bound in the
// proof is not below (or above) its value at the entry of the loop; that is confirmed at the back
// edges.
//
// The states of the proof are assumed on the way. That is sound by induction: if all statements hold up
// to some step of an execution, they hold after the next.
type run struct {
	c      *checker
	wanted map[wish]bool
	places map[threadproof.At]bool // of the conditions that are wanted
	last   bool                    // the last function of the chain is executed
	to     threadproof.At          // where the next function of the chain is called, or created, in the one that is executed
	called []threadproof.NodeID    // functions that are executed in place of their calls, outermost first
	frame  *activation             // that is executed
	work   int

	entered state   // in which a call enters a function
	arrived []state // in which the next function of the chain begins
}

// wish is a condition that is tried along paths.
type wish struct {
	at   threadproof.At
	what string
}

// frame is a function of a chain and the place in it where the next one is called or created; the last
// has none.
type frame struct {
	node threadproof.NodeID
	to   threadproof.At
}

// activation is the execution of a function along its paths.
type activation struct {
	nest    *ir.LoopNest
	waiting map[ir.BlockID][]state            // in which control comes to a block from those before
	first   map[threadproof.Bound]*sval       // the values of registers when control entered a loop
	held    map[threadproof.CellBound]term.ID // the contents of cells at that time
	counted map[threadproof.Trips]term.ID     // the values of registers at the head of a loop
	returns []state                           // in which the function returns; the only argument is the result
}

// Bounds on the effort for one function.
const (
	maxPathInstrs = 20000
	maxCalled     = 8 // functions that are executed in place of calls, in one another
)

// Descriptions of wrong statements about a loop.
const (
	leavesBound     = "a register passes the bound that is stated of a loop"
	cellLeavesBound = "what memory holds passes the bound that is stated of a loop"
	countsWrong     = "a loop goes round in another way than is stated"
)

// alongPaths tries the postponed conditions along paths, function by function, and confirms the bounds
// of loops.
func (c *checker) alongPaths() error {
	goals := make(map[threadproof.NodeID][]goal)
	for _, t := range c.proof.Trips {
		goals[t.At.Node] = nil
	}
	for _, b := range c.proof.Bounds {
		if len(c.postponed) > 0 || len(goals) > 0 {
			goals[b.At.Node] = nil
		}
	}
	if len(c.postponed) > 0 || len(goals) > 0 {
		for _, b := range c.proof.CellBounds {
			goals[b.At.Node] = nil
		}
	}
	for _, g := range c.postponed {
		goals[g.at.Node] = append(goals[g.at.Node], g)
	}
	for _, n := range slices.Sorted(maps.Keys(goals)) {
		failed, err := c.follow(n, goals[n])
		if err != nil {
			return err
		}
		for _, g := range failed {
			c.settle(g)
		}
		if c.done() {
			return nil
		}
	}
	return nil
}

// follow returns the conditions, and the bounds of a function's loops, that do not hold on all paths.
func (c *checker) follow(n threadproof.NodeID, goals []goal) (failed []goal, err error) {
	r := &run{c: c, wanted: make(map[wish]bool), places: make(map[threadproof.At]bool)}
	for _, g := range goals {
		r.wanted[wish{g.at, g.what}], r.places[g.at] = true, true
	}
	chain := c.chain(n)
	first := &c.proof.Nodes[chain[0].node]
	e := &exec{
		c: c, s: term.New(term.Options{}), node: chain[0].node, own: first.Thread, fn: &c.prog.Funcs[first.Func],
		at: threadproof.At{Node: chain[0].node, Block: 1}, bounds: make(map[boundKey]term.ID), run: r,
	}
	if c.proof.States[e.at] == nil {
		return nil, nil // it is never called; the blocks have shown that
	}
	e.begin(c.proof.States[e.at])
	for i, f := range chain {
		r.to, r.last, r.arrived = f.to, i == len(chain)-1, nil
		r.walk(e)
		if r.last || r.work > maxPathInstrs || c.done() || len(r.arrived) == 0 {
			break
		}
		next := &c.proof.Nodes[chain[i+1].node]
		e.node, e.own, e.fn = chain[i+1].node, next.Thread, &c.prog.Funcs[next.Func]
		e.st = e.merged(r.arrived)
	}
	switch {
	case r.work > maxPathInstrs:
		for i, b := range c.proof.Bounds {
			if b.At.Node == n {
				goals = append(goals, goal{at: b.At, what: leavesBound, bound: i + 1})
			}
		}
		for i, b := range c.proof.CellBounds {
			if b.At.Node == n {
				goals = append(goals, goal{at: b.At, what: cellLeavesBound, cells: i + 1})
			}
		}
		for _, t := range c.proof.Trips {
			if t.At.Node == n {
				goals = append(goals, goal{at: t.At, what: countsWrong})
			}
		}
		return goals, nil
	case c.done():
		return nil, nil
	}
	c.report.Conditions += len(e.goals)
	return e.decide()
}

// chain returns the functions that lead to n, outermost first, as long as each has one caller, or its
// thread one creator.
func (c *checker) chain(n threadproof.NodeID) []frame {
	list := []frame{{node: n}}
	seen := map[threadproof.NodeID]bool{n: true}
	for {
		inner := list[0].node
		from := c.proof.Nodes[inner].Callers
		if t := c.proof.Nodes[inner].Thread; c.proof.Threads[t].Root == inner && t != 1 {
			for at, created := range c.proof.Spawned {
				if created == t {
					from = append(from[:len(from):len(from)], at)
				}
			}
		}
		if len(from) != 1 || seen[from[0].Node] {
			return list
		}
		seen[from[0].Node] = true
		list = append([]frame{{from[0].Node, from[0]}}, list...)
	}
}

// wantsAt reports whether conditions at a place are tried.
func (r *run) wantsAt(at threadproof.At) bool { return r.last && len(r.called) == 0 && r.places[at] }

func (r *run) wants(g *goal) bool {
	return r.last && len(r.called) == 0 && (g.what == leavesBound || g.what == cellLeavesBound || g.what == countsWrong || r.wanted[wish{g.at, g.what}])
}

// walk executes the function that e is in, from the current state. If r.to is a place, it stops there;
// otherwise it goes to the ends of all paths.
func (r *run) walk(e *exec) *activation {
	nest := r.c.nest(e.node)
	a := &activation{nest: nest, waiting: map[ir.BlockID][]state{1: {e.st}}, first: make(map[threadproof.Bound]*sval), held: make(map[threadproof.CellBound]term.ID), counted: make(map[threadproof.Trips]term.ID)}
	r.frame = a
	var ahead []bool
	if r.to != (threadproof.At{}) {
		ahead = leadsTo(nest, e.fn, r.to.Block)
	}
	for _, b := range nest.Dom.Order {
		list := a.waiting[b]
		if delete(a.waiting, b); len(list) == 0 || ahead != nil && !ahead[b] {
			continue
		}
		e.at = threadproof.At{Node: e.node, Block: b}
		e.st = e.merged(list)
		if there := r.block(e); there || r.work > maxPathInstrs || r.c.done() {
			break
		}
	}
	return a
}

// nest returns the loops of a function.
func (c *checker) nest(n threadproof.NodeID) *ir.LoopNest {
	f := c.proof.Nodes[n].Func
	if c.nests[f] == nil {
		c.nests[f] = c.prog.Funcs[f].Loops()
	}
	return c.nests[f]
}

// leadsTo returns the blocks from which a block is reachable without a back edge.
func leadsTo(nest *ir.LoopNest, f *ir.Func, to ir.BlockID) []bool {
	ahead := make([]bool, len(f.Blocks))
	ahead[to] = true
	for _, b := range slices.Backward(nest.Dom.Order) {
		for _, next := range f.Blocks[b].Term.Targets {
			ahead[b] = ahead[b] || ahead[next] && !nest.Dom.Dominates(next, b)
		}
	}
	return ahead
}

// block executes a block, and reports whether it contains r.to.
func (r *run) block(e *exec) (there bool) {
	from := r.c.proof.States[e.at]
	if from == nil {
		return false
	}
	e.adopt(from)
	e.st.beside = r.c.company(e.at)
	r.head(e, from)
	e.st.own = e.ownStated(from.Owned)
	block := &e.fn.Blocks[e.at.Block]
	for i := range block.Instrs {
		r.work++
		e.at.Instr = i
		e.instr(&block.Instrs[i])
		if e.at == r.to {
			return true
		}
		if e.st.ended || r.c.done() || r.work > maxPathInstrs {
			return false
		}
	}
	e.at.Instr = len(block.Instrs)
	e.term(&block.Term)
	return false
}

// head makes the state at the entry of a block from the states at the edges into it.
func (r *run) head(e *exec, from *threadproof.State) {
	i := r.frame.nest.At(e.at.Block)
	if i != ir.NoLoop {
		r.enterLoop(e, from, &r.frame.nest.Loops[i])
	}
	for _, k := range slices.Sorted(maps.Keys(from.Regs)) {
		in := from.Regs[k]
		if v, known := e.st.regs[k]; known {
			e.assume(e.within(v, []*threadproof.Value{&in}))
		} else {
			v = e.among([]*threadproof.Value{&in}, e.bitsOf(e.fn.Regs[k].Type))
			e.assume(e.exists(v))
			e.st.regs[k] = v
		}
	}
	for k, kept := range from.Kept {
		if v, known := e.st.regs[e.fn.Params[k]]; kept && known {
			e.st.args[k] = v
		}
	}
	for _, x := range slices.Sorted(maps.Keys(from.Loaded)) {
		v := e.st.regs[from.Loaded[x]]
		if m := &e.st.mem[x]; m.v != nil {
			e.assume(e.same(m.v, v))
		} else {
			m.v = v
		}
		e.st.mem[x].unwritten = false
	}
	for _, b := range r.c.proof.Bounds {
		if b.At == e.at && i != ir.NoLoop {
			e.assume(e.keepsBound(b, r.frame.first[b], e.register(b.Reg)))
		}
	}
	if i != ir.NoLoop {
		r.assumeCells(e)
	}
	for _, t := range r.c.proof.Trips {
		if t.At == e.at {
			r.frame.counted[t] = e.number(e.register(t.Reg))
		}
		if t.At.Node == e.node && t.In == e.at.Block {
			x := r.frame.counted[t]
			e.require(e.signedIn(t.Lo, t.Hi, x, e.s.Width(x)), countsWrong)
		}
	}
}

// grows returns whether a register changed in an iteration as the proof says.
func (e *exec) grows(t threadproof.Trips, before, now term.ID) term.ID {
	const w = 64
	sum := e.s.Add(e.s.Sext(before, w), e.s.Uint(uint64(t.Step), w))
	if now = e.s.Sext(now, w); t.Step > 0 {
		return e.s.Sle(sum, now)
	}
	return e.s.Sle(now, sum)
}

// keepsBound returns whether a register keeps a bound, given its first value.
func (e *exec) keepsBound(b threadproof.Bound, first, now *sval) term.ID {
	if b.Above {
		return e.s.Sle(e.number(first), e.number(now))
	}
	return e.s.Sle(e.number(now), e.number(first))
}

// enterLoop forgets the values that a loop may change, except for the statements at its head.
func (r *run) enterLoop(e *exec, from *threadproof.State, l *ir.Loop) {
	for _, b := range r.c.proof.Bounds {
		if b.At != e.at {
			continue
		}
		first, known := e.st.regs[b.Reg]
		if !known {
			first = e.arbitrary(e.bitsOf(e.fn.Regs[b.Reg].Type))
		}
		r.frame.first[b] = first
	}
	r.noteCells(e)
	clear(e.st.read)
	assigned := make(map[ir.Reg]bool)
	changed := make(map[threadproof.CellID]bool)
	for _, b := range l.Blocks {
		at := threadproof.At{Node: e.node, Block: b}
		maps.Copy(changed, r.c.changed[at])
		for i := range e.fn.Blocks[b].Instrs {
			assigned[e.fn.Blocks[b].Instrs[i].Dst] = true
			at.Instr = i
			maps.Copy(changed, r.c.changedBy(r.c.proof.Callees[at]))
		}
	}
	// A recent object is the same instance in all iterations if none of them makes another instance.
	lasts := func(o threadproof.ObjectID) bool {
		return slices.Contains(from.Fresh, o) && !r.makes(e, l, e.object(o).Base)
	}
	e.st.regs = maps.Clone(e.st.regs)
	for k, v := range e.st.regs {
		if assigned[k] || !e.lasting(cellValue{v: v}, lasts) {
			delete(e.st.regs, k)
		}
	}
	args := slices.Clone(e.st.args)
	for k, v := range args {
		if !e.lasting(cellValue{v: v}, lasts) {
			args[k] = e.among([]*threadproof.Value{&from.Args[k]}, v.width)
		}
	}
	e.st.args = args
	before := e.st.mem
	e.st.mem = make([]cellValue, len(from.Mem))
	for x := range e.st.mem {
		e.st.mem[x] = stated(from, threadproof.CellID(x))
	}
	created := func(at threadproof.At) bool {
		return at.Node == e.node && l.Contains(at.Block) || r.runsIn(e, l, at.Node)
	}
	r.keep(e, before, changed, r.c.active(e.st.beside, created), lasts)
	for o := range e.st.sizes {
		if e.object(o).Base != 0 && !lasts(o) {
			delete(e.st.sizes, o)
		}
	}
}

// makes reports whether an iteration of a loop may make an instance of an object.
func (r *run) makes(e *exec, l *ir.Loop, o threadproof.ObjectID) bool {
	from := e.object(o).At
	for _, b := range l.Blocks {
		at := threadproof.At{Node: e.node, Block: b}
		for i := range e.fn.Blocks[b].Instrs {
			in := &e.fn.Blocks[b].Instrs[i]
			at.Instr = i
			if from.Node == e.node && (in.Op == ir.OpEnter || in.Op == ir.OpAlloc) {
				return true
			}
			for _, n := range r.c.proof.Callees[at] {
				if r.c.runs[n][from.Node] {
					return true
				}
			}
		}
	}
	return false
}

// active returns the threads that may run in parallel with a thread during a stretch of code: those
// running at its start, those it creates in it, and their descendants. created reports whether the
// thread creates threads at a place in it.
func (c *checker) active(beside []threadproof.ThreadID, created func(threadproof.At) bool) map[threadproof.ThreadID]bool {
	out := make(map[threadproof.ThreadID]bool)
	for _, t := range beside {
		out[t] = true
	}
	for more := true; more; {
		more = false
		for at, t := range c.proof.Spawned {
			if !out[t] && (created(at) || out[c.proof.Nodes[at.Node].Thread]) {
				out[t], more = true, true
			}
		}
	}
	return out
}

// runsIn reports whether calls in a loop may run a function.
func (r *run) runsIn(e *exec, l *ir.Loop, n threadproof.NodeID) bool {
	for _, b := range l.Blocks {
		at := threadproof.At{Node: e.node, Block: b}
		for i := range e.fn.Blocks[b].Instrs {
			at.Instr = i
			if slices.ContainsFunc(r.c.proof.Callees[at], func(callee threadproof.NodeID) bool { return r.c.runs[callee][n] }) {
				return true
			}
		}
	}
	return false
}

// keep restores the known contents of cells that were not changed in between, neither by the thread
// itself nor by the threads in active. lasts reports whether a recent object is still the same
// instance.
func (r *run) keep(e *exec, before []cellValue, changed map[threadproof.CellID]bool, active map[threadproof.ThreadID]bool, lasts func(threadproof.ObjectID) bool) {
	for i := 1; i < len(before); i++ {
		x := threadproof.CellID(i)
		if !changed[x] && !e.writtenBy(x, active) && !e.cell(x).Mixed && e.lasting(before[x], lasts) && (e.base(e.cell(x).Object) == e.cell(x).Object || lasts(e.cell(x).Object)) {
			e.st.mem[x] = before[x]
		}
	}
}

// lasting reports whether all recent objects to which a cell may point are still the same instances.
func (e *exec) lasting(m cellValue, lasts func(threadproof.ObjectID) bool) bool {
	return !slices.ContainsFunc(e.recentIn(m), func(o threadproof.ObjectID) bool { return !lasts(o) })
}

// onlyOwn reports whether no other thread ever writes a cell concurrently.
func (e *exec) onlyOwn(x threadproof.CellID) bool { return !e.writtenBy(x, nil) }

// writtenBy reports whether another thread in some may write a cell concurrently; nil: any other
// thread.
func (e *exec) writtenBy(x threadproof.CellID, some map[threadproof.ThreadID]bool) bool {
	if !e.shared(x) {
		return false
	}
	a := e.c.proof
	for t := 1; t < len(a.Threads); t++ {
		id := threadproof.ThreadID(t)
		if id == e.own && a.Threads[t].Once || some != nil && !some[id] {
			continue
		}
		if !a.Seen[t][x].Empty() || !a.Appear[t][x].Empty() {
			return true
		}
		for _, g := range e.c.guards[x] {
			if !a.Left[t][g].Empty() {
				return true
			}
		}
	}
	return false
}

// noteChange records that a block may change a cell.
func (c *checker) noteChange(e *exec, x threadproof.CellID) {
	e.st.forget(x)
	if e.run != nil {
		return
	}
	at := threadproof.At{Node: e.node, Block: e.at.Block}
	if c.changed[at] == nil {
		c.changed[at] = make(map[threadproof.CellID]bool)
	}
	c.changed[at][x] = true
}

// changedBy returns the cells that calls may change.
func (c *checker) changedBy(list []threadproof.NodeID) map[threadproof.CellID]bool {
	out := make(map[threadproof.CellID]bool)
	for _, n := range list {
		for m := range c.runs[n] {
			for b := range c.prog.Funcs[c.proof.Nodes[m].Func].Blocks {
				maps.Copy(out, c.changed[threadproof.At{Node: m, Block: ir.BlockID(b)}])
			}
		}
	}
	return out
}

// enters records that control goes on to a block of the function.
func (r *run) enters(e *exec, b ir.BlockID) {
	r.requireCells(e, b)
	if !r.frame.nest.Dom.Dominates(b, e.at.Block) {
		r.frame.waiting[b] = append(r.frame.waiting[b], e.st)
		return
	}
	for i, bound := range r.c.proof.Bounds {
		if bound.At == (threadproof.At{Node: e.node, Block: b}) {
			e.add(goal{what: leavesBound, bound: i + 1}, e.keepsBound(bound, r.frame.first[bound], e.register(bound.Reg)))
		}
	}
	for _, t := range r.c.proof.Trips {
		if t.At == (threadproof.At{Node: e.node, Block: b}) {
			e.require(e.grows(t, r.frame.counted[t], e.number(e.register(t.Reg))), countsWrong)
		}
	}
}

// calls records that a called function begins.
func (r *run) calls(e *exec) {
	r.entered = e.st
	if e.at == r.to {
		r.arrived = append(r.arrived, e.st)
	}
}

// begins records that a thread begins.
func (r *run) begins(e *exec) {
	if e.at == r.to {
		r.arrived = append(r.arrived, e.st)
	}
}

// returns records that a function returns.
func (r *run) returns(e *exec, result *sval) {
	st := e.st.clone()
	st.regs, st.args = nil, []*sval{result}
	r.frame.returns = append(r.frame.returns, st)
}

// inlines reports whether to execute a function in place of its call. That is so if it allocates
// objects of variable size, because their sizes may matter.
func (r *run) inlines(e *exec, callees []threadproof.NodeID) bool {
	if len(callees) != 1 || e.at == r.to || len(r.called) == maxCalled || slices.Contains(r.called, callees[0]) || r.c.runs[callees[0]][e.node] {
		return false
	}
	for n := range r.c.runs[callees[0]] {
		f := &r.c.prog.Funcs[r.c.proof.Nodes[n].Func]
		for b := range f.Blocks {
			if slices.ContainsFunc(f.Blocks[b].Instrs, func(in ir.Instr) bool { return in.Op == ir.OpAlloc && !in.Args[0].IsConst() }) {
				return true
			}
		}
	}
	return false
}

// inline executes the function of a call, which has been entered, and continues after the call.
func (r *run) inline(e *exec, in *ir.Instr, callee threadproof.NodeID, vals []*sval) {
	node, fn, at, regs, args, frame, to := e.node, e.fn, e.at, e.st.regs, e.st.args, r.frame, r.to
	r.called, r.to = append(r.called, callee), threadproof.At{}
	e.node, e.fn, e.st = callee, &r.c.prog.Funcs[r.c.proof.Nodes[callee].Func], r.entered
	a := r.walk(e)
	r.called, r.to, r.frame = r.called[:len(r.called)-1], to, frame
	e.node, e.at = node, at
	result := e.fn.Result
	e.fn = fn
	if len(a.returns) == 0 {
		e.st = state{regs: regs, args: args, path: term.False, ended: true}
		return
	}
	e.st = e.merged(a.returns)
	v := e.st.args[0]
	e.adopt(r.c.proof.Returns[callee])
	at.Instr++
	e.st.regs, e.st.args, e.st.beside = maps.Clone(regs), slices.Clone(args), r.c.company(at)
	e.forgetRecent(vals)
	if in.Dst == 0 {
		return
	}
	if v == nil || result != in.Type {
		v = e.arbitrary(e.bitsOf(e.fn.Regs[in.Dst].Type))
	}
	e.st.regs[in.Dst] = v
}
