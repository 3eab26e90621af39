package link

import (
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// trampolines makes calls through pointers ready for addresses of nested functions (lower/nested.go): odd
// pointers, to two pointers in a frame. Before each such call the frame goes to the thread's variable, and
// the function takes the place of the pointer. An even pointer stays, and loads from a pair of zeros instead.
func (l *linker) trampolines() {
	used := false
	for _, u := range l.units {
		used = used || u.Trampolines
	}
	chain := ir.GlobalID(0)
	for id := range l.prog.Globals {
		if l.prog.Globals[id].Name == lower.ChainName {
			chain = ir.GlobalID(id)
		}
	}
	if !used || chain == 0 {
		return
	}
	word := int64(l.opts.Model.PtrBits() / 8)
	none := ir.GlobalID(len(l.prog.Globals))
	l.prog.Globals = append(l.prog.Globals, ir.Global{Name: "__heddle_no_frame", Size: 2 * word, Align: word, Storage: ir.Constant, Model: true})
	for id := 1; id < len(l.prog.Funcs); id++ {
		f := &l.prog.Funcs[id]
		a := &adapter{m: l.opts.Model, f: f}
		for b := 1; b < len(f.Blocks); b++ {
			a.out = nil
			for _, in := range f.Blocks[b].Instrs {
				if in.Op == ir.OpCallPtr {
					in.Args = append([]ir.Operand{a.callee(in, chain, none)}, in.Args[1:]...)
				}
				a.out = append(a.out, in)
			}
			f.Blocks[b].Instrs = a.out
		}
		f.Canonicalise()
	}
}

// callee returns the function that a pointer leads to, and stores the frame for it.
func (a *adapter) callee(call ir.Instr, chain, none ir.GlobalID) ir.Operand {
	a.pos = call.Pos
	p, word := call.Args[0], a.m.PtrInt()
	size := int32(word.Bytes(a.m))
	one := func(op ir.Op, t ir.Type, args ...ir.Operand) ir.Operand {
		return a.emit(t, ir.Instr{Op: op, Args: args})
	}
	number := func(n int64) ir.Operand {
		return a.constant(ir.Const{Type: word, Word: wide.WordOf(uint64(n) & (1<<a.m.PtrBits() - 1))})
	}
	odd := one(ir.OpTrunc, ir.I1, one(ir.OpPtrToInt, word, p))
	pair := one(ir.OpSelect, ir.Ptr, odd, one(ir.OpPtrAdd, ir.Ptr, p, number(-1)), a.emit(ir.Ptr, ir.Instr{Op: ir.OpGlobalAddr, Glob: none}))
	load := func(at ir.Operand) ir.Operand {
		return a.emit(ir.Ptr, ir.Instr{Op: ir.OpLoad, Args: []ir.Operand{at}, Align: size})
	}
	fn := load(pair)
	frame := load(one(ir.OpPtrAdd, ir.Ptr, pair, number(int64(size))))
	a.out = append(a.out, ir.Instr{Op: ir.OpStore, Type: ir.Ptr, Align: size, Pos: a.pos,
		Args: []ir.Operand{a.emit(ir.Ptr, ir.Instr{Op: ir.OpGlobalAddr, Glob: chain}), frame}})
	return one(ir.OpSelect, ir.Ptr, odd, fn, p)
}
