package sequential

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// inlined is a call in the stack of a thread.
type inlined struct {
	at     InstrAt
	callee ir.FuncID
}

// stack returns the calls that led to where a thread is.
func (t *thread) stack() []inlined {
	var out []inlined
	for _, fr := range t.frames[1:] {
		out = append(out, inlined{fr.called, fr.id})
	}
	return out
}

// pointers returns the points-to analysis, computed when first needed, or nil if nothing is known.
func (f *inliner) pointers() *pointsto.Result {
	if f.pts == nil {
		f.pts = pointsto.Analyse(f.ctx, f.prog)
	}
	if f.pts.Lost != "" {
		return nil
	}
	return f.pts
}

// root returns the node of the first function of a thread, or 0.
func (f *inliner) root(tid int) pointsto.NodeID {
	if tid == 0 {
		return f.pts.Threads[1].Root
	}
	t := f.threads[tid]
	n := f.node(f.out.Threads[tid].Creator, t.createdBy)
	if n == 0 {
		return 0
	}
	if id := f.pts.Spawned(pointsto.At{Node: n, Block: t.createdAt.Block, Instr: t.createdAt.Instr}); id != 0 {
		return f.pts.Threads[id].Root
	}
	return 0
}

// node returns the node of the innermost function of a stack, or 0.
func (f *inliner) node(tid int, stack []inlined) pointsto.NodeID {
	n := f.root(tid)
	for _, c := range stack {
		if n == 0 {
			return 0
		}
		next := pointsto.NodeID(0)
		for _, callee := range f.pts.Callees(n, c.at.Block, c.at.Instr) {
			if f.pts.Nodes[callee].Func == c.callee {
				next = callee
			}
		}
		n = next
	}
	return n
}

// mayPoint returns the locations to which the first operand of the current instruction may point; ok
// is false when they are unknown.
func (t *thread) mayPoint() (locs []pointsto.LocID, ok bool) {
	if t.inl.pointers() == nil {
		return nil, false
	}
	n := t.inl.node(t.tid, t.stack())
	if n == 0 {
		return nil, false
	}
	view := t.inl.pts.View(n)
	if !view.Reachable(t.cursor.Block) {
		return nil, false
	}
	locs = t.inl.pts.PointsTo(n, view.Arg(t.cursor.Block, t.cursor.Instr, 0))
	return locs, !slices.Contains(locs, pointsto.Wild)
}

// callees returns the functions that the current call through a pointer may run.
func (t *thread) callees(params int) []ir.FuncID {
	if t.inl.pointers() != nil {
		if n := t.inl.node(t.tid, t.stack()); n != 0 {
			var out []ir.FuncID
			for _, c := range t.inl.pts.Callees(n, t.cursor.Block, t.cursor.Instr) {
				if id := t.inl.pts.Nodes[c].Func; t.inl.prog.Funcs[id].HasBody() {
					out = append(out, id)
				}
			}
			return out
		}
	}
	return t.inl.candidates(params)
}

// places returns the places in objects of the inlined program that a location stands for.
func (f *inliner) places(id pointsto.LocID) []field {
	if id == pointsto.Num {
		return nil
	}
	l := f.pts.Locs[id]
	var out []field
	for _, o := range f.standsFor(l.Obj) {
		if l.Step == 0 {
			out = append(out, field{o, uint64(l.Off)})
			continue
		}
		for off := l.Off; off < f.out.Objects[o].size; off += l.Step {
			out = append(out, field{o, uint64(off)})
		}
	}
	return out
}

// standsFor returns the objects that an object of the analysis stands for.
func (f *inliner) standsFor(id pointsto.ObjID) []objectID {
	o := &f.pts.Objects[id]
	var out []objectID
	switch o.Kind {
	case pointsto.Function:
	case pointsto.Global:
		out = append(out, f.sources[o.Global])
	case pointsto.ThreadLocal:
		for _, t := range f.threads {
			if own := t.tls[o.Global]; own != 0 {
				out = append(out, own)
			}
		}
	default:
		at := InstrAt{f.pts.Nodes[o.Node].Func, o.Block, o.Instr}
		for i := range f.out.Objects {
			if !f.out.Objects[i].Source && f.out.Objects[i].Origin == at {
				out = append(out, objectID(i))
			}
		}
	}
	return out
}
