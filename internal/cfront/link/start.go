package link

import (
	"github.com/heddle-mc/heddle/internal/ir"
)

// startName is the function that runs first.
const startName = "__heddle_start"

// start adds the start function: constructors, the entry with its arguments,
// and exit with the result, in the order in which a C implementation does it.
func (l *linker) start(entry symbol) {
	id := ir.FuncID(len(l.prog.Funcs))
	l.prog.Funcs = append(l.prog.Funcs, ir.Func{})
	f := &ir.Func{Name: uniqueName(l.names, "clib", startName), Model: true}
	b := ir.NewFuncBuilder(l.opts.Model, f)
	b.SetBlock(b.NewBlock())
	for u, unit := range l.units {
		for c := 1; c < len(unit.Funcs); c++ {
			if unit.Funcs[c].Constructor && unit.Funcs[c].Defined {
				callee := l.funcID(u, ir.FuncID(c))
				b.Call(callee, l.prog.Funcs[callee].Result, l.entryArgs(b, callee)...)
			}
		}
	}
	main := l.reached[entry.unit].funcs[entry.id]
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

func toI32(b *ir.FuncBuilder, v ir.Operand) ir.Operand {
	switch w := b.TypeOf(v).Bits(b.Model); {
	case w < 32:
		return b.Convert(ir.OpSExt, ir.I32, v)
	case w > 32:
		return b.Convert(ir.OpTrunc, ir.I32, v)
	}
	return v
}

// entryArgs returns the arguments of the entry function: argc = 1, argv and an
// empty environment as far as its prototype wants them, zero otherwise.
func (l *linker) entryArgs(b *ir.FuncBuilder, f ir.FuncID) []ir.Operand {
	fn := &l.prog.Funcs[f]
	var args []ir.Operand
	for i, r := range fn.Params {
		switch t := fn.Regs[r].Type; {
		case i == 0 && t == ir.I32 && len(fn.Params) >= 2:
			args = append(args, b.Int(t, 1))
		case i == 1 && t == ir.Ptr:
			args = append(args, b.GlobalAddr(l.argv()))
		case i == 2 && t == ir.Ptr:
			ptr := int64(l.opts.Model.PtrBits() / 8)
			args = append(args, b.PtrAdd(b.GlobalAddr(l.argv()), b.SignedInt(l.opts.Model.PtrInt(), ptr)))
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

// argv returns the global that holds {"program", NULL}.
func (l *linker) argv() ir.GlobalID {
	const name, program = "__heddle_argv", "program"
	if id, ok := l.library.globals[name]; ok {
		return id
	}
	text := ir.GlobalID(len(l.prog.Globals))
	ptr := int64(l.opts.Model.PtrBits() / 8)
	l.prog.Globals = append(l.prog.Globals,
		ir.Global{Name: uniqueName(l.objects, "clib", "__heddle_program_name"), Size: int64(len(program)) + 1, Align: 1,
			Init: []ir.InitItem{{Bytes: []byte(program)}}},
		ir.Global{Name: uniqueName(l.objects, "clib", name), Size: 2 * ptr, Align: ptr,
			Init: []ir.InitItem{{Global: text}}})
	l.library.globals[name] = text + 1
	return text + 1
}
