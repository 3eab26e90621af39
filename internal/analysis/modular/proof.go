package modular

import (
	"cmp"

	"github.com/heddle-mc/heddle/internal/ir"
)

// The identifiers index slices of Proof from 1; 0 names nothing. The main thread is
// thread 1.
type (
	NodeID   int32 // a function in a context
	ThreadID int32 // a kind of thread: those that one spawn instruction of a node creates
	ObjectID int32
	CellID   int32
)

// At is an instruction of a node; one behind the last is the terminator.
type At struct {
	Node  NodeID
	Block ir.BlockID
	Instr int
}

// Compare orders places by node, then by where they are in its text.
func (a At) Compare(b At) int {
	return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Block, b.Block), cmp.Compare(a.Instr, b.Instr))
}

// Edge is a way from the end of one block of a node to another block.
type Edge struct {
	Node     NodeID
	From, To ir.BlockID
}

// Proof is a thread-modular proof. It is immutable.
type Proof struct {
	Environment ir.Environment // choices that are on
	Nodes       []Node
	Threads     []Thread
	Objects     []Object
	Cells       []Cell
	Locks       []Lock            // from 0
	Guards      []Guard           // from 0
	Callees     map[At][]NodeID   // by call instruction
	Spawned     map[At]ThreadID   // by spawn instruction
	Beside      map[At][]ThreadID // by place where control meets, behind calls and behind spawns: who may run beside
	Filled      map[At]bool       // loads that find no element that was not written
	Untaken     map[Edge]bool     // edges between blocks that control comes to, on which Filled rests: control never takes them
	States      map[At]*State     // by first instruction of a block; none: control does not come there
	Returns     []*State          // by node: where it returns; nil: it does not
	Seen        [][]Value         // by thread, cell: what others may find of its writes
	Left        [][]Value         // by thread, guard: what it leaves in the cell when it gives up the lock
	Appear      [][]Value         // by thread, cell: what objects hold when it makes them reachable for others
	// Beyond says which reasoning the proof rests on that it does not write down; empty: none.
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
	Once bool // there is one at most
}

// Kind says where an object comes from.
type Kind uint8

// The kinds of object.
const (
	Function Kind = iota
	Global
	ThreadLocal // one for each thread of a kind
	Local
	Alloc
)

// Object stands for the objects that are born at one place.
type Object struct {
	Kind   Kind
	Func   ir.FuncID   // Function
	Global ir.GlobalID // Global, ThreadLocal
	Thread ThreadID    // ThreadLocal
	At     At          // Alloc: the instruction; Local: its node
	Local  ir.LocalID
	Size   int64 // bytes, at least
	Single bool  // there is one at most
	Shared bool  // threads other than the one that made it may reach it
	// Recent is the object that stands for the instance that a thread made last and that no
	// other thread can reach, 0: none. Base is the way back.
	Recent, Base ObjectID
}

// Cell is a part of an object that is accessed as one: the Size bytes at Off, or with a
// Step those at Off plus every multiple of it. The place of a cell without a step is in
// no cell with one.
type Cell struct {
	Object    ObjectID
	Off, Step int64
	Size      int64
	Mixed     bool // nothing is known of it
	Strong    bool // a store replaces what it holds
}

// Lock is a place that is acquired and released.
type Lock struct {
	Object ObjectID // Single
	Off    int64
	Word   bool // by writing to it, which is not covered
	// Excludes: only who holds it gives it up, so that who holds it excludes others.
	Excludes bool
}

// Guard is a lock that everybody holds, exclusively, who writes a cell beside other threads.
type Guard struct {
	Cell CellID
	Lock int // in Locks
}

// State is what holds where control comes to a place.
type State struct {
	Regs   map[ir.Reg]Value
	Args   []Value // by parameter: what the function was called with
	Result Value   // of Returns: what the function returns
	Kept   []bool  // by parameter: its register still holds the argument
	Mem    []Value // by cell
	// Loaded has cells that hold the same as a register.
	Loaded  map[CellID]ir.Reg
	Held    []Hold
	Depth   int        // of open atomic sections
	Dirty   []CellID   // written in the open section
	Pending []int      // guards of cells that were written since the lock was given up
	Fresh   []ObjectID // the recent objects that there are
	Alive   []ObjectID // stack objects whose scope has not ended
}

// Hold is a lock that the thread holds.
type Hold struct {
	Lock   int
	Shared bool
}
