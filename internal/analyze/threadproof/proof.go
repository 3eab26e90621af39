package threadproof

import (
	"cmp"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// The identifiers index slices of Proof from 1; 0 names nothing. The main thread is
// thread 1.
type (
	NodeID   int32 // a function in a context
	ThreadID int32 // a kind of thread: the threads that one spawn instruction of a node creates
	ObjectID int32
	CellID   int32
)

// At is an instruction of a node. The index behind the last one is the terminator.
type At struct {
	Node  NodeID
	Block ir.BlockID
	Instr int
}

// Compare orders places by node, then by their order in its text.
func (a At) Compare(b At) int {
	return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Block, b.Block), cmp.Compare(a.Instr, b.Instr))
}

// Edge is an edge from the end of one block of a node to another block.
type Edge struct {
	Node     NodeID
	From, To ir.BlockID
}

// Proof is a thread-modular proof. It is immutable.
type Proof struct {
	Environment ir.Environment // choices that the environment may make
	Nodes       []Node
	Threads     []Thread
	Objects     []Object
	Cells       []Cell
	Locks       []Lock            // from 0
	Guards      []Guard           // from 0
	Callees     map[At][]NodeID   // by call instruction
	Spawned     map[At]ThreadID   // by spawn instruction
	Beside      map[At][]ThreadID // by place where control joins, after calls and after spawns: threads that may run in parallel
	Filled      map[At]bool       // loads that find only written elements
	Untaken     map[Edge]bool     // edges between reachable blocks, on which Filled relies: control never takes them
	States      map[At]*State     // by first instruction of a block; none: it is not reached
	Returns     []*State          // by node: at its return; nil: it does not return
	Seen        [][]Value         // by thread, cell: values that others may see from its writes
	Left        [][]Value         // by thread, guard: values in the cell when it releases the lock
	Appear      [][]Value         // by thread, cell: contents of objects when it makes them reachable for others
	// Paths lists properties whose obligations need more than the state at the entry of their block:
	// the facts on all paths of the function to it, and of its callers.
	Paths      []verdict.Property
	Bounds     []Bound     // of loops, for proofs along paths
	CellBounds []CellBound // of loops: bounds of cells, for the same proofs
	Counters   []Counter
	Owns       []Own
	Trips      []Trips // of loops that add to a counter
	// Kept holds, for heap objects, the globals that contain a pointer to every instance. The thread
	// that made an instance stores the pointer before the process can end or another thread runs. The
	// globals are not written while they may hold a pointer to the heap. So no object is leaked.
	Kept map[ObjectID][]CellID
	// Beyond describes reasoning that the proof relies on but does not contain; empty: none.
	Beyond string
}

// Node is a function in a context.
type Node struct {
	Func    ir.FuncID
	Thread  ThreadID
	Callers []At // none: a thread's first function
}

// Thread is a kind of thread.
type Thread struct {
	Root NodeID
	Once bool // there is at most one
}

// Kind is the origin of an object.
type Kind uint8

// The kinds of object.
const (
	Function Kind = iota
	Global
	ThreadLocal // one for each thread of a kind
	Local
	Alloc
)

// Object stands for the objects created at one place.
type Object struct {
	Kind   Kind
	Func   ir.FuncID   // Function
	Global ir.GlobalID // Global, ThreadLocal
	Thread ThreadID    // ThreadLocal
	At     At          // Alloc: the instruction; Local: its node
	Local  ir.LocalID
	Size   int64 // in bytes, at least
	Single bool  // there is at most one
	Shared bool  // threads other than its creator may reach it
	// Recent is the object that stands for the instance that a thread created last and that no other
	// thread can reach; 0: none. Base is the inverse.
	Recent, Base ObjectID
}

// Cell is a part of an object that is accessed as a unit: the Size bytes at Off, or with a Step the
// bytes at Off plus every multiple of it. A cell without a step does not overlap a cell with one.
type Cell struct {
	Object    ObjectID
	Off, Step int64
	Size      int64
	Mixed     bool // its contents are unknown
	Strong    bool // a store replaces its contents
}

// Lock is a place that is acquired and released.
type Lock struct {
	Object ObjectID // Single
	Off    int64
	Word   bool // acquired by writing to it; such locks are not covered
	// Excludes: only the holder releases the lock, so holding it gives mutual exclusion.
	Excludes bool
}

// Guard is a lock that every thread holds exclusively when it writes a cell while other threads run.
type Guard struct {
	Cell CellID
	Lock int // in Locks
}

// State holds the facts at a place.
type State struct {
	Regs   map[ir.Reg]Value
	Args   []Value // by parameter: the arguments of the call
	Result Value   // of Returns: the result of the function
	Kept   []bool  // by parameter: its register still holds the argument
	Mem    []Value // by cell
	// Loaded has cells whose value equals a register.
	Loaded  map[CellID]ir.Reg
	Held    []Hold
	Owned   []Owned
	Depth   int        // of open atomic sections
	Dirty   []CellID   // written in the open section
	Pending []int      // guards of cells that were written since the lock was released
	Fresh   []ObjectID // the recent objects that exist
	Alive   []ObjectID // stack objects whose scope has not ended
	Loose   []ObjectID // heap objects whose last instance may not be stored in a global yet (Proof.Kept)
}

// Bound is an invariant of a register at the head of a loop: as a signed number it is not below, or not
// above, its value when control entered the loop.
type Bound struct {
	At    At // the first instruction of the head
	Reg   ir.Reg
	Above bool // it is not below that value
}

// Relation is the relation of a cell of a CellBound, as a signed number.
type Relation uint8

// The relations.
const (
	NotBelow Relation = iota // not below its value when control entered the loop
	NotAbove                 // not above that value
	Below                    // below another cell, if a register is not zero
)

// CellBound is an invariant of a cell at the head of a loop. The cell, and the cell that it is compared
// with, are whole globals or parts of globals that no other thread writes concurrently.
type CellBound struct {
	At       At // the first instruction of the head
	Cell     CellID
	Relation Relation
	Than     CellID // Below: the other cell, of the same size
	If       ir.Reg // Below
}

// Counter is a cell of a global to which constants are added at some places, without a change by
// another thread in between. Each of these places is passed a bounded number of times in an execution
// (Trips). So the cell has its initial or another stored value, plus a bounded total of additions.
type Counter struct {
	Cell   CellID
	Lo, Hi int64 // bounds of the other stored values, as signed numbers
	Adds   []Addition
}

// Addition is a place that adds to a counter.
type Addition struct {
	At    At
	Delta int64
}

// Trips bounds how often a block of a loop is passed between entering and leaving the loop. In every
// iteration a register, as a signed number, grows by at least Step, or falls by at least -Step if Step
// is negative. When control reaches the block, which is in no inner loop, the register was between Lo
// and Hi at the head.
type Trips struct {
	At           At // the first instruction of the head
	Reg          ir.Reg
	In           ir.BlockID
	Lo, Hi, Step int64
}

// Own states an invariant for the elements of a cell of a global. A thread that writes an element while
// others run holds the lock that is Distance bytes behind it, exclusively. A thread that releases a
// lock in that global while others run holds it. An element has a value in Left, a number, unless a
// thread holds its lock. In that case State.Owned applies.
type Own struct {
	Cell     CellID
	Distance int64
	Left     Value
}

// Owned is a lock that the thread holds exclusively, at an address in a global with elements that have
// locks of their own. Holds has the values of the elements, by their number in Proof.Owns; other
// elements have values in Own.Left.
type Owned struct {
	Address Address
	Holds   map[int]Value
}

// Address is an address: that of Object, or the value of Reg, or the value of argument Arg, plus Off
// and the terms, modulo the width of pointers. At a return there are no registers.
type Address struct {
	Object ObjectID
	Reg    ir.Reg
	Arg    int
	Off    int64
	Terms  []Multiple
}

// Multiple is a multiple of the number in a register, unsigned or signed.
type Multiple struct {
	Reg      ir.Reg
	Times    int64
	Unsigned bool
}

// Hold is a lock that the thread holds.
type Hold struct {
	Lock   int
	Shared bool
}
