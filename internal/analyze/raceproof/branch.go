package raceproof

import (
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// maxImplied bounds the depth to which conditions are followed.
const maxImplied = 16

// imply returns the path on which a value is zero, or nonzero; nil: there is none.
func (a *prover) imply(p *path, x value, zero bool, fuel int) *path {
	x = a.root(x)
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if c, ok := view.Const(x.v); ok {
		if (c.Lo == 0 && c.Hi == 0) != zero && !d.Type.IsFloat() {
			return nil
		}
		return p
	}
	if a.pts.Recursive(a.pts.Nodes[x.n].Func) || d.Type.IsFloat() {
		return p
	}
	if d.Kind == ssa.Def && view.Instr(x.v).Op == ir.OpChoose && !a.env.Asks(ir.ChooseReason(view.Instr(x.v).Sub)) {
		if !zero {
			return nil
		}
		return p
	}
	a.mention(x)
	if p = p.learn(fact{x, zero}); p != nil && !zero {
		p = a.foundNonzero(p, x)
	}
	if p == nil || d.Kind != ssa.Def || fuel == 0 {
		return p
	}
	in := view.Instr(x.v)
	if v, ok := a.folded(x); ok && (v == 0) != zero {
		return nil
	}
	arg := func(k int) value { return value{x.n, view.Arg(d.Block, d.Index, k)} }
	isZero := func(k int) bool {
		c, ok := view.Const(arg(k).v)
		return ok && c.Lo == 0 && c.Hi == 0 && !c.Type.IsFloat()
	}
	switch in.Op {
	case ir.OpEq, ir.OpNe:
		equal := (in.Op == ir.OpEq) != zero
		switch {
		case isZero(1):
			return a.imply(p, arg(0), equal, fuel-1)
		case isZero(0):
			return a.imply(p, arg(1), equal, fuel-1)
		}
	case ir.OpZExt, ir.OpSExt:
		return a.imply(p, arg(0), zero, fuel-1)
	case ir.OpNot:
		if d.Type == ir.I1 {
			return a.imply(p, arg(0), !zero, fuel-1)
		}
	case ir.OpAnd:
		if !zero && d.Type == ir.I1 {
			return a.both(p, arg(0), arg(1), zero, fuel-1)
		}
	case ir.OpOr:
		if zero {
			return a.both(p, arg(0), arg(1), zero, fuel-1)
		}
	}
	return p
}

// folded returns the result of an instruction whose operands are one or two constant integers.
func (a *prover) folded(x value) (v uint64, ok bool) {
	view := a.pts.View(x.n)
	d, in := &view.Values[x.v], view.Instr(x.v)
	if !d.Type.IsInt() || d.Type.Bits(a.prog.Model) > 64 {
		return 0, false
	}
	var words [2]uint64
	width := 0
	for k, arg := range view.Args(d.Block, d.Index) {
		c, is := a.constOf(value{x.n, arg})
		if width = c.Type.Bits(a.prog.Model); !is || k == len(words) || !c.Type.IsInt() || width > 64 {
			return 0, false
		}
		words[k] = c.Lo
	}
	return ir.Fold(in.Op, d.Type.Bits(a.prog.Model), width, words[0], words[1])
}

func (a *prover) both(p *path, x, y value, zero bool, fuel int) *path {
	if p = a.imply(p, x, zero, fuel); p == nil {
		return nil
	}
	return a.imply(p, y, zero, fuel)
}

// follow sends the paths at the end of a block to its successors.
func (a *prover) follow(at pointsto.At, list []*path) {
	view := a.pts.View(at.Node)
	t := &view.IR.Blocks[at.Block].Term
	v := value{at.Node, view.Term(at.Block)}
	for _, p := range list {
		switch t.Op {
		case ir.TermBr:
			a.enter(at, t.Targets[0], p)
		case ir.TermCondBr:
			for k, zero := range []bool{false, true} {
				q := a.imply(p, v, zero, maxImplied)
				if q != nil {
					q = a.leaveLoop(at, k, q)
				}
				if q != nil {
					a.enter(at, t.Targets[k], q)
				}
			}
		case ir.TermSwitch:
			a.toCases(at, p, t, v)
		case ir.TermRet:
			a.leave(at.Node, v, p)
		case ir.TermThreadExit:
			a.exit(a.pts.Nodes[at.Node].Thread, p)
		}
	}
}

// enter sends a path into another block, unless control certainly never goes there.
func (a *prover) enter(at pointsto.At, to ir.BlockID, p *path) {
	if a.known == nil || a.known.Taken(Edge{at.Node, at.Block, to}) {
		a.arrive(pointsto.At{Node: at.Node, Block: to}, p)
	}
}

func (a *prover) toCases(at pointsto.At, p *path, t *ir.Term, v value) {
	zeroCase := false
	for k, c := range t.Cases {
		q := p
		switch hasZero := c.Lo == 0; {
		case hasZero && c.Hi == 0:
			q = a.imply(p, v, true, maxImplied)
			zeroCase = true
		case !hasZero:
			q = a.imply(p, v, false, maxImplied)
		default:
			zeroCase = true
		}
		if q != nil {
			a.enter(at, t.Targets[k+1], q)
		}
	}
	if zeroCase {
		p = a.imply(p, v, false, maxImplied)
	}
	if p != nil {
		a.enter(at, t.Targets[0], p)
	}
}
