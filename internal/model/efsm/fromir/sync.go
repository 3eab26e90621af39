package fromir

import (
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// beginSection enters an atomic section. The outermost one is the visible operation
// of its state.
func (x *region) beginSection(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	if p.depth == 0 {
		if !x.mayAct(p) {
			x.leave(p, cut{copied: c, At: at})
			return nil
		}
		p.done = true
		x.located()
		x.user = ir.SectionKind(in.Sub) == ir.UserSection
		if x.b.opts.Property == verdict.Race && x.user {
			x.state.Kind, x.state.Section = efsm.Visible, true
		}
	}
	p.depth++
	return p
}

// endSection leaves an atomic section. The end of the outermost section shows its
// effects to other threads.
func (x *region) endSection(p *path) *path {
	if p.depth == 0 {
		return p
	}
	if p.depth--; p.depth > 0 {
		return p
	}
	x.enabled(p.cond)
	for v := range x.b.sys.Vars {
		if _, ok := p.vals[efsm.VarID(v)]; ok {
			x.commit(p, efsm.VarID(v))
		}
	}
	return p
}

// operation requires that an operation other than a memory access can be done here.
func (x *region) operation(c *copied, at ir.At, p *path) *path {
	if !x.mayAct(p) {
		x.leave(p, cut{copied: c, At: at})
		return nil
	}
	return x.visible(p)
}

// spawn starts the next instance of a thread.
func (x *region) spawn(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	s := x.b.terms
	if p = x.operation(c, at, p); p == nil {
		return nil
	}
	list := x.t.spawns[spawnKey{c, at}]
	key := objectKey{thread: x.t, copied: c, at: at}
	count := s.Uint(0, counterBits)
	runs := x.b.runs(c, at.Block, c.times)
	if len(list) > 0 && list[0].like != nil {
		return x.spawnReplica(c, in, p, list)
	}
	var v efsm.VarID
	created := term.True // else the thread never runs
	if runs > 1 || len(list) == 0 {
		v = x.counter(key, "spawned")
		count = x.value(p, v)
		fits := s.Ult(count, s.Uint(uint64(len(list)), counterBits))
		if x.t.fewer[spawnKey{c, at}] {
			x.mark(efsm.Mark{Mark: verdict.Mark{Bound: verdict.ThreadBound, Limit: x.b.opts.Threads}, When: s.And(p.cond, s.Not(fits)), GoesOn: true})
			created = fits
		} else if p = x.bound(p, fits, verdict.ThreadBound, len(list)); p == nil {
			return nil
		}
	}
	if p.depth == 0 {
		x.enabled(p.cond)
	}
	arg := x.arg(c, p, in.Args[0])
	for k, t := range list {
		is := s.Eq(count, s.Uint(uint64(k), counterBits))
		t.args = append(t.args, arg)
		x.accessed(t.alive, efsm.Write, true, s.And(p.cond, is))
		x.assign(p, t.alive, s.Or(is, x.value(p, t.alive)))
		x.accessed(t.arg, efsm.Write, true, s.And(p.cond, is))
		x.assign(p, t.arg, s.Ite(is, arg, x.value(p, t.arg)))
	}
	if v != 0 {
		p.vals[v] = s.Ite(created, s.Add(count, s.Uint(1, counterBits)), count)
	}
	return p
}

// join waits until the thread with a given handle is finished.
func (x *region) join(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	s := x.b.terms
	if p = x.operation(c, at, p); p == nil {
		return nil
	}
	handle := x.arg(c, p, in.Args[0])
	over := term.False
	for _, o := range x.b.merged { // it is not known which replica it is
		if o.unsized {
			continue
		}
		over = s.Or(over, s.Eq(handle, x.b.pointer(o, 0)))
	}
	for _, t := range x.b.threads {
		if t.like != nil {
			continue
		}
		is := s.Eq(handle, s.Const(term.Word{}, x.b.width()))
		if t.arg != 0 {
			is = s.Eq(handle, x.value(p, t.arg))
		}
		if s.And(p.cond, is) == term.False {
			continue
		}
		if t.arg != 0 && is != term.True {
			x.accessed(t.arg, efsm.Read, true, p.cond)
		}
		x.accessed(t.done, efsm.Read, true, s.And(p.cond, is))
		over = s.Or(over, s.And(is, x.value(p, t.done)))
		x.waits(p, s.And(is, s.Not(x.value(p, t.done))), t.id)
	}
	x.state.Wait = efsm.WaitJoin
	if p = x.assume(p, over); p != nil && p.depth == 0 {
		x.enabled(p.cond)
	}
	return p
}

// waits records, for deadlocks, that the thread is blocked if a path comes here and a condition holds,
// until thread by does something; zero: any other thread. Before an atomic section of the program the
// thread is not blocked, but stopped (semantics 4.3).
func (x *region) waits(p *path, when term.ID, by efsm.ThreadID) {
	if when = x.b.terms.And(p.cond, when); x.b.opts.Property != verdict.Deadlock || x.user || when == term.False {
		return
	}
	x.state.Kind = efsm.Visible
	x.state.Blocked = append(x.state.Blocked, efsm.Blocked{By: by, When: when})
}

func (x *region) lockOp(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	addr := x.arg(c, p, in.Args[0])
	list, fault, p := x.choices(c, at, addr, 1, p)
	if p == nil {
		return nil
	}
	shared := x.b.opts.Property == verdict.Deadlock // a lock for which a thread waits need not be used by another thread
	for i := range list {
		if list[i].object.unsized || list[i].object.array != nil {
			return x.unsupported(p, "a lock in memory of a size that is no constant")
		}
		l := list[i].object.lockAt(list[i].off)
		if l.owner == 0 {
			return x.unsupported(p, "a lock at an unexpected place")
		}
		shared = shared || x.b.sys.Vars[l.owner].Thread == 0
	}
	if shared {
		if p = x.operation(c, at, p); p == nil {
			return nil
		}
	}
	x.readLives(p, list)
	if p = x.faults(p, addr, fault, list); p == nil {
		return nil
	}
	switch {
	case in.Op == ir.OpLockState:
		x.set(c, p, in.Dst, x.lockState(p, list))
	case in.Op == ir.OpAcquire:
		p = x.acquire(p, list, ir.LockMode(in.Sub) == ir.Shared, c.isSilent(at))
	default:
		p = x.release(p, list, c.isSilent(at))
	}
	if p != nil && p.depth == 0 && shared {
		x.enabled(p.cond)
	}
	return p
}

// acquire takes one of several locks. If there is no happens-before edge from its last release, the
// lock orders operations that are never adjacent, without synchronising them; that gives a mark.
func (x *region) acquire(p *path, list []choice, shared, silent bool) *path {
	s := x.b.terms
	free := term.True
	for _, g := range list {
		l := g.object.lockAt(g.off)
		is := s.Eq(x.value(p, l.owner), s.Uint(0, ownerBits))
		if l.holders != 0 && !shared {
			is = s.And(is, s.Eq(x.value(p, l.holders), s.Uint(0, holdBits)))
		}
		free = s.And(free, s.Implies(g.cond, is))
		for _, t := range x.b.threads {
			holds := s.Eq(x.value(p, l.owner), s.Uint(uint64(t.id), ownerBits))
			if v := l.own[t]; v != 0 {
				holds = s.Or(holds, s.Distinct(x.value(p, v), s.Uint(0, holdBits)))
			}
			x.waits(p, s.Conj(g.cond, s.Not(is), holds), t.id)
		}
		x.accessLock(p, l, efsm.ReadWrite, g.cond)
		if l.given != 0 && (silent || l.dropped) {
			x.notAdjacent(p, s.And(g.cond, x.value(p, l.given)), "a once control or lock that was reset")
		}
	}
	x.state.Wait = efsm.WaitLock
	if p = x.assume(p, free); p == nil {
		return nil
	}
	for _, g := range list {
		l := g.object.lockAt(g.off)
		x.noteLock(efsm.LockAct{Lock: l.owner, Shared: shared, When: s.And(p.cond, g.cond)})
		if !shared {
			x.assign(p, l.owner, s.Ite(g.cond, s.Uint(uint64(x.t.owns()), ownerBits), x.value(p, l.owner)))
			if v := l.held[x.t]; v != 0 {
				x.assign(p, v, s.Or(g.cond, x.value(p, v)))
			}
			continue
		}
		one := s.Ite(g.cond, s.Uint(1, holdBits), s.Uint(0, holdBits))
		x.assign(p, l.holders, s.Add(x.value(p, l.holders), one))
		x.assign(p, l.own[x.t], s.Add(x.value(p, l.own[x.t]), one))
	}
	return p
}

// release ends one hold of one of several locks: the thread's own hold if it has one, else any. For a
// free lock nothing happens.
func (x *region) release(p *path, list []choice, silent bool) *path {
	s := x.b.terms
	for _, g := range list {
		l := g.object.lockAt(g.off)
		x.accessLock(p, l, efsm.ReadWrite, g.cond)
		x.noteLock(efsm.LockAct{Lock: l.owner, Release: true, When: s.And(p.cond, g.cond)})
		owner := x.value(p, l.owner)
		free := s.Eq(owner, s.Uint(0, ownerBits))
		if v := l.held[x.t]; v != 0 {
			if p = x.unsupportedIf(p, s.Conj(g.cond, s.Not(free), s.Not(x.value(p, v))), "release of another thread's lock"); p == nil {
				return nil
			}
			x.assign(p, v, s.And(s.Not(g.cond), x.value(p, v)))
		}
		x.assign(p, l.owner, s.Ite(g.cond, s.Uint(0, ownerBits), owner))
		if l.given != 0 && (silent || l.taken) {
			x.assign(p, l.given, s.Or(g.cond, x.value(p, l.given)))
		}
		if l.holders == 0 {
			continue
		}
		none := s.Uint(0, holdBits)
		holders, own := x.value(p, l.holders), x.value(p, l.own[x.t])
		held := s.Conj(g.cond, free, s.Distinct(holders, none))
		if p = x.unsupportedIf(p, s.And(held, s.Eq(own, none)), "release of another thread's shared hold"); p == nil {
			return nil
		}
		one := s.Ite(held, s.Uint(1, holdBits), none)
		x.assign(p, l.holders, s.Sub(holders, one))
		x.assign(p, l.own[x.t], s.Sub(own, one))
	}
	return p
}

// lockState returns who holds one of several locks, as bits (ir.LockHeldBySelf and others).
func (x *region) lockState(p *path, list []choice) term.ID {
	s := x.b.terms
	bit := func(c term.ID, value uint64) term.ID { return s.Ite(c, s.Uint(value, 32), s.Uint(0, 32)) }
	state := s.Uint(0, 32)
	for _, g := range list {
		l := g.object.lockAt(g.off)
		x.accessLock(p, l, efsm.Read, g.cond)
		owner := x.value(p, l.owner)
		self := s.Eq(owner, s.Uint(uint64(x.t.owns()), ownerBits))
		if v := l.held[x.t]; v != 0 {
			self = x.value(p, v)
		}
		free := s.Eq(owner, s.Uint(0, ownerBits))
		held := s.BvOr(bit(self, ir.LockHeldBySelf), bit(s.And(s.Not(self), s.Not(free)), ir.LockHeldByOther))
		if l.holders != 0 {
			holders, own := x.value(p, l.holders), x.value(p, l.own[x.t])
			held = s.BvOr(held, bit(s.Distinct(own, s.Uint(0, holdBits)), ir.LockSharedBySelf))
			held = s.BvOr(held, bit(s.Distinct(own, holders), ir.LockSharedByOther))
		}
		state = s.BvOr(state, s.Ite(g.cond, held, s.Uint(0, 32)))
	}
	return state
}

// noteLock records an operation on a lock that several threads use.
func (x *region) noteLock(l efsm.LockAct) {
	if x.b.sys.Vars[l.Lock].Thread == 0 && l.When != term.False {
		x.state.Locks = append(x.state.Locks, l)
	}
}

func (x *region) accessLock(p *path, l *lock, mode efsm.Mode, when term.ID) {
	when = x.b.terms.And(p.cond, when)
	x.accessed(l.owner, mode, true, when)
	if l.given != 0 {
		x.accessed(l.given, mode, true, when)
	}
	if l.holders != 0 {
		x.accessed(l.holders, mode, true, when)
	}
	for _, t := range x.b.threads {
		if v := l.own[t]; v != 0 {
			x.accessed(v, mode, true, when)
		}
	}
}
