package unwind

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// awaiting is an await loop that is being executed (package loops): an iteration after which nothing has
// changed is not followed by another. It has the state of the thread at the header.
type awaiting struct {
	loop    *loops.Loop
	frame   int   // index of the frame
	acted   int32 // slot key: the iteration changed something that others can see
	regs    []value
	mem     trie
	section *section
	depth   int32
	valid   bool
	race    *awaitRace // nil unless the graph is for races
	// firstLocal is where the current instances of locals begin in regs.
	firstLocal int
}

// awaits returns the record of a loop that may be an await loop, or nil.
func (f *frame) awaits(head ir.BlockID) *awaiting {
	fn := f.t.u.w.facts.Loops().Func(f.id)
	at := fn.Nest.At(head)
	if at == ir.NoLoop || !fn.Loops[at].Await || fn.Loops[at].Concrete {
		return nil
	}
	t := f.t
	n := len(t.awaiting)
	for len(t.u.w.awaitKeys) <= n {
		t.u.w.awaitKeys = append(t.u.w.awaitKeys, t.u.w.note(value{bits: term.False}))
	}
	a := &awaiting{loop: &fn.Loops[at], frame: len(t.frames) - 1, acted: t.u.w.awaitKeys[n], firstLocal: len(f.fn.Regs)}
	if t.u.opts.races() {
		a.race = t.awaitRace(n)
	}
	t.awaiting = append(t.awaiting, a)
	return a
}

// visit records the states at the header before an iteration.
func (a *awaiting) visit(states []*state) {
	a.valid = len(states) == 1
	if a.race != nil {
		a.race.visit(states)
	}
	if !a.valid {
		return
	}
	st := states[0]
	st.note(a.acted, term.False)
	a.mem = st.mem.fork()
	a.regs = slices.Clone(st.regs)
	a.section, a.depth = st.section, st.depth
}

// sideEffectFree cuts the states after an iteration to those in which something has changed.
func (t *thread) sideEffectFree(a *awaiting, states []*state) []*state {
	if !a.valid {
		return states
	}
	u := t.u
	out := states[:0]
	for _, st := range states {
		same := u.unchanged(a, st)
		if a.race != nil {
			same = u.pointless(a.race, st, same)
		}
		if st.section != nil {
			if t.needs(st, u.terms.Not(same)) {
				out = append(out, st)
			}
		} else if p := u.extend(st.path, u.terms.Not(same)); p != nil {
			st.path = p
			out = append(out, st)
		}
	}
	return out
}

// unchanged returns the condition under which an iteration had no side effects.
func (u *unwinder) unchanged(a *awaiting, st *state) term.ID {
	if a.section != st.section || a.depth != st.depth {
		return term.False
	}
	s := u.terms
	same := s.Not(u.noted(st, a.acted))
	for _, r := range a.loop.Carried {
		if old, now := a.regs[r], st.regs[r]; old != now && same != term.False {
			same = s.And(same, u.sameValue(old, now))
		}
	}
	for _, l := range a.loop.CarriedLocals {
		if same == term.False {
			break
		}
		same = s.And(same, u.sameLocal(a, st, l))
	}
	return same
}

func (u *unwinder) sameValue(a, b value) term.ID {
	x, y := u.bits(a), u.bits(b)
	if x == term.None || y == term.None {
		x, y = u.orZero(x, y)
	}
	return u.terms.Eq(x, y)
}

// sameLocal returns whether the bytes of a local are as they were.
func (u *unwinder) sameLocal(a *awaiting, st *state, l ir.LocalID) term.ID {
	at := a.firstLocal + int(l)
	old, now := a.regs[at], st.regs[at]
	if old == now && now == (value{}) {
		return term.True
	}
	if old.ptr == nil || now.ptr == nil || len(old.ptr.cases) != 1 || len(now.ptr.cases) != 1 {
		return term.False
	}
	o := now.ptr.cases[0].obj
	if o == nil || o != old.ptr.cases[0].obj {
		return term.False
	}
	before := state{mem: a.mem}
	same := term.True
	for _, c := range o.cells {
		for k := range c.slotCount() {
			x, y := u.slotBits(&before, c, k), u.slotBits(st, c, k)
			switch {
			case x == y:
			case u.terms.Sort(x).IsArray():
				same = term.False
			default:
				same = u.terms.And(same, u.terms.Eq(x, y))
			}
		}
	}
	return same
}

func (u *unwinder) slotBits(st *state, c *cell, k int64) term.ID {
	if c.count > maxElements {
		return u.initialArrayOf(st, c)
	}
	return u.bits(u.viewedAt(st, c, k))
}

// acts records the effects of an instruction on other threads, right before it is executed. They decide
// whether a loop iteration has side effects.
func (t *thread) acts(st *state, f *frame, in *ir.Instr) {
	fn := t.u.w.facts.Loops().Func(f.id)
	if t.u.opts.races() && !st.quiet() && fn.Reads(in) && !fn.Repeated(f.fn, f.block, f.instr) {
		t.looks(st)
	}
	switch fn.Action(in) {
	case loops.Acts:
		t.acted(st, term.True, 0)
	case loops.ThroughParam:
		t.acted(st, term.True, t.ownerFrame(st, f, in)+1)
	}
}

// changes records the effect of an exchange that may leave memory unchanged. changed is the condition that
// it does not.
func (t *thread) changes(st *state, f *frame, in *ir.Instr, changed term.ID) {
	if len(t.awaiting) > 0 && t.u.w.facts.Loops().Func(f.id).Action(in) == loops.IfChanged {
		t.acted(st, changed, 0)
	}
}

// acted records an action under a condition for the loops of the frames from an index on.
func (t *thread) acted(st *state, cond term.ID, from int) {
	for _, a := range t.awaiting {
		if a.frame >= from {
			st.note(a.acted, t.terms.Or(t.u.noted(st, a.acted), cond))
		}
	}
}

// ownerFrame returns the index of the frame whose local a store through a non-escaping
// parameter changes; -1 if it is not known.
func (t *thread) ownerFrame(st *state, f *frame, in *ir.Instr) int {
	frame := -1
	for n, c := range t.u.pointerOf(t.arg(st, f, in.Args[0])).cases {
		at := -1
		if c.obj != nil && c.obj.kind == kindStack && c.obj.owner == t.inst {
			for i, g := range t.frames {
				if g == c.obj.frame {
					at = i
				}
			}
		}
		if n == 0 {
			frame = at
		} else {
			frame = min(frame, at)
		}
	}
	return frame
}
