package sequential

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// spawn creates the thread of its own: each place of the inlined program is
// executed at most once.
func (t *thread) spawn(f *frame, st *state, in *ir.Instr) bool {
	if !t.inl.prog.Funcs[in.Func].HasBody() {
		return t.unsupported("thread function "+t.inl.prog.Funcs[in.Func].Name, in.Pos)
	}
	if len(t.inl.threads) >= t.inl.opts.Threads {
		t.cut(verdict.Mark{Bound: verdict.ThreadBound, Limit: t.inl.opts.Threads}, in.Pos)
		return false
	}
	tid := t.inl.addThread(t.tid, in.Func)
	if h := t.beginStep(st, 0); h != nil {
		h.creates = tid
	} else if !t.inner(tid) {
		return t.unsupported("a thread that is created inside an atomic section", in.Pos)
	}
	info := &t.inl.out.Threads[tid]
	child := t.inl.threads[tid]
	child.createdBy, child.createdAt = t.stack(), t.cursor
	child.argument = t.operandValue(f, st, in.Args[0])
	t.bequeath(st, child)
	t.store(info.Handle, t.use(f, st, in.Args[0]))
	n := t.load(t.inl.created, ir.I32)
	t.store(info.Number, n)
	t.store(t.inl.created, t.body.Binary(ir.OpAdd, 0, n, t.body.Int(ir.I32, 1)))
	t.store(info.Steps[0].At, t.body.Int(ir.I8, 1))
	return true
}

// inner records the thread that an open section creates. A section must create one only,
// for the trace.
func (t *thread) inner(tid int) bool {
	var last *stepHead
	for b := t.body.Block(); b > 0 && last == nil; b-- {
		last = t.heads[b]
	}
	if last == nil || last.creates != 0 {
		return false
	}
	last.creates = tid
	return true
}

// startsWith gives the first parameter of a thread's function its value.
func (t *thread) startsWith(f *frame, st *state, r ir.Reg) {
	if t.argument.kind != unknown {
		t.set(f, st, r, t.argument)
		return
	}
	t.body.CopyTo(f.base+r, t.load(t.inl.out.Threads[t.tid].Handle, ir.Ptr))
}

// finish is the end of a thread; with the start function the process ends.
func (t *thread) finish(st *state, exits bool) {
	t.joinEdges(st.from)
	t.depth = st.depth
	if t.tid == 0 && !exits {
		t.processEnds()
		return
	}
	if h := t.beginStep(st, 0); h != nil {
		h.origin = InstrAt{}
	}
	t.store(t.inl.out.Threads[t.tid].Done, t.body.Int(ir.I8, 1))
	t.body.RetVoid()
}

// processEnds executes the end of the process: the thread only stops, since steps of other threads can
// come before the end. Effects in an open section are not visible.
func (t *thread) processEnds() {
	if t.depth > 0 {
		t.body.Assume(t.body.Int(ir.I1, 0))
	}
	t.body.RetVoid()
}
