package cemit

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

func (f *funcPrinter) operand(o ir.Operand) value {
	if o.IsConst() {
		return f.p.constant(f.fn.Consts[o.Const()], true)
	}
	r := o.Reg()
	if in := f.folds.def[r]; in != nil {
		return f.expr(in)
	}
	return value{text: f.regName(r), prec: precPrimary, typ: f.regType(r)}
}

// pair returns two integers with the same signedness, the one of the operand that is not constant.
func (f *funcPrinter) pair(a, b ir.Operand) (value, value) {
	x, y := f.operand(a), f.operand(b)
	switch {
	case x.k != nil && y.k == nil:
		x = f.p.as(x, y.typ.signed)
	default:
		y = f.p.as(y, x.typ.signed)
	}
	return x, y
}

// infix prints a binary operator. Operands of operators other than the arithmetic ones get
// parentheses, to avoid warnings of gcc -Wparentheses.
func infix(op string, prec int, x, y value, t ctyp) value {
	l, r := prec, prec+1
	if prec < precSum {
		l, r = precUnary, precUnary
		if x.prec == prec && (op == "|" || op == "&" || op == "^") {
			l = prec
		}
	}
	if prec == precEqual || prec == precLess {
		l, r = precSum, precSum
		if strings.HasPrefix(x.text, "!") { // which looks like the opposite of the comparison
			l = precPrimary
		}
	}
	return value{text: x.in(l) + " " + op + " " + y.in(r), prec: prec, typ: t}
}

// truth is the type of comparisons.
var truth = ctyp{t: ir.I1}

func (f *funcPrinter) expr(in *ir.Instr) value {
	switch in.Op {
	case ir.OpCopy:
		return f.operand(in.Args[0])
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		return f.arithmetic(in)
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		return f.division(in)
	case ir.OpNeg, ir.OpNot:
		return f.unary(in)
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		x, y := f.pair(in.Args[0], in.Args[1])
		op := bitOps[in.Op]
		if in.Op != ir.OpAnd && x.k != nil && x.k.Lo|x.k.Hi == 0 {
			return y
		}
		return infix(op.text, op.prec, x, y, ctyp{t: in.Type, signed: x.typ.signed})
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		return f.shift(in)
	case ir.OpEq, ir.OpNe, ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe:
		return f.comparison(in)
	case ir.OpSelect:
		return f.selection(in)
	case ir.OpTrunc, ir.OpZExt, ir.OpSExt:
		return f.resize(in)
	case ir.OpGlobalAddr, ir.OpFuncAddr, ir.OpEnter, ir.OpPtrAdd:
		return f.pointerTo(f.address(in), 0, false)
	case ir.OpPtrDiff:
		x, y := f.bytes(in.Args[0]), f.bytes(in.Args[1])
		return infix("-", precSum, x, y, ctyp{t: in.Type, signed: true})
	case ir.OpPtrApart:
		// It is for checks of memory only, which programs written as C do not have.
		return f.p.cast(ctyp{t: in.Type}, value{text: "-1", prec: precUnary, typ: ctyp{t: ir.I32, signed: true}})
	case ir.OpPtrToInt:
		return f.p.cast(ctyp{t: in.Type}, f.operand(in.Args[0]))
	case ir.OpIntToPtr:
		return f.p.cast(ctyp{t: ir.Ptr}, f.operand(in.Args[0]))
	case ir.OpLoad:
		return f.load(in)
	case ir.OpCall, ir.OpCallPtr:
		return f.call(in)
	case ir.OpChoose:
		return f.choose(in)
	}
	return f.float(in)
}

// operator is an infix operator of C.
type operator struct {
	text string
	prec int
}

var bitOps = map[ir.Op]operator{ir.OpAnd: {"&", precAnd}, ir.OpOr: {"|", precOr}, ir.OpXor: {"^", precXor}}

// narrow converts a result of C's int arithmetic back to a narrow type.
func (f *funcPrinter) narrow(v value, t ctyp) value {
	bits := f.p.bitsOf(t.t)
	switch {
	case bits == 1:
		low := "(" + v.in(precUnary) + " & 1)"
		return value{text: low + " != 0", prec: precEqual, typ: t, not: low + " == 0", np: precEqual}
	case bits != storageBits(bits):
		mask := ir.Const{Type: ir.Int(storageBits(bits)), Word: wide.Word{Lo: ^uint64(0) >> max(0, 64-bits)}}
		if bits > 64 {
			mask.Hi = ^uint64(0) >> (128 - bits)
		}
		m := f.p.constant(mask, false)
		v = value{text: v.in(precUnary) + " & " + m.in(precUnary), prec: precAnd, typ: ctyp{t: t.t}}
		if bits < 32 { // an int, as narrow values are after promotion
			v.text, v.prec = "(int)("+v.text+")", precUnary
		}
		return v
	case bits < 32:
		v = f.p.cast(t, v)
	}
	v.typ = t
	return v
}

func (f *funcPrinter) arithmetic(in *ir.Instr) value {
	bits := f.p.bitsOf(in.Type)
	op, prec := map[ir.Op]string{ir.OpAdd: "+", ir.OpSub: "-", ir.OpMul: "*"}[in.Op], precSum
	if in.Op == ir.OpMul {
		prec = precProduct
	}
	if bits > 64 && bits != 128 {
		f.p.fail(in.Pos, "arithmetic of %d bits", bits)
	}
	if k := overflowScale(in, bits); k != 0 {
		x, y := f.p.as(f.operand(in.Args[0]), true), f.p.as(f.operand(in.Args[1]), true)
		right := fmt.Sprintf("%s * %d", y.in(precUnary), k)
		if in.Op == ir.OpMul {
			right = y.in(precUnary)
		}
		return f.scaled(fmt.Sprintf("%s * %d %s %s", x.in(precUnary), k, op, right), k, in.Type)
	}
	t := ctyp{t: in.Type, signed: in.Flags&ir.NSW != 0 && bits >= 32 && bits == storageBits(bits)}
	x, y := f.p.as(f.operand(in.Args[0]), t.signed), f.p.as(f.operand(in.Args[1]), t.signed)
	if bits == 1 { // modulo 2
		if in.Op == ir.OpMul {
			return infix("&", precAnd, x, y, t)
		}
		return infix("^", precXor, x, y, t)
	}
	if bits < 32 {
		if in.Flags&ir.NSW != 0 {
			f.p.fail(in.Pos, "arithmetic of %d bits that must not overflow", bits)
		}
		x = f.p.cast(ctyp{t: ir.I32}, x) // not promoted to int, which could overflow
	}
	if c := y.k; c != nil && t.signed && in.Op == ir.OpAdd && isNegative(*c, bits) && c.Lo != 1<<(bits-1) && bits <= 64 {
		op, y = "-", f.p.constant(ir.Const{Type: c.Type, Word: wide.Word{Lo: -c.Lo & (^uint64(0) >> (64 - bits))}}, true)
	}
	return f.narrow(infix(op, prec, x, y, t), t)
}

// overflowScale returns a factor for a number of 8 or 16 bits that must not overflow: its product with the
// factor overflows as an int. It is 0 for other operations.
func overflowScale(in *ir.Instr, bits int) int {
	if in.Flags&ir.NSW == 0 || bits != 8 && bits != 16 {
		return 0
	}
	return 1 << (32 - bits)
}

// scaled returns the number of type t whose product with k is a text of type int.
func (f *funcPrinter) scaled(text string, k int, t ir.Type) value {
	return f.p.cast(ctyp{t: t, signed: true}, value{text: fmt.Sprintf("(%s) / %d", text, k), prec: precProduct})
}

// isNegative reports whether a constant's sign bit is set.
func isNegative(c ir.Const, bits int) bool {
	if bits > 64 {
		return c.Hi>>(bits-65)&1 != 0
	}
	return c.Lo>>(bits-1)&1 != 0
}

func (f *funcPrinter) division(in *ir.Instr) value {
	bits := f.p.bitsOf(in.Type)
	signed := in.Op == ir.OpSDiv || in.Op == ir.OpSRem
	if bits != storageBits(bits) || bits == 1 {
		f.p.fail(in.Pos, "division of %d bits", bits)
	}
	op := "/"
	if in.Op == ir.OpURem || in.Op == ir.OpSRem {
		op = "%"
	}
	x, y := f.p.as(f.operand(in.Args[0]), signed), f.p.as(f.operand(in.Args[1]), signed)
	t := ctyp{t: in.Type, signed: signed}
	if k := overflowScale(in, bits); k != 0 && in.Op == ir.OpSDiv {
		return f.scaled(fmt.Sprintf("%s * %d / %s", x.in(precUnary), k, y.in(precUnary)), k, in.Type)
	}
	if signed && bits >= 32 && in.Flags&ir.NSW == 0 && !f.isHarmless(in.Args[1]) {
		name := map[string]string{"/": "quotient", "%": "remainder"}[op]
		return value{text: fmt.Sprintf("%s(%s, %s)", f.p.needAccess(name, t), x.text, y.text), prec: precPostfix, typ: t}
	}
	return f.narrow(infix(op, precProduct, x, y, t), t)
}

// isHarmless reports whether a signed division by an operand cannot overflow.
func (f *funcPrinter) isHarmless(o ir.Operand) bool {
	if !o.IsConst() {
		return false
	}
	c := f.fn.Consts[o.Const()]
	return c != ir.Const{Type: c.Type, Word: wide.Ones(128)}.Normal(f.p.prog.Model)
}

func (f *funcPrinter) unary(in *ir.Instr) value {
	bits := f.p.bitsOf(in.Type)
	x := f.operand(in.Args[0])
	switch {
	case in.Op == ir.OpNot && bits == 1:
		return f.negate(x)
	case in.Op == ir.OpNot:
		t := ctyp{t: in.Type, signed: x.typ.signed}
		v := value{text: "~" + x.in(precUnary), prec: precUnary, typ: t}
		if x.typ.signed {
			return v
		}
		return f.narrow(v, t)
	case bits == 1:
		return x
	}
	if k := overflowScale(in, bits); k != 0 {
		return f.scaled(fmt.Sprintf("-%s * %d", f.p.as(x, true).in(precPostfix), k), k, in.Type)
	}
	t := ctyp{t: in.Type, signed: in.Flags&ir.NSW != 0 && bits >= 32}
	x = f.p.as(x, t.signed)
	return f.narrow(value{text: "-" + x.in(precPostfix), prec: precUnary, typ: t}, t)
}

func (f *funcPrinter) negate(x value) value {
	v := value{text: "!" + x.in(precUnary), prec: precUnary, typ: truth, not: x.text, np: x.prec}
	if x.not != "" {
		v.text, v.prec = x.not, x.np
	}
	return v
}

// andThen returns the conjunction of two conditions. The second is evaluated only if the first holds.
func andThen(x, y value) value {
	left := precEqual
	if x.prec == precAndThen {
		left = precAndThen
	}
	return value{text: x.in(left) + " && " + y.in(precEqual), prec: precAndThen, typ: truth}
}

func (f *funcPrinter) shift(in *ir.Instr) value {
	bits := f.p.bitsOf(in.Type)
	amount := f.operand(in.Args[1])
	if amount.k == nil {
		amount = f.unwidened(in.Args[1])
	}
	constant := amount.k != nil && amount.k.Hi == 0 && amount.k.Lo < uint64(bits)
	if !constant && (bits == 8 || bits == 16) {
		return f.narrowShift(in, f.p.as(f.operand(in.Args[1]), false))
	}
	if !constant && (bits < 32 || bits != storageBits(bits)) {
		f.p.fail(in.Pos, "shift of %d bits by a variable amount", bits)
	}
	if amount.k != nil {
		amount.text, amount.prec = fmt.Sprint(amount.k.Lo), precPrimary
	}
	t := ctyp{t: in.Type}
	op := "<<"
	switch in.Op {
	case ir.OpShl:
		t.signed = in.Flags&ir.NSW != 0 && bits >= 32
	case ir.OpLShr:
		op = ">>"
	case ir.OpAShr:
		op, t.signed = ">>", true
	}
	x := f.p.as(f.operand(in.Args[0]), t.signed)
	if in.Op == ir.OpShl && bits < 32 {
		x = f.p.cast(ctyp{t: ir.I32}, x)
	}
	v := infix(op, precShift, x, amount, t)
	if in.Op == ir.OpShl {
		return f.narrow(v, t)
	}
	return v
}

// narrowShift calls a helper for a shift of 8 or 16 bits, for which int has too many.
func (f *funcPrinter) narrowShift(in *ir.Instr, amount value) value {
	what, t := "right", ctyp{t: in.Type, signed: in.Op == ir.OpAShr}
	if in.Op == ir.OpShl {
		what, t.signed = "left", in.Flags&ir.NSW != 0
	}
	x := f.p.as(f.operand(in.Args[0]), t.signed)
	return value{text: fmt.Sprintf("%s(%s, %s)", f.p.needAccess(what, t), x.text, amount.text), prec: precPostfix, typ: t}
}

func (f *funcPrinter) comparison(in *ir.Instr) value {
	if in.Type.IsPtr() {
		return f.pointerComparison(in)
	}
	var x, y value
	op, not, prec := "==", "!=", precEqual
	switch in.Op {
	case ir.OpEq, ir.OpNe:
		x, y = f.pair(in.Args[0], in.Args[1])
	default:
		signed := in.Op == ir.OpSLt || in.Op == ir.OpSLe
		x, y = f.p.as(f.operand(in.Args[0]), signed), f.p.as(f.operand(in.Args[1]), signed)
		op, not, prec = "<", ">=", precLess
		if in.Op == ir.OpULe || in.Op == ir.OpSLe {
			op, not = "<=", ">"
		}
	}
	if x.k != nil && y.k == nil && prec == precLess { // the constant stands on the right
		x, y = y, x
		op, not = mirror[op], mirror[not]
	}
	if in.Op == ir.OpNe {
		op, not = not, op
	}
	v := infix(op, prec, x, y, truth)
	n := infix(not, prec, x, y, truth)
	v.not, v.np = n.text, n.prec
	if prec == precEqual && y.k != nil && y.k.Lo|y.k.Hi == 0 && (x.bit || f.p.bitsOf(x.typ.t) == 1) {
		if x.typ = truth; in.Op == ir.OpNe {
			return x
		}
		return f.negate(x)
	}
	return v
}

var mirror = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<="}

func (f *funcPrinter) pointerComparison(in *ir.Instr) value {
	x, y := f.operand(in.Args[0]), f.operand(in.Args[1])
	op, not, prec := "==", "!=", precEqual
	switch in.Op {
	case ir.OpNe:
		op, not = not, op
	case ir.OpULt, ir.OpULe:
		addr := ctyp{t: f.p.prog.Model.PtrInt()}
		x, y = f.p.cast(addr, x), f.p.cast(addr, y)
		op, not, prec = "<", ">=", precLess
		if in.Op == ir.OpULe {
			op, not = "<=", ">"
		}
	}
	if x.arr && y.arr { // gcc -Wall takes a comparison of arrays for a mistake
		y = f.p.cast(ctyp{t: ir.Ptr}, y)
	}
	if prec == precEqual && x.k == nil && y.k == nil && !f.p.types.same(x.typ.elem, y.typ.elem) {
		if !f.p.types.isVoid(x.typ.elem) && !f.p.types.isVoid(y.typ.elem) {
			y = f.p.cast(ctyp{t: ir.Ptr}, y)
		}
	}
	v, n := infix(op, prec, x, y, truth), infix(not, prec, x, y, truth)
	v.not, v.np = n.text, n.prec
	return v
}

func (f *funcPrinter) selection(in *ir.Instr) value {
	c := f.operand(in.Args[0])
	x, y := f.operand(in.Args[1]), f.operand(in.Args[2])
	if in.Type.IsInt() {
		x, y = f.pair(in.Args[1], in.Args[2])
	}
	t := x.typ
	if in.Type.IsPtr() {
		if x.k != nil {
			t = y.typ
		}
		if x.k == nil && y.k == nil && !f.p.types.same(x.typ.elem, y.typ.elem) {
			x, t = f.p.cast(ctyp{t: ir.Ptr}, x), ctyp{t: ir.Ptr}
		}
	}
	return value{text: c.in(precOrElse) + " ? " + x.in(precOrElse) + " : " + y.in(precCond), prec: precCond, typ: t}
}

// refuseTrampoline refuses to print the test of a pointer's lowest bit that package link puts before calls: C functions may
// have odd addresses, and library functions do not know such pointers.
func (f *funcPrinter) refuseTrampoline(in *ir.Instr) {
	for _, d := range f.fn.Instrs() {
		if d.Op == ir.OpPtrToInt && d.Dst == in.Args[0].Reg() && d.Dst != 0 {
			f.p.fail(in.Pos, "a call that may be of a nested function through its address")
		}
	}
}

// resize prints trunc, zext and sext.
func (f *funcPrinter) resize(in *ir.Instr) value {
	x := f.operand(in.Args[0])
	to := f.p.bitsOf(in.Type)
	if in.Op == ir.OpTrunc {
		if to == 1 {
			f.refuseTrampoline(in)
			return f.narrow(x, truth)
		}
		t := ctyp{t: in.Type, signed: f.wantSigned(in.Dst) && to == storageBits(to)}
		if to != storageBits(to) {
			return f.narrow(x, t)
		}
		return f.p.cast(t, x)
	}
	bit := in.Op == ir.OpZExt && (x.bit || f.p.bitsOf(x.typ.t) == 1)
	x = f.p.as(x, in.Op == ir.OpSExt)
	if to <= 32 && storageBits(to) == to {
		// C has the value as an int already.
		t := ctyp{t: in.Type, signed: true}
		if to < 32 {
			t.signed = x.typ.signed
		}
		x.typ, x.k, x.bit = t, nil, bit
		if !bit {
			x.not = ""
		}
		return x
	}
	t := ctyp{t: in.Type, signed: in.Op == ir.OpSExt && to == storageBits(to)}
	if to != storageBits(to) {
		if in.Op == ir.OpSExt {
			return f.narrow(x, t)
		}
		x.typ, x.k = t, nil
		return x
	}
	return f.p.cast(t, x)
}
