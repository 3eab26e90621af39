package unwind

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/analysis/loops"
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// exec executes the states that wait before the blocks of a part of the order.
func (f *frame) exec(list []loops.Part) {
	for i := range list {
		e := &list[i]
		if e.Loop != 0 {
			f.iterate(e)
			continue
		}
		f.blockAt(e.Block)
	}
}

// accounted holds that no state waits before a block when a function has been executed:
// each was executed, merged with another, or stopped with a reason.
func (f *frame) accounted() {
	if f.t.u.stopped != nil {
		return
	}
	for b := range f.pending {
		if len(f.pending[b])+len(f.back[b]) > 0 {
			panic(fmt.Sprintf("unwind: control that comes to b%d of %s is lost", b, f.fn.Name))
		}
	}
}

// iterate executes a loop until no state is left in it, or to its bound.
func (f *frame) iterate(e *loops.Part) {
	t := f.t
	counted, free := 0, 0
	a := f.awaits(e)
	if a != nil {
		defer func() { t.awaiting = t.awaiting[:len(t.awaiting)-1] }()
	}
	for len(f.pending[e.Block]) > 0 {
		nodes := len(t.u.graph.Threads[t.id].Nodes)
		if a != nil {
			a.visit(f.pending[e.Block])
		}
		f.exited[e.Loop], f.stays[e.Loop] = false, false
		f.blockAt(e.Block)
		f.exec(e.Body)
		back := f.back[e.Block]
		f.back[e.Block] = nil
		if a != nil {
			back = t.sideEffectFree(a, back)
		}
		if len(back) == 0 {
			return
		}
		limit := t.u.opts.concrete()
		if len(t.u.graph.Threads[t.id].Nodes) > nodes {
			limit = t.u.opts.concreteVisible()
		}
		if f.exited[e.Loop] || !f.stays[e.Loop] {
			counted++
		} else {
			free++
		}
		if counted >= t.u.opts.Loop || free > limit || t.u.exhausted() {
			if counted < t.u.opts.Loop {
				counted = free
			}
			f.pos = f.fn.Blocks[e.Block].Pos()
			for _, st := range back {
				t.cut(st, verdict.LoopBound, counted)
			}
			return
		}
		f.pending[e.Block] = back
	}
}

// blockAt executes the states that wait before a block.
func (f *frame) blockAt(b ir.BlockID) {
	states := f.pending[b]
	f.pending[b] = nil
	for _, st := range states {
		f.execBlock(st, b)
	}
}

func (f *frame) execBlock(st *state, b ir.BlockID) {
	f.passes(st, b)
	f.execFrom(st, b, 0)
}

// execFrom executes a block from an instruction on.
func (f *frame) execFrom(st *state, b ir.BlockID, from int) {
	t := f.t
	blk := &f.fn.Blocks[b]
	for i := from; i < len(blk.Instrs); i++ {
		f.block, f.instr = b, i
		in := &blk.Instrs[i]
		f.pos = in.Pos
		t.u.stats.Instructions++
		if t.u.stats.Instructions&255 == 0 {
			t.u.poll()
		}
		reasons, final := t.u.reasons, st.section != nil && st.section.final
		if t.u.stopped != nil || !t.instr(st, f, in) {
			if t.u.reasons == reasons && t.u.stopped == nil && !final {
				panic(fmt.Sprintf("unwind: control is lost at b%d instruction %d of %s", b, i+1, f.fn.Name))
			}
			return
		}
		if in.Dst != 0 && t.u.opts.Property == verdict.Memory {
			t.sees(st.regs[in.Dst])
		}
	}
	f.block, f.instr = b, len(blk.Instrs)
	f.pos = blk.Term.Pos
	f.terminate(st, b, &blk.Term)
}

// terminate executes the end of a block.
func (f *frame) terminate(st *state, b ir.BlockID, term_ *ir.Term) {
	t := f.t
	switch term_.Op {
	case ir.TermBr:
		f.jump(st, b, term_.Targets[0])
	case ir.TermCondBr:
		c := t.u.isOne(t.u.bits(t.arg(st, f, term_.Arg)))
		f.branch(st, b, []term.ID{c, t.terms.Not(c)}, term_.Targets)
	case ir.TermSwitch:
		f.switches(st, b, term_)
	case ir.TermRet:
		f.ret(st, term_)
	case ir.TermThreadExit:
		if st.section != nil {
			if !t.leaveSection(st) {
				return
			}
			t.within = t.terms.Or(t.within, st.path.term)
		}
		t.finish(st)
	case ir.TermHalt:
		t.processEnds(st)
	case ir.TermUnreachable:
		t.unsupported(st, "control reaches a place that the front end declared unreachable")
	}
}

// processEnds is the end of the process: the thread just stops. What the others
// do afterwards is cut off at the violation by whoever reads the model.
func (t *thread) processEnds(st *state) {
	t.processLeaks(st)
	t.endsProcess(st, term.True)
	t.halts(st, term.True)
	t.assume(st, term.False)
}

// branch sends a state to the targets whose conditions, which exclude one
// another, can hold.
func (f *frame) branch(st *state, b ir.BlockID, conds []term.ID, targets []ir.BlockID) {
	t := f.t
	paths := make([]*path, len(conds))
	feasible, last := 0, 0
	for i, c := range conds {
		paths[i] = t.u.extend(st.path, c)
		if paths[i] == nil {
			continue
		}
		feasible, last = feasible+1, i
		if paths[i] == st.path {
			clear(paths[:i])
			feasible = 1
			break
		}
	}
	if feasible == 1 {
		for i, to := range targets {
			if i != last {
				f.flow.Leaves(b, to, func(l int32) {
					f.stays[l] = f.stays[l] || f.flow.Within(targets[last], l)
				})
			}
		}
		st.path = paths[last]
		f.jump(st, b, targets[last])
		return
	}
	for i, p := range paths {
		if p != nil {
			f.jump(t.u.fork(st, p), b, targets[i])
		}
	}
}

// switches executes a switch.
func (f *frame) switches(st *state, b ir.BlockID, sw *ir.Term) {
	t := f.t
	s := t.terms
	v := t.u.vector(t.u.bits(t.arg(st, f, sw.Arg)))
	w := s.Width(v)
	conds := make([]term.ID, len(sw.Targets))
	none := term.True
	for i, c := range sw.Cases {
		var in term.ID
		if c.Lo == c.Hi {
			in = s.Eq(v, s.Uint(c.Lo, w))
		} else {
			in = s.And(s.Ule(s.Uint(c.Lo, w), v), s.Ule(v, s.Uint(c.Hi, w)))
		}
		conds[i+1] = in
		none = s.And(none, s.Not(in))
	}
	conds[0] = none
	f.branch(st, b, conds, sw.Targets)
}

// jump hands a state over to a block.
func (f *frame) jump(st *state, from, to ir.BlockID) {
	f.flow.Leaves(from, to, func(l int32) { f.exited[l] = true })
	list := &f.pending[to]
	if f.flow.Rank[to] <= f.flow.Rank[from] {
		list = &f.back[to]
	}
	for _, other := range *list {
		if mergeable(other, st) {
			f.t.u.mergeInto(other, st, f.keeps(to))
			return
		}
	}
	*list = append(*list, st)
}

// ret leaves the function.
func (f *frame) ret(st *state, ret *ir.Term) {
	t := f.t
	f.flow.leavesAll(f.block, func(l int32) { f.exited[l] = true })
	v := value{}
	if ret.HasArg {
		v = t.arg(st, f, ret.Arg)
	}
	if len(t.frames) == 1 {
		if t.inst.parent == nil {
			t.processEnds(st)
			return
		}
	} else if !t.endFrame(st, f) {
		return
	}
	if f.out == nil {
		f.out, f.result = st, v
		return
	}
	if !mergeable(f.out, st) {
		t.unsupported(st, "an atomic section that a function leaves open on some paths only")
		return
	}
	st.regs, f.out.regs = nil, nil
	_, isOut := t.u.join(f.out.path, st.path)
	f.result = t.u.merge(isOut, f.result, v)
	t.u.mergeInto(f.out, st, nil)
}

// leavesAll calls mark for every loop that a block is in.
func (f *flow) leavesAll(b ir.BlockID, mark func(loop int32)) {
	for l := f.Inner[b]; l != 0; l = f.Loops[l].Outer {
		mark(l)
	}
}

// where returns the innermost place outside the library models.
func (t *thread) where() (ir.FuncID, ir.Pos) {
	for i := len(t.frames) - 1; i >= 0; i-- {
		if f := t.frames[i]; !f.fn.Model {
			return f.id, f.pos
		}
	}
	if n := len(t.frames); n > 0 {
		f := t.frames[n-1]
		return f.id, f.pos
	}
	return 0, ir.Pos{}
}

// operation returns the node of a visible operation: the running section's, or a
// new one.
func (t *thread) operation(st *state, kind event.NodeKind) *node {
	if st.section != nil {
		return st.section.node
	}
	return t.newNode(kind, st.path.term, st.path.term)
}
