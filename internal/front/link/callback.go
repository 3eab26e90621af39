package link

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// findLiterals finds the parameters of functions to which the program passes constants, such as strings.
func (l *linker) findLiterals() {
	l.literals = make(map[string]map[int]bool)
	if l.opts.Externals != TypedExternals {
		return
	}
	for _, u := range l.units {
		constant := func(in *ir.Instr) bool {
			return in.Op == ir.OpGlobalAddr && (u.Program.Globals[in.Glob].Storage == ir.Constant || u.Program.Globals[in.Glob].ReadOnly)
		}
		for id := 1; id < len(u.Program.Funcs); id++ {
			halt.Poll(l.opts.Context)
			f := &u.Program.Funcs[id]
			var made map[ir.Reg][]*ir.Instr
			for _, in := range f.Instrs() {
				if in.Op != ir.OpCall || u.Funcs[in.Func].Defined {
					continue
				}
				if made == nil {
					made = makersOf(f)
				}
				for i, o := range in.Args {
					if !comesFrom(o, made, constant, nil) {
						continue
					}
					name := u.Funcs[in.Func].Name
					if l.literals[name] == nil {
						l.literals[name] = make(map[int]bool)
					}
					l.literals[name][i] = true
				}
			}
		}
	}
}

// makersOf lists by register the instructions of a function that assign it.
func makersOf(f *ir.Func) map[ir.Reg][]*ir.Instr {
	made := make(map[ir.Reg][]*ir.Instr)
	for _, in := range f.Instrs() {
		if in.Dst != 0 {
			made[in.Dst] = append(made[in.Dst], in)
		}
	}
	return made
}

// comesFrom reports whether a value may be the result of an instruction that is such, or a pointer moved
// from there. Loads are not followed.
func comesFrom(o ir.Operand, made map[ir.Reg][]*ir.Instr, is func(*ir.Instr) bool, seen []ir.Reg) bool {
	if o.IsConst() || slices.Contains(seen, o.Reg()) {
		return false
	}
	seen = append(seen, o.Reg())
	return slices.ContainsFunc(made[o.Reg()], func(in *ir.Instr) bool {
		switch in.Op {
		case ir.OpCopy, ir.OpSelect, ir.OpPtrAdd:
			return slices.ContainsFunc(in.Args, func(o ir.Operand) bool { return comesFrom(o, made, is, seen) })
		}
		return is(in)
	})
}

// callBacks inserts calls of the functions whose addresses are passed to an undefined function other than as
// a pointer to a function: behind "..." or as a pointer to void. They are called behind the call, in the
// same thread, any number of times and in any order.
func (l *linker) callBacks() {
	if l.opts.Externals != TypedExternals {
		return
	}
	helpers := make(map[ir.FuncID]ir.FuncID)
	for id := 1; id < len(l.prog.Funcs); id++ {
		halt.Poll(l.opts.Context)
		var made map[ir.Reg][]*ir.Instr
		for b := 1; b < len(l.prog.Funcs[id].Blocks); b++ {
			f := &l.prog.Funcs[id]
			old := f.Blocks[b].Instrs
			var out []ir.Instr // nil: nothing is inserted yet
			for i, in := range old {
				if out != nil {
					out = append(out, in)
				}
				if in.Op != ir.OpCall || l.prog.Funcs[in.Func].External == "" {
					continue
				}
				if made == nil {
					made = makersOf(f)
				}
				backs := l.passed(f, &old[i], made)
				if len(backs) == 0 {
					continue
				}
				if out == nil {
					out = slices.Clone(old[:i+1])
				}
				out = append(out, ir.Instr{Op: ir.OpCall, Func: l.helperOf(backs, helpers), Args: []ir.Operand{l.data(&l.prog.Funcs[id], &old[i])}, Pos: in.Pos})
				callee := &l.prog.Funcs[in.Func]
				if !strings.Contains(callee.External, calls) {
					callee.External = callee.Name + " " + calls + "," + strings.TrimPrefix(callee.External, callee.Name)
				}
			}
			if out != nil {
				l.prog.Funcs[id].Blocks[b].Instrs = out
				made = nil // its instructions are in the old list
			}
		}
	}
}

// calls describes the calls by an undefined function.
const calls = "calls what it is passed"

// passed lists the functions of the program that a call passes other than as pointers to functions.
func (l *linker) passed(f *ir.Func, call *ir.Instr, made map[ir.Reg][]*ir.Instr) (out []ir.FuncID) {
	callee := &l.prog.Funcs[call.Func]
	note := func(in *ir.Instr) bool {
		if in.Op == ir.OpFuncAddr && !l.prog.Funcs[in.Func].Model && !slices.Contains(out, in.Func) {
			out = append(out, in.Func)
		}
		return false
	}
	var sig *ir.CType
	if callee.CType != 0 {
		sig = l.declared(callee.CType)
	}
	for i, o := range call.Args {
		if callee.Variadic && i == len(call.Args)-1 {
			area, _, own := ownMemory(o, made)
			if !own {
				continue
			}
			for _, in := range f.Instrs() {
				if in.Op == ir.OpStore {
					if to, _, own := ownMemory(in.Args[0], made); own && to == area {
						comesFrom(in.Args[1], made, note, nil)
					}
				}
			}
			continue
		}
		if sig != nil && i < len(sig.Params) && l.pointsToFunction(sig.Params[i]) {
			continue // its body calls it
		}
		comesFrom(o, made, note, nil)
	}
	return out
}

// pointsToFunction reports whether a type is a pointer to a function.
func (l *linker) pointsToFunction(id ir.CTypeID) bool {
	t := l.declared(id)
	if t == nil || t.Kind != ir.CPointer {
		return false
	}
	to := l.declared(t.Elem)
	return to != nil && to.Kind == ir.CFunc
}

// data returns the first argument of a call that is a pointer to void, which a function gets that is
// called back; null: there is none.
func (l *linker) data(f *ir.Func, call *ir.Instr) ir.Operand {
	if sig := l.declared(l.prog.Funcs[call.Func].CType); sig != nil {
		for i, id := range sig.Params {
			if t := l.declared(id); t != nil && t.Kind == ir.CPointer && i < len(call.Args) && l.isVoid(t.Elem) {
				return call.Args[i]
			}
		}
	}
	f.Consts = append(f.Consts, ir.Const{Type: ir.Ptr})
	return ir.ConstOperand(len(f.Consts) - 1)
}

func (l *linker) isVoid(id ir.CTypeID) bool {
	t := l.declared(id)
	return t == nil || t.Kind == ir.CVoid
}

// helperOf returns a function that calls others any number of times, in any order, with any arguments.
func (l *linker) helperOf(backs []ir.FuncID, helpers map[ir.FuncID]ir.FuncID) ir.FuncID {
	if len(backs) == 1 {
		return l.helper(backs[0], helpers)
	}
	f := &ir.Func{Name: uniqueName(l.names, "clib", "__heddle_back"), Model: true, Pos: l.prog.Funcs[backs[0]].Pos}
	b := ir.NewFuncBuilder(l.opts.Model, f)
	b.Pos = f.Pos
	data := ir.RegOperand(b.Param(ir.Ptr, "", 0))
	b.SetBlock(b.NewBlock())
	again(b, func() {
		for _, back := range backs {
			b.Call(l.helper(back, helpers), ir.NoType, data)
		}
	})
	b.RetVoid()
	l.prog.Funcs = append(l.prog.Funcs, *b.Finish())
	return ir.FuncID(len(l.prog.Funcs) - 1)
}

// helper returns a function that calls another one any number of times, with any arguments. Its own
// argument takes the place of pointers to void, unless it is null.
func (l *linker) helper(back ir.FuncID, helpers map[ir.FuncID]ir.FuncID) ir.FuncID {
	if id, ok := helpers[back]; ok {
		return id
	}
	f := &ir.Func{Name: uniqueName(l.names, "clib", fmt.Sprintf("__heddle_back_%s", l.prog.Funcs[back].Name)), Model: true, Pos: l.prog.Funcs[back].Pos}
	b := ir.NewFuncBuilder(l.opts.Model, f)
	b.Pos = f.Pos
	data := ir.RegOperand(b.Param(ir.Ptr, "", 0))
	b.SetBlock(b.NewBlock())
	again(b, func() {
		to := &l.prog.Funcs[back]
		var args []ir.Operand
		for i, r := range to.Params {
			if to.Variadic && i == len(to.Params)-1 {
				args = append(args, b.Null())
				continue
			}
			args = append(args, l.backArgument(b, &to.Regs[r], data))
		}
		b.Call(back, to.Result, args...)
	})
	b.RetVoid()
	id := ir.FuncID(len(l.prog.Funcs))
	l.prog.Funcs = append(l.prog.Funcs, *b.Finish())
	helpers[back] = id
	return id
}

// backArgument returns any value for a parameter of a function that is called back.
func (l *linker) backArgument(b *ir.FuncBuilder, r *ir.RegInfo, data ir.Operand) ir.Operand {
	t := l.declared(r.CType)
	if !r.Type.IsPtr() {
		return anyNumber(b, r.Type, t != nil && t.Kind == ir.CBool)
	}
	size := int64(unknownBytes)
	if t != nil && t.Kind == ir.CPointer {
		if l.pointsToFunction(r.CType) {
			return b.Null()
		}
		if to := l.declared(t.Elem); to != nil && to.Size > 0 && to.Kind != ir.CVoid {
			if size = to.Size; to.Kind == ir.CInt && size == 1 {
				size = maxCharacters + 1
			}
		}
	} else if t != nil && t.Size > 0 {
		return l.fresh(b, t.Size) // a structure by value
	}
	p := l.fresh(b, size)
	if size == maxCharacters+1 {
		b.Store(b.PtrAdd(p, b.Int(l.opts.Model.PtrInt(), maxCharacters)), b.Int(ir.I8, 0), ir.Access{Align: 1})
	}
	if t == nil || t.Kind == ir.CPointer && l.isVoid(t.Elem) {
		p = b.Select(b.Compare(ir.OpEq, data, b.Null()), p, data)
	}
	return p
}
