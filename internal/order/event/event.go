// Package event defines the event graph: the operations of the threads of a program, unwound to some bound,
// on memory that several of them can reach, with conditions and values as terms. It is data: package unwind
// makes it, and package consistency decides which executions it has. It decides nothing itself.
//
// # Shape
//
//	Graph ─┬─ Threads ── Nodes, in program order (po)
//	       ├─ Nodes ──── Events: reads and writes of one step
//	       ├─ Regions    what events read and write: arrays of equal granules
//	       ├─ Edges      order that does not come from memory: create, join
//	       ├─ Facts      terms that hold in every execution
//	       ├─ Obligations, Marks, Inputs, Objects
//	       ├─ Points, Touches: synchronisation and accesses, for races (race.go)
//	       └─ Trail, Ends: the paths of threads, on request (trail.go)
//
// A Node is a visible operation: a step of a thread that no other thread can interrupt (semantics 1); an
// atomic section is one node. An execution of the graph is an assignment of the terms and an acyclic order
// of the executed nodes: po, the edges whose guards hold, reads-from, coherence (ws) and from-read
// (semantics 7). Within a node, events happen in the order of their numbers.
//
// # Rules that unwind keeps and order relies on
//
//   - Nodes of a thread are listed in po, also those on exclusive paths. All of them may have po edges,
//     since a node that is not executed has no other edges.
//   - Event.Guard implies Node.Guard. An event whose guard is false does nothing.
//   - The guards of a thread's nodes imply that it is created, and an edge of guard True from Thread.Spawn
//     to its first node.
//   - Threads that one node creates are numbered in the order of creation.
//   - Every read finds a value: the initial one at least (Region.Init). A read's Value is a variable, or an
//     ite over few constants and variables, which only facts define otherwise (Graph.Reads lists them). It
//     is a constant if the node's guard says that the thread goes on (the word of a lock that it acquires
//     is 0). Package consistency makes it equal to the value that the read sees.
//   - An event of a lock has the operation and the hold that it is a part of (LockAct), if these do not depend on
//     the path.
//   - Thread stopping is built into guards: a node at which its thread may have to wait has a guard with a
//     fresh variable, true iff the thread goes on. So a thread can always be left where it waits, and every
//     prefix of an execution is one (semantics 6).
//   - A node that is Final stands for a thread that waits there for ever, in a deadlock. It has reads only,
//     which see the last writes of the execution, and is no step; nothing comes after it.
//   - The end of the process is no node: a thread that would end it just stops. The decoder of a model cuts
//     off the later steps of other threads at the violation. If leaks are looked for, the end is a node of
//     reads.
//   - A section that cannot be left (semantics 4) is a node of reads only: its writes' guards require that
//     the section is left. Obligations and marks inside need only the path to them.
//   - Regions are disjoint: an access to memory that is read and written with several widths is split into
//     events of one node, one per granule.
package event

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Identifiers index the slices of a Graph; they are dense from 1, zero is
// nothing.
type (
	ThreadID int32
	NodeID   int32
	ID       int32 // of an Event
	RegionID int32
	ObjectID int32
)

// Graph is the unwound program. Entry 0 of Threads, Nodes, Events, Regions and
// Objects is unused.
type Graph struct {
	Program     *ir.Program
	Property    verdict.Property // the property for which the graph was made; obligations may be about other properties, too
	Terms       *term.Store
	Threads     []Thread // 1 is main; a thread comes after its creator
	Nodes       []Node
	Events      []Event // those of a node are adjacent
	Regions     []Region
	Objects     []Object
	Edges       []Edge
	Facts       []term.ID // hold in every execution
	Obligations []Obligation
	Marks       []Mark
	Inputs      []Input // those of a thread in program order
	// Reads lists the variables in the values of reads, those of reads that slicing removed
	// included: a term that mentions one needs the read, or the variable has any value.
	Reads   []term.ID
	Points  []Point // entry 0 is unused
	Touches []Touch // those of a thread in program order; then those with Last
	// Unblock lists, for the property deadlock, the threads that could end a wait. An obligation has the
	// index of the list of its wait.
	Unblock [][]Unblocker
	Trail   []Passage // on request; see trail.go
	Ends    []End     // as Trail
}

// Settled reports whether no obligation can be violated and no mark reached, in any order of executions.
func (g *Graph) Settled() bool {
	if len(g.Touches) > 0 {
		return false
	}
	for i := range g.Obligations {
		if o := &g.Obligations[i]; g.Terms.And(o.Guard, g.Terms.Not(o.Cond)) != term.False {
			return false
		}
	}
	for i := range g.Marks {
		if g.Marks[i].Guard != term.False {
			return false
		}
	}
	return true
}

// Unblocker is a thread that could end a wait when Guard holds. If the wait is
// one of a deadlock, the thread is finished or waits there itself.
type Unblocker struct {
	Thread ThreadID
	Guard  term.ID
}

// Thread is an instance of a thread: one per place where unwinding creates it.
type Thread struct {
	Parent ThreadID // zero: main
	Spawn  NodeID   // of Parent, which may create several; zero: main
	// Guard: the thread is created. It implies Step of Spawn; None stands for
	// that, and for True of main.
	Guard term.ID
	Entry ir.FuncID
	Nodes []NodeID // in po
	End   NodeID   // the step that finishes it; zero: it never finishes within the bounds
	// Points of a graph for races, in po, also those on exclusive paths.
	Points []PointID
}

// NodeKind is the kind of a node, for messages and for schedules.
type NodeKind uint8

// The kinds of node.
const (
	Access    NodeKind = iota // a load, store, rmw or cmpxchg
	Section                   // an outermost atomic section, a library model's call among them
	Spawn                     // creates a thread
	Join                      // waits for a thread's end
	ThreadEnd                 // the thread is finished
	LockOp                    // acquire or release outside a section
	Lifetime                  // free, or the end of an object's scope
	Fence
	Other // visible without an event: a size query, …
)

var nodeKindNames = [...]string{"access", "section", "spawn", "join", "end", "lock", "lifetime", "fence", "other"}

// String returns the kind in a word.
func (k NodeKind) String() string { return nodeKindNames[k] }

// Node is a visible operation of a thread.
type Node struct {
	Thread ThreadID
	Index  int32 // in Thread.Nodes
	Kind   NodeKind
	// Guard: the operation is done or, of a section, attempted.
	Guard term.ID
	// Step: the interpreter counts the operation as a step of the schedule.
	// It implies Guard; they differ for an attempt that is not completed, and
	// where an object is visible on some paths only.
	Step term.ID
	// Go is the fresh variable in Guard that is true iff the thread, which may have to wait here,
	// continues; None: it never waits.
	Go          term.ID
	First, Last ID // its events: First <= e < Last
	// Final: its reads see the last writes of the execution.
	Final bool
	Model bool     // a section of a library model
	Child ThreadID // of Spawn
	Func  ir.FuncID
	Pos   ir.Pos // innermost place outside the library models
}

// EventKind distinguishes reads and writes.
type EventKind uint8

// The kinds of event. A read-modify-write is a read and a write of one node.
const (
	Read EventKind = iota
	Write
)

// String returns the kind in a letter, as the literature does.
func (k EventKind) String() string { return [...]string{"R", "W"}[k] }

// Event is a read or a write of one granule of a region.
type Event struct {
	Node   NodeID
	Kind   EventKind
	Region RegionID
	Index  term.ID // which granule, a bit-vector of Region.IndexWidth; term.None when the region has one
	Guard  term.ID // it is executed
	Value  term.ID // read or written, a bit-vector of Region.Width
	Order  ir.MemOrder
	Pos    ir.Pos
	Point  PointID // of an atomic access, in a graph for races; else zero
	Lock   LockAct // of a region of kind Lock
	Hold   HoldID  // that the operation Lock begins or ends
}

// HoldID is the number of a hold: the period in which a thread holds the lock of a region exclusively. A hold
// has one acquire, which is before all of its releases. In between the thread neither acquires nor releases the
// lock.
type HoldID int32

// LockAct is the operation on a lock that an event is a part of.
type LockAct uint8

// The operations. An event is part of one only if it always begins or ends the same hold.
const (
	NoLock  LockAct = iota // another access: the holder is asked, or which hold ends depends on the path
	Acquire                // the read that finds the lock free, and the write of the holder
	Release                // the write of the free value. If it is in the node of the acquire, that has no write
)

var lockActNames = [...]string{"", "acquire", "release"}

// String returns the operation in a word.
func (a LockAct) String() string { return lockActNames[a] }

// RegionKind is the kind of contents of a region's granules.
type RegionKind uint8

// The kinds of region.
const (
	Data RegionKind = iota // bytes of an object
	Lock                   // the exclusive holder of a lock, or how many threads hold it shared
	Life                   // whether an object is alive: 1 alive, 0 dead
	Init                   // whether bytes have a value: 1 they have, 0 unspecified
)

var regionKindNames = [...]string{"data", "lock", "life", "init"}

// String returns the kind in a word.
func (k RegionKind) String() string { return regionKindNames[k] }

// Region is memory whose accesses may alias one another and nothing else:
// Count granules of Width bits.
type Region struct {
	Kind   RegionKind
	Object ObjectID
	Offset int64 // bytes from the object's start to granule 0
	Width  uint  // bits of a granule, 1 to term.MaxWidth
	Count  int64 // granules, at least 1
	Stride int64 // bytes from granule to granule; 0 when Count is 1
	// IndexWidth is the width of Event.Index; 0 when Count is 1.
	IndexWidth uint
	// Init is the value before any write: a bit-vector of Width when Count is
	// 1 or all granules begin equal, else an array from IndexWidth to Width.
	// It is written before every event.
	Init term.ID
}

// Object identifies the object that contains regions. A global has its name. Any other object has its site,
// the thread that creates it, and how many objects that thread created there before (a term: it may depend
// on the path).
type Object struct {
	Global ir.GlobalID
	Site   ir.SiteID
	Thread ThreadID
	Count  term.ID
	Size   int64 // bytes; -1: depends on inputs
}

// Edge orders two nodes in every execution with a true Guard.
type Edge struct {
	From, To NodeID
	Guard    term.ID
}

// Obligation is a condition that must hold where control reaches its place: it is violated iff Guard and
// not Cond. For the property deadlock it is a place where a thread may wait for ever. Guard is then the
// condition that it does, as a member of a deadlock; Text names the object for which it waits, and Cond
// is False.
type Obligation struct {
	Property verdict.Property
	Kind     verdict.Kind // of several that the property has; else empty
	Node     NodeID       // the last node of the thread before it, or the one it is in; zero: before any
	Thread   ThreadID
	Guard    term.ID // control reaches it
	Cond     term.ID
	Text     string
	By       int // of the property deadlock: index in Graph.Unblock of the threads that could end the wait
	Func     ir.FuncID
	Pos      ir.Pos
	// Inside reports that Node is the operation that fails, or the section that contains it; the step of
	// the violation is that of Node. Otherwise the violation comes after Node and, if Step is true, takes
	// one more step of the schedule.
	Inside bool
	Step   bool
}

// Mark is a place where a thread is cut if Guard holds.
type Mark struct {
	verdict.Mark
	Number int32 // ir.Instr.Mark of the instruction that is reached; 0: none
	Node   NodeID
	Thread ThreadID
	Guard  term.ID
}

// Input is a choice that a thread makes when Guard holds.
type Input struct {
	Thread ThreadID
	Node   NodeID // as of an Obligation
	Guard  term.ID
	Reason ir.ChooseReason
	Value  term.ID
	Width  uint
	Pos    ir.Pos
	// Uninit: the byte at Offset of Object had no value when it was read; the
	// other fields but Guard and Value mean nothing then.
	Object ObjectID
	Offset int64
}
