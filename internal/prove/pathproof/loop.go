package pathproof

import (
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// bound says that a value merged at a loop head is not above its value at the entry of the loop or, if
// above is set, not below it.
type bound struct {
	merged, first ssa.ValueID
	above         bool
}

// bounds returns the bounds that hold whenever control is at the head of a loop. They are about values
// to which every iteration adds, or from which every iteration subtracts, and a solver has confirmed
// them.
func (p *prover) bounds(head pointsto.At) []bound {
	found, ok := p.loops[head]
	if ok {
		return found
	}
	p.loops[head] = nil // while they are computed, too
	view := p.pts.View(head.Node)
	for v := range view.Values {
		d := &view.Values[v]
		if d.Kind != ssa.Phi || d.Block != head.Block || !d.Type.IsInt() || d.Type.Bits(p.model) > 64 || len(d.Args) != len(view.Preds[head.Block]) {
			continue
		}
		if b, ok := p.candidate(view, ssa.ValueID(v)); ok && p.inductive(head, b) {
			found = append(found, b)
		}
	}
	p.loops[head] = found
	return found
}

// candidate returns a possible bound of a merged value, by the constants that the iterations add.
func (p *prover) candidate(view *ssa.Func, v ssa.ValueID) (b bound, ok bool) {
	d := &view.Values[v]
	b.merged = v
	for e, from := range view.Preds[d.Block] {
		x := d.Args[e]
		if !view.Loops.Dom.Dominates(d.Block, from) {
			if b.first != ssa.NoValue {
				return b, false // the loop has several entries
			}
			b.first = x
			continue
		}
		if view.Values[x].Kind != ssa.Def {
			return b, false
		}
		in, args := view.Instr(x), view.Args(view.Values[x].Block, view.Values[x].Index)
		if in.Op != ir.OpAdd && in.Op != ir.OpSub || args[0] != v {
			return b, false
		}
		c, constant := view.Const(args[1])
		if !constant {
			return b, false
		}
		negative := c.Lo>>(d.Type.Bits(p.model)-1)&1 != 0
		above := negative == (in.Op == ir.OpSub)
		if ok && above != b.above {
			return b, false
		}
		b.above, ok = above, true
	}
	return b, ok && b.first != ssa.NoValue
}

// inductive reports whether every iteration preserves a bound.
func (p *prover) inductive(head pointsto.At, b bound) bool {
	view := p.pts.View(head.Node)
	for e, from := range view.Preds[head.Block] {
		if !view.Loops.Dom.Dominates(head.Block, from) {
			continue
		}
		q := p.newQuestion(pointsto.At{Node: head.Node, Block: from, Instr: len(view.IR.Blocks[from].Instrs)})
		q.given = map[pointsto.At]bound{head: b}
		after := q.s.Not(q.bounded(head.Node, view.Values[b.merged].Args[e], b))
		if q.decide(p.ctx, q.s.And(q.branch(head.Node, from, head.Block), after)) != sat.Unsatisfiable {
			return false
		}
	}
	return true
}

// bounded returns whether a value satisfies a bound.
func (q *question) bounded(n pointsto.NodeID, v ssa.ValueID, b bound) term.ID {
	x, first := q.valueHere(n, v), q.valueHere(n, b.first)
	if b.above {
		return q.s.Sle(first, x)
	}
	return q.s.Sle(x, first)
}

// invariant returns the known bounds at the head of a loop, as a condition.
func (q *question) invariant(head pointsto.At) term.ID {
	list := q.p.bounds(head)
	if b, ok := q.given[head]; ok {
		list = append(list[:len(list):len(list)], b)
	}
	all := []term.ID{term.True}
	for _, b := range list {
		all = append(all, q.bounded(head.Node, b.merged, b))
	}
	return q.withSides(q.s.Conj(all...))
}
