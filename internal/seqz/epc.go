package seqz

import "github.com/heddle-mc/heddle/internal/ir"

// EPC is the translation with explicit program counters of Ghafari, Hu, Rakamarić,
// "Context-bounded translations for concurrent software: an empirical evaluation",
// SPIN 2010, section 2.1: all threads' program counters are kept, and before every visible
// operation there is a choice to switch:
//
//	context(t):  for i = 0..points(t)-1: if at.t.i && choose: point(t, i)
//
// The flags at.t.* are the program counter of t. A thread that does not go on stays
// where it is for the rest of the context, since control goes to higher points only.
func EPC(f *Flat, limits Limits) *Sequential {
	d := newDriver(f, limits)
	var contexts []ir.FuncID
	for slot := range f.Threads {
		var goes ir.Reg
		begin := func() { goes = d.b.Temp(ir.I1) }
		contexts = append(contexts, d.context(slot, begin, func(int) ir.Operand {
			return d.b.Emit(ir.Instr{Op: ir.OpChoose, Type: ir.I1, Dst: goes, Sub: uint8(ir.ChooseNondet)})
		}))
	}
	d.schedule(contexts)
	return d.Sequential
}
