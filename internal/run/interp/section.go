package interp

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// attempt is the undo log of an outermost atomic section (semantics 4). Entries
// are undone in reverse.
type attempt struct {
	thread   *Thread
	log      []undo
	bytes    []byte   // arena of old bytes
	prov     []uint64 // arena of old prov entries and uninit bits
	dead     []*object
	frames   []savedFrame // outermost last; the first is the frame where the section begins
	inputs   int          // len(thread.inputs) at the start
	uninit   int
	output   int
	objects  int
	threads  int
	starting int
	depth    int // frames of the thread
	allocas  []ref
	locals   int // len(thread.locals)
	hash     uint64
	children uint64
	chose    bool // made a choice
	live     uint64
	visits   uint64 // thread.spin.stamp and acts at the start
	acts     uint64

	// With Config.Depends: the section's read, and the undo log of dependencies.
	reading, control Reads
	registers        []Reads
	depended         []depended
}

// savedFrame is a frame as it was when the attempt began, with its registers
// and locals.
type savedFrame struct {
	frame  frame
	regs   []wide.Word
	locals []ref
}

type undoKind uint8

const (
	undoBytes undoKind = iota
	undoFlags
	undoCount
	undoAlloca
	undoThreadLocal
	undoLock
	undoHandle
)

// undo is one entry. Which fields mean something is the kind's business.
type undo struct {
	kind    undoKind
	hadProv bool
	unset   bool // the object has an uninit bitset
	lacking bool // the object has bits without a value
	visible,
	escaped,
	exposed,
	shared bool
	o      *object
	off, n uint64
	at     int // in the arenas; a site, frame or global
	prov   int
	t      *Thread
	lock   *lock
	old    lock
	word   wide.Word
}

// logBytes saves n bytes at off, with their pointer marks and their bits without a value.
func (a *attempt) logBytes(o *object, off, n uint64) {
	u := undo{kind: undoBytes, o: o, off: off, n: n, at: len(a.bytes), prov: len(a.prov), hadProv: o.prov != nil}
	a.bytes = append(a.bytes, o.data[off:off+n]...)
	if o.prov != nil {
		a.prov = append(a.prov, o.prov[off:off+n]...)
	}
	if o.uninit != nil {
		u.unset = true
		for i := off; i < off+n; i++ {
			a.prov = append(a.prov, o.uninit[i/64]>>(i%64)&1)
		}
	}
	if o.lack != nil {
		u.lacking = true
		for i := off; i < off+n; i++ {
			a.prov = append(a.prov, uint64(o.lack[i]))
		}
	}
	a.log = append(a.log, u)
}

func (a *attempt) logFlags(o *object) {
	a.log = append(a.log, undo{kind: undoFlags, o: o, visible: o.visible, escaped: o.escaped, exposed: o.exposed, shared: o.shared})
}

func (a *attempt) logDeath(o *object) { a.dead = append(a.dead, o) }

func (a *attempt) logCount(t *Thread, site ir.SiteID) {
	a.log = append(a.log, undo{kind: undoCount, t: t, at: int(site)})
}

func (a *attempt) logAlloca(t *Thread, frame int) {
	a.log = append(a.log, undo{kind: undoAlloca, t: t, at: frame})
}

func (a *attempt) logThreadLocal(t *Thread, g ir.GlobalID) {
	a.log = append(a.log, undo{kind: undoThreadLocal, t: t, at: int(g)})
}

func (a *attempt) logLock(l *lock) {
	old := *l
	old.shared = append([]*Thread(nil), l.shared...)
	a.log = append(a.log, undo{kind: undoLock, lock: l, old: old})
}

func (a *attempt) logSpawn(_ *Thread, handle wide.Word, old *Thread) {
	a.log = append(a.log, undo{kind: undoHandle, word: handle, t: old})
}

// logFrame saves the innermost frame if control just returned into a frame in which the section did not
// begin.
func (a *attempt) logFrame(t *Thread) {
	if t == a.thread && len(t.frames) <= a.depth-len(a.frames) {
		a.saveTop(t)
	}
}

func (a *attempt) saveTop(t *Thread) {
	fr := t.top()
	regs := t.slots[fr.base : int(fr.base)+fr.fn.numRegs]
	if n := len(a.frames); n < cap(a.frames) {
		a.frames = a.frames[:n+1]
	} else {
		a.frames = append(a.frames, savedFrame{})
	}
	s := &a.frames[len(a.frames)-1]
	s.frame = *fr
	s.regs = append(s.regs[:0], regs...)
	s.locals = s.locals[:0]
	if n := len(fr.fn.ir.Locals); n > 1 {
		s.locals = append(s.locals, t.locals[fr.locals:int(fr.locals)+n]...)
	}
}

// atomicBegin enters a section. The outermost one begins an attempt.
func (m *Machine) atomicBegin(t *Thread) outcome {
	fr := t.top()
	kind := ir.SectionKind(fr.fn.src[fr.pc].Sub)
	if len(t.sections) > 0 {
		t.sections = append(t.sections, kind)
		return next
	}
	if !m.visible(t) {
		return wait
	}
	if out := m.mayEnter(t, kind); out != next {
		return out
	}
	a := m.spare
	if a == nil {
		a = &attempt{}
	}
	m.spare = nil
	*a = attempt{
		thread: t, log: a.log[:0], bytes: a.bytes[:0], prov: a.prov[:0], dead: a.dead[:0], frames: a.frames[:0],
		inputs: len(t.inputs), uninit: len(m.uninit), output: len(m.output), objects: len(m.objects),
		threads: len(m.threads), starting: len(m.starting), depth: len(t.frames), allocas: append(a.allocas[:0], t.allocas...), locals: len(t.locals),
		hash: m.hash, children: t.children, live: m.live,
		visits: t.spin.stamp, acts: t.spin.acts,
	}
	a.saveTop(t)
	a.began(m)
	m.attempt = a
	m.note(t, 13, 0)
	t.sections = append(t.sections, kind)
	if m.race != nil && kind == ir.UserSection {
		if m.foot != nil {
			m.seenSection()
		}
		m.happens(t, raceEvent{kind: eventEnter})
	}
	return next
}

// atomicEnd leaves the innermost section; the end of the outermost one keeps the effects of the attempt.
func (m *Machine) atomicEnd(t *Thread) outcome {
	if n := len(t.sections); n > 0 {
		if n == 1 && m.commit(t) {
			return blocked
		}
		t.sections = t.sections[:n-1]
	}
	return next
}

// commit keeps the effects of the attempt, if there is one. If the machine only probes, it undoes them
// instead and returns true: the caller's outcome then is blocked.
func (m *Machine) commit(t *Thread) (probed bool) {
	a := m.attempt
	if a == nil {
		return false
	}
	if m.probing {
		m.probed = true
		m.rollback(t, Wait{})
		return true
	}
	if m.race != nil {
		if t.sections[0] == ir.UserSection {
			m.happens(t, raceEvent{kind: eventLeave})
		}
		m.race.settle(m, t)
	}
	m.attempt, m.spare = nil, a
	for _, o := range a.dead {
		m.bury(o)
	}
	return false
}

// rollback undoes the attempt; the thread waits before its section.
func (m *Machine) rollback(t *Thread, w Wait) outcome {
	a := m.attempt
	if m.race != nil {
		m.race.forget()
	}
	if m.conf.Observer != nil {
		m.observe(t, Observation{Kind: ObservedRollback})
	}
	if t.sections[0] == ir.UserSection {
		w = Wait{Kind: WaitSection}
	}
	w.Retry = a.chose
	for i := len(a.log) - 1; i >= 0; i-- {
		m.undo(a, &a.log[i])
	}
	for _, o := range a.dead {
		o.dead = false
	}
	for _, o := range m.objects[a.objects:] {
		o.dead = true
		if m.bySlot[o.base] == o {
			delete(m.bySlot, o.base)
		}
	}
	clear(m.objects[a.objects:])
	m.objects = m.objects[:a.objects]
	m.live = a.live
	m.uninit = m.uninit[:a.uninit]
	m.output = m.output[:a.output]
	m.ready = m.ready[:len(m.ready)-(len(m.threads)-a.threads)] // new threads are the last
	m.threads = m.threads[:a.threads]
	m.starting = m.starting[:a.starting]
	m.hash = a.hash
	t.inputs = t.inputs[:a.inputs]
	t.children = a.children
	t.sections = t.sections[:0]
	t.spin.rollBack(a.visits, a.acts)
	m.restoreFrames(t, a)
	m.undepend(a)
	m.attempt, m.spare = nil, a
	m.spent = false
	t.wait = w
	return blocked
}

// restoreFrames restores the frames from which the attempt returned.
func (m *Machine) restoreFrames(t *Thread, a *attempt) {
	lowest := &a.frames[len(a.frames)-1].frame
	t.frames = t.frames[:a.depth-len(a.frames)]
	t.slots = t.slots[:lowest.base]
	t.locals = t.locals[:lowest.locals]
	t.locals = grow(t.locals, a.locals-len(t.locals))
	for i := len(a.frames) - 1; i >= 0; i-- {
		s := &a.frames[i]
		t.slots = grow(t.slots, s.frame.fn.numSlots)
		regs := t.slots[s.frame.base:]
		copy(regs, s.regs)
		copy(regs[s.frame.fn.numRegs:], s.frame.fn.consts)
		copy(t.locals[s.frame.locals:], s.locals)
		t.frames = append(t.frames, s.frame)
	}
	t.allocas = append(t.allocas[:0], a.allocas...)
}

func (m *Machine) undo(a *attempt, u *undo) {
	switch u.kind {
	case undoBytes:
		o := u.o
		copy(o.data[u.off:u.off+u.n], a.bytes[u.at:])
		at := u.prov
		switch {
		case u.hadProv:
			copy(o.prov[u.off:u.off+u.n], a.prov[at:])
			at += int(u.n)
		case o.prov != nil:
			clear(o.prov[u.off : u.off+u.n])
		}
		if u.unset {
			for i := uint64(0); i < u.n; i++ {
				if a.prov[at+int(i)] != 0 {
					o.unsetInit(u.off + i)
				}
			}
			at += int(u.n)
		}
		switch {
		case u.lacking:
			for i := uint64(0); i < u.n; i++ {
				o.lack[u.off+i] = byte(a.prov[at+int(i)])
			}
		case o.lack != nil:
			clear(o.lack[u.off : u.off+u.n])
		}
	case undoFlags:
		u.o.visible, u.o.escaped, u.o.exposed, u.o.shared = u.visible, u.escaped, u.exposed, u.shared
	case undoCount:
		u.t.counts[u.at]--
	case undoAlloca:
		// The saved frames are restored unchanged; those below lose the shift.
		for j := u.at + 1; j < a.depth-len(a.frames); j++ {
			u.t.frames[j].allocas--
		}
	case undoThreadLocal:
		u.t.tls[u.at] = 0
	case undoLock:
		*u.lock = u.old
	case undoHandle:
		if u.t == nil {
			delete(m.handles, u.word)
		} else {
			m.handles[u.word] = u.t
		}
	}
}
