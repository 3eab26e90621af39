package interp

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"

	"github.com/heddle-mc/heddle/internal/run/footprint"
)

// lock holds the holders of a lock: one thread exclusively, or any number shared, each perhaps several
// times.
type lock struct {
	owner  *Thread
	shared []*Thread // one entry per hold
}

func (l *lock) holders() []*Thread {
	if l.owner != nil {
		return []*Thread{l.owner}
	}
	return append([]*Thread(nil), l.shared...)
}

// lockAt returns the lock at a pointer, made when first needed.
func (m *Machine) lockAt(p wide.Word) *lock {
	locks := m.locksOf(p)
	l := locks[p]
	if l == nil {
		l = &lock{}
		locks[p] = l
	}
	return l
}

// lockBegin checks the pointer of a lock operation and that it may happen now.
func (m *Machine) lockBegin(t *Thread, p wide.Word) (*lock, outcome) {
	if _, out := m.locate(t, p, 1, "use of a lock"); out != next {
		if m.foot != nil && out != wait {
			m.tried(p, 1, footprint.Reads)
		}
		return nil, out
	}
	if !m.visible(t) {
		return nil, wait
	}
	if out := m.mayEnter(t, ir.ModelSection); out != next {
		return nil, out
	}
	return m.lockAt(p), next
}

func (m *Machine) acquire(t *Thread, in *inst, regs []wide.Word) outcome {
	mode := ir.LockMode(t.top().fn.src[t.top().pc].Sub)
	l, out := m.lockBegin(t, regs[in.a])
	if l == nil {
		return out
	}
	if m.foot != nil {
		if mode == ir.Exclusive {
			m.seenLock(regs[in.a], footprint.Writes, footprint.Acquire)
		} else {
			m.seenLock(regs[in.a], footprint.Shares, footprint.AcquireShared)
		}
	}
	if l.owner != nil || mode == ir.Exclusive && len(l.shared) > 0 {
		if m.conf.Observer != nil {
			m.observeLock(t, ObservedBlocked, regs[in.a])
		}
		return m.waits(t, Wait{Kind: WaitLock, Owners: l.holders()})
	}
	if m.attempt != nil {
		m.attempt.logLock(l)
	}
	if mode == ir.Exclusive {
		l.owner = t
	} else {
		l.shared = append(l.shared, t)
	}
	m.note(t, 10, regs[in.a].Lo^regs[in.a].Hi<<16)
	if m.conf.Observer != nil {
		m.observeLock(t, ObservedAcquire, regs[in.a])
	}
	return next
}

func (m *Machine) release(t *Thread, p wide.Word) outcome {
	l, out := m.lockBegin(t, p)
	if l == nil {
		return out
	}
	if m.attempt != nil {
		m.attempt.logLock(l)
	}
	if m.foot != nil {
		m.seenRelease(t, p, l)
	}
	m.note(t, 11, p.Lo^p.Hi<<16)
	if m.conf.Observer != nil {
		m.observeLock(t, ObservedRelease, p)
	}
	if l.owner != nil {
		l.owner = nil
		return next
	}
	if n := len(l.shared); n > 0 {
		drop := n - 1
		for i, h := range l.shared {
			if h == t {
				drop = i
			}
		}
		l.shared = append(l.shared[:drop:drop], l.shared[drop+1:]...)
	}
	return next
}

func (m *Machine) lockState(t *Thread, in *inst, regs []wide.Word) outcome {
	l, out := m.lockBegin(t, regs[in.a])
	if l == nil {
		return out
	}
	state := uint64(0)
	switch {
	case l.owner == t:
		state |= ir.LockHeldBySelf
	case l.owner != nil:
		state |= ir.LockHeldByOther
	}
	for _, h := range l.shared {
		if h == t {
			state |= ir.LockSharedBySelf
		} else {
			state |= ir.LockSharedByOther
		}
	}
	if m.foot != nil {
		m.seenLock(regs[in.a], footprint.Reads, footprint.Access)
	}
	m.note(t, 12, state)
	if m.conf.Observer != nil {
		m.observeLock(t, ObservedLockState, regs[in.a])
	}
	regs[in.dst] = wide.Word{Lo: state}
	return next
}

var blockWaits = [...]WaitKind{
	ir.BlockCondition: WaitCondition, ir.BlockSemaphore: WaitSemaphore, ir.BlockBarrier: WaitBarrier,
	ir.BlockWriter: WaitWriter, ir.BlockInput: WaitInput,
}

func (m *Machine) blockUntil(t *Thread, in *inst, regs []wide.Word) outcome {
	if m.attempt == nil {
		return m.unsupported(t, "block_until outside an atomic section")
	}
	if regs[in.a].Lo != 0 {
		return next
	}
	return m.waits(t, Wait{Kind: blockWaits[t.top().fn.src[t.top().pc].Sub]})
}

// waits is the outcome of an operation that is not possible now. In an attempt the whole section waits.
// Only a library model's section counts as blocked, and only if no other choice could have let it continue
// (a timed wait).
func (m *Machine) waits(t *Thread, w Wait) outcome {
	if m.attempt == nil {
		m.spent = false
		t.wait = w
		return blocked
	}
	return m.rollback(t, w)
}
