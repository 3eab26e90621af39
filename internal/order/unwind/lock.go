package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// A lock has two cells at its address: its exclusive owner (0: none, else the thread instance's number plus
// one) and, in programs that share locks, the number of shared holds. How often the thread itself holds it
// shared is a note of the thread's.
//
// While a thread holds a lock, no other thread writes its owner, as long as only owners release it. Then
// the holder knows the value without a read. This ends with the first release by a thread that does not
// know that it holds the lock (cell.foreign).

// ownerBits and holdBits are the widths of the two cells.
const (
	ownerBits = 16
	holdBits  = 16
)

// lockCells are the cells of the lock that one case of a pointer names.
type lockCells struct {
	cond   term.ID
	owner  *cell
	shared *cell        // nil in programs that do not share locks
	own    int32        // slot key of the thread's own shared holds
	hold   event.HoldID // that an acquire begins
}

// locksAt returns the locks that a pointer may name.
func (t *thread) locksAt(st *state, f *frame, o ir.Operand) (*node, []lockCells, bool) {
	u := t.u
	a, ok := t.reach(st, t.arg(st, f, o), 1, event.LockOp, "use of a lock", reads)
	if !ok {
		return nil, nil, false
	}
	var list []lockCells
	unknown := term.False
	for _, c := range a.cases {
		for _, l := range u.leaves(c.off) {
			rest := u.terms.And(c.cond, l.cond)
			for _, at := range u.lockOffsets(c.obj, l.term) {
				is := u.terms.Eq(l.term, u.ptrConst(uint64(at)))
				cond := u.terms.And(rest, is)
				rest = u.terms.And(rest, u.terms.Not(is))
				if cond == term.False {
					continue
				}
				lk := lockCells{cond: cond, owner: u.lockCell(c.obj, at, false)}
				if u.w.shares {
					lk.shared = u.lockCell(c.obj, at, true)
					lk.own = t.ownHolds(lk.shared)
				}
				list = append(list, lk)
			}
			unknown = u.terms.Or(unknown, rest)
		}
	}
	if !t.unsupportedIf(st, unknown, "a lock at an address that depends on inputs") {
		return nil, nil, false
	}
	if len(list) == 0 {
		return nil, nil, t.unsupported(st, "use of a lock through a pointer without a target")
	}
	if a.node == nil {
		a.node = t.operation(st, event.LockOp)
	}
	return a.node, list, true
}

// lockOffsets returns offsets of an object at which the lock at an offset may be: all of them, or as many
// as are sensible. The caller handles the others.
func (u *unwinder) lockOffsets(o *object, off term.ID) []int64 {
	if w, ok := u.terms.Value(off); ok {
		return []int64{int64(w.Lo)}
	}
	s := u.multipleOf(off)
	if s.stride == 0 {
		return nil
	}
	var list []int64
	for at := s.off % s.stride; at < o.size && len(list) < maxTargets; at += s.stride {
		list = append(list, at)
	}
	return list
}

// multipleOf guesses a number of which an offset is a multiple, up to a constant. The guess is right if
// nothing overflows.
func (u *unwinder) multipleOf(off term.ID) shape {
	s := u.terms
	switch s.Op(off) {
	case term.OpAdd, term.OpMul:
		x, c := s.Arg(off, 0), s.Arg(off, 1)
		if s.IsConst(x) {
			x, c = c, x
		}
		w, ok := s.Value(c)
		switch {
		case ok && w.Lo >= maxObject:
		case ok && s.Op(off) == term.OpAdd:
			in := u.multipleOf(x)
			in.off += int64(w.Lo)
			return in
		case ok:
			return shape{stride: int64(w.Lo)}
		}
	}
	return u.knownModulo(off)
}

// lockCell returns a cell of the lock at an offset.
func (u *unwinder) lockCell(o *object, off int64, shared bool) *cell {
	for _, c := range o.locks {
		if c.off == off && c.holds == shared {
			return c
		}
	}
	width := uint(ownerBits)
	if shared {
		width = holdBits
	}
	c := u.newCell(o, event.Lock, off, 0, width, 1)
	c.holds = shared
	o.locks = append(o.locks, c)
	return c
}

// ownHolds returns the slot of how often the thread holds a lock shared.
func (t *thread) ownHolds(c *cell) int32 {
	key := holdsKey(c, t.inst)
	if t.holds[key] == 0 {
		if t.holds == nil {
			t.holds = make(map[int64]int32)
		}
		t.holds[key] = t.u.w.note(value{bits: t.terms.Uint(0, holdBits)}) + 1
	}
	return t.holds[key] - 1
}

func holdsKey(c *cell, i *instance) int64 { return int64(c.key)<<32 | int64(i.id) }

func (t *thread) held(st *state, l *lockCells) term.ID { return t.u.noted(st, l.own) }

// me is how lock words name the thread.
func (t *thread) me() term.ID { return t.terms.Uint(uint64(t.inst.id)+1, ownerBits) }

// ownerOf returns the exclusive owner of a lock.
func (t *thread) ownerOf(st *state, n *node, l *lockCells) term.ID {
	if !l.owner.foreign && t.owns(st, l.owner) {
		return t.me()
	}
	return t.word(st, n, l.owner, l.cond)
}

// acquire executes an acquire: the thread waits until the lock is free.
func (t *thread) acquire(st *state, f *frame, in *ir.Instr) bool {
	u := t.u
	s := u.terms
	outside := st.section == nil
	if outside {
		t.beginWait(st, event.LockOp, func(waiting *state) { t.acquire(waiting, f, in) })
	}
	n, list, ok := t.locksAt(st, f, in.Args[0])
	if !ok {
		return false
	}
	mode := ir.LockMode(in.Sub)
	free := s.Uint(0, ownerBits)
	for i := range list {
		l := &list[i]
		first := len(n.events)
		if t.certain(st) && len(list) == 1 && !l.owner.stable(t.inst) && t.knownFree(st, l) && overlay(st, l.owner).valid == term.False {
			u.reads(l.owner)
			t.event(n, event.Read, l.owner, term.None, st.path.term, free, ir.NonAtomic)
		} else {
			owner := t.ownerOf(st, n, l)
			if !t.needsZero(st, l.owner, owner, l.cond) {
				return false
			}
		}
		if mode == ir.Exclusive {
			u.holdCount++
			l.hold = u.holdCount
			for k := range n.events[first:] {
				n.events[first+k].Lock, n.events[first+k].Hold = event.Acquire, l.hold
			}
		}
		if l.shared != nil && mode == ir.Exclusive {
			holds := t.word(st, n, l.shared, l.cond)
			if !t.needsZero(st, l.shared, holds, l.cond) {
				return false
			}
		}
	}
	for i := range list {
		l := &list[i]
		if mode == ir.Exclusive {
			t.setWord(st, n, l.owner, l.cond, t.me())
			t.beginHold(st, l.owner, l.hold, l.cond)
			continue
		}
		one := s.Uint(1, holdBits)
		holds := t.word(st, n, l.shared, l.cond)
		t.setWord(st, n, l.shared, l.cond, s.Add(holds, one))
		own := t.held(st, l)
		st.note(l.own, s.Ite(l.cond, s.Add(own, one), own))
	}
	if outside {
		return t.leaveSection(st)
	}
	return true
}

// needsZero waits until the cell of a lock, which was read, is zero.
func (t *thread) needsZero(st *state, c *cell, word, cond term.ID) bool {
	isFree := t.terms.Implies(cond, t.terms.Eq(word, t.terms.Uint(0, c.width)))
	t.blocks(st, isFree, block{text: lockText, lock: c, word: word})
	return t.needs(st, isFree)
}

// knownFree reports whether the owner in the thread's own view is known and is not the thread.
func (t *thread) knownFree(st *state, l *lockCells) bool {
	v, ok := t.terms.Value(t.u.viewedAt(st, l.owner, 0).bits)
	return ok && v.Lo != uint64(t.inst.id)+1
}

// release releases one hold: the thread's own if it has one, else any.
func (t *thread) release(st *state, f *frame, in *ir.Instr) bool {
	u := t.u
	s := u.terms
	n, list, ok := t.locksAt(st, f, in.Args[0])
	if !ok {
		return false
	}
	for i := range list {
		l := &list[i]
		free := s.Uint(0, ownerBits)
		if !l.owner.foreign && !t.owns(st, l.owner) {
			l.owner.foreign, u.w.changed = true, true
		}
		if l.shared == nil {
			t.endHold(st, l.owner, l.cond)
			t.setWord(st, n, l.owner, l.cond, free)
			continue
		}
		exclusive := s.And(l.cond, s.Distinct(t.ownerOf(st, n, l), free))
		none := s.Uint(0, holdBits)
		holds := t.word(st, n, l.shared, l.cond)
		own := t.held(st, l)
		shared := s.And(l.cond, s.Not(exclusive))
		others := s.And(shared, s.And(s.Eq(own, none), s.Distinct(holds, none)))
		if !t.unsupportedIf(st, others, "the release of another thread's shared hold") {
			return false
		}
		if exclusive != term.False {
			t.endHold(st, l.owner, exclusive)
			t.setWord(st, n, l.owner, exclusive, free)
		}
		if mine := s.And(shared, s.Distinct(own, none)); mine != term.False {
			one := s.Uint(1, holdBits)
			t.setWord(st, n, l.shared, mine, s.Sub(holds, one))
			st.note(l.own, s.Ite(mine, s.Sub(own, one), own))
		}
	}
	return true
}

// lockState returns the holders of a lock, as the bits of ir.LockHeldBySelf and the like.
func (t *thread) lockState(st *state, f *frame, in *ir.Instr) bool {
	s := t.terms
	n, list, ok := t.locksAt(st, f, in.Args[0])
	if !ok {
		return false
	}
	bit := func(cond term.ID, v uint64) term.ID { return s.Ite(cond, s.Uint(v, 32), s.Uint(0, 32)) }
	var result term.ID
	for i := range list {
		l := &list[i]
		owner := t.ownerOf(st, n, l)
		self := s.Eq(owner, t.me())
		other := s.And(s.Not(self), s.Distinct(owner, s.Uint(0, ownerBits)))
		v := s.Ite(self, s.Uint(ir.LockHeldBySelf, 32), bit(other, ir.LockHeldByOther))
		if l.shared != nil {
			holds := t.word(st, n, l.shared, l.cond)
			own := t.held(st, l)
			v = s.BvOr(v, bit(s.Distinct(own, s.Uint(0, holdBits)), ir.LockSharedBySelf))
			v = s.BvOr(v, bit(s.Ult(own, holds), ir.LockSharedByOther))
		}
		if i == 0 {
			result = v
		} else {
			result = s.Ite(l.cond, v, result)
		}
	}
	st.regs[in.Dst] = value{bits: s.Zext(result, 32)}
	return true
}

// beginWait begins a section of one operation at which the thread may have to wait. run executes the
// operation for threads that wait for ever.
func (t *thread) beginWait(st *state, kind event.NodeKind, run func(*state)) {
	u := t.u
	goes := u.terms.Var("go", term.Bool)
	t.stays(st, goes, kind, run)
	u.sections++
	st.path = u.extend(st.path, goes)
	t.open(st, &section{id: u.sections, going: true}, kind)
	st.section.node.Go = goes
}
