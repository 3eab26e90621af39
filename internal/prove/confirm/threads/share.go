package threads

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// protected reports whether the thread holds a lock that guards a cell.
func (e *exec) protected(x threadproof.CellID) bool {
	for _, g := range e.c.guards[x] {
		for _, h := range e.st.held {
			if h.Lock == e.c.proof.Guards[g].Lock {
				return true
			}
		}
	}
	return false
}

// shownBy returns the values that the threads in parallel may leave in a cell, from one of the proof's
// lists.
func (e *exec) shownBy(list [][]threadproof.Value, index int) []*threadproof.Value {
	var out []*threadproof.Value
	for _, t := range e.st.beside {
		if v := &list[t][index]; !v.Empty() {
			out = append(out, v)
		}
	}
	return out
}

// others returns the values from other threads that a thread may find in a cell.
func (e *exec) others(x threadproof.CellID) []*threadproof.Value {
	switch {
	case !e.shared(x):
		return nil
	case e.protected(x):
		return e.shownBy(e.c.proof.Appear, int(x))
	case len(e.c.guards[x]) == 0 && e.st.depth > 0:
		return nil
	}
	return e.shownBy(e.c.proof.Seen, int(x))
}

// close adds to the thread's knowledge of all cells the values that threads in parallel may have
// written up to now. It is called where some of these threads do not run any more.
func (e *exec) close() {
	clear(e.st.read)
	for i := 1; i < len(e.c.proof.Cells); i++ {
		x := threadproof.CellID(i)
		switch {
		case !e.shared(x) || e.cell(x).Mixed:
		case e.protected(x):
			e.extend(x, e.shownBy(e.c.proof.Appear, i))
		case len(e.c.guards[x]) > 0:
			for _, g := range e.c.guards[x] {
				e.extend(x, e.shownBy(e.c.proof.Left, g))
			}
		case e.st.depth == 0:
			e.extend(x, e.shownBy(e.c.proof.Seen, i))
		}
	}
}

// goesTo adapts the thread's knowledge to a place where fewer threads may run in parallel.
func (e *exec) goesTo(beside []threadproof.ThreadID) {
	for _, t := range e.st.beside {
		if !slices.Contains(beside, t) {
			e.close()
			return
		}
	}
}

// enterSection begins an atomic section, unless one is open: no other thread interferes from now on.
func (e *exec) enterSection() {
	if e.st.depth == 0 {
		for i := 1; i < len(e.c.proof.Cells); i++ {
			if x := threadproof.CellID(i); e.shared(x) && !e.cell(x).Mixed && len(e.c.guards[x]) == 0 {
				e.extend(x, e.shownBy(e.c.proof.Seen, i))
			}
		}
	}
	e.st.depth++
}

// leaveSection ends a section. Other threads then see the writes in it.
func (e *exec) leaveSection() {
	if e.st.depth == 0 {
		return
	}
	if e.st.depth--; e.st.depth == 0 {
		e.showDirty()
	}
}

func (e *exec) showDirty() {
	for _, x := range keys(e.st.dirty) {
		e.show(x, e.st.dirty[x], e.c.proof.Seen, int(x), "a section's write that other threads do not expect")
	}
	clear(e.st.dirty)
}

// show checks that a cell's value, under the condition, is in the set other threads assume.
func (e *exec) show(x threadproof.CellID, cond term.ID, list [][]threadproof.Value, index int, what string) {
	if e.alone() || e.cell(x).Mixed {
		return
	}
	m, in := &e.st.mem[x], &list[e.own][index]
	if m.unwritten && !in.Unwritten {
		e.require(e.s.Not(cond), what)
	}
	if m.v == nil && e.allIn(m.sets, in) {
		return
	}
	e.require(e.s.Implies(cond, e.within(e.contents(x), []*threadproof.Value{in})), what)
}

// allIn reports whether each of sets is certainly included in in.
func (e *exec) allIn(sets []*threadproof.Value, in *threadproof.Value) bool {
	for _, v := range sets {
		if !v.Within(in) {
			return false
		}
	}
	return true
}

func keys[K threadproof.CellID | int](set map[K]term.ID) []K { return slices.Sorted(maps.Keys(set)) }

// sorted lists the elements of a set.
func sorted(set map[threadproof.ObjectID]bool) []threadproof.ObjectID {
	var out []threadproof.ObjectID
	for k, in := range set {
		if in {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// lockAt returns the lock that a pointer points to for certain.
func (e *exec) lockAt(p *sval) (l int, is bool) {
	if len(p.alts) != 1 || p.alts[0].object == 0 {
		return 0, false
	}
	a := p.alts[0]
	off, constant := e.s.Value(a.bits)
	if !constant || !e.single(e.base(a.object)) {
		return 0, false
	}
	for l, x := range e.c.proof.Locks {
		if !x.Word && x.Object == e.base(a.object) && uint64(x.Off)&ones(e.pointerBits()) == off.Lo {
			return l, true
		}
	}
	return 0, false
}

// acquire takes a lock. The cells that it guards then hold values that a holder left at its release.
func (e *exec) acquire(in *ir.Instr) {
	p := e.operand(in.Args[0])
	e.access(p, 1, false)
	e.noteLock(p)
	e.acquireOwn(p, ir.LockMode(in.Sub))
	l, is := e.lockAt(p)
	if !is {
		return
	}
	for g, x := range e.c.proof.Guards {
		if x.Lock == l && !e.protected(x.Cell) {
			e.extend(x.Cell, e.shownBy(e.c.proof.Left, g))
		}
	}
	h := threadproof.Hold{Lock: l, Shared: ir.LockMode(in.Sub) == ir.Shared}
	e.noteTaken(h)
	if !slices.Contains(e.st.held, h) {
		e.st.held = append(e.st.held, h)
	}
}

// release releases a lock. If other threads may run, the lock may be theirs.
func (e *exec) release(in *ir.Instr) {
	p := e.operand(in.Args[0])
	e.access(p, 1, false)
	e.noteLock(p)
	e.releaseOwn(p)
	if l, is := e.lockAt(p); is {
		if !e.holds(l) && !e.alone() {
			e.spoil(l)
		}
		e.noteGiven(l)
		e.give(l)
	} else {
		for l, x := range e.c.proof.Locks {
			if x.Word {
				continue
			}
			for _, a := range p.alts {
				if a.guard != term.False && (a.object == 0 || e.base(a.object) == x.Object && e.s.Eq(a.bits, e.s.Uint(uint64(x.Off)&ones(p.width), p.width)) != term.False) {
					if !e.alone() {
						e.spoil(l)
					}
					e.give(l)
				}
			}
		}
	}
}

// spoil confirms that a lock that a thread may release without holding it does not count as excluding
// others.
func (e *exec) spoil(l int) {
	if e.c.proof.Locks[l].Excludes {
		e.require(term.False, "a lock that excludes others is given up by who may not hold it")
	}
}

func (e *exec) holds(l int) bool {
	return slices.Contains(e.st.held, threadproof.Hold{Lock: l}) || slices.Contains(e.st.held, threadproof.Hold{Lock: l, Shared: true})
}

// give leaves the cells that a lock guards to the next holder.
func (e *exec) give(l int) {
	e.settle(func(g int) bool { return e.c.proof.Guards[g].Lock == l })
	e.st.held = slices.DeleteFunc(slices.Clone(e.st.held), func(h threadproof.Hold) bool { return h.Lock == l })
}

// settle confirms that other threads expect the values left in the cells of the selected guards.
func (e *exec) settle(which func(g int) bool) {
	for _, g := range keys(e.st.pending) {
		if which(g) {
			e.show(e.c.proof.Guards[g].Cell, e.st.pending[g], e.c.proof.Left, g, "what a lock's holder leaves is not expected")
			delete(e.st.pending, g)
		}
	}
}

// exit ends the thread.
func (e *exec) exit() {
	e.settle(func(int) bool { return true })
	e.leaveOwns()
	e.showDirty()
	e.st.ended = true
}

// appear confirms that other threads expect the contents of a cell of an object that they can reach
// from now on.
func (e *exec) appear(x threadproof.CellID, m cellValue) {
	if !e.shared(x) || e.cell(x).Mixed || e.alone() {
		return
	}
	saved := e.st.mem[x]
	e.st.mem[x] = m
	const what = "an object that appears with what other threads do not expect"
	e.show(x, term.True, e.c.proof.Seen, int(x), what)
	e.show(x, term.True, e.c.proof.Appear, int(x), what)
	for _, g := range e.c.guards[x] {
		e.show(x, term.True, e.c.proof.Left, g, what)
	}
	e.st.mem[x] = saved
}

// expose turns a recent object into an object that other threads may reach.
func (e *exec) expose(r threadproof.ObjectID) {
	if !e.st.fresh[r] {
		return
	}
	delete(e.st.fresh, r)
	b := e.object(r).Base
	for _, k := range slices.Sorted(maps.Keys(e.st.regs)) {
		e.st.regs[k] = e.exposed(e.st.regs[k], r, b)
	}
	for i, v := range e.st.args {
		e.st.args[i] = e.exposed(v, r, b)
	}
	var inner []threadproof.ObjectID
	for i := range e.st.mem {
		m := &e.st.mem[i]
		m.v = e.exposed(m.v, r, b)
		for k, set := range m.sets {
			if moved := movedTo(set, r, b); moved != set {
				m.sets = slices.Clone(m.sets)
				m.sets[k] = moved
			}
		}
	}
	e.resize(r, b)
	for i, x := range e.c.parts[r] {
		to := e.c.parts[b][i]
		e.c.noteChange(e, x)
		e.c.noteChange(e, to)
		from := e.st.mem[x]
		inner = append(inner, e.recentIn(from)...)
		e.st.mem[x] = cellValue{}
		m := &e.st.mem[to]
		m.unwritten = m.unwritten || from.unwritten
		switch {
		case m.v == nil && from.v == nil:
			m.sets = append(m.sets[:len(m.sets):len(m.sets)], from.sets...)
		default:
			e.st.mem[x] = from
			v := e.contents(x)
			e.put(to, e.ite(e.maybe(), v, e.contents(to)))
			from = e.st.mem[x]
			e.st.mem[x] = cellValue{}
		}
		defer func() { e.appear(to, e.exposeIn(from)) }()
	}
	for _, x := range inner {
		e.expose(x)
	}
}

// resize gives the size of a recent object to its base object, if that has at most one instance.
func (e *exec) resize(r, b threadproof.ObjectID) {
	if n, known := e.st.sizes[r]; known {
		if delete(e.st.sizes, r); e.object(b).Single {
			e.st.sizes[b] = n
		}
	}
}

// recentIn lists the recent objects to which a cell may point.
func (e *exec) recentIn(m cellValue) (out []threadproof.ObjectID) {
	if m.v != nil {
		for _, a := range m.v.alts {
			if a.object != 0 && e.object(a.object).Base != 0 {
				out = append(out, a.object)
			}
		}
		return out
	}
	for _, s := range m.sets {
		for _, t := range s.Targets {
			if e.object(t.Object).Base != 0 {
				out = append(out, t.Object)
			}
		}
	}
	return out
}

// exposeIn returns the contents of a cell. Pointers to instances that are no longer recent become
// pointers to their base objects.
func (e *exec) exposeIn(m cellValue) cellValue {
	for _, r := range e.recentIn(m) {
		if e.st.fresh[r] {
			continue
		}
		b := e.object(r).Base
		m.v = e.exposed(m.v, r, b)
		sets := slices.Clone(m.sets)
		for k := range sets {
			sets[k] = movedTo(sets[k], r, b)
		}
		m.sets = sets
	}
	return m
}

// movedTo returns a set in which pointers to one object are replaced by pointers to another.
func movedTo(v *threadproof.Value, from, to threadproof.ObjectID) *threadproof.Value {
	if !slices.ContainsFunc(v.Targets, func(t threadproof.Target) bool { return t.Object == from }) {
		return v
	}
	out := *v
	out.Targets = slices.Clone(v.Targets)
	for i := range out.Targets {
		if out.Targets[i].Object == from {
			out.Targets[i].Object = to
		}
	}
	return &out
}

// exposeAll exposes the recent objects to which a value may point, and returns the changed value.
func (e *exec) exposeAll(v *sval) *sval {
	for {
		again := false
		for _, a := range v.alts {
			if a.object == 0 || e.object(a.object).Base == 0 {
				continue
			}
			e.expose(a.object)
			v = e.exposed(v, a.object, e.object(a.object).Base)
			again = true
			break
		}
		if !again {
			return v
		}
	}
}

// bear makes a new instance of an object.
func (e *exec) bear(o threadproof.ObjectID) *sval {
	r := e.object(o).Recent
	if r == 0 {
		for _, x := range e.c.parts[o] {
			if e.cell(x).Mixed {
				continue
			}
			born := cellValue{sets: []*threadproof.Value{{}}, unwritten: true}
			if e.cell(x).Step == 0 {
				born = cellValue{sets: []*threadproof.Value{e.c.initially(x)}}
			}
			e.c.noteChange(e, x)
			if e.single(o) || e.cell(x).Strong {
				e.st.mem[x] = born
			} else {
				e.extend(x, born.sets)
				e.st.mem[x].unwritten = e.st.mem[x].unwritten || born.unwritten
			}
			e.appear(x, born)
		}
		return e.pointer(o)
	}
	e.expose(r)
	for _, x := range e.c.parts[r] {
		e.c.noteChange(e, x)
		if e.cell(x).Step == 0 {
			e.st.mem[x] = cellValue{sets: []*threadproof.Value{e.c.initially(x)}}
		} else {
			e.st.mem[x] = cellValue{unwritten: true}
		}
	}
	e.st.fresh[r] = true
	return e.pointer(r)
}

// outlives records the objects that may still be pointed to where their scope ends or a new instance
// takes their place.
func (e *exec) outlives(o threadproof.ObjectID, what string) {
	for _, v := range e.st.regs {
		e.noteStale(v, o, what)
	}
	for i := range e.st.mem {
		m := &e.st.mem[i]
		e.noteStale(m.v, o, what)
		if m.v != nil {
			continue
		}
		for _, s := range m.sets {
			for _, t := range s.Targets {
				if e.base(t.Object) == o {
					e.c.stale[o] = what
				}
			}
		}
	}
}

func (e *exec) noteStale(v *sval, o threadproof.ObjectID, what string) {
	if v == nil {
		return
	}
	for _, a := range v.alts {
		if a.object != 0 && a.guard != term.False && e.base(a.object) == o {
			e.c.stale[o] = what
		}
	}
}
