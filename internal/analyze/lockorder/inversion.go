package lockorder

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Inversion is two nestings of the same two locks in opposite orders, by different threads. In a program without
// deadlocks, no execution has both threads between their two locks.
type Inversion struct {
	First  Nesting `json:"first"`
	Second Nesting `json:"second"`
	// Why is the reason why the threads are not there at the same time; empty: no simple reason is known.
	Why string `json:"why,omitempty"`
}

// Nesting is a place at which a thread takes a lock while it holds another one.
type Nesting struct {
	Thread string           `json:"thread"` // main, or the function with which the thread starts
	Outer  string           `json:"outer"`  // the held lock
	Inner  string           `json:"inner"`  // the taken lock
	Place  verdict.Location `json:"place"`
}

// String describes the inversion in a sentence.
func (v Inversion) String() string {
	text := fmt.Sprintf("%s takes %s before %s at %s, and %s takes them in the other order at %s; no execution has both at once",
		v.First.Thread, v.First.Outer, v.First.Inner, v.First.Place, v.Second.Thread, v.Second.Place)
	if v.Why != "" {
		text += ", since " + v.Why
	}
	return text
}

// nesting is a Nesting in terms of the analyses.
type nesting struct {
	outer, inner pointsto.LocID
	state        pointsto.At // of the path before the call that takes the inner lock
	pos          ir.Pos
}

// Inversions returns the inversions of a program that has no deadlock, one for each two locks and threads. The locks are
// at known places in globals, and the outer lock is held on every path. If ctx ends, the list is empty.
func Inversions(ctx context.Context, facts *analyze.Facts) (list []Inversion) {
	a := &prover{ctx: ctx, prog: facts.Program, pts: facts.PointsTo(ctx)}
	if a.pts.Lost != "" {
		return nil
	}
	if a.held = raceproof.FindParallel(ctx, a.pts, ^ir.Environment(0)); a.held.Lost() != "" {
		return nil
	}
	nestings := a.nestings()
	type identity struct {
		locks   [2]pointsto.LocID
		threads [2]pointsto.ThreadID
	}
	seen := make(map[identity]bool)
	for i, x := range nestings {
		for _, y := range nestings[:i] {
			s, t := a.pts.Nodes[y.state.Node].Thread, a.pts.Nodes[x.state.Node].Thread
			id := identity{[2]pointsto.LocID{min(x.outer, x.inner), max(x.outer, x.inner)}, [2]pointsto.ThreadID{min(s, t), max(s, t)}}
			if x.outer != y.inner || x.inner != y.outer || s == t && a.held.Once(s) || seen[id] {
				continue
			}
			seen[id] = true
			list = append(list, Inversion{a.describe(&y), a.describe(&x), a.apart(&y, &x)})
		}
	}
	return list
}

// nestings returns the places of the program's own code at which threads take a lock while they hold another one.
func (a *prover) nestings() (list []nesting) {
	for n := pointsto.NodeID(1); int(n) < len(a.pts.Nodes); n++ {
		view := a.pts.View(n)
		if view.IR.Model {
			continue
		}
		for _, b := range view.Order {
			at := pointsto.At{Node: n, Block: b}
			for i := range view.IR.Blocks[b].Instrs {
				in := &view.IR.Blocks[b].Instrs[i]
				if in.Op != ir.OpCall && in.Op != ir.OpCallPtr {
					continue
				}
				held := a.held.Held(at)
				if l := a.taken(n, b, i); held != nil && l != 0 {
					for _, h := range held.Surely {
						if h != l {
							list = append(list, nesting{h, l, at, in.Pos})
						}
					}
				}
				at.Instr = i + 1
			}
		}
	}
	return list
}

// taken returns the lock that a call waits for and takes, or 0.
func (a *prover) taken(n pointsto.NodeID, b ir.BlockID, i int) pointsto.LocID {
	takes := func(c pointsto.NodeID) bool {
		verb := verbOf(&a.prog.Funcs[a.pts.Nodes[c].Func])
		return verb == ir.VerbLock || verb == ir.VerbReadLock
	}
	if callees := a.pts.Callees(n, b, i); len(callees) == 0 || !slices.ContainsFunc(callees, takes) {
		return 0
	}
	l, _ := a.onlyLock(n, b, i)
	return l
}

func (a *prover) describe(x *nesting) Nesting {
	node := &a.pts.Nodes[x.state.Node]
	return Nesting{
		Thread: a.threadName(node.Thread), Outer: a.held.LockName(x.outer), Inner: a.held.LockName(x.inner),
		Place: x.pos.In(a.prog.Files, a.prog.Funcs[node.Func].Name),
	}
}

// threadName names a kind of thread by the first function of the program that it runs.
func (a *prover) threadName(t pointsto.ThreadID) string {
	work := []pointsto.NodeID{a.pts.Threads[t].Root}
	for seen := make(map[pointsto.NodeID]bool); len(work) > 0; work = work[1:] {
		view := a.pts.View(work[0])
		if !view.IR.Model {
			return view.IR.Name
		}
		for use := range view.Instrs() {
			for _, c := range a.pts.Callees(work[0], use.Block, use.Index) {
				if !seen[c] {
					seen[c] = true
					work = append(work, c)
				}
			}
		}
	}
	return "a thread"
}

// apart returns the reason why two threads do not pass two places at the same time, or an empty string.
func (a *prover) apart(x, y *nesting) string {
	for range 2 {
		switch other := a.threadName(a.pts.Nodes[y.state.Node].Thread); a.held.Others(x.state, y.state) {
		case raceproof.Unborn:
			return other + " is created later"
		case raceproof.Joined:
			return other + " was joined before"
		}
		x, y = y, x
	}
	if lock := a.held.CommonLock(x.state, y.state); lock != "" {
		return "both hold " + lock
	}
	return ""
}
