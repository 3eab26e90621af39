package link

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// startName is the function that runs first.
const startName = "__heddle_start"

// start adds the start function: constructors, the entry with its arguments,
// and exit with the result, in the order in which a C implementation does it.
// Where the program looks at more of the outside than it is given here, the bound
// mark for that stands before everything.
func (l *linker) start(entry symbol) {
	id := ir.FuncID(len(l.prog.Funcs))
	l.prog.Funcs = append(l.prog.Funcs, ir.Func{})
	f := &ir.Func{Name: uniqueName(l.names, "clib", startName), Model: true}
	b := ir.NewFuncBuilder(l.opts.Model, f)
	b.SetBlock(b.NewBlock())
	main := l.reached[entry.unit].funcs[entry.id]
	for _, bound := range l.outside(&l.prog.Funcs[main]) {
		b.Emit(ir.Instr{Op: ir.OpLimit, Text: string(bound), Pos: l.prog.Funcs[main].Pos})
	}
	for _, callee := range l.constructors() {
		b.Call(callee, l.prog.Funcs[callee].Result, l.entryArgs(b, callee)...)
	}
	status := b.Int(ir.I32, 0)
	switch t := l.prog.Funcs[main].Result; {
	case t == ir.NoType:
		b.Call(main, t, l.entryArgs(b, main)...)
	default:
		v := b.Call(main, t, l.entryArgs(b, main)...)
		if t.IsInt() {
			status = toI32(b, v)
		}
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

// constructors returns the constructors of all units in the order in which they
// run: by priority, then as they are defined.
func (l *linker) constructors() []ir.FuncID {
	type constructor struct {
		id       ir.FuncID
		priority int
	}
	var list []constructor
	for u, unit := range l.units {
		for c := 1; c < len(unit.Funcs); c++ {
			if s := &unit.Funcs[c]; s.Constructor && s.Defined {
				list = append(list, constructor{l.funcID(u, ir.FuncID(c)), s.Priority})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b constructor) int { return a.priority - b.priority })
	ids := make([]ir.FuncID, len(list))
	for i := range list {
		ids[i] = list[i].id
	}
	return ids
}

// outside returns the bounds on what the program is given that it may notice: it
// gets no argument but its name, and the list of its environment is empty.
func (l *linker) outside(main *ir.Func) (bounds []verdict.Bound) {
	reads := func(i int) bool { return len(main.Params) >= 2 && i < len(main.Params) && uses(main, main.Params[i]) }
	if reads(0) || reads(1) {
		bounds = append(bounds, verdict.ArgumentBound)
	}
	if _, ok := l.library.globals["environ"]; ok || reads(2) {
		bounds = append(bounds, verdict.EnvironmentBound)
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

// entryArgs returns the arguments of the entry function: argc = 1, argv with a name
// of unknown characters, and an empty environment as far as its prototype wants
// them, zero otherwise.
func (l *linker) entryArgs(b *ir.FuncBuilder, f ir.FuncID) []ir.Operand {
	fn := &l.prog.Funcs[f]
	var args []ir.Operand
	for i, r := range fn.Params {
		switch t := fn.Regs[r].Type; {
		case i == 0 && t == ir.I32 && len(fn.Params) >= 2:
			args = append(args, b.Int(t, 1))
		case i == 1 && t == ir.Ptr:
			args = append(args, b.GlobalAddr(l.argv(b)))
		case i == 2 && t == ir.Ptr:
			ptr := int64(l.opts.Model.PtrBits() / 8)
			args = append(args, b.PtrAdd(b.GlobalAddr(l.argv(b)), b.SignedInt(l.opts.Model.PtrInt(), ptr)))
		case i == 0 && t == ir.I32:
			args = append(args, b.Int(t, 1))
		case t.IsFloat():
			args = append(args, b.Float(t, 0))
		default:
			args = append(args, b.Int(t, 0))
		}
	}
	return args
}

// nameBytes bounds the program's name, whose characters are not known.
const nameBytes = 4096

// argv returns the global that holds {program's name, NULL}.
func (l *linker) argv(b *ir.FuncBuilder) ir.GlobalID {
	const name = "__heddle_argv"
	if id, ok := l.library.globals[name]; ok {
		return id
	}
	text := ir.GlobalID(len(l.prog.Globals))
	ptr := int64(l.opts.Model.PtrBits() / 8)
	l.prog.Globals = append(l.prog.Globals,
		ir.Global{Name: uniqueName(l.objects, "clib", "__heddle_program_name"), Size: nameBytes, Align: 1, External: true},
		ir.Global{Name: uniqueName(l.objects, "clib", name), Size: 2 * ptr, Align: ptr,
			Init: []ir.InitItem{{Global: text}}})
	l.library.globals[name] = text + 1
	last := b.PtrAdd(b.GlobalAddr(text), b.SignedInt(l.opts.Model.PtrInt(), nameBytes-1))
	b.Store(last, b.Int(ir.I8, 0), ir.Access{Align: 1})
	return text + 1
}
