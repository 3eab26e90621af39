package lazy

import (
	"context"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/seqz"
)

// LazySeq is the lazy sequentialisation of Inverso, Tomasco, Fischer, La Torre,
// Parlato, "Bounded model checking of multi-threaded C programs via lazy
// sequentialization", CAV 2014. In each context of a thread a switch point is guessed
// first:
//
//	context(t):  cs = choose, in as many bits as steps(t) takes
//	             for i = 0..steps(t)-1: if at.t.i && i < cs: step(t, i)
//
// Control of a thread goes to later steps only, so that it goes on where it stands until
// it comes to a step from cs on. An arbitrary schedule chooses the thread of each
// context.
//
// Executions that differ only in the order of operations that commute are represented
// by one of them (reduction.go).
//
// Deviations: the paper jumps to where a thread stands by a number (pc) and skips
// what is before it; here a flag per step takes its place, which is the same
// number in unary and makes the formula of a context linear in the thread's length,
// also where control branches.
func LazySeq(_ context.Context, p *seqz.Inlined, limits seqz.Limits) (*seqz.Sequential, error) {
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

// EPC is the translation with explicit program counters of Ghafari, Hu, Rakamarić,
// "Context-bounded translations for concurrent software: an empirical evaluation",
// SPIN 2010, section 2.1: all threads' program counters are kept, and before every visible
// operation there is a choice to switch:
//
//	context(t):  for i = 0..steps(t)-1: if at.t.i && choose: step(t, i)
//
// The flags at.t.* are the program counter of t. A thread that does not go on stays
// where it is for the rest of the context, since control goes to later steps only.
func EPC(_ context.Context, p *seqz.Inlined, limits seqz.Limits) (*seqz.Sequential, error) {
	return newContexts(p, limits).program(func(b *ir.FuncBuilder, _ int) func(int) ir.Operand {
		goes := b.Temp(ir.I1)
		return func(int) ir.Operand {
			return b.Emit(ir.Instr{Op: ir.OpChoose, Type: ir.I1, Dst: goes, Sub: uint8(ir.ChooseNondet)})
		}
	}), nil
}
