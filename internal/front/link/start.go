package link

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// startName is the function that runs first.
const startName = "__heddle_start"

// start adds the start function: constructors, the entry with its arguments, and exit with the result,
// in the order of a C implementation. Destructors are handlers of the exit that are registered before
// all others. If the program reads inputs that it does not get here, the start function begins with
// the bound marks for these.
func (l *linker) start(entry symbol) {
	id := ir.FuncID(len(l.prog.Funcs))
	l.prog.Funcs = append(l.prog.Funcs, ir.Func{})
	f := &ir.Func{Name: uniqueName(l.names, "clib", startName), Model: true}
	b := ir.NewFuncBuilder(l.opts.Model, f)
	b.SetBlock(b.NewBlock())
	main := l.reached[entry.unit].funcs[entry.id]
	for _, bound := range l.outside(&l.prog.Funcs[main]) {
		b.Emit(ir.Instr{Op: ir.OpLimit, Text: bound, Pos: l.prog.Funcs[main].Pos})
	}
	for _, callee := range l.byPriority(func(s *lower.Symbol) (bool, int) { return s.Destructor, s.EndPriority }) {
		b.Call(l.libraryFunc("atexit"), ir.I32, b.FuncAddr(callee))
	}
	for _, callee := range l.byPriority(func(s *lower.Symbol) (bool, int) { return s.Constructor, s.Priority }) {
		b.Call(callee, l.prog.Funcs[callee].Result, l.mainArgs(b, callee)...)
	}
	status := b.Int(ir.I32, 0)
	result := b.Call(main, l.prog.Funcs[main].Result, l.entryArgs(b, entry, main)...)
	if l.prog.Funcs[main].Result.IsInt() && l.opts.Entry == "main" {
		status = toI32(b, result)
	}
	if s, ok := l.funcs["exit"]; ok && s.kind != declared {
		b.Call(l.reached[s.unit].funcs[s.id], ir.NoType, status)
		b.Unreachable()
	} else if l.library.hasFunc(l.opts.Library, "exit") {
		b.Call(l.libraryFunc("exit"), ir.NoType, status)
		b.Unreachable()
	} else {
		b.Halt(status)
	}
	l.prog.Funcs[id] = *b.Finish()
	l.prog.Start = id
}

// byPriority returns the functions of all units that are of a kind, by their priority, then as
// they are defined: constructors run in this order, destructors in the opposite one.
func (l *linker) byPriority(kind func(*lower.Symbol) (bool, int)) []ir.FuncID {
	type ranked struct {
		id       ir.FuncID
		priority int
	}
	var list []ranked
	for u, unit := range l.units {
		for c := 1; c < len(unit.Funcs); c++ {
			s := &unit.Funcs[c]
			if is, priority := kind(s); is && s.Defined {
				list = append(list, ranked{l.funcID(u, ir.FuncID(c)), priority})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return a.priority - b.priority })
	ids := make([]ir.FuncID, len(list))
	for i := range list {
		ids[i] = list[i].id
	}
	return ids
}

// outside returns the bounds on outside input that main may notice, as texts for OpLimit. main gets
// a few arguments, and the list of its environment is empty.
// Arguments that the user gives are an assumption instead.
func (l *linker) outside(main *ir.Func) (bounds []string) {
	reads := func(i int) bool {
		return l.opts.Entry == "main" && len(main.Params) >= 2 && i < len(main.Params) && uses(main, main.Params[i])
	}
	if given := l.opts.Inputs.Arguments; reads(0) || reads(1) {
		switch {
		case l.anyArguments():
			bounds = append(bounds, fmt.Sprintf("%s %d", verdict.ArgumentBound, maxArguments))
		case given == noArguments:
			l.prog.Assumed = append(l.prog.Assumed, "main is called without arguments")
		default:
			l.prog.Assumed = append(l.prog.Assumed, "main is called with the arguments "+given)
		}
	}
	if _, ok := l.library.globals["environ"]; ok || reads(2) {
		bounds = append(bounds, string(verdict.EnvironmentBound))
	}
	return bounds
}

// uses reports whether a function reads a register.
func uses(f *ir.Func, r ir.Reg) bool {
	for o := range f.Operands() {
		if o.Reg() == r {
			return true
		}
	}
	return false
}

func toI32(b *ir.FuncBuilder, v ir.Operand) ir.Operand {
	switch w := b.TypeOf(v).Bits(b.Model); {
	case w < 32:
		return b.Convert(ir.OpSExt, ir.I32, v)
	case w > 32:
		return b.Convert(ir.OpTrunc, ir.I32, v)
	}
	return v
}
