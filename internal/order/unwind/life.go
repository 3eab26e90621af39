package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// kill ends an object's life under the path and cond.
func (t *thread) kill(st *state, n *node, o *object, cond term.ID) {
	u := t.u
	if o.life == nil {
		o.life = u.newCell(o, event.Life, 0, 0, 1, 1)
		u.w.changed = true
	}
	if o.born != 0 && st.mem.get(o.born-1) == nil && o.owner == t.inst {
		return
	}
	t.freed(st, n, o, cond)
	if _, again := t.killed[o]; !again {
		if t.killed == nil {
			t.killed = make(map[*object]int32)
		}
		t.seq++
		t.killed[o] = t.seq
	}
	t.setWord(st, n, o.life, cond, u.terms.Uint(0, 1))
}

// lives reads whether an object is alive, under the path and cond.
func (t *thread) lives(st *state, n *node, o *object, cond term.ID) term.ID {
	if o.life == nil {
		return term.True
	}
	return t.u.isOne(t.word(st, n, o.life, cond))
}

// aliveIn returns whether an object of the thread's own is alive in its view.
func (t *thread) aliveIn(st *state, o *object) term.ID {
	if o.born != 0 && st.mem.get(o.born-1) == nil {
		return term.False
	}
	if o.life == nil {
		return term.True
	}
	return t.u.isOne(t.u.viewedAt(st, o.life, 0).bits)
}

// endAll ends the lives of objects in one operation, which is visible if one of
// them is.
func (t *thread) endAll(st *state, list []target) bool {
	u := t.u
	s := u.terms
	step, isNode := term.False, false
	for i := range list {
		c := &list[i]
		c.cond = s.And(c.cond, t.aliveIn(st, c.obj))
		v := s.And(c.cond, u.visible(st, c.obj))
		step = s.Or(step, v)
		isNode = isNode || v != term.False || c.obj.life != nil && c.obj.life.shared && c.cond != term.False
	}
	n := t.stepIf(st, isNode, event.Lifetime)
	t.isStep(st, n, step)
	for _, c := range list {
		if c.cond != term.False {
			t.kill(st, n, c.obj, c.cond)
		}
	}
	return true
}

// endLocal ends the current instance of a Local, if there is one.
func (t *thread) endLocal(st *state, f *frame, l ir.LocalID) bool {
	at := len(f.fn.Regs) + int(l)
	list := t.instances(st.regs[at], nil)
	st.regs[at] = value{}
	return len(list) == 0 || t.endAll(st, list)
}

func (t *thread) instances(v value, list []target) []target {
	if v == (value{}) {
		return list
	}
	for _, c := range t.u.pointerOf(v).cases {
		if c.obj != nil && c.cond != term.False {
			list = append(list, c)
		}
	}
	return list
}

// endFrame ends the objects of a frame that is left.
func (t *thread) endFrame(st *state, f *frame) bool {
	var list []target
	for l := 1; l < len(f.fn.Locals); l++ {
		list = t.instances(st.regs[len(f.fn.Regs)+l], list)
	}
	for _, o := range f.allocas {
		list = append(list, target{obj: o, cond: term.True})
	}
	return len(list) == 0 || t.endAll(st, list)
}

// killAll ends the lifetimes of the objects that a finished thread owns.
func (t *thread) killAll(st *state, n *node) {
	for _, o := range t.mine {
		if alive := t.aliveIn(st, o); alive != term.False {
			t.kill(st, n, o, alive)
		}
	}
}

// enter gives a Local a new instance.
func (t *thread) enter(st *state, f *frame, in *ir.Instr) bool {
	if !t.endLocal(st, f, in.Local) {
		return false
	}
	l := &f.fn.Locals[in.Local]
	size := value{bits: t.u.ptrConst(uint64(l.Size))}
	if len(in.Args) > 0 {
		size = t.arg(st, f, in.Args[0])
	}
	length, ok := t.sized(st, size)
	if !ok {
		return false
	}
	o := t.create(st, kindStack, t.u.w.sites.Local(f.id, in.Local), length)
	o.init, o.uninit, o.frame, o.readOnly = l.Init, !l.Initialised, f, l.ReadOnly
	t.mine = append(t.mine, o)
	if l.Initialised {
		t.born(st, o)
	}
	v := t.u.pointTo(o, t.u.ptrConst(0))
	st.regs[len(f.fn.Regs)+int(in.Local)] = v
	st.regs[in.Dst] = v
	return true
}

func (t *thread) alloc(st *state, f *frame, in *ir.Instr) bool {
	length, ok := t.sized(st, t.arg(st, f, in.Args[0]))
	if !ok {
		return false
	}
	kind := kindHeap
	switch ir.AllocKind(in.Sub) {
	case ir.StackObject:
		kind = kindAlloca
	case ir.ModelObject:
		kind = kindModel
	}
	o := t.create(st, kind, t.site(), length)
	o.model = kind == kindModel
	o.uninit, o.external = ir.AllocKind(in.Sub) != ir.HeapZero, ir.AllocKind(in.Sub) == ir.ExternalObject
	if !o.uninit {
		t.born(st, o)
	}
	if kind == kindAlloca {
		g := t.user()
		g.allocas = append(g.allocas, o)
		t.mine = append(t.mine, o)
	}
	st.regs[in.Dst] = t.u.pointTo(o, t.u.ptrConst(0))
	return true
}

// site returns the site of an allocation by the instruction at hand (ir.Sites).
func (t *thread) site() ir.SiteID {
	for _, g := range []*frame{t.user(), t.frames[len(t.frames)-1]} {
		if site := t.u.w.sites.Instr(g.id, g.block, g.instr); site != 0 {
			return site
		}
	}
	return 0
}

// threadLocal returns the thread's instance of a global.
func (t *thread) threadLocal(st *state, g ir.GlobalID) *object {
	o := t.tls[g]
	if o == nil {
		gl := &t.u.w.prog.Globals[g]
		o = t.create(st, kindThreadLocal, t.u.w.sites.Global(g), t.u.ptrConst(uint64(gl.Size)))
		o.bornIf = term.True
		o.global, o.model, o.init, o.uninit, o.external, o.readOnly = g, gl.Model, gl.Init, gl.External, gl.External, gl.ReadOnly
		t.tls[g] = o
		t.mine = append(t.mine, o)
	}
	if st.mem.get(o.born-1) == nil {
		st.note(o.born-1, term.True)
	}
	return o
}

func (t *thread) free(st *state, f *frame, in *ir.Instr) bool {
	u := t.u
	s := u.terms
	var list []target
	wild, invalid := term.False, term.False
	for _, c := range u.pointerOf(t.arg(st, f, in.Args[0])).cases {
		switch {
		case u.implied(st.path, c.cond) == term.False:
		case c.obj == nil && !s.IsConst(c.off):
			wild = s.Or(wild, c.cond)
		case c.obj == nil || c.obj.kind != kindHeap && c.obj.kind != kindModel:
			invalid = s.Or(invalid, c.cond)
		default:
			list = append(list, c)
		}
	}
	if !t.unsupportedIf(st, wild, "free of a pointer that comes from nowhere known") ||
		!t.require(st, s.Not(invalid), failure{property: verdict.Memory, kind: verdict.InvalidFree, text: "free of what was not allocated"}) {
		return false
	}
	a := access{cases: list}
	if len(list) == 1 {
		list[0].cond = term.True
	}
	if !t.freeable(st, &a) {
		return false
	}
	for _, c := range a.cases {
		t.kill(st, a.node, c.obj, c.cond)
	}
	return true
}

// freeable makes the node of a free and checks that the objects are alive and
// pointed to at their start.
func (t *thread) freeable(st *state, a *access) bool {
	u := t.u
	s := u.terms
	step, dead, inside := term.False, term.False, term.False
	for _, c := range a.cases {
		step = s.Or(step, s.And(c.cond, u.visible(st, c.obj)))
	}
	a.node = t.stepIf(st, len(a.cases) > 0, event.Lifetime)
	for _, c := range a.cases {
		dead = s.Or(dead, s.And(c.cond, s.Not(t.lives(st, a.node, c.obj, c.cond))))
		inside = s.Or(inside, s.And(c.cond, s.Distinct(c.off, u.ptrConst(0))))
	}
	if !t.require(st, s.Not(dead), failure{property: verdict.Memory, kind: verdict.DoubleFree, node: a.node, text: "second free of an object"}) ||
		!t.require(st, s.Not(inside), failure{property: verdict.Memory, kind: verdict.InvalidFree, node: a.node, text: "free of a pointer into an object"}) {
		return false
	}
	t.isStep(st, a.node, step)
	return true
}

func (t *thread) objectSize(st *state, f *frame, in *ir.Instr) bool {
	a, ok := t.reach(st, t.arg(st, f, in.Args[0]), 0, event.Other, "size", reads)
	if !ok {
		return false
	}
	st.regs[in.Dst] = t.anyCase(a.cases, func(c target) value { return value{bits: t.u.lengthOf(c.obj)} })
	return true
}
