package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// passes records that a thread begins a block.
func (f *frame) passes(st *state, b ir.BlockID) {
	t := f.t
	if !t.u.opts.Trail || st.section != nil && st.section.final {
		return
	}
	p := event.Passage{Thread: t.id, Node: t.nodeOf(st), Inside: st.section != nil, Func: f.id, Block: b, Guard: st.path.term, Regs: make([]term.ID, len(f.fn.Regs))}
	for r := range p.Regs {
		if f.flow.Live.Has(b, ir.Reg(r)) {
			p.Regs[r] = st.regs[r].bits
		}
	}
	t.u.graph.Trail = append(t.u.graph.Trail, p)
}

// endsProcess records that the process ends here under the path and cond.
func (t *thread) endsProcess(st *state, cond term.ID) {
	if !t.u.opts.Trail || st.section != nil && st.section.final {
		return
	}
	fn, pos := t.where()
	t.u.graph.Ends = append(t.u.graph.Ends, event.End{Thread: t.id, Node: t.nodeOf(st), Guard: t.terms.And(st.path.term, cond), Func: fn, Pos: pos})
}

// nodeOf returns the node that a state is in, or else the thread's last one.
func (t *thread) nodeOf(st *state) event.NodeID {
	if st.section != nil {
		return st.section.node.id
	}
	return t.last
}
