package lockorder

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Analyse tries to prove that a program has no deadlock. It returns the reason of failure, or nothing
// if it succeeds.
func Analyse(ctx context.Context, facts *analyze.Facts) (why string) {
	a := &prover{ctx: ctx, prog: facts.Program, pts: facts.PointsTo(ctx), returns: make(map[pointsto.NodeID]answer), order: make(map[[2]pointsto.LocID]bool)}
	if a.why = a.pts.Lost; a.why != "" {
		return a.why
	}
	for t := 1; t < len(a.pts.Threads); t++ {
		a.walk(a.pts.Threads[t].Root)
	}
	if slices.ContainsFunc(a.prog.Funcs, func(f ir.Func) bool { return f.Model && f.Role.Verb == ir.VerbCancel }) {
		a.fail("a thread may be cancelled where it waits")
	}
	if a.trust(); a.why != "" {
		return a.why
	}
	if a.held = raceproof.FindParallel(ctx, a.pts, ^ir.Environment(0)); a.held.Lost() != "" {
		return a.held.Lost()
	}
	for _, n := range a.nodes {
		for _, b := range a.pts.View(n).Order {
			a.judge(n, b)
		}
	}
	a.acyclic()
	return a.why
}

const mainThread = 1

// prover is the state of a proof.
type prover struct {
	ctx     context.Context
	prog    *ir.Program
	pts     *pointsto.Result
	held    *raceproof.Parallel
	why     string                     // the reason of failure
	nodes   []pointsto.NodeID          // that walk found
	returns map[pointsto.NodeID]answer // of the nodes that walk has entered
	locks   []pointsto.LocID           // in the order in which they were found
	order   map[[2]pointsto.LocID]bool // the second is taken while the first is held
}

// answer reports whether a node returns.
type answer uint8

const (
	open answer = iota + 1 // the walk is inside the node
	yes
	no
)

func (a *prover) fail(format string, args ...any) {
	if a.why == "" {
		a.why = fmt.Sprintf(format, args...)
	}
}

// walk walks through a node, and through the nodes that it calls. It checks that threads wait only for locks at
// known places and for the ends of threads. It reports whether the node returns.
func (a *prover) walk(n pointsto.NodeID) bool {
	fn := a.pts.View(n).IR
	switch known := a.returns[n]; {
	case a.why != "":
		return false
	case a.ctx.Err() != nil:
		a.fail("out of time")
		return false
	case known == open:
		a.fail("%s calls itself", fn.Name)
		return false
	case known != 0:
		return known == yes
	}
	a.nodes, a.returns[n] = append(a.nodes, n), open
	found := no
	known := make([]bool, len(fn.Blocks))
	known[1] = true
	for work := []ir.BlockID{1}; len(work) > 0 && a.why == ""; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !a.block(n, b) {
			continue
		}
		if fn.Blocks[b].Term.Op == ir.TermRet {
			found = yes
		}
		for _, to := range fn.Blocks[b].Term.Targets {
			if !known[to] {
				known[to] = true
				work = append(work, to)
			}
		}
	}
	a.returns[n] = found
	return found == yes
}

// block walks through a block of a node. It reports whether control reaches its end.
func (a *prover) block(n pointsto.NodeID, b ir.BlockID) (goesOn bool) {
	fn := a.pts.View(n).IR
	for i := range fn.Blocks[b].Instrs {
		switch in := &fn.Blocks[b].Instrs[i]; in.Op {
		case ir.OpAcquire, ir.OpJoin, ir.OpBlockUntil:
			a.fail("%s waits", fn.Name)
		case ir.OpUnsupported, ir.OpFork, ir.OpShare, ir.OpLimit:
			a.fail("%s", in.Text)
		case ir.OpCall, ir.OpCallPtr:
			if !a.call(n, b, i) {
				return false
			}
		}
		if a.why != "" {
			return false
		}
	}
	return true
}

// call walks through the functions that a call runs, and reports whether one of them returns.
func (a *prover) call(n pointsto.NodeID, b ir.BlockID, i int) (returns bool) {
	a.haveBodies(n, b, i)
	for _, c := range a.pts.Callees(n, b, i) {
		switch verbOf(&a.prog.Funcs[a.pts.Nodes[c].Func]) {
		case ir.VerbLock, ir.VerbReadLock, ir.VerbUnlock:
			if l := a.lock(n, b, i); !slices.Contains(a.locks, l) {
				a.locks = append(a.locks, l)
			}
		case ir.VerbJoin:
			if a.pts.Nodes[n].Thread != mainThread {
				a.fail("a thread other than main waits for the end of one")
			}
		default:
			if !a.walk(c) {
				continue
			}
		}
		returns = true
	}
	return returns
}

// haveBodies checks that the functions which a call may run have bodies. A call through a pointer
// without targets is a call through a null pointer, which ends the process.
func (a *prover) haveBodies(n pointsto.NodeID, b ir.BlockID, i int) {
	view := a.pts.View(n)
	check := func(f ir.FuncID) {
		if !a.prog.Funcs[f].HasBody() {
			a.fail("a call of %s", a.prog.Funcs[f].Name)
		}
	}
	in := &view.IR.Blocks[b].Instrs[i]
	if in.Op == ir.OpCall {
		check(in.Func)
		return
	}
	for _, at := range a.pts.PointsTo(n, view.Arg(b, i, 0)) {
		if at == pointsto.Wild {
			a.fail("a call in %s of anything", view.IR.Name)
		} else if o := a.pts.Objects[a.pts.Locs[at].Obj]; at != pointsto.Num && o.Kind == pointsto.Function && o.Func != 0 {
			check(o.Func)
		}
	}
}

// lock returns the lock that the first argument of a call points to, or 0.
func (a *prover) lock(n pointsto.NodeID, b ir.BlockID, i int) pointsto.LocID {
	l, ok := a.onlyLock(n, b, i)
	if !ok {
		a.fail("a lock in %s that is not one global", a.pts.View(n).IR.Name)
	}
	return l
}

// onlyLock returns the known place in a global to which the first argument of a call points.
func (a *prover) onlyLock(n pointsto.NodeID, b ir.BlockID, i int) (l pointsto.LocID, ok bool) {
	view := a.pts.View(n)
	operand := 0
	if view.IR.Blocks[b].Instrs[i].Op == ir.OpCallPtr {
		operand = 1
	}
	return a.pts.OnlyGlobal(n, view.Arg(b, i, operand))
}

// judge checks the locks that are held in a block: where locks are taken and released, where the thread waits
// for the end of another one, and where it ends.
func (a *prover) judge(n pointsto.NodeID, b ir.BlockID) {
	at := pointsto.At{Node: n, Block: b}
	block := &a.pts.View(n).IR.Blocks[b]
	held := a.held.Held(at)
	for i := 0; i < len(block.Instrs) && held != nil; i++ {
		if op := block.Instrs[i].Op; op != ir.OpCall && op != ir.OpCallPtr {
			continue
		}
		for _, c := range a.pts.Callees(n, b, i) {
			switch verbOf(&a.prog.Funcs[a.pts.Nodes[c].Func]) {
			case ir.VerbLock, ir.VerbReadLock:
				a.take(a.lock(n, b, i), held)
			case ir.VerbUnlock:
				if l := a.lock(n, b, i); !slices.Contains(held.Surely, l) {
					a.fail("%s is given up and not held", a.pts.LocName(l))
				}
			case ir.VerbJoin:
				if len(held.Maybe) > 0 {
					a.fail("a thread waits for the end of another while it holds a lock")
				}
			}
		}
		at.Instr = i + 1
		held = a.held.Held(at)
	}
	if held == nil || len(held.Maybe) == 0 {
		return
	}
	node := &a.pts.Nodes[n]
	if op := block.Term.Op; op == ir.TermThreadExit || op == ir.TermRet && n == a.pts.Threads[node.Thread].Root && node.Thread != mainThread {
		a.fail("a thread ends while it holds a lock")
	}
}

func (a *prover) take(l pointsto.LocID, held *raceproof.Held) {
	if slices.Contains(held.Maybe, l) {
		a.fail("%s is taken twice", a.pts.LocName(l))
	}
	for _, h := range held.Maybe {
		a.order[[2]pointsto.LocID{h, l}] = true
	}
}

// acyclic checks that locks are taken in one order: it repeatedly removes a lock before which no other
// has to be taken.
func (a *prover) acyclic() {
	for left := a.locks; len(left) > 0; {
		var later []pointsto.LocID
		for _, l := range left {
			if slices.ContainsFunc(left, func(h pointsto.LocID) bool { return a.order[[2]pointsto.LocID{h, l}] }) {
				later = append(later, l)
			}
		}
		if len(later) == len(left) {
			a.fail("%s and others are taken in several orders", a.pts.LocName(left[0]))
			return
		}
		left = later
	}
}
