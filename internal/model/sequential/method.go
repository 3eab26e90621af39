package sequential

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Method makes a sequential program from an inlined one. The result has one thread, with choices, and
// its executions stand for executions of the original within limits. An error means that the context
// is done or that the program would be too large.
type Method func(ctx context.Context, p *Inlined, limits Limits) (*Sequential, error)

// Limits bound the executions that a method looks at.
type Limits struct {
	Schedule Schedule // of methods that bound rounds or contexts
	Number   int      // of rounds, contexts, writes, or clusters of writes; at least 1
	// EachWrite, for methods that bound writes, makes each write of an atomic section of the source
	// count. Otherwise the writes of a section count as one.
	EachWrite bool
}

// Schedule is the order in which threads have contexts.
type Schedule uint8

// These are the schedules. Their bounds count as smc.Bounds does: main is a thread, and the creation
// of a thread is not a switch.
const (
	RoundRobin Schedule = iota // in a round each thread has one, in the order of creation
	Arbitrary                  // any thread has the next
)

// String returns the name of the schedule.
func (s Schedule) String() string { return [...]string{"rr", "arbitrary"}[s] }

// Counts emits whether a context uses another round (or is another context), given the number of its
// thread and the number of the thread that ran last.
func (s Schedule) Counts(b *ir.FuncBuilder, number, last ir.Operand) ir.Operand {
	if s == RoundRobin {
		return b.Compare(ir.OpSLt, number, last)
	}
	return b.Compare(ir.OpNe, number, last)
}

// Sequential is the result of a method: a sequential program.
type Sequential struct {
	Inlined *Inlined
	Program *ir.Program
	Marks   []verdict.Mark // instructions have their numbers, from 1 (ir.Instr.Mark)
	// Round, if not zero, is an i32 that holds before each step its round (or context). The steps of
	// an execution are ordered by it, then by thread, then by their order of execution. If Round is
	// zero, the order of execution is the order of the steps.
	Round ir.GlobalID
	// Failed holds the thread indices by flags that are set where a thread violates the
	// property, if that does not end the sequential program at once.
	Failed map[ir.GlobalID]int
	// Run, if not zero, is an i32 that is set to a thread's index plus one when the thread is run
	// again: its steps since the first such write do not count. Before that it is set to 0, while the
	// state of the thread is reset.
	Run ir.GlobalID
	// Copies holds the objects that copies take the place of, in full or in part, by the
	// names of the arrays of these; the first copy has the object's initial bytes.
	Copies map[string]ir.GlobalID
	// Inputs are the choices of the original program.
	Inputs []InputAt
	// Unwound is set by methods that execute threads against guessed positions.
	Unwound *Unwinding

	names map[string]bool // of the globals
	funcs map[string]bool // the names of the functions
}

// Unwinding describes how to read an execution of a sequential program that executes threads against
// guessed positions.
type Unwinding struct {
	// When is a table of bytes by thread: the time of the thread's latest step. The steps are sorted
	// by it, stably.
	When ir.GlobalID
	// Failed is written by the step that fails.
	Failed ir.GlobalID
}

// NewSequential starts a sequential program that has the globals, functions and marks of
// an inlined program, which stays as it is.
func NewSequential(p *Inlined) *Sequential {
	out := *p.Program
	out.Globals, out.Funcs = slices.Clone(out.Globals), slices.Clone(out.Funcs)
	s := &Sequential{Inlined: p, Program: &out, Marks: slices.Clone(p.Marks), Inputs: p.Inputs(), names: make(map[string]bool), funcs: make(map[string]bool)}
	for i := range out.Globals {
		s.names[out.Globals[i].Name] = true
	}
	for i := range out.Funcs {
		s.funcs[out.Funcs[i].Name] = true
	}
	return s
}

// AddGlobal adds a global, with a name made unique.
func (s *Sequential) AddGlobal(g ir.Global) ir.GlobalID {
	g.Name = unique(s.names, g.Name)
	s.Program.Globals = append(s.Program.Globals, g)
	return ir.GlobalID(len(s.Program.Globals) - 1)
}

// unique returns a name that was not taken before, like the one given, and takes it.
func unique(taken map[string]bool, name string) string {
	out := name
	for n := 2; taken[out]; n++ {
		out = fmt.Sprintf("%s.%d", name, n)
	}
	taken[out] = true
	return out
}

// NewFunc returns a builder of a function, in its first block, with a name made unique.
func (s *Sequential) NewFunc(name string) *ir.FuncBuilder {
	b := ir.NewFuncBuilder(s.Program.Model, &ir.Func{Name: unique(s.funcs, name)})
	b.SetBlock(b.NewBlock())
	return b
}

// AddFunc adds a finished function.
func (s *Sequential) AddFunc(b *ir.FuncBuilder) ir.FuncID {
	s.Program.Funcs = append(s.Program.Funcs, *b.Finish())
	return ir.FuncID(len(s.Program.Funcs) - 1)
}

// IsInput records that the last emitted instruction is a choice of the source, by a thread.
func (s *Sequential) IsInput(tid int, fn ir.FuncID, b *ir.FuncBuilder) {
	at := b.Last()
	s.Inputs = append(s.Inputs, InputAt{tid, InstrAt{fn, at.Block, at.Index}})
}

// AddMark adds a mark that is emitted elsewhere (EmitMark), and returns its number.
func (s *Sequential) AddMark(m verdict.Mark) int32 {
	s.Marks = append(s.Marks, m)
	return int32(len(s.Marks))
}

// Mark emits a mark. If the mark is not taken control continues after it.
func (s *Sequential) Mark(b *ir.FuncBuilder, m verdict.Mark) {
	addMark(b, &s.Marks, m)
}

// Start ends the start function, with a mark where an execution uses up the limits on
// rounds or contexts.
func (s *Sequential) Start(b *ir.FuncBuilder, used ir.Operand, limits Limits) {
	full := b.Equal(used, b.Int(ir.I32, uint64(limits.Number)))
	b.When(full, func() {
		s.Mark(b, verdict.Mark{Bound: verdict.SwitchBound, Limit: limits.Number})
	})
	b.Halt(b.Int(ir.I32, 0))
	s.Program.Start = s.AddFunc(b)
}

// CreationVaries reports whether threads other than main create threads, so that the order of creation
// may differ from the order of thread indices.
func (p *Inlined) CreationVaries() bool {
	return slices.ContainsFunc(p.Threads, func(t Thread) bool { return t.Creator > 0 })
}

// Passes returns how many times the threads are gone through in a round, so that each can
// have its context in the order of creation.
func (p *Inlined) Passes(s Schedule) int {
	if s == RoundRobin && p.CreationVaries() {
		return max(1, len(p.Threads)-1)
	}
	return 1
}
