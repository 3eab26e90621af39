package rounds

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Program is a sequential program whose threads run through rounds on copies of the shared memory. With
// an arbitrary schedule a round is a context, and belongs to one thread.
type Program struct {
	Seq *sequential.Sequential
	B   *ir.FuncBuilder // of the current function
	// Rounds is the number of copies. It exceeds the limit if the order of creation may differ from
	// the order of thread indices: then a round takes several passes over the threads, and each pass
	// has a copy.
	Rounds int

	limits  sequential.Limits
	sharing *sharing
	owner   ir.GlobalID   // Arbitrary: a byte per round, the round's thread
	ran     []ir.GlobalID // by thread: a byte per round, whether the thread ran a step in it
	// violated and reached hold flags that steps set at failing assertions and at marks. Which of them
	// count is known only after all threads ran.
	violated []violation
	reached  map[int32]ir.GlobalID // by number of the mark
	order    []int32               // of reached
}

// New replaces the functions of all steps by functions that work on copies. If the targets of pointers
// are unknown it returns nil, and a program that consists of a mark only.
func New(ctx context.Context, p *sequential.Inlined, limits sequential.Limits) (*Program, *sequential.Sequential, error) {
	s, err := newSharing(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	r := &Program{Seq: sequential.NewSequential(p), Rounds: limits.Number * p.Passes(limits.Schedule), limits: limits, sharing: s, reached: make(map[int32]ir.GlobalID)}
	r.Seq.Failed, r.Seq.Inputs = make(map[ir.GlobalID]int), nil
	r.makeCopies()
	if limits.Schedule == sequential.Arbitrary {
		r.owner = r.table("owner")
	}
	r.Seq.Round = r.Seq.AddGlobal(ir.Global{Name: "round", Size: 4, Align: 4, Model: true})
	for tid := range p.Threads {
		r.ran = append(r.ran, r.table(fmt.Sprintf("ran.%d", tid)))
		for i := range p.Threads[tid].Steps {
			r.rewrite(tid, &p.Threads[tid].Steps[i])
		}
	}
	if s.lost == "" {
		return r, r.Seq, nil
	}
	b := r.Seq.NewFunc("sequential")
	r.Seq.Mark(b, verdict.Mark{Unsupported: s.lost})
	b.Halt(b.Int(ir.I32, 0))
	r.Seq.Program.Start = r.Seq.AddFunc(b)
	return nil, r.Seq, nil
}

// table adds an array with a byte per round.
func (r *Program) table(name string) ir.GlobalID {
	return r.Seq.AddGlobal(ir.Global{Name: name, Size: int64(r.Rounds), Align: 1, Model: true})
}

// element returns the address of an element of an array of bytes.
func (r *Program) element(array ir.GlobalID, i ir.Operand) ir.Operand {
	return r.B.PtrAdd(r.B.GlobalAddr(array), i)
}

// word returns a number as an operand as wide as a pointer.
func (r *Program) word(n int) ir.Operand { return r.B.Int(r.Seq.Program.Model.PtrInt(), uint64(n)) }

func (r *Program) loadByte(p ir.Operand) ir.Operand { return r.B.Load(ir.I8, p, ir.Access{Align: 1}) }

func (r *Program) storeByte(p ir.Operand, v uint64) {
	r.B.Store(p, r.B.Int(ir.I8, v), ir.Access{Align: 1})
}

// StartMain places main before its first step.
func (r *Program) StartMain() {
	r.B.StoreGlobal(r.Seq.Inlined.Threads[0].Steps[0].At, r.B.Int(ir.I8, 1))
}

// Call calls a step in a round if its thread is there.
func (r *Program) Call(p *sequential.Step, round ir.Operand) {
	r.B.When(r.B.NonZero(r.B.LoadGlobal(ir.I8, p.At)), func() { r.B.Call(p.Func, ir.NoType, round) })
}

// Forget resets a thread as if it had run no step in any round. For main, the steps before other
// threads exist stay.
func (r *Program) Forget(tid int) {
	for k := range r.Rounds {
		did := uint64(0)
		if tid == 0 && k == 0 {
			did = 1
		}
		r.storeByte(r.element(r.ran[tid], r.word(k)), did)
	}
}

// ChooseOwner chooses the thread of a context, and returns its index; 0: contexts have no owners,
// since the schedule is round-robin.
func (r *Program) ChooseOwner(k int) ir.Operand {
	if r.owner == 0 {
		return 0
	}
	tid := r.B.ChooseUpTo(r.Seq.Program.Model.PtrInt(), len(r.Seq.Inlined.Threads)-1)
	r.B.Store(r.element(r.owner, r.word(k)), r.B.Convert(ir.OpTrunc, ir.I8, tid), ir.Access{Align: 1})
	return tid
}

// Judge ends an execution up to a round. It assumes that the execution has no more rounds or contexts
// than the limit. For each flag that is set a mark is reached or an assertion fails.
func (r *Program) Judge(until int) {
	b := r.B
	if r.Rounds > r.limits.Number {
		b.Assume(b.LessOrEqual(r.used(until), b.Int(ir.I32, uint64(r.limits.Number))))
	}
	for _, mark := range r.order {
		b.When(b.NonZero(b.LoadGlobal(ir.I8, r.reached[mark])), func() { sequential.EmitMark(b, r.Seq.Marks, mark) })
	}
	for _, v := range r.violated {
		in := v.assert
		in.Args = []ir.Operand{b.Equal(b.LoadGlobal(ir.I8, v.flag), b.Int(ir.I8, 0))}
		b.Emit(in)
	}
}

// End completes the start function.
func (r *Program) End() *sequential.Sequential {
	r.Seq.Start(r.B, r.used(r.Rounds-1), r.limits)
	return r.Seq
}

// used computes the number of rounds or contexts that an execution uses up to a round, as counted by
// smc.Bounds.
func (r *Program) used(until int) ir.Operand {
	b := r.B
	used, last := b.Int(ir.I32, 1), b.Int(ir.I32, 0)
	varies := r.Seq.Inlined.CreationVaries()
	for k := range r.Rounds {
		for tid := range r.ran {
			number := b.Int(ir.I32, uint64(tid))
			if varies {
				number = r.wordAt(until, r.Seq.Inlined.Threads[tid].Number)
			}
			ran := b.NonZero(r.loadByte(r.element(r.ran[tid], r.word(k))))
			more := b.And(ran, r.limits.Schedule.Counts(b, number, last))
			used, last = b.Binary(ir.OpAdd, 0, used, b.Convert(ir.OpZExt, ir.I32, more)), b.Select(ran, number, last)
		}
	}
	return used
}

// wordAt loads the value of an i32 in a round.
func (r *Program) wordAt(k int, g ir.GlobalID) ir.Operand {
	if o := r.sharing.of[g]; o != nil {
		return r.get(o, k, &o.cells[0])
	}
	return r.B.LoadGlobal(ir.I32, g)
}
