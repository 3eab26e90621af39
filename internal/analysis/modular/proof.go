package modular

import (
	"cmp"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
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
	// Paths are properties of which obligations need more than what is stated at the entry of their block: what holds on
	// all paths of the function to it, and of those that lead to that.
	Paths      []verdict.Property
	Bounds     []Bound     // of loops, for what is shown along paths
	CellBounds []CellBound // likewise, of memory
	Counters   []Counter
	Owns       []Own
	Trips      []Trips // of loops in which something is added to a counter
	// Kept has of objects from the heap the globals in which every instance is stored, by the thread that made it, before the process can
	// end or another thread runs, and that are not written when they may hold a pointer to the heap: so that no object is lost.
	Kept map[ObjectID][]CellID
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
	Owned   []Owned
	Depth   int        // of open atomic sections
	Dirty   []CellID   // written in the open section
	Pending []int      // guards of cells that were written since the lock was given up
	Fresh   []ObjectID // the recent objects that there are
	Alive   []ObjectID // stack objects whose scope has not ended
	Loose   []ObjectID // objects from the heap of which the last instance may not be stored in a global yet (Proof.Kept)
}

// Bound is what holds of a register at the head of a loop: it is not below what it was when control entered the loop, as
// a signed number, or not above.
type Bound struct {
	At    At // the first instruction of the head
	Reg   ir.Reg
	Above bool // it is not below
}

// Relation is how a cell of a CellBound compares, as a signed number.
type Relation uint8

// The relations.
const (
	NotBelow Relation = iota // not below what it was when control entered the loop
	NotAbove                 // not above that
	Below                    // below another cell, if a register is not zero
)

// CellBound is what holds of a cell whenever control is at the head of a loop. The cell, and the one that it is compared with, is a whole
// global, or a part of one, that no other thread writes beside others.
type CellBound struct {
	At       At // the first instruction of the head
	Cell     CellID
	Relation Relation
	Than     CellID // Below: of the same size
	If       ir.Reg // Below
}

// Counter is a cell of a global to which constants are added at some places: with nobody in between who changes it. Each of
// these places is passed a bounded number of times in an execution (Trips), so that the cell is what is stored otherwise, or what it
// is born with, plus what can be added in all.
type Counter struct {
	Cell   CellID
	Lo, Hi int64 // what is stored otherwise is between these, as a signed number
	Adds   []Addition
}

// Addition is a place where something is added to a counter.
type Addition struct {
	At    At
	Delta int64
}

// Trips says of a loop how often a block of it is passed at most from when control enters the loop to when it leaves it: a
// register grows by Step at least in every iteration, as a signed number, or falls by that if it is negative. Where control comes to
// the block, in no loop within this one, the register was between Lo and Hi at the head.
type Trips struct {
	At           At // the first instruction of the head
	Reg          ir.Reg
	In           ir.BlockID
	Lo, Hi, Step int64
}

// Own says of the elements of a cell of a global that whoever writes one beside others holds, exclusively, the lock that lies
// Distance bytes behind it. Whoever gives up a lock in that global beside others holds it. An element holds what Left says, a number,
// unless a thread holds its lock, of which State.Owned speaks then.
type Own struct {
	Cell     CellID
	Distance int64
	Left     Value
}

// Owned is a lock that the thread holds exclusively, if its address is in a global with elements that have locks of their own. Holds
// says what such an element holds, by its number in Proof.Owns; of others it is what Own.Left says.
type Owned struct {
	Address Address
	Holds   map[int]Value
}

// Address is that of Object, or else what Reg holds, or else what the argument Arg was; Off bytes and the terms further on, modulo the
// width of pointers. Where a function returns there are no registers.
type Address struct {
	Object ObjectID
	Reg    ir.Reg
	Arg    int
	Off    int64
	Terms  []Multiple
}

// Multiple is that of the number in a register, as an unsigned or a signed one.
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
