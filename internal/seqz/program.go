package seqz

import (
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Options say how far a program is flattened, and for what.
type Options struct {
	Property    verdict.Property // assert or reach
	Environment ir.Environment   // choices that are on
	// Loop bounds iterations of loops whose number is not constant, and nested
	// calls of a function; at least 1, and counted as unwind does.
	Loop int
	// Concrete bounds iterations of other loops; 0: DefaultConcrete.
	Concrete int
	// Visible bounds those of them in which a thread does visible operations while there
	// may be another one; 0: Concrete.
	Visible int
	// Creating: iterations in which threads are created count as the others do, whatever
	// Visible says.
	Creating bool
	// Owned: what is known of memory that only main writes stays known (owned.go).
	Owned bool
	// Threads bounds the slots, main included; 0: DefaultThreads.
	Threads int
	// MaxBlocks bounds the size of the flat form; 0: DefaultMaxBlocks.
	MaxBlocks int
}

// The defaults of Options.
const (
	DefaultConcrete  = 2000
	DefaultThreads   = 32
	DefaultMaxBlocks = 60_000
)

// Class says what an instruction of a point is to a method; see the package's
// documentation.
type Class uint8

// The classes.
const (
	Private Class = iota
	Shared
	Sync
	Input
)

// Flat is a program in flat form.
type Flat struct {
	Source *ir.Program
	// Program has the source's globals and functions with the same identifiers,
	// the functions without bodies, and then those of the flat form. It has no
	// usable start function: a method adds that.
	Program *ir.Program
	Threads []Thread // by slot
	Objects []Object // entry 0 is unused
	Cuts    []Cut
	// Words are the machine's knowledge that threads share: lock words, ends of
	// threads, flags of first points. They are globals of Program.
	Words []ir.GlobalID
}

// Thread is the thread of a slot.
type Thread struct {
	Creator int         // slot; -1: main has none
	Func    ir.FuncID   // of the source: what it runs
	Points  []Point     // in an order that control keeps to
	Handle  ir.GlobalID // pointer by which it is joined; zero: main's is null
	Done    ir.GlobalID // i8: 1 once it is finished
	Index   ir.GlobalID // i32: how many threads were created before it
	Spawn   int         // the creator's point that creates it
	// Alone is the number of points that can be executed only while no other
	// thread exists: none but for main.
	Alone int
}

// Origin is a place of the source: an instruction, or with Instr the number of
// instructions of its block the end of the block.
type Origin struct {
	Func  ir.FuncID
	Block ir.BlockID
	Instr int
}

// Point is a stretch of a thread: see the package's documentation.
type Point struct {
	At      ir.GlobalID // i8 flag
	Func    ir.FuncID   // of Flat.Program
	Silent  bool        // without a visible operation at its beginning
	Origin  Origin      // of the visible operation
	Classes [][]Class   // by block, then by instruction of Func
	Next    []int       // the points that control may come to from here
	Creates int         // slot of the thread that its operation creates; 0: none
}

// Object is an object of the flat form: a global of the source, or what one
// place creates when it is executed.
type Object struct {
	Global ir.GlobalID // of Program
	Source bool        // a global of the source
	Slot   int         // of the creating thread, if not of the source
	Origin Origin      // the place that creates it
	Site   ir.SiteID   // of the source
	Model  bool        // a library model's own
	Heap   bool        // allocated: its accesses are visible operations, whoever can reach it
	// Born, of an object without an initial value, is a flag that is set when it is
	// created, to tell which of its site it is.
	Born ir.GlobalID
	// Private: only the thread that makes it can reach it.
	Private bool
	size    int64
}

// Cut is a bound that stops a thread somewhere.
type Cut struct {
	verdict.Mark
	// Unsupported, when not empty, is a construct without meaning; there is no
	// bound then.
	Unsupported string
}

// Sequential is what a method makes.
type Sequential struct {
	Flat    *Flat
	Program *ir.Program
	// Marks are told apart by the text of their unsupported instruction (MarkText).
	Marks []Cut
	// Round, if not zero, is an i32 that holds before each point the round (or
	// context) that it is in: the points of an execution are ordered by it, then by
	// slot, then as they are executed. Otherwise they are executed in their order.
	Round ir.GlobalID
	// Failed holds flags that are set where a thread violates the property, if that
	// does not end the sequential program at once: whose thread it is.
	Failed map[ir.GlobalID]int
	// Run, if not zero, is an i32 that is set to a slot plus one when its thread is run
	// again: all that it did since the first such write does not count. Before that it
	// is set to 0, while what the thread knows is reset.
	Run ir.GlobalID
	// Copies holds the objects that copies take the place of, in full or in part, by the
	// names of the arrays of these; the first copy has the object's initial bytes.
	Copies map[string]ir.GlobalID
	// Unwound is set by methods that execute threads against guessed positions.
	Unwound *Unwinding
}

// Unwinding says how an execution of a sequential program that executes threads
// against guessed positions is to be read.
type Unwinding struct {
	// When is a table of bytes by slot: when the latest step of the thread took place.
	// Steps are to be put in that order; those that are equal stay as they are.
	When ir.GlobalID
	// Failed is written by the step that fails.
	Failed ir.GlobalID
	// Inputs are the choices of the program.
	Inputs []InputAt
}

// InputAt is a choice of the program by a thread.
type InputAt struct {
	Slot  int
	Func  ir.FuncID
	Block ir.BlockID
	Instr int
}
