package sequential

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Options holds the bounds of inlining, and the property and environment for which it is done.
type Options struct {
	Property    verdict.Property // assert or reach
	Environment ir.Environment   // choices that are on
	// Loop bounds iterations of loops whose number is not constant, and nested
	// calls of a function; at least 1, and counted as unwind does.
	Loop int
	// Concrete bounds iterations of other loops; 0: DefaultConcrete.
	Concrete int
	// Visible bounds iterations of such loops in which a thread does visible operations while another
	// thread may exist; 0: Concrete.
	Visible int
	// Creating makes iterations in which threads are created count like the others, regardless of
	// Visible.
	Creating bool
	// Threads bounds the threads, main included; 0: DefaultThreads.
	Threads int
}

// The defaults of Options.
const (
	DefaultConcrete = 2000
	DefaultThreads  = 32
)

// Class is the role of an instruction of a step for a method; see the package comment.
type Class uint8

// The classes.
const (
	Private Class = iota
	Shared
	Sync
	Input
)

// Inlined is a program as threads without calls and loops.
type Inlined struct {
	Source *ir.Program
	// Program has the source's globals and functions with the same identifiers, the functions without
	// bodies, and then the globals and functions of the inlined program. It has no usable start
	// function: a method adds one.
	Program *ir.Program
	Threads []Thread // by thread index
	Objects []Object // entry 0 is unused
	Marks   []verdict.Mark
}

// Thread is a thread that the bounds allow.
type Thread struct {
	Creator int         // thread index; -1: main has none
	Func    ir.FuncID   // of the source: the function that it runs
	Steps   []Step      // in an order that control keeps to
	Handle  ir.GlobalID // pointer by which it is joined; zero: main's is null
	Done    ir.GlobalID // i8: 1 once it is finished
	Number  ir.GlobalID // i32: how many threads were created before it
	Spawn   int         // the creator's step that creates it
	// Alone is the number of steps that can be executed only while no other
	// thread exists: none but for main.
	Alone int
}

// InstrAt is an instruction of a program. With Instr the number of instructions of its
// block, it is the end of the block.
type InstrAt struct {
	Func  ir.FuncID
	Block ir.BlockID
	Instr int
}

// Step is a visible step of a thread with the invisible instructions after it; see the package
// comment.
type Step struct {
	At      ir.GlobalID // i8 flag
	Func    ir.FuncID   // of Inlined.Program
	Silent  bool        // without a visible operation at its beginning
	Origin  InstrAt     // of the source: the visible operation; zero: the end of the thread
	Classes [][]Class   // by block, then by instruction of Func
	Creates int         // index of the thread that its operation creates; 0: none
}

// Object is an object of the inlined program: a global of the source, or the object that an
// instruction creates.
type Object struct {
	Global ir.GlobalID // of Program
	Source bool        // a global of the source
	Thread int         // of the creating thread, if not of the source
	Origin InstrAt     // of the source: the instruction that creates it
	Site   ir.SiteID   // of the source
	Model  bool        // a library model's own
	Heap   bool        // allocated: its accesses are visible operations, whoever can reach it
	// Born, for an object without an initial value, is a flag that is set at its creation. It
	// distinguishes the objects of one site.
	Born ir.GlobalID
	// Private is set if only the creating thread can reach the object.
	Private bool
	size    int64
}

// InputAt is a choice of the source by a thread, at an instruction of a step's function.
type InputAt struct {
	Thread int
	InstrAt
}

// Inputs lists the choices of the source.
func (p *Inlined) Inputs() []InputAt {
	var out []InputAt
	for tid := range p.Threads {
		for _, step := range p.Threads[tid].Steps {
			for b, list := range step.Classes {
				for i, c := range list {
					if c == Input {
						out = append(out, InputAt{tid, InstrAt{step.Func, ir.BlockID(b), i}})
					}
				}
			}
		}
	}
	return out
}

// EveryStep returns a program that calls every step once, for analyses of the possible effects of
// steps. Objects without an initial value hold no pointers before one is stored.
func (p *Inlined) EveryStep() *ir.Program {
	out := *p.Program
	out.Globals = slices.Clone(out.Globals)
	for _, o := range p.Objects {
		if !o.Source {
			out.Globals[o.Global].External = false
		}
	}
	b := ir.NewFuncBuilder(out.Model, &ir.Func{Name: "every step"})
	b.SetBlock(b.NewBlock())
	for _, t := range p.Threads {
		for i := range t.Steps {
			b.Call(t.Steps[i].Func, ir.NoType)
		}
	}
	b.Halt(b.Int(ir.I32, 0))
	out.Funcs = append(slices.Clone(out.Funcs), *b.Finish())
	out.Start = ir.FuncID(len(out.Funcs) - 1)
	return &out
}

// ThreadSet returns the set of one thread, in bits: threads with an index of 63 or more share
// a bit.
func ThreadSet(tid int) uint64 { return 1 << min(tid, 63) }

// Several reports whether a set of threads has, or may have, more than one.
func Several(set uint64) bool { return set&(set-1) != 0 || set>>63 != 0 }
