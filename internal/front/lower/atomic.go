package lower

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// atomic11 lowers the atomic intrinsics, to which sema reduces __atomic_*, __sync_* and <stdatomic.h>.
// An order that is not constant becomes a switch over the orders: assuming the strongest would hide
// races.
func (f *function) atomic11(e *tree.Intrinsic) ir.Operand {
	f.b.Pos = e.P
	switch e.Kind {
	case tree.Fence:
		f.withOrder(e, e.Args[0], ir.NoType, func(o ir.MemOrder) ir.Operand {
			f.b.Emit(ir.Instr{Op: ir.OpFence, Order: o, Pos: e.P})
			return 0
		})
		return 0
	}
	t := e.Args[0].Type().Elem()
	ty := irType(f.model, t)
	if ty == ir.NoType || t.IsVoid() {
		f.unsupported(e.P, "atomic access to a structure")
		return f.zero(e)
	}
	at := f.pointer(e.Args[0])
	at.base = f.holdBefore(at.base, e.Args[len(e.Args)-1])
	acc := access{Align: int32(ty.Bytes(f.model)), CType: f.types.id(t.Unqualified()), Volatile: t.IsVolatile(),
		Text: f.spell(&tree.Deref{X: e.Args[0]})}
	switch e.Kind {
	case tree.AtomicLoad:
		return f.withOrder(e, e.Args[1], ty, func(o ir.MemOrder) ir.Operand {
			acc.Order = o
			return f.b.Load(ty, f.materialise(at), acc)
		})
	case tree.AtomicStore:
		v := f.valueAs(e, 1, t)
		f.withOrder(e, e.Args[2], ir.NoType, func(o ir.MemOrder) ir.Operand {
			acc.Order = o
			f.b.Store(f.materialise(at), v, acc)
			return 0
		})
		return 0
	case tree.AtomicRMW:
		return f.atomicRMW(e, t, ty, at, acc)
	case tree.AtomicCmpSwap:
		want, v := f.valueAs(e, 1, t), f.valueAs(e, 2, t)
		return f.withOrder(e, e.Args[3], ty, func(o ir.MemOrder) ir.Operand {
			acc.Order = o
			return f.b.CmpXchg(f.materialise(at), want, v, o.OfRead(), acc)
		})
	}
	return f.atomicCmpXchg(e, t, ty, at, acc)
}

// valueAs evaluates argument i, converted to type t.
func (f *function) valueAs(e *tree.Intrinsic, i int, t *ctype.Type) ir.Operand {
	v := f.rvalue(e.Args[i])
	f.b.Pos = e.P
	return f.convert(v, e.Args[i].Type(), t)
}

// withOrder emits an operation under the memory order that an argument gives,
// and returns its result of type t.
func (f *function) withOrder(e *tree.Intrinsic, order tree.Expr, t ir.Type, emit func(ir.MemOrder) ir.Operand) ir.Operand {
	if c, ok := constValue(order); ok {
		f.b.Pos = e.P
		return emit(validOrder(c))
	}
	o := f.rvalue(order)
	f.b.Pos = e.P
	var dst ir.Reg
	if t != ir.NoType {
		dst = f.newTemp(t)
	}
	entry, end := f.b.Block(), f.b.NewBlock()
	var cases []ir.Case
	var targets []ir.BlockID
	otherwise := ir.BlockID(0)
	for m := ir.Relaxed; m <= ir.SeqCst; m++ {
		b := f.openNew()
		v := emit(m)
		if dst != 0 {
			f.assign(dst, v)
		}
		f.b.Br(end)
		if m == ir.SeqCst {
			otherwise = b
			break
		}
		cases = append(cases, ir.Case{Lo: uint64(m), Hi: uint64(m)})
		targets = append(targets, b)
	}
	f.open(entry)
	f.b.Switch(o, otherwise, cases, targets)
	f.open(end)
	return ir.RegOperand(dst)
}

// validOrder maps invalid memory orders to the strongest one, as gcc does.
func validOrder(c uint64) ir.MemOrder {
	if c < uint64(ir.Relaxed) || c > uint64(ir.SeqCst) {
		return ir.SeqCst
	}
	return ir.MemOrder(c)
}

func (f *function) atomicRMW(e *tree.Intrinsic, t *ctype.Type, ty ir.Type, at address, acc access) ir.Operand {
	kind := ir.RMWKind(f.constArg(e, 2))
	var v ir.Operand
	if t.IsPointer() && kind != ir.RMWXchg {
		v = f.argAs(e, 1, f.model.PtrInt())
	} else {
		v = f.valueAs(e, 1, t)
	}
	if ty.IsFloat() && kind != ir.RMWXchg || t.IsBool() && kind != ir.RMWXchg {
		f.unsupported(e.P, "atomic arithmetic on type "+t.String())
		return f.zero(e)
	}
	return f.withOrder(e, e.Args[3], ty, func(o ir.MemOrder) ir.Operand {
		acc.Order = o
		return f.rmw(kind, ty, at, v, acc)
	})
}

// rmw emits a read-modify-write; the value of a pointer's is a number of bytes.
func (f *function) rmw(kind ir.RMWKind, ty ir.Type, at address, v ir.Operand, acc access) ir.Operand {
	in := ir.Instr{Op: ir.OpRMW, Sub: uint8(kind), Type: ty, Dst: f.b.Temp(ty), Args: []ir.Operand{f.materialise(at), v},
		Align: acc.Align, CType: acc.CType, Order: acc.Order, Text: acc.Text}
	if acc.Volatile {
		in.Flags = ir.Volatile
	}
	return f.b.Emit(in)
}

// atomicCmpXchg lowers the C11 form: on failure the old value goes to *expected.
func (f *function) atomicCmpXchg(e *tree.Intrinsic, t *ctype.Type, ty ir.Type, at address, acc access) ir.Operand {
	expected := f.pointer(e.Args[1])
	et := e.Args[1].Type().Elem()
	plain := access{Align: int32(accessAlign(f.model, et)), CType: f.types.id(et.Unqualified()), Volatile: et.IsVolatile(),
		Text: f.spell(&tree.Deref{X: e.Args[1]})}
	v := f.valueAs(e, 2, t)
	weak := f.isWeak(e.Args[3])
	f.b.Pos = e.P
	want := f.b.Load(ty, f.materialise(expected), plain)
	fail := ir.NonAtomic // the order of the failure, from the order of the exchange
	if c, ok := constValue(e.Args[5]); ok {
		fail = validOrder(c)
	} else {
		f.discard(e.Args[5])
	}
	failed, end := f.b.NewBlock(), f.b.NewBlock()
	old, ok := f.newTemp(ty), f.newTemp(ir.I1)
	if weak {
		fails, try := f.b.NewBlock(), f.b.NewBlock()
		f.b.CondBr(f.b.Choose(ir.I1, ir.ChooseWeakFail), fails, try)
		f.open(fails)
		f.assign(ok, f.boolean(false))
		lost := acc
		lost.Order = max(fail, ir.Relaxed)
		f.assign(old, f.b.Load(ty, f.materialise(at), lost))
		f.b.Br(failed)
		f.open(try)
	}
	f.assign(old, f.withOrder(e, e.Args[4], ty, func(o ir.MemOrder) ir.Operand {
		acc.Order = o
		fo := fail
		if fo == ir.NonAtomic {
			fo = o.OfRead()
		}
		return f.b.CmpXchg(f.materialise(at), want, v, fo, acc)
	}))
	f.b.Pos = e.P
	f.assign(ok, f.exchanged(ir.RegOperand(old), want))
	f.b.CondBr(ir.RegOperand(ok), end, failed)
	f.open(failed)
	f.b.Store(f.materialise(expected), ir.RegOperand(old), plain)
	f.b.Br(end)
	f.open(end)
	return f.extendBool(ir.RegOperand(ok), irType(f.model, e.T))
}

// isWeak reports whether the argument allows a compare-exchange to fail
// although the values are equal, which is a choice of the environment before a strong one.
func (f *function) isWeak(e tree.Expr) bool {
	if c, ok := constValue(e); ok {
		return c != 0
	}
	f.discard(e)
	return true
}

// exchanged returns the i1 that is true if a compare-exchange succeeded.
func (f *function) exchanged(old, want ir.Operand) ir.Operand {
	if t := f.b.TypeOf(old); t.IsFloat() {
		bits := ir.Int(t.Bits(f.model))
		old, want = f.b.Convert(ir.OpBitcast, bits, old), f.b.Convert(ir.OpBitcast, bits, want)
	}
	return f.b.Compare(ir.OpEq, old, want)
}

// atomicCompound lowers X op= Y of an _Atomic X: one read-modify-write where
// there is one, else a loop around a compare-exchange (C11 6.5.16.2).
func (f *function) atomicCompound(e *tree.Assign, p place, xt *ctype.Type, y ir.Operand) ir.Operand {
	if p.reg != 0 {
		return f.store(p, f.combine(e, xt, f.load(p), y))
	}
	kind, ok := rmwKinds[e.Op]
	ty := irType(f.model, xt)
	switch {
	case xt.IsPointer():
		old := f.rmw(ir.RMWAdd, ty, p.addr, y, f.access(p))
		return f.ptrAdd(old, y)
	case ok && xt.IsInteger() && !xt.IsBool() && e.OpType.IsInteger():
		v := f.convert(y, e.Y.Type(), xt)
		old := f.rmw(kind, ty, p.addr, v, f.access(p))
		return f.binary(rmwOps[kind], 0, old, v)
	}
	return f.casLoop(p, func(old ir.Operand) ir.Operand { return f.combine(e, xt, old, y) })
}

var rmwKinds = map[tree.BinaryOp]ir.RMWKind{
	tree.Add: ir.RMWAdd, tree.Sub: ir.RMWSub, tree.And: ir.RMWAnd, tree.Or: ir.RMWOr, tree.Xor: ir.RMWXor,
}

var rmwOps = map[ir.RMWKind]ir.Op{
	ir.RMWAdd: ir.OpAdd, ir.RMWSub: ir.OpSub, ir.RMWAnd: ir.OpAnd, ir.RMWOr: ir.OpOr, ir.RMWXor: ir.OpXor,
}

// atomicIncDec lowers ++ and -- of an _Atomic object.
func (f *function) atomicIncDec(e *tree.IncDec, p place, t *ctype.Type, step ir.Operand) ir.Operand {
	var old, v ir.Operand
	switch ty := irType(f.model, t); {
	case t.IsPointer():
		old = f.rmw(ir.RMWAdd, ty, p.addr, step, f.access(p))
		v = f.ptrAdd(old, step)
	case t.IsInteger() && !t.IsBool():
		old = f.rmw(ir.RMWAdd, ty, p.addr, step, f.access(p))
		v = f.binary(ir.OpAdd, 0, old, step)
	default:
		v = f.casLoop(p, func(o ir.Operand) ir.Operand {
			old = f.hold(o)
			return f.stepped(e, t, o, step)
		})
	}
	if e.Post {
		return old
	}
	return v
}

// casLoop replaces the value of a place by one computed from it, atomically,
// and returns the new value.
func (f *function) casLoop(p place, compute func(old ir.Operand) ir.Operand) ir.Operand {
	t := irType(f.model, p.typ)
	acc := f.access(p)
	want, at := f.newTemp(t), f.materialise(p.addr)
	f.assign(want, f.b.Load(t, at, acc))
	top, end := f.b.NewBlock(), f.b.NewBlock()
	f.b.Br(top)
	f.open(top)
	v := compute(ir.RegOperand(want))
	old := f.b.CmpXchg(at, ir.RegOperand(want), v, ir.SeqCst, acc)
	ok := f.exchanged(old, ir.RegOperand(want))
	again := f.b.NewBlock()
	f.b.CondBr(ok, end, again)
	f.open(again)
	f.b.CopyTo(want, old)
	f.b.Br(top)
	f.open(end)
	return v
}
