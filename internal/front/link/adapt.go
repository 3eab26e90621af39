package link

import (
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// adaptCalls makes direct calls fit functions whose parameters differ from the caller's declaration:
// integers are resized, missing arguments are unspecified, surplus ones dropped. A call of a variadic
// function through a declaration without parameters gets its argument area.
func (l *linker) adaptCalls() {
	for id := 1; id < len(l.prog.Funcs); id++ {
		halt.Poll(l.opts.Context)
		f := &l.prog.Funcs[id]
		if l.misfits(ir.FuncID(id)) {
			l.adaptFunc(f, ir.FuncID(id))
		}
	}
}

func (l *linker) misfits(id ir.FuncID) bool {
	f := &l.prog.Funcs[id]
	for at, in := range f.Instrs() {
		if in.Op == ir.OpCall && !l.fits(f, in, callSite{id, at.Block, at.Index}) {
			return true
		}
	}
	return false
}

// fits reports whether a call has the arguments and the result of its callee.
func (l *linker) fits(f *ir.Func, in *ir.Instr, at callSite) bool {
	callee := &l.prog.Funcs[in.Func]
	if len(in.Args) != len(callee.Params) || in.Type != callee.Result {
		return false
	}
	for i, p := range callee.Params {
		if f.TypeOf(in.Args[i]) != callee.Regs[p].Type {
			return false
		}
	}
	return !(callee.Variadic && l.oldStyleCalls[at])
}

// adaptFunc rewrites the calls of one function.
func (l *linker) adaptFunc(f *ir.Func, id ir.FuncID) {
	a := &adapter{m: l.opts.Model, f: f}
	for b := 1; b < len(f.Blocks); b++ {
		old := f.Blocks[b].Instrs
		a.out = nil
		for i := range old {
			in := old[i]
			at := callSite{id, ir.BlockID(b), i}
			if in.Op == ir.OpCall && !l.fits(f, &in, at) {
				a.call(in, &l.prog.Funcs[in.Func], l.oldStyleCalls[at])
				continue
			}
			a.out = append(a.out, in)
		}
		f.Blocks[b].Instrs = a.out
	}
	f.Canonicalise()
}

// adapter appends the instructions of one block.
type adapter struct {
	m   ir.DataModel
	f   *ir.Func
	out []ir.Instr
	pos ir.Pos
}

func (a *adapter) call(in ir.Instr, callee *ir.Func, oldStyle bool) {
	a.pos = in.Pos
	args := in.Args
	fixed := len(callee.Params)
	area := ir.LocalID(0)
	if callee.Variadic && (oldStyle || len(args) < fixed) {
		fixed--
		var rest []ir.Operand
		if len(args) > fixed {
			rest = args[fixed:]
		}
		var p ir.Operand
		p, area = a.area(rest)
		args = append(append([]ir.Operand(nil), args[:min(fixed, len(args))]...), p)
		for len(args) <= fixed {
			args = append(args[:len(args)-1:len(args)-1], a.choose(callee.Regs[callee.Params[len(args)-1]].Type), p)
		}
	}
	fitted := make([]ir.Operand, len(callee.Params))
	for i, p := range callee.Params {
		t := callee.Regs[p].Type
		if i < len(args) {
			fitted[i] = a.convert(args[i], t)
		} else {
			fitted[i] = a.choose(t)
		}
	}
	in.Args = fitted
	dst, want := in.Dst, in.Type
	in.Type = callee.Result
	if dst == 0 || want == callee.Result || callee.Result == ir.NoType {
		if callee.Result == ir.NoType {
			in.Dst = 0
		}
		a.out = append(a.out, in)
		if dst != 0 && callee.Result == ir.NoType {
			a.out = append(a.out, ir.Instr{Op: ir.OpChoose, Sub: uint8(ir.ChooseUninit), Type: want, Dst: dst, Pos: a.pos})
		}
	} else {
		in.Dst = a.temp(callee.Result)
		a.out = append(a.out, in)
		v := a.convert(ir.RegOperand(in.Dst), want)
		a.out = append(a.out, ir.Instr{Op: ir.OpCopy, Type: want, Dst: dst, Args: []ir.Operand{v}, Pos: a.pos})
	}
	if area != 0 {
		a.out = append(a.out, ir.Instr{Op: ir.OpLeave, Local: area, Pos: a.pos})
	}
}

// slot is the multiple of bytes that a variable argument takes.
const slot = 8

// area stores variable arguments in a new Local.
func (a *adapter) area(args []ir.Operand) (ir.Operand, ir.LocalID) {
	if len(args) == 0 {
		return a.constant(ir.Const{Type: ir.Ptr}), 0
	}
	size := int64(0)
	offsets := make([]int64, len(args))
	for i, v := range args {
		offsets[i] = size
		size += (a.f.TypeOf(v).Bytes(a.m) + slot - 1) / slot * slot
	}
	id := ir.LocalID(len(a.f.Locals))
	a.f.Locals = append(a.f.Locals, ir.Local{Size: size, Align: slot, Pos: a.pos})
	base := a.emit(ir.Ptr, ir.Instr{Op: ir.OpEnter, Local: id})
	for i, v := range args {
		p := base
		if offsets[i] != 0 {
			off := a.constant(ir.Const{Type: a.m.PtrInt(), Word: wide.Word{Lo: uint64(offsets[i])}})
			p = a.emit(ir.Ptr, ir.Instr{Op: ir.OpPtrAdd, Args: []ir.Operand{base, off}})
		}
		a.out = append(a.out, ir.Instr{Op: ir.OpStore, Type: a.f.TypeOf(v), Args: []ir.Operand{p, v}, Align: slot, Pos: a.pos})
	}
	return base, id
}

func (a *adapter) temp(t ir.Type) ir.Reg {
	a.f.Regs = append(a.f.Regs, ir.RegInfo{Type: t})
	return ir.Reg(len(a.f.Regs) - 1)
}

func (a *adapter) emit(t ir.Type, in ir.Instr) ir.Operand {
	in.Type, in.Dst, in.Pos = t, a.temp(t), a.pos
	a.out = append(a.out, in)
	return ir.RegOperand(in.Dst)
}

func (a *adapter) choose(t ir.Type) ir.Operand {
	return a.emit(t, ir.Instr{Op: ir.OpChoose, Sub: uint8(ir.ChooseUninit)})
}

func (a *adapter) constant(c ir.Const) ir.Operand {
	a.f.Consts = append(a.f.Consts, c)
	return ir.ConstOperand(len(a.f.Consts) - 1)
}

// convert changes a value as a C compiler's calling convention would, roughly:
// integers are cut or sign-extended.
func (a *adapter) convert(v ir.Operand, t ir.Type) ir.Operand {
	from := a.f.TypeOf(v)
	one := func(op ir.Op, t ir.Type, v ir.Operand) ir.Operand {
		return a.emit(t, ir.Instr{Op: op, Args: []ir.Operand{v}})
	}
	switch {
	case from == t:
		return v
	case from.IsInt() && t.IsInt():
		if t.Bits(a.m) < from.Bits(a.m) {
			return one(ir.OpTrunc, t, v)
		}
		return one(ir.OpSExt, t, v)
	case from.IsInt() && t.IsPtr():
		return one(ir.OpIntToPtr, ir.Ptr, a.convert(v, a.m.PtrInt()))
	case from.IsPtr() && t.IsInt():
		return a.convert(one(ir.OpPtrToInt, a.m.PtrInt(), v), t)
	case from.IsFloat() && t.IsFloat():
		return one(ir.OpFToF, t, v)
	}
	return a.choose(t)
}
