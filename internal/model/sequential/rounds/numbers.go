package rounds

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// numberFinder finds the memory that may hold numbers other than null when it is read as a pointer,
// such as a cast argument or result of a thread. The points-to analysis distinguishes numbers only
// from a certain size on, since small ones are not addresses. A null pointer plus an offset is also a
// number.
//
// The result is the least fixed point over stores: a store of a value that may be a number marks its
// targets, and a load from there may then return a number.
type numberFinder struct {
	s     *sharing
	funcs []ir.FuncID
	views map[ir.FuncID]*ssa.Func
	spans []numberSpan
}

// numberSpan is memory that may hold a number: the size bytes at a target.
type numberSpan struct {
	target
	size int64
}

// findNumbers runs the analysis on the steps of an inlined program.
func (s *sharing) findNumbers() {
	n := &numberFinder{s: s, views: make(map[ir.FuncID]*ssa.Func)}
	for i := range s.p.Threads {
		for _, p := range s.p.Threads[i].Steps {
			if f := &s.p.Program.Funcs[p.Func]; slices.ContainsFunc(f.Blocks, func(b ir.Block) bool { return slices.ContainsFunc(b.Instrs, n.writes) }) {
				n.funcs = append(n.funcs, p.Func)
				n.views[p.Func] = ssa.Build(f)
			}
		}
	}
	for n.pass() {
	}
	s.numbers = n.spans
}

// writes reports whether an instruction may write a pointer.
func (n *numberFinder) writes(in ir.Instr) bool {
	return in.Op.Writes() && in.Type.Bytes(n.s.p.Program.Model) >= ir.Ptr.Bytes(n.s.p.Program.Model)
}

// pass visits all stores, and reports whether it marked any memory.
func (n *numberFinder) pass() bool {
	before := len(n.spans)
	for _, f := range n.funcs {
		view := n.views[f]
		maybe := make([]bool, len(view.Values)) // visited, and not a number as far as known
		for at, in := range view.Instrs() {
			if !n.writes(*in) {
				continue
			}
			number := in.Op == ir.OpRMW && ir.RMWKind(in.Sub) != ir.RMWXchg
			for k := 1; k < len(in.Args) && !number; k++ {
				number = n.isNumber(f, view, view.Arg(at.Block, at.Index, k), maybe)
			}
			if number {
				n.mark(n.targets(f, view, at.Block, at.Index), in.Type.Bytes(n.s.p.Program.Model))
			}
		}
	}
	return len(n.spans) > before
}

// targets returns the possible targets of an access.
func (n *numberFinder) targets(f ir.FuncID, view *ssa.Func, b ir.BlockID, i int) []target {
	size := view.IR.Blocks[b].Instrs[i].Type.Bytes(n.s.p.Program.Model)
	return n.s.pointers(f, view, b, i, size).targets
}

func (n *numberFinder) mark(to []target, size int64) {
	for _, t := range to {
		if m := (numberSpan{t, size}); !slices.Contains(n.spans, m) {
			n.spans = append(n.spans, m)
		}
	}
}

// isNumber reports whether a value may be a number other than null.
func (n *numberFinder) isNumber(f ir.FuncID, view *ssa.Func, v ssa.ValueID, looked []bool) bool {
	if c, ok := view.Const(v); ok {
		return c.Lo != 0 || c.Hi != 0
	}
	if looked[v] {
		return false
	}
	looked[v] = true
	d := &view.Values[v]
	if d.Kind == ssa.Phi {
		return slices.ContainsFunc(d.Args, func(a ssa.ValueID) bool { return n.isNumber(f, view, a, looked) })
	}
	if d.Kind != ssa.Def {
		return true
	}
	args := view.Args(d.Block, d.Index)
	switch in := view.Instr(v); in.Op {
	case ir.OpGlobalAddr, ir.OpFuncAddr:
		return false
	case ir.OpCopy, ir.OpIntToPtr, ir.OpPtrToInt:
		return n.isNumber(f, view, args[0], looked)
	case ir.OpSelect:
		return n.isNumber(f, view, args[1], looked) || n.isNumber(f, view, args[2], looked)
	case ir.OpPtrAdd:
		return !isAddress(view, args[0])
	case ir.OpLoad:
		if in.Type.Bytes(n.s.p.Program.Model) < ir.Ptr.Bytes(n.s.p.Program.Model) {
			return true
		}
		return slices.ContainsFunc(n.targets(f, view, d.Block, d.Index), func(t target) bool { return mayOverlap(n.spans, t, in.Type.Bytes(n.s.p.Program.Model)) })
	}
	return true
}

// isAddress reports whether a value certainly points into an object.
func isAddress(view *ssa.Func, v ssa.ValueID) bool {
	if view.Values[v].Kind != ssa.Def {
		return false
	}
	d := &view.Values[v]
	switch view.Instr(v).Op {
	case ir.OpGlobalAddr:
		return true
	case ir.OpCopy, ir.OpPtrAdd:
		return isAddress(view, view.Args(d.Block, d.Index)[0])
	}
	return false
}

// mayOverlap reports whether an access of n bytes may touch one of several spans.
func mayOverlap(spans []numberSpan, t target, n int64) bool {
	return slices.ContainsFunc(spans, func(s numberSpan) bool {
		return s.global == t.global && pointsto.Overlap(pointsto.Loc{Off: s.off, Step: s.step}, s.size, pointsto.Loc{Off: t.off, Step: t.step}, n)
	})
}
