package sema

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// atomicOp describes a read-modify-write operation.
type atomicOp struct {
	kind ir.RMWKind
	op   tree.BinaryOp
	nand bool
}

var atomicOps = map[string]atomicOp{
	"add": {ir.RMWAdd, tree.Add, false}, "sub": {ir.RMWSub, tree.Sub, false},
	"and": {ir.RMWAnd, tree.And, false}, "or": {ir.RMWOr, tree.Or, false},
	"xor": {ir.RMWXor, tree.Xor, false}, "nand": {ir.RMWNand, tree.And, true},
}

// order maps a memory order argument from GNU's and C11's numbering, which begins with relaxed at 0,
// to the numbering of package ir.
func (a *analyzer) order(x tree.Expr) tree.Expr {
	c := asConst(x)
	switch {
	case c == nil && x.Type().IsInteger():
		one := a.intNode(int64(ir.Relaxed), intType, x.Pos())
		return &tree.Binary{Node: tree.Node{T: intType, P: x.Pos()}, Op: tree.Add, X: a.convert(x, intType, false), Y: one}
	case c == nil || c.Lo&0xffff > uint64(ir.SeqCst-ir.Relaxed):
		return a.orderNode(ir.SeqCst, x.Pos())
	}
	return a.orderNode(ir.Relaxed+ir.MemOrder(c.Lo&0xffff), x.Pos())
}

func (a *analyzer) orderNode(o ir.MemOrder, pos ir.Pos) *tree.Const {
	return a.intNode(int64(o), intType, pos)
}

// atomicTarget returns the type of the object that an atomic operation's first
// argument points to. A structure is accessed as an integer of its size.
func (a *analyzer) atomicTarget(p tree.Expr) (tree.Expr, *ctype.Type) {
	if !p.Type().IsPointer() || p.Type().Elem().IsVoid() || p.Type().Elem().IsFunc() {
		a.fail(p.Pos(), "operands", "argument of an atomic operation has type %q", p.Type().String())
	}
	t := p.Type().Elem().Unqualified()
	a.requireComplete(t, p.Pos())
	if t.IsScalar() {
		return p, t
	}
	u := a.integerOfSize(t.Size(a.model), p.Pos())
	return a.convert(p, ctype.PointerTo(u), true), u
}

// reinterpret returns the bytes of a value as a value of another type of the same size.
func (a *analyzer) reinterpret(x tree.Expr, t *ctype.Type) tree.Expr {
	pos := x.Pos()
	o := newLocal("", x.Type().Unqualified(), pos)
	o.AddrTaken, o.Align = true, max(maxAlign, t.PreferredAlign(a.model))
	o.Init = scalarInit(o.Type, x)
	body := &tree.Block{StmtNode: tree.StmtNode{P: pos}, End: pos}
	body.Stmts = append(body.Stmts, &tree.Decl{StmtNode: body.StmtNode, Object: o})
	ref := &tree.Ref{Node: tree.Node{T: o.Type, P: pos}, Object: o}
	value := a.load(a.through(a.addressOf(ref, pos), t))
	return &tree.StmtExpr{Node: tree.Node{T: t, P: pos}, Body: body, Value: value}
}

// atomicValue converts an argument to the type t in which an object is accessed, an integer for a structure.
func (a *analyzer) atomicValue(v tree.Expr, t *ctype.Type) tree.Expr {
	if u := v.Type(); u.IsRecord() && t.IsInteger() && u.Size(a.model) == t.Size(a.model) {
		return a.reinterpret(v, t)
	}
	return a.assignConvert(v, t, "argument")
}

// atomicResult converts the result of an operation on the object that p points to from the type in which it is accessed.
func (a *analyzer) atomicResult(x, p tree.Expr) tree.Expr {
	if t := p.Type().Elem().Unqualified(); t.IsRecord() {
		return a.reinterpret(x, t)
	}
	return x
}

// integerOfSize returns the unsigned integer type with a size in bytes.
func (a *analyzer) integerOfSize(n int64, pos ir.Pos) *ctype.Type {
	switch n {
	case 1:
		return ctype.Basic(ctype.UChar)
	case 2:
		return ctype.Basic(ctype.UShort)
	case 4:
		return uintType
	case 8:
		return ullongType
	case 16:
		return uint128
	}
	a.refuse(pos, "atomic operation on an object of unusual size")
	return nil
}

// atomicIntrinsic types a __heddle_atomic_* call; its orders have the numbering of ir.
func (a *analyzer) atomicIntrinsic(kind tree.IntrinsicKind, args []tree.Expr, pos ir.Pos) tree.Expr {
	count := map[tree.IntrinsicKind]int{
		tree.AtomicLoad: 2, tree.AtomicStore: 3, tree.AtomicRMW: 4, tree.AtomicCmpXchg: 6, tree.AtomicCmpSwap: 4,
	}
	a.wantArgs(args, count[kind], pos)
	p, t := a.atomicTarget(args[0])
	switch kind {
	case tree.AtomicLoad:
		return a.intrinsic(kind, t, pos, p, a.constantArg(args[1]))
	case tree.AtomicStore:
		return a.intrinsic(kind, voidType, pos, p, a.assignConvert(args[1], t, "argument"), a.constantArg(args[2]))
	case tree.AtomicRMW:
		k := a.constantArg(args[2])
		op := atomicOp{kind: ir.RMWKind(k.Lo)}
		return a.intrinsic(kind, t, pos, p, a.atomicOperand(args[1], t, op), k, a.constantArg(args[3]))
	case tree.AtomicCmpXchg:
		return a.intrinsic(kind, boolType, pos, p, a.assignConvert(args[1], ctype.PointerTo(t), "argument"),
			a.assignConvert(args[2], t, "argument"), a.constantArg(args[3]), a.constantArg(args[4]), a.constantArg(args[5]))
	}
	return a.intrinsic(kind, t, pos, p, a.assignConvert(args[1], t, "argument"),
		a.assignConvert(args[2], t, "argument"), a.constantArg(args[3]))
}

// atomicOperand converts the operand of a read-modify-write. A pointer is moved
// by a number of bytes.
func (a *analyzer) atomicOperand(v tree.Expr, t *ctype.Type, op atomicOp) tree.Expr {
	if t.IsPointer() && op.kind != ir.RMWXchg {
		return a.assignConvert(v, a.ptrdiffT(), "argument")
	}
	return a.atomicValue(v, t)
}

// rmw makes fetch-and-op (the old value) or op-and-fetch (the new one).
func (a *analyzer) rmw(p, v tree.Expr, op atomicOp, order tree.Expr, newValue bool, pos ir.Pos) tree.Expr {
	p, t := a.atomicTarget(p)
	if t.IsFloating() && op.kind != ir.RMWXchg {
		a.fail(pos, "operands", "operand of an atomic operation has type %q", t.String())
	}
	v = a.atomicOperand(v, t, op)
	kind := a.intNode(int64(op.kind), intType, pos)
	if !newValue {
		return a.intrinsic(tree.AtomicRMW, t, pos, p, v, kind, order)
	}
	return a.withTemps(pos, []tree.Expr{p, v}, func(w []tree.Expr) tree.Expr {
		old := a.intrinsic(tree.AtomicRMW, t, pos, w[0], w[1], kind, order)
		return a.recompute(old, w[1], t, op, pos)
	})
}

// recompute makes the new value of a read-modify-write from the old one,
// without signed overflow.
func (a *analyzer) recompute(old, v tree.Expr, t *ctype.Type, op atomicOp, pos ir.Pos) tree.Expr {
	if t.IsPointer() {
		if op.op != tree.Add && op.op != tree.Sub {
			a.fail(pos, "operands", "bitwise atomic operation on a pointer")
		}
		return &tree.PtrAdd{Node: tree.Node{T: t, P: pos}, X: old, Index: v, Negate: op.op == tree.Sub, Elem: 1}
	}
	u := t.Promote(a.model).ToUnsigned()
	x := a.binary(op.op, a.convert(old, u, false), a.convert(v, u, false), u, pos)
	if op.nand {
		x = a.complement(x, pos)
	}
	return a.convert(x, t, false)
}

// nothing is a void expression without effect.
func (a *analyzer) nothing(pos ir.Pos) tree.Expr {
	zero := a.intNode(0, intType, pos)
	return &tree.Convert{Node: tree.Node{T: voidType, P: pos}, X: zero}
}

// fence makes a fence; a relaxed one orders nothing.
func (a *analyzer) fence(order tree.Expr, pos ir.Pos) tree.Expr {
	if c := asConst(order); c != nil && ir.MemOrder(c.Lo) == ir.Relaxed {
		return a.nothing(pos)
	}
	return a.intrinsic(tree.Fence, voidType, pos, order)
}

// sizedName cuts the _N and _n endings of the typed forms.
func sizedName(name string) string {
	for _, s := range []string{"_n", "_1", "_2", "_4", "_8", "_16"} {
		if rest, ok := strings.CutSuffix(name, s); ok {
			return rest
		}
	}
	return name
}

// through returns *p for a pointer argument of a generic atomic, read as type t.
func (a *analyzer) through(p tree.Expr, t *ctype.Type) tree.Expr {
	return a.deref(a.convert(p, ctype.PointerTo(t), true), p.Pos())
}

// gnuValue returns a value that __atomic_NAME writes: the generic functions have a pointer to it.
func (a *analyzer) gnuValue(arg tree.Expr, t *ctype.Type, generic bool) tree.Expr {
	if generic {
		return a.load(a.through(arg, t))
	}
	return arg
}

// gnuAtomic analyses __atomic_NAME.
func (a *analyzer) gnuAtomic(name string, n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	base := sizedName(name)
	generic := base == name
	args := a.arguments(n.ArgumentExpressionList)
	switch base {
	case "load":
		return a.gnuLoad(args, generic, pos)
	case "store":
		a.wantArgs(args, 3, pos)
		p, t := a.atomicTarget(args[0])
		v := a.gnuValue(args[1], t, generic)
		return a.intrinsic(tree.AtomicStore, voidType, pos, p, a.atomicValue(v, t), a.order(args[2]))
	case "exchange":
		return a.gnuExchange(args, generic, pos)
	case "compare_exchange":
		a.wantArgs(args, 6, pos)
		p, t := a.atomicTarget(args[0])
		return a.cmpXchg(p, t, args[1], a.gnuValue(args[2], t, generic), args[3], args[4], args[5], pos)
	case "test_and_set":
		a.wantArgs(args, 2, pos)
		p := a.convert(args[0], ctype.PointerTo(ctype.Basic(ctype.UChar)), true)
		old := a.rmw(p, a.intNode(1, intType, pos), atomicOp{kind: ir.RMWXchg}, a.order(args[1]), false, pos)
		return a.convert(a.isNonzero(old, pos), boolType, false)
	case "clear":
		a.wantArgs(args, 2, pos)
		u := ctype.Basic(ctype.UChar)
		p := a.convert(args[0], ctype.PointerTo(u), true)
		return a.intrinsic(tree.AtomicStore, voidType, pos, p, a.intNode(0, u, pos), a.order(args[1]))
	case "thread_fence":
		a.wantArgs(args, 1, pos)
		return a.fence(a.order(args[0]), pos)
	case "signal_fence":
		return a.nothing(pos)
	case "is_lock_free", "always_lock_free":
		a.wantArgs(args, 2, pos)
		return a.lockFree(args[0], pos)
	}
	if op, newValue, ok := fetchName(base, "fetch_", "_fetch"); ok {
		a.wantArgs(args, 3, pos)
		return a.rmw(args[0], args[1], op, a.order(args[2]), newValue, pos)
	}
	return nil
}

// fetchName splits prefix+op or op+suffix.
func fetchName(name, prefix, suffix string) (op atomicOp, newValue, ok bool) {
	if s, found := strings.CutPrefix(name, prefix); found {
		op, ok = atomicOps[s]
		return op, false, ok
	}
	if s, found := strings.CutSuffix(name, suffix); found {
		op, ok = atomicOps[s]
		return op, true, ok
	}
	return atomicOp{}, false, false
}

func (a *analyzer) gnuLoad(args []tree.Expr, generic bool, pos ir.Pos) tree.Expr {
	if !generic {
		a.wantArgs(args, 2, pos)
		p, t := a.atomicTarget(args[0])
		return a.atomicResult(a.intrinsic(tree.AtomicLoad, t, pos, p, a.order(args[1])), args[0])
	}
	a.wantArgs(args, 3, pos)
	p, t := a.atomicTarget(args[0])
	v := a.intrinsic(tree.AtomicLoad, t, pos, p, a.order(args[2]))
	return a.toVoid(a.assign(a.through(args[1], t), v, pos))
}

func (a *analyzer) gnuExchange(args []tree.Expr, generic bool, pos ir.Pos) tree.Expr {
	xchg := atomicOp{kind: ir.RMWXchg}
	if !generic {
		a.wantArgs(args, 3, pos)
		return a.atomicResult(a.rmw(args[0], args[1], xchg, a.order(args[2]), false, pos), args[0])
	}
	a.wantArgs(args, 4, pos)
	p, t := a.atomicTarget(args[0])
	v := a.rmw(p, a.load(a.through(args[1], t)), xchg, a.order(args[3]), false, pos)
	return a.toVoid(a.assign(a.through(args[2], t), v, pos))
}

func (a *analyzer) toVoid(x tree.Expr) tree.Expr {
	return &tree.Convert{Node: tree.Node{T: voidType, P: x.Pos()}, X: x}
}

// cmpXchg makes a compare-and-exchange that reports success.
func (a *analyzer) cmpXchg(p tree.Expr, t *ctype.Type, expected, desired, weak, success, failure tree.Expr, pos ir.Pos) tree.Expr {
	w := a.intNode(0, intType, pos)
	if c := asConst(weak); c != nil && a.isTrue(c) {
		w = a.intNode(1, intType, pos)
	}
	if !expected.Type().IsPointer() {
		a.fail(expected.Pos(), "operands", "argument of an atomic operation has type %q", expected.Type().String())
	}
	e := a.convert(expected, ctype.PointerTo(t), false)
	return a.intrinsic(tree.AtomicCmpXchg, boolType, pos, p, e,
		a.atomicValue(desired, t), w, a.order(success), a.order(failure))
}

func (a *analyzer) lockFree(size tree.Expr, pos ir.Pos) tree.Expr {
	free := int64(0)
	if c := asConst(size); c != nil && (c.Lo == 1 || c.Lo == 2 || c.Lo == 4 || c.Lo == 8) {
		free = 1
	}
	return a.intNode(free, boolType, pos)
}

// gnuSync analyses __sync_NAME. Operations are sequentially consistent, except
// that test-and-set acquires and release releases.
func (a *analyzer) gnuSync(name string, n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	args := a.arguments(n.ArgumentExpressionList)
	seqCst := a.orderNode(ir.SeqCst, pos)
	base := sizedName(name)
	if base == "synchronize" {
		return a.fence(seqCst, pos)
	}
	if op, newValue, ok := fetchName(base, "fetch_and_", "_and_fetch"); ok {
		a.wantAtLeast(args, 2, pos)
		return a.rmw(args[0], args[1], op, seqCst, newValue, pos)
	}
	switch base {
	case "lock_test_and_set":
		a.wantAtLeast(args, 2, pos)
		return a.rmw(args[0], args[1], atomicOp{kind: ir.RMWXchg}, a.orderNode(ir.Acquire, pos), false, pos)
	case "lock_release":
		a.wantAtLeast(args, 1, pos)
		p, t := a.atomicTarget(args[0])
		zero := a.constNode(ctype.Const{Type: t}, pos)
		return a.intrinsic(tree.AtomicStore, voidType, pos, p, zero, a.orderNode(ir.Release, pos))
	case "val_compare_and_swap", "bool_compare_and_swap":
		a.wantAtLeast(args, 3, pos)
		p, t := a.atomicTarget(args[0])
		old := a.assignConvert(args[1], t, "argument")
		desired := a.assignConvert(args[2], t, "argument")
		if base == "val_compare_and_swap" {
			return a.intrinsic(tree.AtomicCmpSwap, t, pos, p, old, desired, seqCst)
		}
		return a.withTemps(pos, []tree.Expr{p, old, desired}, func(v []tree.Expr) tree.Expr {
			found := a.intrinsic(tree.AtomicCmpSwap, t, pos, v[0], v[1], v[2], seqCst)
			return a.convert(a.comparison(tree.Eq, found, v[1], pos), boolType, false)
		})
	}
	return nil
}

func (a *analyzer) wantAtLeast(args []tree.Expr, n int, pos ir.Pos) {
	if len(args) < n {
		a.fail(pos, "arguments", "too few arguments: got %d, want %d", len(args), n)
	}
}

// c11Atomic analyses __c11_atomic_NAME, the generic functions behind
// <stdatomic.h>: pointers move by elements.
func (a *analyzer) c11Atomic(name string, n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	args := a.arguments(n.ArgumentExpressionList)
	switch name {
	case "thread_fence":
		a.wantArgs(args, 1, pos)
		return a.fence(a.order(args[0]), pos)
	case "signal_fence":
		return a.nothing(pos)
	case "is_lock_free":
		a.wantArgs(args, 1, pos)
		return a.lockFree(args[0], pos)
	}
	if len(args) == 0 {
		return nil
	}
	p, t := a.atomicTarget(args[0])
	switch name {
	case "init":
		a.wantArgs(args, 2, pos)
		return a.toVoid(a.assign(a.through(p, t), a.atomicValue(args[1], t), pos))
	case "load":
		a.wantArgs(args, 2, pos)
		return a.atomicResult(a.intrinsic(tree.AtomicLoad, t, pos, p, a.order(args[1])), args[0])
	case "store":
		a.wantArgs(args, 3, pos)
		return a.intrinsic(tree.AtomicStore, voidType, pos, p, a.atomicValue(args[1], t), a.order(args[2]))
	case "exchange":
		a.wantArgs(args, 3, pos)
		return a.atomicResult(a.rmw(p, args[1], atomicOp{kind: ir.RMWXchg}, a.order(args[2]), false, pos), args[0])
	case "compare_exchange_strong", "compare_exchange_weak":
		a.wantArgs(args, 5, pos)
		weak := a.intNode(boolInt(name == "compare_exchange_weak"), intType, pos)
		return a.cmpXchg(p, t, args[1], args[2], weak, args[3], args[4], pos)
	}
	if op, newValue, ok := fetchName(name, "fetch_", "_fetch"); ok {
		a.wantArgs(args, 3, pos)
		v := args[1]
		if t.IsPointer() {
			size, _ := a.stride(t.Elem(), pos)
			v = a.binary(tree.Mul, a.assignConvert(v, a.ptrdiffT(), "argument"), a.intNode(size, a.ptrdiffT(), pos), a.ptrdiffT(), pos)
		}
		return a.rmw(p, v, op, a.order(args[2]), newValue, pos)
	}
	return nil
}
