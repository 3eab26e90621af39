package interp

import (
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// ThreadState is the state of a thread.
type ThreadState uint8

// The states of a thread. A Ready thread may have to wait (Machine.Step reports it); the others never run
// again (semantics 2).
const (
	Ready ThreadState = iota
	Finished
	Stopped
)

// Thread is a thread of the program. Its fields are the machine's.
type Thread struct {
	name     string // by creation: main, main.1, main.1.2
	number   ir.ThreadNumber
	self     ir.ThreadNumber // the result of self: a thread that fork copied has its original's
	process  int32           // 0: the first
	first    bool            // its process ends with it
	id       int32           // of Machine.names; 0: main
	index    int             // in Machine.threads: by creation in this execution
	state    ThreadState
	frames   []frame
	slots    []wide.Word // the frames' registers and constants
	locals   []ref       // the frames' current Locals
	allocas  []ref       // the frames' alloca objects
	tls      []ref       // by GlobalID
	counts   []uint32
	children uint64
	sections []ir.SectionKind // open, outermost first
	inputs   []Input          // the choices so far
	wait     Wait             // valid after Step said that it waits
	steps    uint64           // visible operations done, including the current one
	blocked  bool             // scratch of Machine.Deadlock
	spin     spin             // its loops (await.go)
	lacks    map[lackKey]lack // bits without a value that copying loads read
	begun    bool             // it has left the place at which it paused last (place.go)
	depends  []Reads          // by slot, with Config.Depends
	control  Reads            // of its branches so far
	sleeps   bool             // it called a function that sleeps, since the policy's last step
}

// frame is an activation of a function. Its registers are
// Thread.slots[base:base+numSlots].
type frame struct {
	fn      *function
	pc      int32 // of the next instruction; of the call while a callee runs
	base    int32
	locals  int32 // first in Thread.locals, by LocalID
	allocas int32 // first in Thread.allocas
	dst     int32 // the caller's slot for the result
	result  ir.Type
}

// Name returns the thread's name: main, or its creator's and which of the
// creator's threads it is, from 1: main.2.1.
func (t *Thread) Name() string { return t.name }

// Index returns the thread's place in the order of creation, from 0.
func (t *Thread) Index() int { return t.index }

// ID returns the thread's number of Config.Names; main has 0.
func (t *Thread) ID() int32 { return t.id }

// AboutToEnd reports whether the thread stands before the end of the process.
func (t *Thread) AboutToEnd() bool {
	fr := t.top()
	switch fr.fn.code[fr.pc].code {
	case cHalt:
		return true
	case cRet:
		return t.first && len(t.frames) == 1
	}
	return false
}

// MayWait reports whether the next step of the thread may have to wait, so that it depends on other
// threads.
func (t *Thread) MayWait() bool {
	fr := t.top()
	switch fr.fn.code[fr.pc].code {
	case cAtomicBegin, cAcquire, cJoin:
		return true
	}
	return false
}

// State returns the thread's state.
func (t *Thread) State() ThreadState { return t.state }

// Steps returns the number of visible operations that the thread has done.
func (t *Thread) Steps() uint64 { return t.steps }

// WaitKind is the kind of a thread's wait.
type WaitKind uint8

// The kinds of waits. A thread before an atomic section of the program counts as stopped, not as blocked
// (semantics 4).
const (
	WaitNothing WaitKind = iota
	WaitLock
	WaitJoin
	WaitCondition
	WaitSemaphore
	WaitBarrier
	WaitWriter
	WaitInput
	WaitSection
)

var waitNames = [...]string{"nothing", "a lock", "the end of a thread", "a condition", "a semaphore",
	"a barrier", "a waiting writer", "input", "an atomic section that cannot reach its end"}

// String returns the object of the wait, as a noun.
func (k WaitKind) String() string { return waitNames[k] }

// Wait describes the wait of a thread: the object, and the threads that could end the wait.
type Wait struct {
	Kind   WaitKind
	Owners []*Thread // WaitLock: the holders; WaitJoin: the target
	Retry  bool      // a section made choices before it failed: others may let it go on
}

// Blocked reports whether the thread counts as blocked for semantics 11. A thread whose section made a
// choice does not: another choice, as of a time-out, lets it continue.
func (w *Wait) Blocked() bool {
	return w.Kind != WaitNothing && w.Kind != WaitSection && !w.Retry
}

// newThread adds a thread that is to run fn with one argument or none.
func (m *Machine) newThread(parent *Thread, fn *function, arg wide.Word) *Thread {
	t := &Thread{index: len(m.threads)}
	if parent == nil {
		t.name, t.first = "main", true
	} else {
		t.process = parent.process
		parent.children++
		t.name = parent.name + "." + strconv.FormatUint(parent.children, 10)
		t.number = ir.NoThreadNumber
		if parent.number != ir.NoThreadNumber {
			t.number = parent.number.Child(parent.children)
		}
		if m.names != nil {
			t.id = m.names.Thread(parent.id, parent.children)
		}
	}
	t.self = t.number
	m.live += threadCost + 8*uint64(m.sites.Count+len(m.prog.Globals))
	m.threads = append(m.threads, t)
	m.ready = append(m.ready, t)
	regs := m.push(t, fn, 0, fn.ir.Result)
	if len(fn.params) > 0 {
		regs[fn.params[0]] = arg
	}
	return t
}

// retire removes a thread from the threads that can run.
func (m *Machine) retire(t *Thread, state ThreadState) {
	t.state = state
	if state == Finished {
		m.finished++
	}
	if i := slices.Index(m.ready, t); i >= 0 {
		m.ready = slices.Delete(m.ready, i, i+1)
	}
}

// slotCost is the memory of a register on a stack, in bytes, with its share of the frame. threadCost is the
// memory of a thread that is never given back.
const (
	slotCost   = 24
	threadCost = 1024
)

// push adds a frame for fn and returns its slots.
func (m *Machine) push(t *Thread, fn *function, dst int32, result ir.Type) []wide.Word {
	base, capacity := len(t.slots), cap(t.slots)
	t.slots = grow(t.slots, fn.numSlots)
	m.live += uint64(cap(t.slots)-capacity) * slotCost
	regs := t.slots[base:]
	clear(regs[:fn.numRegs])
	copy(regs[fn.numRegs:], fn.consts)
	if m.conf.Depends {
		t.depends = append(t.depends[:base], make([]Reads, fn.numSlots)...)
	}
	locals := len(t.locals)
	if n := len(fn.ir.Locals); n > 1 {
		t.locals = grow(t.locals, n)
		clear(t.locals[locals:])
	}
	t.spin.forgetDeeper(len(t.frames))
	t.frames = append(t.frames, frame{fn: fn, pc: fn.start, base: int32(base), locals: int32(locals),
		allocas: int32(len(t.allocas)), dst: dst, result: result})
	return regs
}

// grow makes s longer by n elements whose values are unspecified.
func grow[E any](s []E, n int) []E {
	if need := len(s) + n; need > cap(s) {
		s = append(make([]E, 0, 2*need+64), s...)
	}
	return s[:len(s)+n]
}

// pop removes the innermost frame, whose objects are dead.
func (t *Thread) pop() {
	fr := &t.frames[len(t.frames)-1]
	t.slots = t.slots[:fr.base]
	t.locals = t.locals[:fr.locals]
	t.allocas = t.allocas[:fr.allocas]
	t.frames = t.frames[:len(t.frames)-1]
}

// top returns the innermost frame.
func (t *Thread) top() *frame { return &t.frames[len(t.frames)-1] }

// inModel reports whether the innermost frame is a library model's.
func (t *Thread) inModel() bool { return t.top().fn.ir.Model }

// site returns the site of an allocation by the instruction at hand (ir.Sites).
func (t *Thread) site() ir.SiteID {
	own := t.top().fn.sites[t.top().pc]
	for i := len(t.frames) - 1; i >= 0; i-- {
		fr := &t.frames[i]
		if !fr.fn.ir.Model {
			if site := fr.fn.sites[fr.pc]; site != 0 {
				return site
			}
			break
		}
	}
	return own
}

// Next returns the place of the thread's next operation: an instruction of a block,
// or with instr the number of its instructions the end of the block. A thread that is
// finished has none.
func (t *Thread) Next() (f ir.FuncID, b ir.BlockID, instr int) {
	if len(t.frames) == 0 {
		return 0, 0, 0
	}
	fr := t.top()
	b = fr.fn.block[fr.pc]
	return fr.fn.id, b, int(fr.pc - fr.fn.blockPC[b])
}
