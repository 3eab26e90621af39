package efsm

import (
	"iter"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// VarID indexes System.Vars; zero names nothing.
type VarID int32

// StateID indexes Thread.States; zero names nothing.
type StateID int32

// ThreadID indexes System.Threads; zero names nothing.
type ThreadID int32

// System is a set of threads over shared variables.
type System struct {
	Terms   *term.Store
	Files   []string // source files; an ir.Pos names one by its index
	Vars    []Var    // index VarID, entry 0 unused
	Threads []Thread // index ThreadID, entry 0 unused; the program's first thread comes first
	// Whole: executions as a whole are judged, so a visible state stays visible even if most of its
	// effects were removed. The text form does not have it.
	Whole bool
	// FreesShared: the program frees memory that several threads use. The text form does not have it.
	FreesShared bool
	// Tagged is the bit of a pointer at which the number of an array begins (fromir.Options.Arrays);
	// zero: pointers have none. The text form does not have it.
	Tagged uint
	// Replicas has lists of threads that execute the same program; the threads of a list stand for any
	// number of them (replica.go). The text form does not have them.
	Replicas [][]ThreadID
	// Facts hold in all states, also for any number of replicas (count.go). Compare has variables that
	// a proof may need to compare. The text form does not have them.
	Facts   []term.ID
	Compare []Comparing
	ghosts  VarID // the first variable that Count added; 0: none
}

// TagBits is the width of the number of an array in a pointer.
const TagBits = 16

// Class is the class of a variable.
type Class uint8

// The classes.
const (
	Data  Class = iota // memory of the program; accesses to a shared one can race
	Sync               // locks and bookkeeping; never races
	Input              // of one thread: any value, a fresh one in each step
)

// Var is a variable of bounded width.
type Var struct {
	Name   string
	Sort   term.Sort // Bool, a bit-vector, or an array of such words
	Class  Class
	Thread ThreadID // whose it is; zero: shared
	Term   term.ID  // the variable in System.Terms that stands for its value before a step
	Init   term.ID  // its first value, a constant; term.None: any. Inputs and arrays have none
	Home   *Home    // the memory that it holds, or whose first value an input is; nil: none
}

// Home says which bytes of the original program a variable holds.
type Home struct {
	Global string    // or, if empty, an instance of a site:
	Site   ir.SiteID // where the object is made (ir.Sites)
	Maker  ThreadID  // by which thread
	Count  uint32    // how many objects that thread made there before; of an input, any number
	Offset uint64    // of the first byte in the object
	Bytes  uint32
}

// Thread is one thread's machine.
type Thread struct {
	Name   string
	Func   string // of the program, that it runs; empty: unknown, as in the text form
	Alive  VarID  // the shared Bool that must hold before the first step; zero: none, the thread runs from the start
	Done   VarID  // the shared Bool that the last step sets; zero: nobody asks
	Entry  StateID
	States []State // index StateID, entry 0 unused
}

// Kind says how a state affects its thread and others.
type Kind uint8

// The kinds.
const (
	Local   Kind = iota // touches variables of its thread only
	Visible             // an operation that others can see, or that sees others'
	Halt                // a visible operation that ends the process: no thread does a step afterwards
	Stopped             // the thread stays here for good and is not finished: no step
)

// Wait says what a thread waits for while Enable is false.
type Wait uint8

// What threads wait for.
const (
	NoWait Wait = iota
	WaitLock
	WaitJoin
	WaitCondition
	WaitSemaphore
	WaitBarrier
	WaitWriter
	WaitInput
	WaitSection // of the program: until it can be entered, which counts as stopped (semantics 4)
)

// State is a control state: a block of the thread.
type State struct {
	Name        string // unique in the thread
	Kind        Kind
	Wait        Wait
	Section     bool    // for races: an atomic section of the program. Two of them never race, and each synchronises, whatever it contains
	Asked       bool    // a state that does nothing: the thread is before the place Origin, which the property names
	Origin      Origin  // of its visible operation, or of the first instruction, outside the library models
	Within      Origin  // of the visible operation itself, which may be in a library model
	Enable      term.ID // Bool; True where the thread never waits
	Accesses    []Access
	Locks       []LockAct // in program order
	Updates     []Update  // at most one of a variable
	Edges       []Edge
	Choices     []Choice     // in program order
	Obligations []Obligation // in program order
	Marks       []Mark
	Blocked     []Blocked // of systems for deadlocks
}

// Origin is the place of a state, or of something in it, in the original program.
// The zero Origin is no place.
type Origin struct {
	Pos   ir.Pos
	Func  string     // the function's name
	Block ir.BlockID // zero: unknown
	Instr int        // index in the block from 0; one past the last is the terminator
}

// Mode says what an access does.
type Mode uint8

// The modes.
const (
	Read Mode = iota
	Write
	ReadWrite
)

// Access is the touch of a shared variable by a visible state.
type Access struct {
	Var    VarID
	Mode   Mode
	Atomic bool    // an atomic access: it does not race with another atomic one
	When   term.ID // under which condition; True: always
}

// LockAct is a lock operation of a state.
type LockAct struct {
	Lock    VarID
	Release bool // otherwise the lock is acquired
	Shared  bool // for reading
	When    term.ID
}

// Update is the next value of a variable; the others keep theirs.
type Update struct {
	Var   VarID
	Value term.ID
}

// Edge is a guarded successor.
type Edge struct {
	Guard term.ID
	To    StateID
}

// Choice says that an input is a value that the program chooses in this state.
type Choice struct {
	Input  VarID
	When   term.ID
	Reason ir.ChooseReason
	Width  int // of the value that the program asks for, in bits
	Origin Origin
}

// Obligation is a failure to look for: the property is violated where the thread
// executes the state and When holds.
type Obligation struct {
	When     term.ID
	Property verdict.Property
	Kind     verdict.Kind
	Message  string
	Origin   Origin
}

// Mark holds where the thread executes the state and When does. The thread stops there,
// unless it goes on.
type Mark struct {
	verdict.Mark // the text form has no location beside Origin
	When         term.ID
	GoesOn       bool // the thread does: violations are real, but some may not be found
	Origin       Origin
}

// Blocked says whom a thread waits for: where Enable fails and one of these holds, it counts as
// blocked (semantics 11).
type Blocked struct {
	By   ThreadID // could end that; zero: every other thread could
	When term.ID
}

// NewSystem returns a system without variables and threads.
func NewSystem(terms *term.Store) *System {
	return &System{Terms: terms, Vars: make([]Var, 1), Threads: make([]Thread, 1)}
}

// AddVar adds a variable, makes its term, and returns its identifier.
func (s *System) AddVar(v Var) VarID {
	v.Term = s.Terms.Var(v.Name, v.Sort)
	s.Vars = append(s.Vars, v)
	return VarID(len(s.Vars) - 1)
}

// AddThread adds a thread without states and returns its identifier.
func (s *System) AddThread(name string) ThreadID {
	s.Threads = append(s.Threads, Thread{Name: name, States: make([]State, 1)})
	return ThreadID(len(s.Threads) - 1)
}

// AddState adds a state and returns its identifier.
func (t *Thread) AddState(st State) StateID {
	t.States = append(t.States, st)
	return StateID(len(t.States) - 1)
}

// IsVisible reports whether the state is an operation that takes part in the order
// of all threads' operations.
func (st *State) IsVisible() bool { return st.Kind == Visible || st.Kind == Halt }

// Terms yields the terms of the state, in the order of the text form.
func (st *State) Terms() iter.Seq[*term.ID] {
	return func(yield func(*term.ID) bool) {
		_ = yield(&st.Enable) &&
			each(st.Accesses, func(a *Access) *term.ID { return &a.When }, yield) &&
			each(st.Locks, func(l *LockAct) *term.ID { return &l.When }, yield) &&
			each(st.Choices, func(c *Choice) *term.ID { return &c.When }, yield) &&
			each(st.Updates, func(u *Update) *term.ID { return &u.Value }, yield) &&
			each(st.Obligations, func(o *Obligation) *term.ID { return &o.When }, yield) &&
			each(st.Marks, func(m *Mark) *term.ID { return &m.When }, yield) &&
			each(st.Blocked, func(b *Blocked) *term.ID { return &b.When }, yield) &&
			each(st.Edges, func(e *Edge) *term.ID { return &e.Guard }, yield)
	}
}

// below returns the terms of the state and all their subterms.
func (st *State) below(terms *term.Store) []term.ID {
	var roots []term.ID
	for id := range st.Terms() {
		roots = append(roots, *id)
	}
	return terms.Below(roots...)
}

// each yields the terms of some parts of a state, and reports whether more are wanted.
func each[T any](list []T, of func(*T) *term.ID, yield func(*term.ID) bool) bool {
	for i := range list {
		if !yield(of(&list[i])) {
			return false
		}
	}
	return true
}
