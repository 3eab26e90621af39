package unwind

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Leaks (semantics 9) are looked for wherever the process can end. A node there reads all memory that may
// hold pointers to heap objects; it reads the contents at that time, not those of later nodes in the graph.
//
// A heap object is reachable iff it is in every set that contains the targets of roots and is closed under
// the targets of its members' pointers. So the solver chooses the set of kept objects. There is a variable
// per object, which facts make true for roots and from member to member, and an obligation that it is true.
// All variables true satisfy the facts, so they exclude no execution.
//
// The positions of other threads at the end of the process are not known. A thread that may not have
// finished keeps all objects to which it ever had a pointer (instance.saw). If an object is lost in spite
// of that, it is a leak. If it is lost only without that assumption, it leaves a mark. Objects that the
// tables lost track of (unwinder.loose) are treated likewise.

// leaks reports whether leaks are looked for: there are heap objects to lose.
func (u *unwinder) leaks() bool {
	return u.opts.checksLeaks() && len(u.w.heap) > 0
}

// checksLeaks reports whether a property judges leaks.
func (o *Options) checksLeaks() bool { return slices.ContainsFunc(verdict.Leak.Properties(), o.checks) }

// leakSearch is the search for leaks at one end of the process.
type leakSearch struct {
	t          *thread
	st         *state
	n          *node
	sure       term.ID // threads that are not finished keep what they had
	unfinished map[*instance]term.ID
	kept       map[*object]term.ID // by heap object
	maybe      map[*object]term.ID // a reason that tables do not decide keeps it
	wild       term.ID             // a pointer from nowhere known is in a register
}

// processLeaks adds the obligations that no object is lost at an end of the process by the thread.
func (t *thread) processLeaks(st *state) {
	if !t.u.leaks() {
		return
	}
	n := t.operation(st, event.Other)
	if st.section != nil {
		st.section.attempt = true
	}
	t.lose(st, n, true)
}

// lastEnd executes the end of the process by the end of all threads, in the state in which main ended: a
// node of main's after them.
func (t *thread) lastEnd(st *state) {
	u := t.u
	if !u.leaks() {
		return
	}
	all := term.True
	var ends []join
	for _, i := range u.w.list {
		if i == t.inst || u.unwound(i) == nil {
			continue
		}
		created := u.createdIf(i)
		all = u.terms.And(all, u.terms.Implies(created, u.finished(i)))
		ends = append(ends, join{target: i, guard: created})
	}
	p := u.extend(st.path, all)
	if p == nil {
		return
	}
	st.path = p
	n := t.newNode(event.Other, p.term, term.False)
	n.inside = true
	for _, j := range ends {
		j.node, j.guard = n.id, u.terms.And(p.term, j.guard)
		u.joins = append(u.joins, j)
	}
	t.lose(st, n, false)
}

// createdIf returns the condition under which an instance that this pass has
// unwound is created.
func (u *unwinder) createdIf(i *instance) term.ID {
	if i.parent == nil {
		return term.True
	}
	return u.graph.Threads[i.current.id].Guard
}

// failing returns the state in which an unchecked condition fails and ends the process; nil: there is none,
// or leaks are not looked for.
func (t *thread) failing(st *state, ok term.ID) *state {
	if !t.u.leaks() {
		return nil
	}
	if p := t.u.extend(st.path, t.terms.Not(ok)); p != nil {
		return t.u.fork(st, p)
	}
	return nil
}

// retires records that the thread has finished.
func (t *thread) retires(st *state, n *node) {
	u := t.u
	if !u.leaks() {
		return
	}
	if t.inst.life == nil {
		t.inst.life = u.newCell(u.w.newObject(kindThread, 0), event.Life, 0, 0, 1, 1)
		u.w.changed = true
	}
	t.setWord(st, n, t.inst.life, term.True, u.terms.Uint(0, 1))
}

// lose makes the obligations of one end of the process. inside: the node is the
// step that ends it.
func (t *thread) lose(st *state, n *node, inside bool) {
	u := t.u
	s := u.terms
	c := &leakSearch{
		t: t, st: st, n: n, sure: s.Var("sure", term.Bool), wild: term.False,
		unfinished: make(map[*instance]term.ID), kept: make(map[*object]term.ID), maybe: make(map[*object]term.ID),
	}
	for _, o := range u.w.heap {
		c.kept[o], c.maybe[o] = s.Var("kept", term.Bool), s.Bool(u.loose(o))
		if o.external {
			c.kept[o] = term.True
		}
	}
	c.others()
	c.registers()
	for _, o := range u.w.objects[1:] {
		c.memory(o)
	}
	lost := term.False
	for _, o := range u.w.heap {
		maybe := s.Or(c.maybe[o], c.wild)
		u.fact(s.Implies(s.Conj(st.path.term, c.sure, maybe), c.kept[o]))
		alive := c.lives(o)
		c.demand(o, s.And(c.born(o), alive), inside)
		lost = s.Or(lost, s.Conj(c.exists(o), alive, maybe, s.Not(c.kept[o])))
	}
	t.mark(st, s.Conj(st.path.term, s.Not(c.sure), lost), event.Mark{Mark: verdict.Mark{Unsupported: "a leak, unless an unfinished thread or bytes in pieces keep the object"}})
}

// demand adds the obligation that an object, if it is there, is kept.
func (c *leakSearch) demand(o *object, there term.ID, inside bool) {
	s := c.t.terms
	guard := s.And(c.st.path.term, there)
	if guard == term.False || c.kept[o] == term.True {
		return
	}
	for _, p := range verdict.Leak.Properties() {
		if c.t.u.opts.checks(p) {
			c.t.u.graph.Obligations = append(c.t.u.graph.Obligations, event.Obligation{
				Property: p, Kind: verdict.Leak, Thread: c.t.id, Node: c.n.id, Guard: guard, Cond: s.Or(c.kept[o], s.Not(c.sure)), Inside: inside,
				Text: fmt.Sprintf("an object of %d bytes is neither freed nor reachable at the end", o.size), Func: o.bornIn, Pos: o.bornAt,
			})
		}
	}
}

// others finds the other threads that have not finished, and the objects that they may keep.
func (c *leakSearch) others() {
	u := c.t.u
	s := u.terms
	for _, i := range u.w.list {
		if i == c.t.inst {
			continue
		}
		open := term.True
		if i.life != nil {
			open = u.isOne(c.t.word(c.st, c.n, i.life, term.True))
		}
		switch {
		case u.unwound(i) != nil:
			open = s.And(open, u.createdIf(i))
		case c.t.inst.parent == nil:
			open = term.False // not created before this
		}
		c.unfinished[i] = open
		for _, o := range u.w.heap {
			if i.saw[o] {
				c.may(open, o)
			}
		}
	}
}

// keep asserts that an object is kept under cond.
func (c *leakSearch) keep(o *object, cond term.ID) {
	c.t.u.fact(c.t.terms.Implies(c.t.terms.And(c.st.path.term, cond), c.kept[o]))
}

// may records that objects may be kept under cond, for a reason that the tables do not decide.
func (c *leakSearch) may(cond term.ID, list ...*object) {
	for _, o := range list {
		c.maybe[o] = c.t.terms.Or(c.maybe[o], cond)
	}
}

// keepTargets asserts that the targets of a value are kept if cond holds. from is the cell from which the
// value was read; nil: a register.
func (c *leakSearch) keepTargets(v value, cond term.ID, from *cell) {
	u := c.t.u
	s := u.terms
	if v == (value{}) {
		return
	}
	for _, k := range u.pointerOf(v).cases {
		switch {
		case k.obj != nil && k.obj.kind == kindHeap:
			c.keep(k.obj, s.And(cond, k.cond))
		case k.obj != nil || s.IsConst(k.off):
		case from == nil:
			c.wild = s.Or(c.wild, s.And(cond, k.cond))
		case !s.IsVar(k.off): // not the bytes that it was born with
			c.may(s.And(cond, k.cond), u.mayPoint(from)...)
		}
	}
}

// registers keeps the targets of the registers of the thread's frames: registers of source variables, and
// live temporaries.
func (c *leakSearch) registers() {
	regs := c.st.regs
	for i := len(c.t.frames) - 1; i >= 0; i-- {
		f := c.t.frames[i]
		live := f.flow.Live.Before(f.block, f.instr+1)
		for r := 1; r < len(f.fn.Regs) && r < len(regs); r++ {
			if info := &f.fn.Regs[r]; info.Type.IsPtr() && (info.Name != "" || live[r]) {
				c.keepTargets(regs[r], term.True, nil)
			}
		}
		regs = f.caller
	}
}

// memory keeps the targets of pointers in an object, if it is a root or kept itself. It also keeps an
// object whose address was converted to an integer.
func (c *leakSearch) memory(o *object) {
	u := c.t.u
	s := u.terms
	if o.kind == kindHeap {
		c.lookedAt(o)
	}
	for _, cell := range o.cells {
		list := u.mayPoint(cell)
		if len(list) == 0 {
			continue
		}
		root := term.True
		switch {
		case o.kind == kindHeap:
			root = s.And(c.kept[o], c.lives(o))
		case o.kind == kindModel:
			root = s.And(c.exists(o), c.lives(o)) // on other paths its cells have any values
			if i := o.handleOf; i != nil && i != c.t.inst {
				root = s.And(root, c.unfinished[i])
			}
		case o.owner == c.t.inst:
			root = c.t.aliveIn(c.st, o)
		case o.owner != nil:
			c.may(c.unfinished[o.owner], list...)
			continue
		}
		if root == term.False {
			continue
		}
		if cell.count > maxCensus {
			c.may(root, list...)
			continue
		}
		for k := range cell.count {
			p := place{c: cell, k: k}
			if cell.count > 1 {
				p.index = s.Uint(uint64(k), indexBits(cell.count))
			}
			c.keepTargets(c.t.read(c.st, c.n, p, term.True, ir.NonAtomic), root, cell)
		}
	}
}

// maxCensus bounds how many pointers of one array are examined one by one.
const maxCensus = 64

// lookedAt keeps an object whose address was converted to an integer, since the program may have it only as
// a number.
func (c *leakSearch) lookedAt(o *object) {
	u := c.t.u
	s := u.terms
	for _, l := range o.looks {
		switch {
		case l.thread == c.t.inst && l.pass == u.pass:
			c.keep(o, l.cond)
		case l.thread == c.t.inst:
		case l.pass == u.pass && u.unwound(l.thread) != nil:
			c.keep(o, s.And(s.Not(c.unfinished[l.thread]), l.cond))
		case c.t.inst.parent != nil:
			c.maybe[o] = term.True
		}
	}
}

// lives returns whether a heap object, or a model's, is not freed.
func (c *leakSearch) lives(o *object) term.ID {
	return c.t.lives(c.st, c.n, o, term.True)
}

// exists returns the condition under which an object is made, perhaps later than
// this.
func (c *leakSearch) exists(o *object) term.ID {
	if o.owner == c.t.inst {
		return c.t.u.noted(c.st, o.born-1)
	}
	o.unborn(c.t.u)
	return o.bornIf
}

// born returns the condition under which an object is made before the end for
// sure: by this thread or by a finished one.
func (c *leakSearch) born(o *object) term.ID {
	cond := c.exists(o)
	if o.owner != c.t.inst {
		cond = c.t.terms.And(cond, c.t.terms.Not(c.unfinished[o.owner]))
	}
	return cond
}
