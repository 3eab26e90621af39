package unwind

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// section is an atomic section from its outermost begin on: one node.
//
// A section in which the thread may have to wait has a fresh variable in its guard, go. If no operation in
// it can be violated or cut, go means that the section reaches its end: the conditions for which it waits
// are facts. Otherwise go means that it is attempted, and only executions that reach the end continue
// (semantics 4).
//
// The values that a section reads and writes are in overlay slots. So it reads each cell once, and writes
// it at the end, if it reaches it.
type section struct {
	id      int32
	node    *node
	model   bool      // of a library model
	program bool      // written in the program
	final   bool      // of a thread that waits for ever (wait.go)
	start   *path     // with go
	going   bool      // it has a variable go
	attempt bool      // something on the way may be violated or cut
	lost    bool      // some path without waits ends the thread before the section's end
	halts   []term.ID // conditions under which the process ends inside, for races
	waits   []wait
	ends    []term.ID // the conditions under which it is completed
	touched []*cell   // written, by overlay
	writes  []sectionWrite
	steps   []sectionWrite // of cells that are accessed stepwise, for races
}

// wait is a condition that a section needs where its path holds.
type wait struct{ path, cond term.ID }

// sectionWrite is a write of a section to a shared array.
type sectionWrite struct {
	cell  *cell
	index term.ID
	guard term.ID
	value value
	order ir.MemOrder
}

// beginSection enters an atomic section.
func (t *thread) beginSection(st *state, f *frame, in *ir.Instr) bool {
	if st.section != nil {
		st.depth++
		return t.nest(st, in)
	}
	u := t.u
	u.sections++
	model := ir.SectionKind(in.Sub) == ir.ModelSection
	sec := &section{id: u.sections, model: model, program: !model}
	goes := term.None
	if u.w.waiting[f.id] {
		sec.going = true
		goes = u.terms.Var("go", term.Bool)
		if sec.model {
			at, i, pos := f.block, f.instr, f.pos
			t.stays(st, goes, event.Section, func(waiting *state) { f.execFrom(waiting, at, i+1) })
			f.block, f.instr, f.pos = at, i, pos
		}
		st.path = u.extend(st.path, goes)
	}
	t.open(st, sec, event.Section)
	sec.node.Go, sec.node.Model = goes, model
	st.kinds = 0
	if sec.program {
		t.point(st, sec.node, event.Point{Kind: event.PointEnter})
	}
	return t.nest(st, in)
}

// open makes the node of a section, which a state then is in.
func (t *thread) open(st *state, sec *section, kind event.NodeKind) {
	sec.start, sec.node = st.path, t.newNode(kind, st.path.term, term.None)
	t.u.open = append(t.u.open, sec)
	st.section, st.depth = sec, 1
}

func (t *thread) endSection(st *state) bool {
	if st.section == nil {
		return true
	}
	if st.depth--; st.depth > 0 {
		st.kinds >>= 1
		return true
	}
	return t.leaveSection(st)
}

// leaveSection completes the section that a state is in.
func (t *thread) leaveSection(st *state) bool {
	sec := st.section
	if sec.final {
		return false
	}
	u := t.u
	s := u.terms
	if sec.going && !sec.attempt && !sec.lost && sec.onlyWaits(st.path) {
		st.path = sec.start
	}
	for _, c := range sec.touched {
		o := overlay(st, c)
		if guard := s.And(st.path.term, o.written); o.written != term.False && guard != term.False {
			t.event(sec.node, event.Write, c, term.None, guard, u.bits(o.value), ir.NonAtomic)
			t.noteHold(st, sec.node, c, o.written)
		}
	}
	for _, w := range sec.writes {
		if guard := s.And(st.path.term, w.guard); guard != term.False {
			t.event(sec.node, event.Write, w.cell, w.index, guard, u.bits(w.value), w.order)
		}
	}
	sec.ends = append(sec.ends, st.path.term)
	if sec.program {
		t.point(st, sec.node, event.Point{Kind: event.PointLeave})
	}
	st.section, st.depth, st.kinds = nil, 0, 0
	return true
}

// onlyWaits reports whether nothing but waiting makes a path longer than the
// section's beginning.
func (sec *section) onlyWaits(p *path) bool {
	for ; p != sec.start; p = p.up {
		if p == nil || !slices.ContainsFunc(sec.waits, func(w wait) bool { return w.cond == p.cond }) {
			return false
		}
	}
	return true
}

// needs adds a condition for which a thread waits inside a section; outside one, the thread stops without
// it.
func (t *thread) needs(st *state, cond term.ID) bool {
	if sec := st.section; sec != nil && cond != term.True {
		sec.waits = append(sec.waits, wait{st.path.term, cond})
	}
	p := t.u.extend(st.path, cond)
	if p == nil {
		return false
	}
	st.path = p
	return true
}

// certain reports whether a section's waits are certainly facts. Then its conditions can be assumed at
// once.
func (t *thread) certain(st *state) bool {
	sec := st.section
	return sec != nil && sec.going && sec.model && !sec.attempt && t.u.opts.simple()
}

// closeSections adds the facts of all sections and sets the conditions under which they are steps.
func (u *unwinder) closeSections() {
	s := u.terms
	for _, sec := range u.open {
		if sec.going && !sec.attempt {
			for _, w := range sec.waits {
				u.fact(s.Implies(w.path, w.cond))
			}
			if !sec.lost {
				sec.node.Step = sec.node.Guard
				continue
			}
		}
		sec.node.Step = s.Disj(sec.ends...)
	}
	u.closeRaces()
}

// waitingFuncs reports for each function whether it or a callee has an instruction at which a thread may
// have to wait in a section, or the process may end.
func waitingFuncs(p *ir.Program) []bool {
	waiting := make([]bool, len(p.Funcs))
	for changed := true; changed; {
		changed = false
		for id := 1; id < len(p.Funcs); id++ {
			if waiting[id] {
				continue
			}
			fn := &p.Funcs[id]
			for _, in := range fn.Instrs() {
				switch in.Op {
				case ir.OpAssert, ir.OpCallPtr:
					waiting[id] = waiting[id] || !fn.Model
				case ir.OpAcquire, ir.OpJoin, ir.OpBlockUntil, ir.OpAssume, ir.OpChooseRange, ir.OpChooseBit:
					waiting[id] = true
				case ir.OpCall:
					waiting[id] = waiting[id] || waiting[in.Func]
				}
			}
			for b := 1; b < len(fn.Blocks); b++ {
				waiting[id] = waiting[id] || fn.Blocks[b].Term.Op == ir.TermHalt
			}
			changed = changed || waiting[id]
		}
	}
	return waiting
}
