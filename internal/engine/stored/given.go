package stored

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// given checks the facts that a thread-modular proof takes over from other analyses: each must follow from
// the results of its analysis. It returns the first that does not, or an empty string.
func given(ctx context.Context, p *engine.Problem, proof *threadproof.Proof) string {
	pts := p.Facts().PointsTo(ctx)
	if pts.Lost != "" {
		return "it takes over facts that are not known: " + pts.Lost
	}
	g := &givens{proof, pts, raceproof.FindParallel(ctx, pts, p.Environment)}
	for _, part := range []func() string{g.nodes, g.threads, g.objects, g.beside, g.filled} {
		if why := part(); why != "" {
			return "it takes over what is no fact: " + why
		}
	}
	return ""
}

// givens compares.
type givens struct {
	proof *threadproof.Proof
	pts   *pointsto.Result
	par   *raceproof.Parallel
}

func place(at pointsto.At) threadproof.At {
	return threadproof.At{Node: threadproof.NodeID(at.Node), Block: at.Block, Instr: at.Instr}
}

func (g *givens) nodes() string {
	if len(g.proof.Nodes) != len(g.pts.Nodes) {
		return "other functions are called"
	}
	for n := 1; n < len(g.pts.Nodes); n++ {
		x, y := &g.proof.Nodes[n], &g.pts.Nodes[n]
		same := x.Func == y.Func && x.Thread == threadproof.ThreadID(y.Thread) &&
			slices.EqualFunc(x.Callers, y.Callers, func(at threadproof.At, from pointsto.At) bool { return at == place(from) })
		if !same {
			return fmt.Sprintf("function %d is another one", n)
		}
	}
	return ""
}

func (g *givens) threads() string {
	if len(g.proof.Threads) != len(g.pts.Threads) {
		return "other threads are created"
	}
	for t := 1; t < len(g.pts.Threads); t++ {
		x := &g.proof.Threads[t]
		switch {
		case x.Root != threadproof.NodeID(g.pts.Threads[t].Root):
			return fmt.Sprintf("thread %d begins elsewhere", t)
		case x.Once && !g.par.Once(pointsto.ThreadID(t)):
			return fmt.Sprintf("there is one thread %d at most", t)
		}
	}
	return ""
}

// kinds maps the kinds of objects of package pointsto to the kinds in proofs.
var kinds = map[pointsto.Kind]threadproof.Kind{
	pointsto.Function: threadproof.Function, pointsto.Global: threadproof.Global, pointsto.ThreadLocal: threadproof.ThreadLocal, pointsto.Local: threadproof.Local,
	pointsto.Heap: threadproof.Alloc, pointsto.Stack: threadproof.Alloc, pointsto.Model: threadproof.Alloc,
}

func (g *givens) objects() string {
	if len(g.proof.Objects) < len(g.pts.Objects) {
		return "objects are missing"
	}
	strong := make([]bool, len(g.proof.Objects)) // a store replaces the contents of the object
	for o := 1; o < len(g.proof.Objects); o++ {
		x := &g.proof.Objects[o]
		if o >= len(g.pts.Objects) {
			if strong[o] = x.Base != 0; !strong[o] {
				return fmt.Sprintf("there is an object %d", o)
			}
			continue
		}
		id, y := pointsto.ObjID(o), &g.pts.Objects[o]
		strong[o] = g.par.Replaces(id)
		same := x.Base == 0 && x.Kind == kinds[y.Kind]
		switch y.Kind {
		case pointsto.Function:
			same = same && x.Func == y.Func
		case pointsto.Global:
			same = same && x.Global == y.Global
		case pointsto.ThreadLocal:
			same = same && x.Global == y.Global && x.Thread == threadproof.ThreadID(y.Thread)
		case pointsto.Local:
			same = same && x.At.Node == threadproof.NodeID(y.Node) && x.Local == y.Local
		default:
			same = same && x.At == place(pointsto.At{Node: y.Node, Block: y.Block, Instr: y.Instr})
		}
		switch {
		case !same:
			return fmt.Sprintf("object %d is another one", o)
		case x.Single && !g.par.Single(id):
			return fmt.Sprintf("there is one object %d at most", o)
		}
	}
	for i := 1; i < len(g.proof.Cells); i++ {
		if c := &g.proof.Cells[i]; c.Strong && !strong[c.Object] {
			return fmt.Sprintf("there is one cell %d at most", i)
		}
	}
	return ""
}

// beside checks the proof's lists of threads that may run beside a place. A place without a list has all
// threads.
func (g *givens) beside() string {
	for at, list := range g.proof.Beside {
		set := g.par.Beside(pointsto.At{Node: pointsto.NodeID(at.Node), Block: at.Block, Instr: at.Instr})
		own := g.proof.Nodes[at.Node].Thread
		for t := 1; t < len(g.proof.Threads); t++ {
			id := threadproof.ThreadID(t)
			if set.Has(pointsto.ThreadID(t)) && !slices.Contains(list, id) && (id != own || !g.par.Once(pointsto.ThreadID(own))) {
				return fmt.Sprintf("thread %d does not run beside function %d", t, at.Node)
			}
		}
	}
	return ""
}

// filled checks the places where the proof claims that elements are written before they are read. The
// control flow is that of the proof: blocks with a state and edges that are not marked as untaken. The rest
// of the proof confirms these.
func (g *givens) filled() string {
	if len(g.proof.Filled) == 0 {
		return ""
	}
	comes := func(n pointsto.NodeID, b ir.BlockID) bool {
		return g.proof.States[threadproof.At{Node: threadproof.NodeID(n), Block: b}] != nil
	}
	known := g.par.Filled(func(e raceproof.Edge) bool {
		return comes(e.Node, e.From) && comes(e.Node, e.To) && !g.proof.Untaken[threadproof.Edge{Node: threadproof.NodeID(e.Node), From: e.From, To: e.To}]
	})
	for at := range g.proof.Filled {
		if !known[pointsto.At{Node: pointsto.NodeID(at.Node), Block: at.Block, Instr: at.Instr}] {
			return fmt.Sprintf("elements are written before function %d reads them", at.Node)
		}
	}
	return ""
}
