package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/scc"
)

// once finds events that happen at most once in an execution.
type once struct {
	pts    *pointsto.Result
	cyclic map[ir.FuncID][]bool // by block: control can return to it
	calls  []answer             // by node: it is called at most once in each thread of its kind
	unique []answer             // by thread: at most one is created
}

type answer uint8

const (
	unasked answer = iota
	yes
	no
)

func said(b bool) answer {
	if b {
		return yes
	}
	return no
}

func newOnce(pts *pointsto.Result) *once {
	return &once{
		pts: pts, cyclic: make(map[ir.FuncID][]bool),
		calls: make([]answer, len(pts.Nodes)), unique: make([]answer, len(pts.Threads)),
	}
}

// inThread reports whether a place is passed at most once in each thread.
func (o *once) inThread(at pointsto.At) bool {
	return !o.cyclicAt(at) && o.called(at.Node)
}

// cyclicAt reports whether control can return to a place in one activation of its function.
func (o *once) cyclicAt(at pointsto.At) bool {
	fn := o.pts.Nodes[at.Node].Func
	if o.cyclic[fn] == nil {
		o.cyclic[fn] = cyclicBlocks(o.pts.View(at.Node))
	}
	return o.cyclic[fn][at.Block]
}

func (o *once) called(n pointsto.NodeID) bool {
	if o.calls[n] == unasked {
		o.calls[n] = no // in a cycle of calls
		node := &o.pts.Nodes[n]
		root := n == o.pts.Threads[node.Thread].Root
		switch {
		case o.pts.Recursive(node.Func):
		case root:
			o.calls[n] = said(len(node.Callers) == 0)
		default:
			o.calls[n] = said(len(node.Callers) == 1 && o.inThread(node.Callers[0]))
		}
	}
	return o.calls[n] == yes
}

// thread reports whether at most one thread is created.
func (o *once) thread(t pointsto.ThreadID) bool {
	if o.unique[t] == unasked {
		th := &o.pts.Threads[t]
		switch {
		case t == 1:
			o.unique[t] = yes
		case th.Merged:
			o.unique[t] = no
		default:
			o.unique[t] = said(o.inThread(th.Spawn) && o.thread(th.Parent))
		}
	}
	return o.unique[t] == yes
}

// object reports whether an object stands for one instance at most.
func (o *once) object(id pointsto.ObjID) bool {
	switch obj := &o.pts.Objects[id]; obj.Kind {
	case pointsto.Function, pointsto.Global:
		return true
	case pointsto.ThreadLocal:
		return o.thread(obj.Thread)
	default:
		return o.madeOnce(obj) && o.thread(o.pts.Nodes[obj.Node].Thread)
	}
}

// madeOnce reports whether each thread creates at most one instance of an object.
func (o *once) madeOnce(obj *pointsto.Object) bool {
	switch obj.Kind {
	case pointsto.Function, pointsto.Global, pointsto.ThreadLocal:
		return true
	case pointsto.Local:
		// Several enter instructions of one local create several instances.
		return o.entersOnce(obj)
	default:
		return o.inThread(pointsto.At{Node: obj.Node, Block: obj.Block, Instr: obj.Instr})
	}
}

func (o *once) entersOnce(obj *pointsto.Object) bool {
	view := o.pts.View(obj.Node)
	enters := 0
	for at, in := range view.Instrs() {
		if in.Op == ir.OpEnter && in.Local == obj.Local {
			enters++
			if !o.inThread(pointsto.At{Node: obj.Node, Block: at.Block, Instr: at.Index}) {
				return false
			}
		}
	}
	return enters == 1
}

// cyclicBlocks returns, by block, whether control can return to it: whether it is in a strongly
// connected component with an edge.
func cyclicBlocks(f *ssa.Func) []bool {
	edges := make([][]ir.BlockID, len(f.IR.Blocks))
	cyclic := make([]bool, len(edges))
	for b := range edges {
		edges[b] = f.IR.Blocks[b].Term.Targets
		cyclic[b] = slices.Contains(edges[b], ir.BlockID(b))
	}
	for _, part := range scc.Components(edges) {
		for _, b := range part {
			cyclic[b] = cyclic[b] || len(part) > 1
		}
	}
	return cyclic
}
