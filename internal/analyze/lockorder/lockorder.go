package lockorder

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Analyse tries to prove that a program has no deadlock. It returns the reason of failure, or nothing
// if it succeeds.
func Analyse(ctx context.Context, facts *analyze.Facts) (why string) {
	a := &prover{ctx: ctx, prog: facts.Program, pts: facts.PointsTo(ctx), after: make(map[string][]pointsto.LocID), order: make(map[[2]pointsto.LocID]bool)}
	if a.why = a.pts.Lost; a.why != "" {
		return a.why
	}
	a.open = make([]bool, len(a.pts.Nodes))
	for t := 1; t < len(a.pts.Threads); t++ {
		held, returns := a.walk(a.pts.Threads[t].Root, nil)
		if returns && t != mainThread && len(held) > 0 {
			a.fail("a thread ends while it holds a lock")
		}
	}
	if slices.ContainsFunc(a.prog.Funcs, func(f ir.Func) bool { return f.Model && f.Role.Verb == ir.VerbCancel }) {
		a.fail("a thread may be cancelled where it waits")
	}
	a.trust()
	a.acyclic()
	return a.why
}

const mainThread = 1

// prover is the state of a proof.
type prover struct {
	ctx   context.Context
	prog  *ir.Program
	pts   *pointsto.Result
	why   string                      // the reason of failure
	open  []bool                      // by node: the walk is inside it
	after map[string][]pointsto.LocID // results of walk; nil: the node does not return
	locks []pointsto.LocID            // in the order in which they were found
	order map[[2]pointsto.LocID]bool  // the second is taken while the first is held
}

func (a *prover) fail(format string, args ...any) {
	if a.why == "" {
		a.why = fmt.Sprintf(format, args...)
	}
}

// walk walks through a node that is entered with some held locks. It returns the locks that are held at
// its return, if it returns. Lists of locks are sorted and immutable.
func (a *prover) walk(n pointsto.NodeID, held []pointsto.LocID) (out []pointsto.LocID, returns bool) {
	key := fmt.Sprint(n, held)
	if out, ok := a.after[key]; ok {
		return out, out != nil
	}
	switch {
	case a.why != "":
		return nil, false
	case a.ctx.Err() != nil:
		a.fail("out of time")
		return nil, false
	case a.open[n]:
		a.fail("%s calls itself", a.pts.View(n).IR.Name)
		return nil, false
	}
	a.open[n] = true
	defer func() { a.open[n] = false }()
	fn := a.pts.View(n).IR
	in := make([][]pointsto.LocID, len(fn.Blocks))
	known := make([]bool, len(fn.Blocks))
	in[1], known[1] = held, true
	for work := []ir.BlockID{1}; len(work) > 0 && a.why == ""; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		now, goesOn := a.block(n, b, in[b])
		if !goesOn {
			continue
		}
		term := &fn.Blocks[b].Term
		switch term.Op {
		case ir.TermRet:
			if returns && !slices.Equal(out, now) {
				a.fail("%s holds a lock on some paths only", fn.Name)
			}
			out, returns = now, true
		case ir.TermThreadExit:
			if len(now) > 0 {
				a.fail("a thread ends while it holds a lock")
			}
		}
		for _, to := range term.Targets {
			if !known[to] {
				in[to], known[to] = now, true
				work = append(work, to)
			} else if !slices.Equal(in[to], now) {
				a.fail("%s holds a lock on some paths only", fn.Name)
			}
		}
	}
	if returns && out == nil {
		out = []pointsto.LocID{}
	}
	a.after[key] = out
	return out, returns
}

// block walks through a block of a node. It reports whether control reaches its end.
func (a *prover) block(n pointsto.NodeID, b ir.BlockID, held []pointsto.LocID) (out []pointsto.LocID, goesOn bool) {
	fn := a.pts.View(n).IR
	for i := range fn.Blocks[b].Instrs {
		switch in := &fn.Blocks[b].Instrs[i]; in.Op {
		case ir.OpAcquire, ir.OpJoin, ir.OpBlockUntil:
			a.fail("%s waits", fn.Name)
		case ir.OpUnsupported, ir.OpLimit:
			a.fail("%s", in.Text)
		case ir.OpCall, ir.OpCallPtr:
			if held, goesOn = a.call(n, b, i, held); !goesOn {
				return nil, false
			}
		}
		if a.why != "" {
			return nil, false
		}
	}
	return held, true
}

// call walks through the functions that a call runs.
func (a *prover) call(n pointsto.NodeID, b ir.BlockID, i int, held []pointsto.LocID) (out []pointsto.LocID, returns bool) {
	callees := a.pts.Callees(n, b, i)
	a.haveBodies(n, b, i)
	for _, c := range callees {
		now, goesOn := held, true
		switch verbOf(&a.prog.Funcs[a.pts.Nodes[c].Func]) {
		case ir.VerbLock, ir.VerbReadLock:
			now = a.take(a.lock(n, b, i), held)
		case ir.VerbUnlock:
			now = a.give(a.lock(n, b, i), held)
		case ir.VerbJoin:
			if a.pts.Nodes[n].Thread != mainThread {
				a.fail("a thread other than main waits for the end of one")
			}
			if len(held) > 0 {
				a.fail("a thread waits for the end of another while it holds a lock")
			}
		default:
			now, goesOn = a.walk(c, held)
		}
		if !goesOn {
			continue
		}
		if returns && !slices.Equal(out, now) {
			a.fail("what is held after a call in %s depends on the function", a.pts.View(n).IR.Name)
		}
		out, returns = now, true
	}
	return out, returns
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
	view := a.pts.View(n)
	operand := 0
	if view.IR.Blocks[b].Instrs[i].Op == ir.OpCallPtr {
		operand = 1
	}
	locs := a.pts.PointsTo(n, view.Arg(b, i, operand))
	if len(locs) == 1 && locs[0] != pointsto.Num && locs[0] != pointsto.Wild {
		if l := a.pts.Locs[locs[0]]; l.Step == 0 && a.pts.Objects[l.Obj].Kind == pointsto.Global {
			if !slices.Contains(a.locks, locs[0]) {
				a.locks = append(a.locks, locs[0])
			}
			return locs[0]
		}
	}
	a.fail("a lock in %s that is not one global", view.IR.Name)
	return 0
}

func (a *prover) take(l pointsto.LocID, held []pointsto.LocID) []pointsto.LocID {
	at, found := slices.BinarySearch(held, l)
	if found {
		a.fail("%s is taken twice", a.pts.LocName(l))
	}
	for _, h := range held {
		a.order[[2]pointsto.LocID{h, l}] = true
	}
	return slices.Insert(slices.Clone(held), at, l)
}

func (a *prover) give(l pointsto.LocID, held []pointsto.LocID) []pointsto.LocID {
	at, found := slices.BinarySearch(held, l)
	if !found {
		a.fail("%s is given up and not held", a.pts.LocName(l))
		return held
	}
	return slices.Delete(slices.Clone(held), at, at+1)
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
