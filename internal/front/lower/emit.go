package lower

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// The helpers of this file append instructions as the builder does, but fold constants and skip
// instructions without effect. They never fold an operation that violates a property.

// intConst returns the bits of an integer or pointer constant of at most 64
// bits, zero-extended.
func (f *function) intConst(o ir.Operand) (uint64, bool) {
	if !o.IsConst() {
		return 0, false
	}
	c := f.b.F.Consts[o.Const()]
	if c.Type.IsFloat() || c.Type.Bits(f.model) > 64 {
		return 0, false
	}
	return c.Lo, true
}

// binary emits an integer operation.
func (f *function) binary(op ir.Op, flags ir.Flags, x, y ir.Operand) ir.Operand {
	t := f.b.TypeOf(x)
	cx, okx := f.intConst(x)
	cy, oky := f.intConst(y)
	if okx && oky && t.IsInt() {
		if v, ok := foldBinary(op, flags, t.Bits(f.model), cx, cy); ok {
			return f.b.Int(t, v)
		}
	}
	if oky && t.IsInt() {
		switch {
		case cy == 0 && (op == ir.OpAdd || op == ir.OpSub || op == ir.OpOr || op == ir.OpXor ||
			op == ir.OpShl || op == ir.OpLShr || op == ir.OpAShr),
			cy == 1 && op == ir.OpMul && t.Bits(f.model) > 1,
			cy == 1 && op == ir.OpUDiv && t.Bits(f.model) > 1:
			return x
		case cy == 0 && (op == ir.OpAnd || op == ir.OpMul) && !f.isVariable(x):
			return y // of a variable, the operation stays: it is a use of one without a value
		}
	}
	return f.b.Binary(op, flags, x, y)
}

// isVariable reports whether an operand is a variable of the program in a register.
func (f *function) isVariable(x ir.Operand) bool { return isNamed(f.b.F, x) }

func isNamed(fn *ir.Func, x ir.Operand) bool {
	r := x.Reg()
	return r != 0 && fn.Regs[r].Name != ""
}

// foldBinary computes an operation of width w on zero-extended words; ok is
// false when it would violate a property or is not folded.
func foldBinary(op ir.Op, flags ir.Flags, w int, x, y uint64) (v uint64, ok bool) {
	v, ok = ir.Fold(op, w, w, x, y)
	if !ok || flags&ir.NSW == 0 {
		return v, ok
	}
	sx, sy := ir.SignExtend(x, w), ir.SignExtend(y, w)
	var exact int64 // the signed result, when it fits 64 bits
	fits := true    // it does
	switch op {
	case ir.OpAdd:
		exact = sx + sy
		fits = (exact > sx) == (sy > 0)
	case ir.OpSub:
		exact = sx - sy
		fits = (exact < sx) == (sy > 0)
	case ir.OpMul:
		exact = sx * sy
		hi, lo := bits.Mul64(magnitude(sx), magnitude(sy))
		fits = hi == 0 && lo < 1<<63
	case ir.OpShl:
		return v, sx >= 0 && ir.SignExtend(v, w)>>y == sx
	default:
		return v, true
	}
	return v, fits && ir.SignExtend(uint64(exact), w) == exact
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// compare emits a comparison with result i1.
func (f *function) compare(op ir.Op, x, y ir.Operand) ir.Operand {
	t := f.b.TypeOf(x)
	cx, okx := f.intConst(x)
	cy, oky := f.intConst(y)
	if okx && oky {
		w := t.Bits(f.model)
		v, _ := ir.Fold(op, w, w, cx, cy)
		return f.boolean(v != 0)
	}
	return f.b.Compare(op, x, y)
}

func (f *function) boolean(v bool) ir.Operand {
	if v {
		return f.b.Int(ir.I1, 1)
	}
	return f.b.Int(ir.I1, 0)
}

// not inverts an i1.
func (f *function) not(x ir.Operand) ir.Operand {
	if c, ok := f.intConst(x); ok {
		return f.boolean(c == 0)
	}
	return f.b.Unary(ir.OpNot, 0, x)
}

// resize changes the width of an integer; signed selects sign extension.
func (f *function) resize(x ir.Operand, to ir.Type, signed bool) ir.Operand {
	from := f.b.TypeOf(x)
	fw, tw := from.Bits(f.model), to.Bits(f.model)
	if fw == tw {
		return x
	}
	if x.IsConst() {
		c := f.b.F.Consts[x.Const()]
		if signed && tw > fw && fw <= 64 {
			return f.b.SignedInt(to, ir.SignExtend(c.Lo, fw))
		}
		if fw <= 64 || tw < fw {
			return f.b.Const(ir.Const{Type: to, Word: c.Word})
		}
	}
	switch {
	case tw < fw:
		return f.b.Convert(ir.OpTrunc, to, x)
	case signed:
		return f.b.Convert(ir.OpSExt, to, x)
	}
	return f.b.Convert(ir.OpZExt, to, x)
}

// extendBool turns an i1 into an integer of type t that is 0 or 1, and
// remembers where it came from.
func (f *function) extendBool(x ir.Operand, t ir.Type) ir.Operand {
	v := f.resize(x, t, false)
	if !v.IsConst() {
		f.bools[v.Reg()] = x
	}
	return v
}

// nonzero returns the i1 that is true if a scalar is not zero.
func (f *function) nonzero(x ir.Operand) ir.Operand {
	if b, ok := f.bools[x.Reg()]; ok && !x.IsConst() {
		return b
	}
	switch t := f.b.TypeOf(x); {
	case t == ir.I1:
		return x
	case t.IsFloat():
		return f.not(f.b.Compare(ir.OpFEq, x, f.b.Float(t, 0)))
	default:
		return f.compare(ir.OpNe, x, f.b.Int(t, 0))
	}
}

// ptrAdd moves a pointer by a pointer-wide number of bytes.
func (f *function) ptrAdd(p, n ir.Operand) ir.Operand {
	if c, ok := f.intConst(n); ok && c == 0 {
		return p
	}
	return f.b.PtrAdd(p, n)
}

// ptrInt returns a pointer-wide signed constant.
func (f *function) ptrInt(n int64) ir.Operand { return f.b.SignedInt(f.model.PtrInt(), n) }

// assign makes register dst hold v. When v is a temporary that the last
// instruction computed, that instruction is redirected instead of copied.
func (f *function) assign(dst ir.Reg, v ir.Operand) {
	r := v.Reg()
	if r == dst {
		return
	}
	blk := &f.b.F.Blocks[f.b.Block()]
	if n := len(blk.Instrs); n > 0 && r != 0 && blk.Instrs[n-1].Dst == r && !f.stable[r] {
		blk.Instrs[n-1].Dst = dst
		delete(f.bools, r)
		return
	}
	f.b.CopyTo(dst, v)
}

// hold returns a copy of a value that does not change when variables are assigned later.
func (f *function) hold(v ir.Operand) ir.Operand {
	r := v.Reg()
	if !f.stable[r] {
		return v
	}
	t := f.b.Temp(f.b.F.Regs[r].Type)
	f.b.CopyTo(t, v)
	return ir.RegOperand(t)
}

// holdBefore is hold where the value is used after a statement expression, whose
// statements may assign the variable.
func (f *function) holdBefore(v ir.Operand, later tree.Expr) ir.Operand {
	if !v.IsConst() && !isPure(later) && holdsStatements(later) {
		return f.hold(v)
	}
	return v
}

// holdsStatements reports whether the operands at the top of e include a
// statement expression.
func holdsStatements(e tree.Expr) bool {
	switch e.(type) {
	case *tree.StmtExpr:
		return true
	case *tree.Convert, *tree.Unary, *tree.Binary:
		return slices.ContainsFunc(tree.Operands(e), holdsStatements)
	}
	return false
}

// newTemp returns a temporary that is assigned in several places.
func (f *function) newTemp(t ir.Type) ir.Reg {
	r := f.b.Temp(t)
	f.stable[r] = true
	return r
}
