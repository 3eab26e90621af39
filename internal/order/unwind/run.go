package unwind

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Loop implements loops.Walker.
func (f *frame) Loop(head ir.BlockID) loops.Iterations[*state] {
	return &iterations{frame: f, await: f.awaits(head)}
}

// iterations is a loop that is being executed.
type iterations struct {
	frame *frame
	await *awaiting // nil: it is no await loop
	// Of the thread before the iteration: its nodes, and the threads that it had created
	// and that never begin.
	nodes, unbegun int
}

// Begin implements loops.Iterations.
func (i *iterations) Begin(states []*state) {
	i.nodes, i.unbegun = len(i.frame.t.graph().Nodes), i.frame.t.unbegun
	if i.await != nil {
		i.await.visit(states)
	}
}

// End implements loops.Iterations.
func (i *iterations) End(back []*state) ([]*state, int) {
	t := i.frame.t
	if i.await != nil {
		back = t.sideEffectFree(i.await, back)
	}
	switch {
	case t.u.exhausted():
		return back, -1
	case t.unbegun > i.unbegun: // code after such a loop needs no more threads
		return back, DefaultConcrete
	case len(t.graph().Nodes) > i.nodes:
		return back, t.u.opts.concreteVisible()
	}
	return back, t.u.opts.concrete()
}

// Leave implements loops.Iterations.
func (i *iterations) Leave() {
	if t := i.frame.t; i.await != nil {
		t.awaiting = t.awaiting[:len(t.awaiting)-1]
	}
}

// Cut implements loops.Walker.
func (f *frame) Cut(states []*state, head ir.BlockID, limit int) {
	f.pos = f.fn.Blocks[head].Pos()
	for _, st := range states {
		f.t.cut(st, verdict.LoopBound, limit)
	}
}

// Stopped implements loops.Walker.
func (f *frame) Stopped() bool { return f.t.u.stopped != nil }

// Block implements loops.Walker.
func (f *frame) Block(st *state, b ir.BlockID) {
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
		if in.Dst != 0 && t.u.opts.checksLeaks() {
			t.sees(st.regs[in.Dst])
		}
	}
	f.block, f.instr = b, len(blk.Instrs)
	f.pos = blk.Term.Pos
	f.terminate(st, b, &blk.Term)
}

func (f *frame) terminate(st *state, b ir.BlockID, term_ *ir.Term) {
	t := f.t
	switch term_.Op {
	case ir.TermBr:
		f.walk.Jump(st, b, term_.Targets[0])
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

// processEnds executes the end of the process: the thread just stops. The decoder of a model cuts off the
// later steps of other threads at the violation.
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
		if t.u.late(i) {
			return
		}
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
		f.walk.Decided(b, targets[last], targets)
		st.path = paths[last]
		f.walk.Jump(st, b, targets[last])
		return
	}
	for i, p := range paths {
		if t.u.late(i) {
			return
		}
		if p != nil {
			f.walk.Jump(t.u.fork(st, p), b, targets[i])
		}
	}
}

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

// Merge implements loops.Walker.
func (f *frame) Merge(waiting *[]*state, st *state, b ir.BlockID) {
	for _, other := range *waiting {
		if mergeable(other, st) {
			f.t.u.mergeInto(other, st, f.keeps(b))
			return
		}
	}
	*waiting = append(*waiting, st)
}

func (f *frame) ret(st *state, ret *ir.Term) {
	t := f.t
	f.walk.Returns(f.block)
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
	st.regs = nil
	t.returns(&f.out, outcome{st, v})
}

// outcome is the state in which a call returns, if it does, and its result.
type outcome struct {
	st     *state
	result value
}

// returns adds a way in which a call returns. It reports whether that is supported.
func (t *thread) returns(all *outcome, o outcome) bool {
	switch {
	case o.st == nil:
	case all.st == nil:
		*all = o
	case !mergeable(all.st, o.st):
		return t.unsupported(o.st, "an atomic section that a function leaves open on some paths only")
	default:
		_, isAll := t.u.join(all.st.path, o.st.path)
		all.result = t.u.merge(isAll, all.result, o.result)
		t.u.mergeInto(all.st, o.st, nil)
	}
	return true
}

// user returns the innermost frame outside the library models; without one, the innermost of all.
func (t *thread) user() *frame {
	for i := len(t.frames) - 1; i >= 0; i-- {
		if !t.frames[i].fn.Model {
			return t.frames[i]
		}
	}
	return t.frames[len(t.frames)-1]
}

// where returns the innermost place outside the library models.
func (t *thread) where() (ir.FuncID, ir.Pos) {
	if len(t.frames) == 0 {
		return 0, ir.Pos{}
	}
	f := t.user()
	return f.id, f.pos
}

// operation returns the node of a visible operation: the running section's, or a
// new one.
func (t *thread) operation(st *state, kind event.NodeKind) *node {
	if st.section != nil {
		return st.section.node
	}
	return t.newNode(kind, st.path.term, st.path.term)
}

// stepIf returns the node of an operation that may turn out to be no step (isStep): the running
// section's, else a new one if it is needed.
func (t *thread) stepIf(st *state, needed bool, kind event.NodeKind) *node {
	switch {
	case st.section != nil:
		return st.section.node
	case needed:
		return t.newNode(kind, st.path.term, term.False)
	}
	return nil
}

// isStep sets the condition under which an operation outside of sections is a step.
func (t *thread) isStep(st *state, n *node, step term.ID) {
	if st.section == nil && n != nil {
		n.Step = t.terms.And(st.path.term, step)
	}
}
