// Package arith has the meaning of integer and float operations of the IR as terms. Event graphs (order/unwind),
// transition systems (model/efsm/fromir) and path proofs (prove/pathproof) take it from here. Package
// prove/confirm/threads checks their proofs and has a table of its own.
//
// A division by zero, and a shift by the width or more, has the result of SMT-LIB here. Callers check for
// them. No function here checks a property.
package arith

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

type table map[ir.Op]func(s *term.Store, x, y term.ID) term.ID

// words lists the operations on two bit-vectors of one width.
var words = table{
	ir.OpAdd: (*term.Store).Add, ir.OpSub: (*term.Store).Sub, ir.OpMul: (*term.Store).Mul,
	ir.OpUDiv: (*term.Store).Udiv, ir.OpURem: (*term.Store).Urem, ir.OpSDiv: (*term.Store).Sdiv, ir.OpSRem: (*term.Store).Srem,
	ir.OpShl: (*term.Store).Shl, ir.OpLShr: (*term.Store).Lshr, ir.OpAShr: (*term.Store).Ashr,
	ir.OpAnd: (*term.Store).BvAnd, ir.OpOr: (*term.Store).BvOr, ir.OpXor: (*term.Store).BvXor,
}

// truths lists the operations on two truth values.
var truths = table{ir.OpAnd: (*term.Store).And, ir.OpOr: (*term.Store).Or, ir.OpXor: (*term.Store).Xor}

// comparisons lists the comparisons of two bit-vectors.
var comparisons = table{
	ir.OpEq: (*term.Store).Eq, ir.OpNe: (*term.Store).Distinct,
	ir.OpULt: (*term.Store).Ult, ir.OpULe: (*term.Store).Ule, ir.OpSLt: (*term.Store).Slt, ir.OpSLe: (*term.Store).Sle,
}

// overflows has, for each operation on two bit-vectors that may overflow, the condition that it does.
var overflows = table{
	ir.OpAdd: (*term.Store).Saddo, ir.OpSub: (*term.Store).Ssubo, ir.OpMul: (*term.Store).Smulo,
	ir.OpSDiv: (*term.Store).Sdivo, ir.OpSRem: (*term.Store).Sdivo,
}

// updates lists the operations of atomic updates, except exchange and nand.
var updates = map[ir.RMWKind]ir.Op{ir.RMWAdd: ir.OpAdd, ir.RMWSub: ir.OpSub, ir.RMWAnd: ir.OpAnd, ir.RMWOr: ir.OpOr, ir.RMWXor: ir.OpXor}

func (t table) apply(s *term.Store, op ir.Op, x, y term.ID) (term.ID, bool) {
	if t[op] == nil {
		return term.None, false
	}
	return t[op](s, x, y), true
}

// Result returns the result of an arithmetic operation or a conversion on bit-vectors, with the width of the
// result. y is ignored for operations on one operand. ok is false for all other operations.
func Result(s *term.Store, op ir.Op, width uint, x, y term.ID) (r term.ID, ok bool) {
	switch op {
	case ir.OpNeg:
		return s.Neg(x), true
	case ir.OpNot:
		return s.BvNot(x), true
	case ir.OpTrunc:
		return s.Extract(x, width-1, 0), true
	case ir.OpZExt:
		return s.Zext(x, width), true
	case ir.OpSExt:
		return s.Sext(x, width), true
	}
	return words.apply(s, op, x, y)
}

// Overflow returns the condition that an operation overflows as a signed one; False for operations other
// than sums, products, negations and signed divisions.
func Overflow(s *term.Store, op ir.Op, x, y term.ID) term.ID {
	if op == ir.OpNeg {
		return s.Nego(x)
	}
	if over, ok := overflows.apply(s, op, x, y); ok {
		return over
	}
	return term.False
}

// Compared returns the Bool of a comparison of bit-vectors. ok is false for all other operations.
func Compared(s *term.Store, op ir.Op, x, y term.ID) (r term.ID, ok bool) {
	return comparisons.apply(s, op, x, y)
}

// Truth returns the result of an operation on Bools. ok is false for all other operations.
func Truth(s *term.Store, op ir.Op, x, y term.ID) (r term.ID, ok bool) {
	if op == ir.OpNot {
		return s.Not(x), true
	}
	return truths.apply(s, op, x, y)
}

// Amount returns the amount y of a shift of x with the width of x, and the condition that it is below that
// width.
func Amount(s *term.Store, x, y term.ID) (n, below term.ID) {
	w := s.Width(x)
	if n = y; s.Width(y) < w {
		n = s.Zext(y, w)
	}
	below = term.True
	if s.Width(n) >= 8 || 1<<s.Width(n) > w {
		below = s.Ult(n, s.Uint(uint64(w), s.Width(n)))
	}
	if s.Width(n) > w {
		n = s.Extract(n, w-1, 0)
	}
	return n, below
}

// Updated returns the new value of an atomic update, given the old value and the operand as bit-vectors.
func Updated(s *term.Store, kind ir.RMWKind, old, v term.ID) term.ID {
	switch kind {
	case ir.RMWXchg:
		return v
	case ir.RMWNand:
		return s.BvNot(s.BvAnd(old, v))
	}
	return words[updates[kind]](s, old, v)
}
