package lower

import (
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// jumpTarget holds the targets of break and continue inside a loop or switch; a switch has no continue
// target of its own.
type jumpTarget struct {
	outer             *jumpTarget
	scope             *scope // the scope that holds the loop or switch
	breaks, continues ir.BlockID
}

// leaveTo ends the scopes inside the innermost statement that has the wanted
// block and jumps there.
func (f *function) leaveTo(t *jumpTarget, want func(*jumpTarget) ir.BlockID) {
	for ; t != nil; t = t.outer {
		if b := want(t); b != 0 {
			f.unwind(f.scope.snapshot(), t.scope)
			f.jump(b)
			return
		}
	}
	f.unsupported(f.b.Pos, "break or continue outside of a loop")
}

// labelState is a label of goto: its block and the point where it stands.
type labelState struct {
	block ir.BlockID
	at    snapshot
}

// pendingGoto is a goto whose block still lacks its end: the label's place may
// not be known yet.
type pendingGoto struct {
	label *tree.Label
	from  snapshot
	block ir.BlockID
	pos   ir.Pos
}

// label makes the current point the target of a label.
func (f *function) label(l *tree.Label) {
	b := f.b.NewBlock()
	f.b.Br(b)
	f.open(b)
	f.labels[l] = &labelState{block: b, at: f.scope.snapshot()}
}

// resolveGotos ends the blocks of all gotos. On each edge it leaves the objects of scopes that the
// jump leaves, and enters those of scopes that it enters.
func (f *function) resolveGotos() {
	for i := 0; i < len(f.gotos); i++ { // a cleanup may hold no goto, but be safe
		g := f.gotos[i]
		f.b.Pos = g.pos
		f.open(g.block)
		l := f.labels[g.label]
		if l == nil {
			f.unsupported(g.pos, "goto to a label that does not exist")
			f.b.Unreachable()
			continue
		}
		f.unwind(g.from, common(g.from, l.at))
		f.leaveBack(g.from, l.at)
		f.enterTo(g.from, l.at)
		f.b.Br(l.block)
	}
	f.gotos = nil
}

// gotoPtr lowers a computed goto: a switch over the labels whose address is taken.
func (f *function) gotoPtr(s *tree.GotoPtr) {
	v := f.b.Convert(ir.OpPtrToInt, f.model.PtrInt(), f.rvalue(s.X))
	f.b.Pos = s.P
	var cases []ir.Case
	var targets []ir.BlockID
	from := f.scope.snapshot()
	for _, l := range f.tf.AddressLabels {
		cases = append(cases, ir.Case{Lo: l.Number, Hi: l.Number})
		edge := f.b.NewBlock()
		targets = append(targets, edge)
		f.gotos = append(f.gotos, pendingGoto{label: l, from: from, block: edge, pos: s.P})
	}
	bad := f.b.NewBlock()
	f.b.Switch(v, bad, cases, targets)
	f.open(bad)
	if f.tf.Parent != nil {
		f.unsupported(s.P, "goto * out of a nested function")
	}
	f.stop()
}

// switchState is a switch being lowered.
type switchState struct {
	outer  *switchState
	from   snapshot
	blocks map[*tree.Case]*labelState
}

func (f *function) switchStmt(s *tree.Switch) {
	f.push(nil)
	var v ir.Operand
	f.fullExpr(func() { v = f.rvalue(s.X) })
	dispatch, end := f.b.Block(), f.b.NewBlock()
	f.sw = &switchState{outer: f.sw, from: f.scope.snapshot(), blocks: make(map[*tree.Case]*labelState)}
	f.target = &jumpTarget{outer: f.target, scope: f.scope, breaks: end}
	f.openNew()
	f.bodyStmt(s.Body)
	f.b.Br(end)
	f.target = f.target.outer

	f.open(dispatch)
	f.b.Pos = s.P
	otherwise := end
	if s.Default != nil {
		otherwise = f.caseEdge(s.Default, end)
	}
	w := s.X.Type().Bits(f.model)
	mask := ^uint64(0) >> (64 - min(w, 64))
	var cases []ir.Case
	var targets []ir.BlockID
	add := func(lo, hi int64, to ir.BlockID) {
		cases = append(cases, ir.Case{Lo: uint64(lo) & mask, Hi: uint64(hi) & mask})
		targets = append(targets, to)
	}
	for _, c := range s.Cases {
		to := f.caseEdge(c, end)
		if c.Lo < 0 && c.Hi >= 0 && s.X.Type().IsSigned() {
			add(c.Lo, -1, to)
			add(0, c.Hi, to)
		} else {
			add(c.Lo, c.Hi, to)
		}
	}
	f.sw = f.sw.outer
	f.open(dispatch)
	if len(cases) == 0 {
		readVariable(f.b.F, dispatch, v, s.P)
		f.b.Br(otherwise)
	} else {
		f.b.Switch(v, otherwise, cases, targets)
	}
	f.open(end)
	f.pop()
}

// caseEdge returns the block to which the switch jumps for a case: the case itself, or a block that
// first enters the objects whose declarations the jump passes.
func (f *function) caseEdge(c *tree.Case, end ir.BlockID) ir.BlockID {
	to := f.sw.blocks[c]
	if to == nil {
		return end // the case stands in code that was not lowered
	}
	edge := f.openNew()
	f.enterTo(f.sw.from, to.at)
	f.b.Br(to.block)
	return edge
}

func (f *function) caseStmt(s *tree.Case) {
	b := f.b.NewBlock()
	f.b.Br(b)
	f.open(b)
	if f.sw != nil {
		f.sw.blocks[s] = &labelState{block: b, at: f.scope.snapshot()}
	}
	f.stmt(s.Stmt)
}
