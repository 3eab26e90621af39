package lazy

import (
	"context"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// LazySeq is the lazy sequentialisation of Inverso, Tomasco, Fischer, La Torre,
// Parlato, "Bounded model checking of multi-threaded C programs via lazy
// sequentialization", CAV 2014. In each context of a thread a switch point is guessed
// first:
//
//	context(t):  cs = choose, in as many bits as steps(t) takes
//	             for i = 0..steps(t)-1: if at.t.i && i < cs: step(t, i)
//
// Control of a thread moves to later steps only. So the thread continues from its place until it
// reaches step cs or a later one. An arbitrary schedule chooses the thread of each context.
//
// Executions that differ only in the order of operations that commute are represented
// by one of them (reduction.go).
//
// Deviation: the paper jumps to the place of a thread by a number (pc). Here a flag per step replaces
// it, which is the same number in unary. The formula of a context is then linear in the thread's
// length, even if control branches.
func LazySeq(_ context.Context, p *sequential.Inlined, limits sequential.Limits) (*sequential.Sequential, error) {
	c := newContexts(p, limits)
	c.reduction = newReduction(c)
	return c.program(func(b *ir.FuncBuilder, tid int) func(int) ir.Operand {
		word := ir.Int(bits.Len(uint(len(p.Threads[tid].Steps))))
		cs, goes := b.NewReg(word, "cs", 0), b.Temp(ir.I1)
		b.Emit(ir.Instr{Op: ir.OpChoose, Type: word, Dst: cs, Sub: uint8(ir.ChooseNondet)})
		return func(i int) ir.Operand {
			return b.Emit(ir.Instr{Op: ir.OpULt, Type: word, Dst: goes, Args: []ir.Operand{b.Int(word, uint64(i)), ir.RegOperand(cs)}})
		}
	}), nil
}

// EPC is the translation with explicit program counters of Ghafari, Hu, Rakamarić, "Context-bounded
// translations for concurrent software: an empirical evaluation", SPIN 2010, section 2.1. The program
// counters of all threads are kept, and there is a choice to switch before every visible operation:
//
//	context(t):  for i = 0..steps(t)-1: if at.t.i && choose: step(t, i)
//
// The flags at.t.* are the program counter of t. A thread that does not continue stays at its place for
// the rest of the context, since control moves to later steps only.
func EPC(_ context.Context, p *sequential.Inlined, limits sequential.Limits) (*sequential.Sequential, error) {
	return newContexts(p, limits).program(func(b *ir.FuncBuilder, _ int) func(int) ir.Operand {
		goes := b.Temp(ir.I1)
		return func(int) ir.Operand {
			return b.Emit(ir.Instr{Op: ir.OpChoose, Type: ir.I1, Dst: goes, Sub: uint8(ir.ChooseNondet)})
		}
	}), nil
}
