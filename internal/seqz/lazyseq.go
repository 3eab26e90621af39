package seqz

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/ir"
)

// LazySeq is the lazy sequentialisation of Inverso, Tomasco, Fischer, La Torre,
// Parlato, "Bounded model checking of multi-threaded C programs via lazy
// sequentialization", CAV 2014. Threads run in contexts; memory is that of the
// program, locals keep their values from context to context. In each context of a
// thread a switch point is guessed first:
//
//	context(t):  cs = choose, in as many bits as points(t) takes
//	             for i = 0..points(t)-1: if at.t.i && i < cs: point(t, i)
//
// Control of a thread goes to higher points only, so that it goes on where it
// stands until it comes to a point from cs on. An arbitrary schedule chooses the
// thread of each context.
//
// Executions that differ only in the order of operations that commute are represented
// by one of them (commute.go).
//
// Deviations: the paper jumps to where a thread stands by a number (pc) and skips
// what is before it; here a flag per point takes its place, which is the same
// number in unary and makes the formula of a context linear in the thread's length,
// also where control branches.
func LazySeq(f *Flat, limits Limits) *Sequential {
	d := newDriver(f, limits)
	d.commuting = newCommuting(d)
	var contexts []ir.FuncID
	for slot := range f.Threads {
		word := ir.Int(bits.Len(uint(len(f.Threads[slot].Points))))
		var cs, goes ir.Reg
		begin := func() {
			cs, goes = d.b.NewReg(word, "cs", 0), d.b.Temp(ir.I1)
			d.b.Emit(ir.Instr{Op: ir.OpChoose, Type: word, Dst: cs, Sub: uint8(ir.ChooseNondet)})
		}
		contexts = append(contexts, d.context(slot, begin, func(i int) ir.Operand {
			return d.b.Emit(ir.Instr{Op: ir.OpULt, Type: word, Dst: goes,
				Args: []ir.Operand{d.b.Int(word, uint64(i)), ir.RegOperand(cs)}})
		}))
	}
	d.schedule(contexts)
	return d.Sequential
}
