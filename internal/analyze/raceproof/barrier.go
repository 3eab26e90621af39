package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Barriers of a team (OpenMP). A function with the role "wait team" is one: no thread leaves its n-th barrier before each thread of the
// team has arrived at its own n-th one. A phase is the number of barriers that a thread has left since the region began. Let x and y be
// accesses of two threads of one team, in phases m < n. The thread of y has left its barrier n, so the thread of x has arrived at its
// barrier n > m. That arrival comes after x, and y comes after it. So accesses in different phases are ordered, however the threads come to
// their barriers.
//
// The phases of a place are the numbers least + k·step with k ≥ 0. If a loop has two barriers in its body, its places have step 2. So
// places in front of the first barrier and places behind it have different phases in all rounds.
//
// A thread arrives for the team whose region it executes, so barriers of regions inside do not count. The thread of an explicit task would
// arrive for a team that it is no member of. So nothing is ordered in a program in which such a thread may come to a barrier.
//
// Code behind a result of a function with the role "take" has one thread:
//
//	if (single()) { … } barrier();   one thread until all have left the barrier
//	if (first()) { … }               the first thread of the team
//	switch (next(loop, 4)) { … }     one thread for each case, until all have left the loop
//
// With the verb "takeonce" a thread must come there at most once in a region (iteration.go).

// phases is the set of the numbers least + k·step with k ≥ 0.
type phases struct {
	least, step int64
	known       bool // else control does not come there
}

var anyPhase = phases{0, 1, true}

func (p phases) plus(q phases) phases {
	return phases{p.least + q.least, gcd(p.step, q.step), p.known && q.known}
}

func (p phases) join(q phases) phases {
	if !p.known || !q.known {
		if p.known {
			return p
		}
		return q
	}
	return phases{min(p.least, q.least), gcd(gcd(p.step, q.step), p.least-q.least), true}
}

// differ reports whether no number is in both sets.
func (p phases) differ(q phases) bool {
	if p.step == 0 && p.least < q.least || q.step == 0 && q.least < p.least {
		return true
	}
	step := gcd(p.step, q.step)
	return step != 0 && (p.least-q.least)%step != 0
}

// barriers holds the phases of places, relative to the beginning of their functions.
type barriers struct {
	a       *prover
	arrives []bool                       // by node: a barrier is passed in it, or in a function that it calls
	starts  map[pointsto.NodeID][]phases // by block; only for nodes that arrive
	through map[pointsto.NodeID]phases   // at the end of a node
	entries map[pointsto.NodeID]phases   // of a node's beginning, from that of its region
	sound   bool                         // each thread that arrives is a member of the team
}

var (
	awaitRole  = ir.Role{Verb: ir.VerbWait, Object: ir.OnTeam}
	singleRole = ir.Role{Verb: ir.VerbTake, Object: ir.OnTeam}
	firstRole  = ir.Role{Verb: ir.VerbTake, Object: ir.OnThread}
	meetRole   = ir.Role{Verb: ir.VerbTakeOnce, Object: ir.OnTeam}
)

func (a *prover) newBarriers() *barriers {
	b := &barriers{a: a, arrives: make([]bool, len(a.pts.Nodes)), starts: make(map[pointsto.NodeID][]phases),
		through: make(map[pointsto.NodeID]phases), entries: make(map[pointsto.NodeID]phases), sound: true}
	var work []pointsto.NodeID
	for n := 1; n < len(a.pts.Nodes); n++ {
		if id := pointsto.NodeID(n); a.pts.View(id).IR.Role == awaitRole {
			b.sound = b.sound && b.member(a.pts.Nodes[n].Thread)
			work = append(work, id)
		}
	}
	for ; len(work) > 0; work = work[1:] {
		if n := work[0]; !b.arrives[n] {
			b.arrives[n] = true
			for _, at := range a.pts.Nodes[n].Callers {
				work = append(work, at.Node)
			}
		}
	}
	return b
}

// member reports whether the threads of a kind are members of teams, or make their own: library models create them in regions only.
func (b *barriers) member(t pointsto.ThreadID) bool {
	if b.a.pts.Threads[t].Spawn == (pointsto.At{}) {
		return true
	}
	return !slices.ContainsFunc(b.a.pts.Nodes[b.a.pts.Threads[t].Spawn.Node].Callers, func(at pointsto.At) bool {
		f := b.a.pts.View(at.Node).IR
		return f.Model && f.Role != teamRole
	})
}

// passed returns the phases that an instruction adds.
func (b *barriers) passed(n pointsto.NodeID, block ir.BlockID, i int) (sum phases) {
	sum = phases{known: true}
	for k, m := range b.a.pts.Callees(n, block, i) {
		of := phases{known: true}
		switch role := b.a.pts.View(m).IR.Role; {
		case role == awaitRole:
			of.least = 1
		case b.arrives[m] && role != teamRole:
			of = b.whole(m)
		}
		if sum = sum.join(of); k == 0 {
			sum = of
		}
	}
	return sum
}

// whole returns the phases that a call of a node adds.
func (b *barriers) whole(n pointsto.NodeID) phases {
	if p, ok := b.through[n]; ok {
		return p
	}
	b.through[n] = anyPhase // of a recursive call
	view := b.a.pts.View(n)
	starts := make([]phases, len(view.IR.Blocks))
	starts[view.Order[0]] = phases{known: true}
	end := phases{}
	for changed := true; changed; {
		changed, end = false, phases{}
		for _, block := range view.Order {
			p := starts[block]
			for i := range view.IR.Blocks[block].Instrs {
				p = p.plus(b.passed(n, block, i))
			}
			if !p.known {
				continue
			}
			if view.IR.Blocks[block].Term.Op == ir.TermRet {
				end = end.join(p)
			}
			for _, to := range view.IR.Blocks[block].Term.Targets {
				if q := starts[to].join(p); q != starts[to] {
					starts[to], changed = q, true
				}
			}
		}
	}
	b.starts[n], b.through[n] = starts, end
	return end
}

// in returns the phases of a place, relative to the beginning of its function.
func (b *barriers) in(at pointsto.At) phases {
	if !b.arrives[at.Node] {
		return phases{known: true}
	}
	b.whole(at.Node)
	p := b.starts[at.Node][at.Block]
	for i := range at.Instr {
		p = p.plus(b.passed(at.Node, at.Block, i))
	}
	return p
}

// entry returns the phases of a node's beginning, relative to that of the region or thread around it.
func (b *barriers) entry(n pointsto.NodeID) (sum phases) {
	if p, ok := b.entries[n]; ok {
		return p
	}
	b.entries[n] = anyPhase // of a recursive call
	if n == b.a.pts.Threads[b.a.pts.Nodes[n].Thread].Root {
		sum.known = true
	}
	for _, at := range b.a.pts.Nodes[n].Callers {
		p := phases{known: true}
		if b.a.pts.View(at.Node).IR.Role != teamRole {
			p = b.entry(at.Node).plus(b.in(at))
		}
		sum = sum.join(p)
	}
	b.entries[n] = sum
	return sum
}

// of returns the phases of a place in a region.
func (b *barriers) of(at pointsto.At) phases { return b.entry(at.Node).plus(b.in(at)) }

// barrierBetween reports whether two accesses are in regions that follow each other, or in different phases of a team.
func (a *prover) barrierBetween(x, y *access) bool {
	follow, same := a.inTeam(x.at.Node, y.at.Node)
	if !follow || !same {
		return follow
	}
	p, q := a.barriers.of(x.at), a.barriers.of(y.at)
	return a.barriers.sound && p.known && q.known && p.differ(q)
}

// taking is an edge behind the result of a function with the role "take": code that the edge dominates has one thread.
type taking struct {
	role     ir.Role
	f        ir.FuncID
	from, to ir.BlockID
}

// takings returns the edges that dominate a place, and the calls that lead there.
func (a *prover) takings(at pointsto.At) (list []taking) {
	root := a.pts.Threads[a.pts.Nodes[at.Node].Thread].Root
	for steps := 0; ; steps++ {
		view := a.pts.View(at.Node)
		for to := at.Block; ; to = view.Loops.Dom.Parent(to) {
			if len(view.Preds[to]) == 1 {
				if role := a.takenAt(at.Node, view.Preds[to][0], to); role != (ir.Role{}) {
					list = append(list, taking{role, a.pts.Nodes[at.Node].Func, view.Preds[to][0], to})
				}
			}
			if to == view.Loops.Dom.Parent(to) {
				break
			}
		}
		if at.Node == root || !a.pts.Nodes[at.Node].Single || steps > len(a.pts.Nodes) {
			return list
		}
		at = a.pts.Nodes[at.Node].Callers[0]
	}
}

// takenAt returns the role of the call on whose result the edge between two blocks depends, if it is one with the verb "take".
func (a *prover) takenAt(n pointsto.NodeID, from, to ir.BlockID) ir.Role {
	view := a.pts.View(n)
	term := &view.IR.Blocks[from].Term
	if !term.HasArg {
		return ir.Role{}
	}
	v := view.Term(from)
	bits := int64(view.Values[v].Type.Bits(a.prog.Model))
	result := func(op ir.Op) (ssa.ValueID, bool) { // the operand of an operation
		d := &view.Values[v]
		if d.Kind != ssa.Def || view.Instr(v).Op != op {
			return 0, false
		}
		return view.Arg(d.Block, d.Index, 0), true
	}
	switch {
	case term.Op == ir.TermCondBr && to == term.Targets[0]:
		of, ok := result(ir.OpNe)
		if !ok {
			return ir.Role{}
		}
		if c, is := view.Const(view.Arg(view.Values[v].Block, view.Values[v].Index, 1)); !is || c.Lo != 0 {
			return ir.Role{}
		}
		role := a.roleOf(value{n, of})
		if role == singleRole || role == firstRole || role == meetRole && a.isRoutine(n) && !a.once.cyclicAt(pointsto.At{Node: n, Block: a.blockOf(value{n, of})}) {
			return role
		}
	case term.Op == ir.TermSwitch && to != term.Targets[0]:
		if of, ok := result(ir.OpTrunc); ok && a.taken(a.root(value{n, of})) == bits {
			return a.roleOf(value{n, of})
		}
	}
	return ir.Role{}
}

// blockOf returns the block that defines a value.
func (a *prover) blockOf(x value) ir.BlockID { return a.pts.View(x.n).Values[a.root(x).v].Block }

// roleOf returns the role of the call that returns a value in a node, if it is the result of one.
func (a *prover) roleOf(x value) ir.Role {
	y := a.root(x)
	view := a.pts.View(y.n)
	if d := &view.Values[y.v]; y.n == x.n && d.Kind == ssa.Def && view.Instr(y.v).Op == ir.OpCall {
		return a.calleeRole(y.n, d.Block, d.Index)
	}
	return ir.Role{}
}

// takenByOne reports whether one thread of the team does both accesses, or they are ordered.
func (a *prover) takenByOne(x, y *access) bool {
	list := a.takings(y.at)
	if follow, _ := a.inTeam(x.at.Node, y.at.Node); !follow || !a.barriers.sound || len(list) == 0 {
		return false
	}
	return slices.ContainsFunc(a.takings(x.at), func(s taking) bool {
		return slices.ContainsFunc(list, func(t taking) bool { return s == t || s.role == firstRole && t.role == firstRole })
	})
}
