package interp

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// An observer watches an execution. Minimisation learns from it which steps depend on one another,
// narration the reads and writes of each step. It changes nothing. A machine without one pays a test per
// access, except for accesses to plain private objects.

// ObservedKind is the kind of an observation.
type ObservedKind uint8

// These are the kinds of observations. Accesses are those of every object, private and model ones included.
const (
	ObservedRead      ObservedKind = iota // Old: the value
	ObservedWrite                         // New: the value
	ObservedUpdate                        // a successful read-modify-write: Old, New
	ObservedAcquire                       // of the lock at Object, Offset
	ObservedRelease                       // of the lock at Object, Offset
	ObservedLockState                     // of the lock at Object, Offset
	ObservedSpawn                         // of Other
	ObservedJoin                          // of Other
	ObservedExit                          // the thread is finished
	ObservedHalt                          // the process ends
	ObservedDeath                         // Object's life ends: free, scope end
	ObservedFence
	ObservedBlocked  // the lock at Object, Offset is held: the thread waits
	ObservedFault    // an access or a free through a pointer to Object, Offset, that cannot be
	ObservedChoice   // New: the value
	ObservedBlock    // with Config.Blocks: the thread begins the block that Thread.Next names
	ObservedCheck    // with Config.Blocks: the check at Instr is evaluated
	ObservedRollback // the thread's step was undone from its beginning
)

// ObjectID names an object within one execution. Zero names none.
type ObjectID = uint64

// Observation is one thing that an execution did. It is the machine's and valid
// during the call only. Values of pointers have the object in Hi and the offset
// in Lo.
type Observation struct {
	Kind         ObservedKind
	Object       ObjectID
	Offset, Size uint64
	Old, New     wide.Word
	Shared       bool // Object may be reached by other threads, or is a library model's
	Bookkeeping  bool // by a library model for itself
	Stale        bool // a read that sees another write than the latest
	Other        *Thread
	Instr        *ir.Instr // nil at the end of a function
}

// Observer gets the observations of an execution, in order, as they happen. Those of an atomic section come
// before it is known whether it reaches its end. Probing (Machine.Probe, Machine.Deadlock) is not observed.
type Observer interface {
	Observe(m *Machine, t *Thread, o *Observation)
}

// Observers are several observers of one execution. Each gets every observation, in the order of the list.
type Observers []Observer

// Observe implements Observer.
func (list Observers) Observe(m *Machine, t *Thread, o *Observation) {
	for _, one := range list {
		one.Observe(m, t, o)
	}
}

// watchesAll reports whether accesses of private objects matter, too.
func (m *Machine) watchesAll() bool { return m.race != nil || m.conf.Observer != nil || m.conf.Depends }

// observe calls the observer. There must be one.
func (m *Machine) observe(t *Thread, o Observation) {
	if m.probing {
		return
	}
	if p := m.processOf(o.Object); p != 0 && o.Object != 0 {
		o.Object |= p << processShift
	}
	fr := t.top()
	o.Instr = fr.fn.src[fr.pc]
	o.Bookkeeping = o.Bookkeeping || inModelSection(t)
	m.observation = o
	m.conf.Observer.Observe(m, t, &m.observation)
}

// observeAccess reports an access to bytes of an object to the observer.
func (m *Machine) observeAccess(t *Thread, kind ObservedKind, o *object, off uint64, n uint8, old, now wide.Word) {
	m.observe(t, Observation{Kind: kind, Object: o.ref, Offset: off, Size: uint64(n), Shared: o.visible || o.model, Bookkeeping: o.model,
		Old: old, New: now, Stale: kind != ObservedWrite && o.visible && m.access.Stale})
}

// observeLock reports an operation on the lock at p to the observer.
func (m *Machine) observeLock(t *Thread, kind ObservedKind, p wide.Word) {
	m.observe(t, Observation{Kind: kind, Object: p.Hi, Offset: p.Lo, Size: 1, Shared: true})
}

// observeFault reports a pointer through which an operation fails to the observer, perhaps before the
// thread may do it.
func (m *Machine) observeFault(t *Thread, p wide.Word, n uint64) {
	if m.conf.Observer != nil {
		m.observe(t, Observation{Kind: ObservedFault, Object: p.Hi, Offset: p.Lo, Size: n, Shared: true})
	}
}

// ObjectInfo describes an object, for output.
type ObjectInfo struct {
	Key      ObjectKey
	Size     uint64
	Func     ir.FuncID   // of a local: its function; of a function: itself
	Local    ir.LocalID  // zero: no local variable
	Global   ir.GlobalID // zero: no global
	Born     Location    // of a heap object: where it was allocated
	Function bool        // a function
	Model    bool        // a library model's
	Visible  bool        // other threads may reach it
	Dead     bool
}

// ObjectInfo describes the object of an Observation or of a pointer's value. ok is false if there is none,
// or if its memory belongs to another object now.
func (m *Machine) ObjectInfo(id ObjectID) (info ObjectInfo, ok bool) {
	o := m.objectOf(id)
	if o == nil || id == 0 {
		return info, false
	}
	info = ObjectInfo{Size: o.size, Func: o.fn, Local: o.local, Global: o.global, Born: o.born,
		Function: o.kind == kindFunc, Model: o.model, Visible: o.visible, Dead: o.dead}
	if o.kind != kindFunc {
		info.Key = m.key(o)
	}
	return info, true
}

// Stack returns the places where the thread is, innermost first.
func (t *Thread) Stack() []Location { return t.stack() }

// FindDeadlocks describes the deadlocks of the current state as violations: the smallest sets of threads
// that wait for one another. The execution does not end.
func (m *Machine) FindDeadlocks() []Violation {
	var list []Violation
	cores, _ := m.DeadlockCores()
	for _, core := range cores {
		list = append(list, DeadlockOf(core))
	}
	return list
}

// TraceSource returns a source that answers choices from a trace, and with the least value where the trace
// has no answer.
func TraceSource(t *trace.Trace) (Source, error) {
	s := &source{fallback: leastSource{}}
	if err := s.load(t); err != nil {
		return nil, err
	}
	return s, nil
}

// leastSource is a source that answers every choice with its least value.
type leastSource struct{}

// Choose implements Source.
func (leastSource) Choose(c Choice) (wide.Word, error) { return c.Lowest(), nil }

// Uninit implements Source.
func (leastSource) Uninit(ObjectKey, uint64) (byte, error) { return 0, nil }

// Passed holds the instructions that threads executed. It is an Observer. A thread whose atomic section is taken
// back has executed nothing.
type Passed map[*Thread][]*ir.Instr

// Observe implements Observer.
func (p Passed) Observe(_ *Machine, t *Thread, o *Observation) {
	switch o.Kind {
	case ObservedRollback:
		p[t] = p[t][:0]
	case ObservedChoice, ObservedBlocked:
	default:
		p[t] = append(p[t], o.Instr)
	}
}
