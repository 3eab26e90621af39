package pathproof

import (
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// fails returns the condition under which the instruction violates its obligation. It is true for an
// instruction about which nothing is known.
func (q *question) fails() term.ID {
	view := q.pts.View(q.at.Node)
	in := &view.IR.Blocks[q.at.Block].Instrs[q.at.Instr]
	args := view.Args(q.at.Block, q.at.Instr)
	switch in.Op {
	case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
		return q.outside(args[0], in.Type.Bytes(q.model))
	case ir.OpAcquire, ir.OpRelease, ir.OpLockState:
		return q.outside(args[0], 1)
	case ir.OpObjectSize:
		return q.outside(args[0], 0)
	}
	if !q.isNumber(in.Type) {
		return term.True
	}
	x := q.valueHere(q.at.Node, args[0])
	y := x
	if len(args) > 1 {
		y = q.valueHere(q.at.Node, args[1])
	}
	switch in.Op {
	case ir.OpAdd:
		return q.s.Saddo(x, y)
	case ir.OpSub:
		return q.s.Ssubo(x, y)
	case ir.OpMul:
		return q.s.Smulo(x, y)
	case ir.OpNeg:
		return q.s.Nego(x)
	case ir.OpSDiv, ir.OpSRem:
		return q.s.Sdivo(x, y)
	}
	return term.True
}

// outside returns whether an access of n bytes may be outside the object that a pointer points to.
func (q *question) outside(p ssa.ValueID, n int64) term.ID {
	places, off := q.address(q.at.Node, p, maxDepth)
	if len(places) == 0 {
		return term.True
	}
	w := uint(q.model.PtrBits())
	bytes := q.s.Uint(uint64(n), w)
	var all []term.ID
	for _, x := range places {
		least, made, exact := q.facts.Size(x.Object)
		if least < 0 || n < 0 {
			return term.True
		}
		size := q.s.Uint(uint64(least)&mask(w), w)
		if exact {
			if n := (values.Origin{Node: made.Node, Value: q.pts.View(made.Node).Arg(made.Block, made.Instr, 0)}); q.usable(n) {
				size = q.value(n)
			}
		}
		at := q.s.Add(q.s.Uint(uint64(x.Offset)&mask(w), w), off)
		all = append(all, q.s.Not(q.s.And(q.s.Ule(bytes, size), q.s.Ule(at, q.s.Sub(size, bytes)))))
	}
	return q.s.Disj(all...)
}

// maxDepth bounds the number of steps by which address follows a pointer to its origin.
const maxDepth = 20

// address returns places and a number of bytes: the pointer points that number of bytes after one of
// the places. Without places, nothing is known.
func (q *question) address(n pointsto.NodeID, p ssa.ValueID, depth int) ([]values.Place, term.ID) {
	view := q.pts.View(n)
	zero := q.s.Uint(0, uint(q.model.PtrBits()))
	d := &view.Values[p]
	if depth == 0 {
		return nil, zero
	}
	switch d.Kind {
	case ssa.Param:
		if arg, ok := q.argument(n, d); ok {
			return q.address(arg.Node, arg.Value, depth-1)
		}
		return q.facts.PointedAt(pointsto.At{Node: n, Block: 1}, p), zero
	case ssa.Phi:
		return q.facts.PointedAt(pointsto.At{Node: n, Block: d.Block}, p), zero
	case ssa.Def:
	default:
		return nil, zero
	}
	switch in := view.Instr(p); in.Op {
	case ir.OpPtrAdd:
		places, off := q.address(n, view.Arg(d.Block, d.Index, 0), depth-1)
		if len(places) == 0 {
			return nil, zero
		}
		return places, q.s.Add(off, q.valueHere(n, view.Arg(d.Block, d.Index, 1)))
	case ir.OpCopy, ir.OpBitcast:
		if arg := view.Arg(d.Block, d.Index, 0); view.Values[arg].Type.IsPtr() {
			return q.address(n, arg, depth-1)
		}
	case ir.OpGlobalAddr, ir.OpEnter, ir.OpAlloc:
		return q.facts.Born(n, p), zero
	case ir.OpLoad:
		return q.facts.Pointed(values.Origin{Node: n, Value: p}), zero
	case ir.OpCall, ir.OpCallPtr:
		return q.facts.PointedAt(pointsto.At{Node: n, Block: d.Block, Instr: d.Index + 1}, p), zero
	}
	return nil, zero
}
