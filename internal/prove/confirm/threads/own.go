package threads

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// ownLock is a lock that the thread holds exclusively, in an object with elements that have locks of their own (threadproof.Own).
type ownLock struct {
	object threadproof.ObjectID
	at     term.ID // its offset
	held   term.ID // in which executions
	// inside has, by index in threadproof.Proof.Owns, the contents of the element that the lock protects.
	// Without an entry they are in Left. The map is never changed.
	inside map[int]*sval
}

// framed records that a caller holds locks of an object during a call, and the callee does not know.
type framed struct {
	callee threadproof.NodeID
	object threadproof.ObjectID
	where  string
}

// shapeOwns confirms that elements with locks of their own are numbers in globals, and fills in the
// tables.
func (c *checker) shapeOwns() error {
	c.owns, c.ownObjects = make(map[threadproof.CellID][]int), make(map[threadproof.ObjectID]bool)
	for k, x := range c.proof.Owns {
		if !c.isCell(x.Cell) || c.proof.Cells[x.Cell].Mixed || c.proof.Objects[c.proof.Cells[x.Cell].Object].Kind != threadproof.Global || len(x.Left.Targets) > 0 {
			return errors.New("an element with its own lock is none")
		}
		c.owns[x.Cell] = append(c.owns[x.Cell], k)
		c.ownObjects[c.proof.Cells[x.Cell].Object] = true
	}
	return nil
}

// areOwned reports whether the held locks in a state are well formed. f is nil for a state at a
// function's return, which may mention arguments only.
func (c *checker) areOwned(list []threadproof.Owned, f *ir.Func, args int) bool {
	width := c.prog.Model.PtrBits()
	for i := range list {
		x := &list[i]
		switch a := &x.Address; {
		case a.Object != 0:
			if !c.isObject(a.Object) || !c.ownObjects[a.Object] {
				return false
			}
		case a.Reg != 0:
			if f == nil || a.Reg < 1 || int(a.Reg) >= len(f.Regs) || f.Regs[a.Reg].Type.Bits(c.prog.Model) != width {
				return false
			}
		case a.Arg < 0 || a.Arg >= args:
			return false
		}
		for _, t := range x.Address.Terms {
			if f == nil || t.Reg < 1 || int(t.Reg) >= len(f.Regs) || !f.Regs[t.Reg].Type.IsInt() || f.Regs[t.Reg].Type.Bits(c.prog.Model) > width {
				return false
			}
		}
		for k, v := range x.Holds {
			if k < 0 || k >= len(c.proof.Owns) || len(v.Targets) > 0 {
				return false
			}
		}
	}
	return true
}

// ownOf returns the indices in Proof.Owns of the elements of an object.
func (c *checker) ownOf(o threadproof.ObjectID) (list []int) {
	for k := range c.proof.Owns {
		if c.proof.Cells[c.proof.Owns[k].Cell].Object == o {
			list = append(list, k)
		}
	}
	return list
}

// beginOwns confirms the initial values of elements with locks of their own.
func (e *exec) beginOwns() {
	for k := range e.c.proof.Owns {
		x := &e.c.proof.Owns[k]
		v := e.among([]*threadproof.Value{e.c.initially(x.Cell)}, uint(8*e.cell(x.Cell).Size))
		e.require(e.within(v, []*threadproof.Value{&x.Left}), "an element is born with what the holders of its own lock do not expect")
	}
}

// placesOf returns the locks that a state says are held, one for each object to which the address may
// point.
func (e *exec) placesOf(x *threadproof.Owned) (list []ownLock) {
	var v *sval
	w := e.pointerBits()
	switch a := &x.Address; {
	case a.Object != 0:
		v = e.pointer(a.Object)
	case a.Reg != 0:
		v = e.register(a.Reg)
	default:
		v = e.st.args[a.Arg]
	}
	by := e.s.Uint(uint64(x.Address.Off)&ones(w), w)
	for _, t := range x.Address.Terms {
		n := e.number(e.register(t.Reg))
		if n = e.s.Sext(n, w); t.Unsigned {
			n = e.s.Zext(e.number(e.register(t.Reg)), w)
		}
		by = e.s.Add(by, e.s.Mul(n, e.s.Uint(uint64(t.Times)&ones(w), w)))
	}
	for _, a := range v.alts {
		if a.object != 0 && e.c.ownObjects[a.object] && a.guard != term.False && v.width == w {
			list = append(list, ownLock{object: a.object, at: e.s.Add(a.bits, by), held: a.guard})
		}
	}
	return list
}

// ownStated returns the locks of elements that a state says are held, with their elements' contents.
func (e *exec) ownStated(stated []threadproof.Owned) (list []ownLock) {
	for i := range stated {
		for _, l := range e.placesOf(&stated[i]) {
			l.inside = make(map[int]*sval)
			for _, k := range slices.Sorted(maps.Keys(stated[i].Holds)) {
				in := stated[i].Holds[k]
				l.inside[k] = e.inElement(k, &in, l.held)
			}
			list = append(list, l)
		}
	}
	return list
}

// inElement returns some value of a set as the contents of an element; the value exists if held holds.
func (e *exec) inElement(k int, in *threadproof.Value, held term.ID) *sval {
	v := e.among([]*threadproof.Value{in}, uint(8*e.cell(e.c.proof.Owns[k].Cell).Size))
	e.assume(e.s.Implies(held, e.exists(v)))
	return v
}

// element returns the contents of an element whose lock the thread holds.
func (e *exec) element(l *ownLock, k int) *sval {
	if v := l.inside[k]; v != nil {
		return v
	}
	return e.inElement(k, &e.c.proof.Owns[k].Left, l.held)
}

// protects returns whether a lock is the lock of an element at an offset of the object.
func (e *exec) protects(l *ownLock, k int, at term.ID) term.ID {
	w := e.s.Width(at)
	return e.s.And(l.held, e.s.Eq(l.at, e.s.Add(at, e.s.Uint(uint64(e.c.proof.Owns[k].Distance)&ones(w), w))))
}

// holdsOwn returns whether the thread holds the lock at an offset of an object.
func (e *exec) holdsOwn(o threadproof.ObjectID, at term.ID) term.ID {
	out := term.False
	for i := range e.st.own {
		if l := &e.st.own[i]; l.object == o {
			out = e.s.Or(out, e.s.And(l.held, e.s.Eq(l.at, at)))
		}
	}
	return out
}

// readOwn returns the value read from an element. If the thread holds the lock, it is the known
// contents.
func (e *exec) readOwn(x threadproof.CellID, a alt, v *sval) *sval {
	for _, k := range e.c.owns[x] {
		for i := range e.st.own {
			l := &e.st.own[i]
			if l.object != a.object {
				continue
			}
			if is := e.protects(l, k, a.bits); is != term.False {
				v = e.ite(is, e.element(l, k), v)
			}
		}
	}
	return v
}

// writeOwn confirms that a thread that writes an element concurrently holds its locks, and records the
// written value.
func (e *exec) writeOwn(x threadproof.CellID, a alt, cond term.ID, v *sval, in *ir.Instr) {
	owns := e.c.owns[x]
	if len(owns) == 0 {
		return
	}
	if in.Field != (ir.Field{}) || slices.ContainsFunc(v.alts, func(a alt) bool { return a.object != 0 && a.guard != term.False }) {
		e.c.leaveOut("%s: a pointer or a bit-field in an element with its own lock", e.c.where(e.at))
		return
	}
	all := term.True
	for _, k := range owns {
		w := e.s.Width(a.bits)
		all = e.s.And(all, e.holdsOwn(a.object, e.s.Add(a.bits, e.s.Uint(uint64(e.c.proof.Owns[k].Distance)&ones(w), w))))
	}
	switch without := e.s.And(cond, e.s.Not(all)); {
	case without == term.False:
	case !e.alone():
		e.require(e.s.Not(without), "an element is written without its own lock")
	default:
		e.c.bare.note(e.node, a.object)
		for _, k := range owns {
			e.require(e.s.Implies(without, e.within(v, []*threadproof.Value{&e.c.proof.Owns[k].Left})), "an element is written that its holders do not expect")
		}
	}
	e.changeOwn(func(l *ownLock) {
		for _, k := range owns {
			if l.object != a.object {
				continue
			}
			if is := e.s.And(cond, e.protects(l, k, a.bits)); is != term.False {
				l.inside = maps.Clone(l.inside)
				l.inside[k] = e.ite(is, v, e.element(l, k))
			}
		}
	})
}

// changeOwn applies change to a copy of each held lock of elements.
func (e *exec) changeOwn(change func(*ownLock)) {
	e.st.own = slices.Clone(e.st.own)
	for i := range e.st.own {
		if e.st.own[i].inside == nil {
			e.st.own[i].inside = make(map[int]*sval)
		}
		change(&e.st.own[i])
	}
}

// acquireOwn takes a lock that may guard array elements.
func (e *exec) acquireOwn(p *sval, mode ir.LockMode) {
	for _, a := range p.alts {
		if e.c.ownObjects[a.object] && mode == ir.Exclusive {
			e.noteOwnTaken(a.object)
			e.st.own = append(slices.Clone(e.st.own), ownLock{object: a.object, at: a.bits, held: a.guard})
		}
	}
}

// releaseOwn releases a lock that may guard array elements. If other threads run, the thread must hold
// it, and the elements must satisfy their invariant.
func (e *exec) releaseOwn(p *sval) {
	for _, a := range p.alts {
		if !e.c.ownObjects[a.object] {
			continue
		}
		e.noteOwnGiven(a.object)
		switch without := e.s.And(a.guard, e.s.Not(e.holdsOwn(a.object, a.bits))); {
		case without == term.False:
		case e.alone():
			e.c.bare.note(e.node, a.object)
		default:
			e.require(e.s.Not(without), "a lock of elements is given up by who may not hold it")
		}
		e.changeOwn(func(l *ownLock) {
			if l.object != a.object {
				return
			}
			is := e.s.And(a.guard, e.s.Eq(l.at, a.bits))
			e.leavesOwn(l, is)
			l.held = e.s.And(l.held, e.s.Not(is))
		})
	}
}

// leavesOwn confirms that, if cond holds, the contents of a lock's elements are values that other
// threads expect.
func (e *exec) leavesOwn(l *ownLock, cond term.ID) {
	cond = e.s.And(cond, l.held)
	for _, k := range slices.Sorted(maps.Keys(l.inside)) {
		if cond != term.False {
			e.require(e.s.Implies(cond, e.within(l.inside[k], []*threadproof.Value{&e.c.proof.Owns[k].Left})), "what the holder of an element's own lock leaves is not expected")
		}
	}
}

// leaveOwns leaves all elements to other threads.
func (e *exec) leaveOwns() {
	for i := range e.st.own {
		e.leavesOwn(&e.st.own[i], term.True)
	}
}

// sameLock returns whether two locks are the same.
func (e *exec) sameLock(l, m *ownLock) term.ID {
	if l.object != m.object {
		return term.False
	}
	return e.s.And(e.s.And(l.held, m.held), e.s.Eq(l.at, m.at))
}

// ownCovered checks the element locks that the state claims are held, and the claimed contents of the
// elements.
func (e *exec) ownCovered(stated []threadproof.Owned, what string) {
	for i := range stated {
		for _, s := range e.placesOf(&stated[i]) {
			is := term.False
			for j := range e.st.own {
				l := &e.st.own[j]
				both := e.sameLock(&s, l)
				if is = e.s.Or(is, both); both == term.False {
					continue
				}
				for _, k := range e.c.ownOf(l.object) {
					in, says := stated[i].Holds[k]
					if !says {
						in = e.c.proof.Owns[k].Left
					}
					if says || l.inside[k] != nil {
						e.require(e.s.Implies(both, e.within(e.element(l, k), []*threadproof.Value{&in})), what+" with an element elsewhere than stated")
					}
				}
			}
			e.require(e.s.Implies(s.held, is), what+" where the lock of an element is not held")
		}
	}
}

// ownForgotten confirms the contents of the elements whose locks the state does not claim: other
// threads must expect them.
func (e *exec) ownForgotten(stated []threadproof.Owned) {
	var places []ownLock
	for i := range stated {
		places = append(places, e.placesOf(&stated[i])...)
	}
	for i := range e.st.own {
		l := &e.st.own[i]
		is := term.False
		for j := range places {
			is = e.s.Or(is, e.sameLock(l, &places[j]))
		}
		e.leavesOwn(l, e.s.Not(is))
	}
}

// ownBehind returns the locks of elements that the thread holds after a call. These are the caller's
// locks that were not passed to the callee, and the locks that the callee returns with. before has the
// caller's locks, passed the passed ones.
func (e *exec) ownBehind(back []threadproof.NodeID, callees []threadproof.NodeID, vals []*sval, before, passed []ownLock) (list []ownLock) {
	for _, l := range before {
		is := term.False
		for i := range passed {
			is = e.s.Or(is, e.sameLock(&l, &passed[i]))
		}
		if l.held = e.s.And(l.held, e.s.Not(is)); l.held == term.False {
			continue
		}
		for _, n := range callees {
			e.c.framed = append(e.c.framed, framed{n, l.object, e.c.where(e.at)})
		}
		list = append(list, l)
	}
	if len(back) != 1 {
		for _, n := range back {
			if len(e.c.proof.Returns[n].Owned) > 0 {
				e.c.leaveOut("%s: locks of elements that one of several functions returns with", e.c.where(e.at))
			}
		}
		return list
	}
	args := e.st.args
	e.st.args = vals
	to := e.c.proof.Returns[back[0]].Owned
	to = slices.DeleteFunc(slices.Clone(to), func(x threadproof.Owned) bool { return x.Address.Object == 0 && x.Address.Arg >= len(vals) })
	list = append(list, e.ownStated(to)...)
	e.st.args = args
	return list
}

// objectsOf has objects, by node.
type objectsOf map[threadproof.NodeID]map[threadproof.ObjectID]bool

func (o objectsOf) note(n threadproof.NodeID, x threadproof.ObjectID) {
	if o[n] == nil {
		o[n] = make(map[threadproof.ObjectID]bool)
	}
	o[n][x] = true
}

// concludeOwns confirms that functions run by a call do not change elements or their locks, if the
// caller holds the lock and the callee does not know.
func (c *checker) concludeOwns() {
	for _, f := range c.framed {
		for n := range c.runs[f.callee] {
			if c.bare[n][f.object] {
				c.refute("%s: %s", f.where, fmt.Sprintf("a call may change what the caller holds the lock of, in %s", c.name(f.object)))
			}
		}
	}
}
