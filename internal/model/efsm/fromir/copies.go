package fromir

import (
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// many is a number of executions that has no bound.
const many = 1 << 20

// copied is a copy of a function in a thread.
type copied struct {
	id      int // in thread.copies
	fn      *ir.Func
	fid     ir.FuncID
	flow    *flow
	nodes   []pointsto.NodeID // its nodes in package pointsto
	level   int               // of a recursive function: calls that led back to a function of its cycle
	callers []caller
	calls   map[ir.At][]*copied // the copies that a call instruction may run; nil entries stand for calls beyond the recursion bound
	times   int                 // how often the copy runs at most; many: no bound
	regs    []efsm.VarID        // by register, made when needed
	result  efsm.VarID          // of a copy with several callers, or zero
	back    efsm.VarID          // of a copy with several callers: the index of the one to return to
}

// caller is a call instruction.
type caller struct {
	copied *copied
	ir.At
}

// thread is an instance of a thread.
type thread struct {
	id      efsm.ThreadID
	kinds   []pointsto.ThreadID // the kinds of package pointsto that stand for it; several if the creating copy has several nodes
	root    *copied
	copies  []*copied
	user    map[userKey]*copied // functions that exist once
	found   map[ir.FuncID]int   // by function: its first copy
	spawns  map[spawnKey][]*thread
	fewer   map[spawnKey]bool // spawn instructions that have fewer instances because of Options.Threads
	alive   efsm.VarID
	done    efsm.VarID // zero until somebody joins
	arg     efsm.VarID // the argument that the creator passes
	args    []term.ID  // its values, where the creator's states are made
	regions *regions
	built   bool    // its states are made
	like    *thread // of a replica: the first of its list, perhaps itself; else nil
}

type userKey struct {
	fn    ir.FuncID
	level int
}

// spawnKey is a spawn instruction of a copy.
type spawnKey struct {
	copied *copied
	ir.At
}

// findThreads finds the instances of threads, and the copies of functions in each.
func (b *builder) findThreads() {
	b.addThread([]pointsto.ThreadID{1}, b.prog.Start)
	for i := 0; i < len(b.threads); i++ {
		b.findSpawns(b.threads[i])
	}
}

// addThread adds an instance of a thread and finds its copies.
func (b *builder) addThread(kinds []pointsto.ThreadID, fn ir.FuncID) *thread {
	if len(b.threads) == maxThreads {
		b.refuse(b.prog.Funcs[fn].Pos, b.prog.Funcs[fn].Name, "more than %d threads", maxThreads)
	}
	name := "main"
	if len(b.threads) > 0 {
		name = "t" + strconv.Itoa(len(b.threads))
	}
	t := &thread{id: b.sys.AddThread(name), kinds: kinds, user: make(map[userKey]*copied), found: make(map[ir.FuncID]int), spawns: make(map[spawnKey][]*thread), fewer: make(map[spawnKey]bool)}
	if len(b.threads) > 0 {
		t.alive = b.sys.AddVar(efsm.Var{Name: name + ".alive", Sort: term.Bool, Class: efsm.Sync, Init: term.False})
		t.arg = b.sys.AddVar(efsm.Var{Name: name + ".arg", Sort: term.BV(b.width()), Class: efsm.Sync, Init: b.terms.Uint(0, b.width())})
	}
	t.done = b.sys.AddVar(efsm.Var{Name: name + ".done", Sort: term.Bool, Class: efsm.Sync, Init: term.False})
	b.threads = append(b.threads, t)
	var roots []pointsto.NodeID
	for _, k := range kinds {
		roots = append(roots, b.points.Threads[k].Root)
	}
	t.root = b.addCopy(t, fn, roots, 0)
	for i := 0; i < len(t.copies); i++ {
		b.findCalls(t, t.copies[i])
	}
	b.countRuns(t)
	return t
}

func (b *builder) addCopy(t *thread, f ir.FuncID, nodes []pointsto.NodeID, level int) *copied {
	if len(t.copies) == maxCopies {
		b.refuse(b.prog.Funcs[f].Pos, b.prog.Funcs[f].Name, "more than %d copies of functions in a thread", maxCopies)
	}
	fn := &b.prog.Funcs[f]
	if b.flows[f] == nil {
		b.flows[f] = newFlow(fn, b.loops.Func(f).Nest)
	}
	c := &copied{id: len(t.copies), fn: fn, fid: f, flow: b.flows[f], nodes: nodes, level: level,
		calls: make(map[ir.At][]*copied), regs: make([]efsm.VarID, len(fn.Regs))}
	t.copies = append(t.copies, c)
	if _, seen := t.found[f]; !seen {
		t.found[f] = c.id
	}
	return c
}

// findCalls finds the copies that a copy's calls run.
func (b *builder) findCalls(t *thread, c *copied) {
	b.poll()
	for at, in := range c.fn.InstrsOf(c.flow.order) {
		if in.Op != ir.OpCall && in.Op != ir.OpCallPtr {
			continue
		}
		byFunc := make(map[ir.FuncID][]pointsto.NodeID)
		for _, n := range c.nodes {
			for _, callee := range b.points.Callees(n, at.Block, at.Index) {
				f := b.points.Nodes[callee].Func
				if !slices.Contains(byFunc[f], callee) {
					byFunc[f] = append(byFunc[f], callee)
				}
			}
		}
		funcs := make([]ir.FuncID, 0, len(byFunc))
		for f := range byFunc {
			funcs = append(funcs, f)
		}
		slices.Sort(funcs)
		for _, f := range funcs {
			if !b.prog.Funcs[f].HasBody() {
				continue
			}
			callee := b.callee(t, c, f, byFunc[f])
			c.calls[at] = append(c.calls[at], callee)
			if callee != nil {
				callee.callers = append(callee.callers, caller{c, at})
			}
		}
	}
}

// callee returns the copy of a function that a copy calls, nil beyond the bound on
// recursion.
func (b *builder) callee(t *thread, c *copied, f ir.FuncID, nodes []pointsto.NodeID) *copied {
	if b.prog.Funcs[f].Model && !b.points.Recursive(f) {
		return b.addCopy(t, f, nodes, 0)
	}
	level := 0
	if b.points.Recursive(f) && b.points.Recursive(c.fid) {
		level = c.level
		if at, seen := t.found[f]; seen && at <= t.found[c.fid] {
			level++ // otherwise calls within a level lead to functions that were found later
		}
		if level >= b.opts.Instances {
			return nil
		}
	}
	key := userKey{f, level}
	if t.user[key] == nil {
		var all []pointsto.NodeID
		for n := 1; n < len(b.points.Nodes); n++ {
			if nd := &b.points.Nodes[n]; nd.Func == f && t.is(nd.Thread) {
				all = append(all, pointsto.NodeID(n))
			}
		}
		t.user[key] = b.addCopy(t, f, all, level)
	}
	return t.user[key]
}

// countRuns computes how often each copy runs at most: the sum over its callers.
// Levels of recursion make the graph of calls acyclic.
func (b *builder) countRuns(t *thread) {
	state := make([]int, len(t.copies)) // 1: being computed, 2: done
	var count func(c *copied) int
	count = func(c *copied) int {
		if state[c.id] == 1 {
			return many
		}
		if state[c.id] == 0 {
			state[c.id] = 1
			n := 0
			if c == t.root {
				n = 1
			}
			for _, from := range c.callers {
				n += b.runs(from.copied, from.Block, count(from.copied))
			}
			c.times = min(n, many)
			state[c.id] = 2
		}
		return c.times
	}
	for _, c := range t.copies {
		count(c)
	}
}

// runs returns how often a block of a copy runs if the copy runs n times.
func (b *builder) runs(c *copied, at ir.BlockID, n int) int {
	if c.flow.loops.Innermost(at) != ir.NoLoop {
		return many
	}
	return n
}

// findSpawns makes the threads that the spawn instructions of a thread create.
func (b *builder) findSpawns(t *thread) {
	if t.like != nil {
		b.findNoSpawns(t)
		return
	}
	for _, c := range t.copies {
		for at, in := range c.fn.InstrsOf(c.flow.order) {
			if in.Op != ir.OpSpawn {
				continue
			}
			kinds := b.spawned(t, c, at)
			if len(kinds) == 0 {
				continue
			}
			runs := b.runs(c, at.Block, c.times)
			key := spawnKey{c, at}
			for range min(runs, b.opts.Instances) {
				if len(b.threads) == b.opts.Threads {
					t.fewer[key] = true
					break
				}
				t.spawns[key] = append(t.spawns[key], b.addThread(kinds, in.Func))
			}
			if runs > b.opts.Instances && b.opts.Replicate {
				b.replicate(t.spawns[key])
			}
		}
	}
}

// spawned returns the kinds of threads that a spawn instruction of a copy creates, of all
// nodes of the copy: the thread that is created may be of each. If t or an ancestor is of
// each of these kinds, it returns none: such a chain of threads is cut.
func (b *builder) spawned(t *thread, c *copied, at ir.At) (kinds []pointsto.ThreadID) {
	deeper := false
	for _, n := range c.nodes {
		kind := b.points.Spawned(pointsto.At{Node: n, Block: at.Block, Instr: at.Index})
		if kind != 0 && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
			deeper = deeper || !b.ownAncestor(t, kind)
		}
	}
	if !deeper {
		return nil
	}
	return kinds
}

// is reports whether points-to may know a thread as one of a kind.
func (t *thread) is(kind pointsto.ThreadID) bool { return slices.Contains(t.kinds, kind) }

// ownAncestor reports whether a thread, or an ancestor of it, is of a kind.
func (b *builder) ownAncestor(t *thread, kind pointsto.ThreadID) bool {
	for _, k := range t.kinds {
		for ; k != 0; k = b.points.Threads[k].Parent {
			if k == kind {
				return true
			}
		}
	}
	return false
}
