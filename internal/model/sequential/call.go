package sequential

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// call executes a call: the callee's code comes here.
func (t *thread) call(f *frame, st *state, in *ir.Instr, id ir.FuncID, args []ir.Operand) bool {
	fn := &t.inl.prog.Funcs[id]
	if !fn.HasBody() {
		return t.unsupported("call of "+fn.Name+", which is not defined", in.Pos)
	}
	nested := 0
	for _, fr := range t.frames {
		if fr.id == id {
			nested++
		}
	}
	if nested > t.inl.opts.Loop {
		t.cut(verdict.Mark{Bound: verdict.RecursionBound, Limit: t.inl.opts.Loop}, in.Pos)
		return false
	}
	f.calling = in.Pos
	callee := t.inline(f, st, id, args)
	return t.returned(f, st, in, callee)
}

// inline executes a function. The states after it have its result as their only
// known value.
func (t *thread) inline(f *frame, st *state, id ir.FuncID, args []ir.Operand) *frame {
	fn := &t.inl.prog.Funcs[id]
	callee := t.push(id)
	callee.called = t.cursor
	inner := &state{known: make([]value, len(fn.Regs)), depth: st.depth, mem: st.mem}
	for i, r := range fn.Params {
		if i >= len(args) {
			typ := fn.Regs[r].Type
			t.emit(ir.Instr{Op: ir.OpChoose, Type: typ, Dst: callee.base + r, Sub: uint8(ir.ChooseUninit)}, Input)
			continue
		}
		t.pass(f, st, callee, inner, r, args[i])
	}
	inner.from = t.openJump()
	callee.walk.Run(inner)
	t.frames = t.frames[:len(t.frames)-1]
	return callee
}

// pass gives a parameter its value.
func (t *thread) pass(f *frame, st *state, callee *frame, inner *state, r ir.Reg, arg ir.Operand) {
	v := t.operandValue(f, st, arg)
	typ, from := callee.fn.Regs[r].Type, f.fn.TypeOf(arg)
	if typ == from {
		if v.kind != unknown {
			t.set(callee, inner, r, v)
		} else {
			t.body.CopyTo(callee.base+r, t.operand(f, v, arg))
		}
		return
	}
	t.body.CopyTo(callee.base+r, t.adapted(t.use(f, st, arg), from, typ))
}

// adapted gives an argument or a result of a call through a pointer of another type
// the form of its type.
func (t *thread) adapted(x ir.Operand, from, to ir.Type) ir.Operand {
	m := t.inl.prog.Model
	bits := func(typ ir.Type) ir.Type { return ir.Int(typ.Bits(m)) }
	switch {
	case from == to:
		return x
	case from.IsPtr():
		return t.adapted(t.body.Convert(ir.OpPtrToInt, m.PtrInt(), x), m.PtrInt(), to)
	case from.IsFloat():
		return t.adapted(t.body.Convert(ir.OpBitcast, bits(from), x), bits(from), to)
	case to.IsPtr():
		return t.body.Convert(ir.OpIntToPtr, ir.Ptr, t.adapted(x, from, m.PtrInt()))
	case to.IsFloat():
		return t.body.Convert(ir.OpBitcast, to, t.adapted(x, from, bits(to)))
	case from.Bits(m) > to.Bits(m):
		return t.body.Convert(ir.OpTrunc, to, x)
	}
	return t.body.Convert(ir.OpZExt, to, x)
}

// returned continues after a call, if the call returns.
func (t *thread) returned(f *frame, st *state, in *ir.Instr, callee *frame) bool {
	out := callee.out
	if len(out) == 0 || t.err != nil {
		return false
	}
	t.joinEdges(out[0].from)
	for _, other := range out[1:] {
		on := t.body.Block()
		t.joinEdges(other.from)
		t.unsupported("an atomic section that a function leaves open on some paths only", in.Pos)
		t.body.SetBlock(on)
	}
	st.depth, st.mem = out[0].depth, out[0].mem
	if in.Dst == 0 {
		return true
	}
	from, to := callee.fn.Result, f.fn.Regs[in.Dst].Type
	st.known[in.Dst] = value{}
	switch {
	case from == ir.NoType:
		t.emit(ir.Instr{Op: ir.OpChoose, Type: to, Dst: f.base + in.Dst, Sub: uint8(ir.ChooseUninit)}, Input)
	case from != to:
		t.escape(out[0].known[0])
		t.body.CopyTo(f.base+in.Dst, t.adapted(ir.RegOperand(callee.result), from, to))
	case out[0].known[0].kind != unknown:
		t.set(f, st, in.Dst, out[0].known[0])
	default:
		t.body.CopyTo(f.base+in.Dst, ir.RegOperand(callee.result))
	}
	return true
}

// callPointer executes a call through a pointer: of the function that it is known
// to point to, or of all whose address is taken and that fit.
func (t *thread) callPointer(f *frame, st *state, in *ir.Instr) bool {
	p := t.operandValue(f, st, in.Args[0])
	if p.kind == function {
		return t.call(f, st, in, p.fn, in.Args[1:])
	}
	if p.kind == number || p.kind == address {
		t.unless(st, t.body.Int(ir.I1, 0))
		return true
	}
	fp := t.use(f, st, in.Args[0])
	var after []edge
	var mem *memory
	depth := st.depth
	for _, id := range t.callees(len(in.Args) - 1) {
		here := t.body.Block()
		t.body.CondBr(t.body.Equal(fp, t.body.FuncAddr(id)), 0, 0)
		t.joinEdges([]edge{{here, 0}})
		branch := *st
		branch.known, branch.mem = slices.Clone(st.known), st.mem.fork()
		if t.call(f, &branch, in, id, in.Args[1:]) {
			if branch.depth != depth {
				t.unsupported("a function that leaves an atomic section open", in.Pos)
			} else {
				if in.Dst != 0 {
					t.escape(branch.known[in.Dst])
				}
				after = append(after, t.openJump()...)
				if mem == nil {
					mem = branch.mem
				} else {
					st.mem = mem
					t.mergeMemory(st, &branch)
					mem = st.mem
				}
			}
		}
		t.joinEdges([]edge{{here, 1}})
	}
	t.unsupported("a call through a pointer that may point to other functions", in.Pos)
	if len(after) == 0 {
		return false
	}
	t.joinEdges(after)
	st.mem = mem
	if in.Dst != 0 {
		st.known[in.Dst] = value{}
	}
	return true
}

// candidates returns the functions of the program whose address is taken and that
// have a number of parameters.
func (f *inliner) candidates(params int) []ir.FuncID {
	return slices.DeleteFunc(f.prog.AddressTaken(), func(id ir.FuncID) bool {
		fn := &f.prog.Funcs[id]
		return !fn.HasBody() || len(fn.Params) != params || fn.Variadic
	})
}
