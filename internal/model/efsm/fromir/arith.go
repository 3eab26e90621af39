package fromir

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// integer executes arithmetic and comparisons.
func (x *region) integer(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	s := x.b.terms
	a := x.arg(c, p, in.Args[0])
	var b term.ID
	if len(in.Args) > 1 {
		b = x.arg(c, p, in.Args[1])
	}
	switch in.Op {
	case ir.OpEq, ir.OpNe:
		eq := x.equal(c, at, [2]int{0, 1}, a, b)
		if in.Op == ir.OpNe {
			eq = s.Not(eq)
		}
		x.set(c, p, in.Dst, eq)
		return p
	case ir.OpULt, ir.OpULe:
		if x.ordersMerged(c, at) {
			return x.unsupported(p, "order of objects that nothing tells apart")
		}
		if c.fn.TypeOf(in.Args[0]).IsPtr() {
			if p = x.unsupportedIf(p, s.Not(x.sameObject(a, b)), "order of pointers to different objects"); p == nil {
				return nil
			}
		}
	}
	if x.madeOfPointer(c, at, in) {
		return x.unsupported(p, "arithmetic on the bits of a pointer")
	}
	if r, ok := x.boolean(in.Op, a, b); ok {
		x.set(c, p, in.Dst, r)
		return p
	}
	a = x.vector(a)
	if len(in.Args) > 1 {
		b = x.vector(b)
	}
	r, over, p := x.arithmetic(in, a, b, p)
	if p == nil {
		return nil
	}
	if in.Flags&ir.NSW != 0 && over != term.None && x.b.opts.Property == verdict.Overflow {
		if p = x.require(p, s.Not(over), verdict.Overflow, "", "signed overflow"); p == nil {
			return nil
		}
	}
	x.set(c, p, in.Dst, r)
	return p
}

// boolean executes comparisons, and operations on truth values.
func (x *region) boolean(op ir.Op, a, b term.ID) (term.ID, bool) {
	s := x.b.terms
	truth := s.Sort(a) == term.Bool
	switch {
	case op == ir.OpULt:
		return s.Ult(x.vector(a), x.vector(b)), true
	case op == ir.OpULe:
		return s.Ule(x.vector(a), x.vector(b)), true
	case op == ir.OpSLt:
		return s.Slt(x.vector(a), x.vector(b)), true
	case op == ir.OpSLe:
		return s.Sle(x.vector(a), x.vector(b)), true
	case !truth:
	case op == ir.OpAnd:
		return s.And(a, b), true
	case op == ir.OpOr:
		return s.Or(a, b), true
	case op == ir.OpXor:
		return s.Xor(a, b), true
	case op == ir.OpNot:
		return s.Not(a), true
	}
	return term.None, false
}

// arithmetic returns the result of an operation and where it overflows.
func (x *region) arithmetic(in *ir.Instr, a, b term.ID, p *path) (r, over term.ID, _ *path) {
	s := x.b.terms
	w := x.b.bits(in.Type)
	switch in.Op {
	case ir.OpAdd:
		return s.Add(a, b), s.Saddo(a, b), p
	case ir.OpSub:
		return s.Sub(a, b), s.Ssubo(a, b), p
	case ir.OpMul:
		if in.Flags&ir.NSW != 0 && x.b.opts.Property == verdict.Overflow {
			over = s.Smulo(a, b)
		}
		return s.Mul(a, b), over, p
	case ir.OpNeg:
		return s.Neg(a), s.Nego(a), p
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		zero := s.Eq(b, s.Const(term.Word{}, w))
		if p = x.require(p, s.Not(zero), verdict.Div, "", "division by zero"); p == nil {
			return 0, 0, nil
		}
		switch in.Op {
		case ir.OpUDiv:
			return s.Udiv(a, b), term.None, p
		case ir.OpURem:
			return s.Urem(a, b), term.None, p
		case ir.OpSDiv:
			return s.Sdiv(a, b), s.Sdivo(a, b), p
		}
		return s.Srem(a, b), s.Sdivo(a, b), p
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		return x.shifted(in, a, b, p)
	case ir.OpAnd:
		r = s.BvAnd(a, b)
	case ir.OpOr:
		r = s.BvOr(a, b)
	case ir.OpXor:
		r = s.BvXor(a, b)
	case ir.OpNot:
		r = s.BvNot(a)
	case ir.OpTrunc:
		r = s.Extract(a, w-1, 0)
	case ir.OpZExt:
		r = s.Zext(a, w)
	case ir.OpSExt:
		r = s.Sext(a, w)
	case ir.OpBitcast:
		r = a
	default:
		panic("fromir: no meaning for " + in.Op.String())
	}
	return r, term.None, p
}

// shifted returns the result of a shift. If the amount is too large, the program chooses the result;
// there is no input for that, so it is unsupported.
func (x *region) shifted(in *ir.Instr, a, b term.ID, p *path) (r, over term.ID, _ *path) {
	s := x.b.terms
	w := s.Width(a)
	n := b
	if s.Width(b) < w {
		n = s.Zext(b, w)
	}
	ok := term.True
	if s.Width(n) >= 8 || 1<<s.Width(n) > w {
		ok = s.Ult(n, s.Uint(uint64(w), s.Width(n)))
	}
	if p = x.require(p, ok, verdict.Shift, "", "shift by the width or more"); p == nil {
		return 0, 0, nil
	}
	if p = x.unsupportedIf(p, s.Not(ok), "a shift by the width or more"); p == nil {
		return 0, 0, nil
	}
	if s.Width(n) > w {
		n = s.Extract(n, w-1, 0)
	}
	switch in.Op {
	case ir.OpLShr:
		return s.Lshr(a, n), term.None, p
	case ir.OpAShr:
		return s.Ashr(a, n), term.None, p
	}
	r = s.Shl(a, n)
	if in.Flags&ir.NSW != 0 {
		over = s.Distinct(s.Ashr(r, n), a)
	}
	return r, over, p
}

// madeOfPointer reports whether an operation computes with the bits of an address, which differ from
// the program's.
func (x *region) madeOfPointer(c *copied, at ir.At, in *ir.Instr) bool {
	if in.Op == ir.OpULt || in.Op == ir.OpULe {
		if c.fn.TypeOf(in.Args[0]).IsPtr() {
			return false
		}
	}
	for _, n := range c.nodes {
		view := x.b.points.View(n)
		if !view.Reachable(at.Block) {
			continue
		}
		for i := range in.Args {
			for _, l := range x.b.points.PointsTo(n, view.Arg(at.Block, at.Index, i)) {
				if l > 2 {
					return true
				}
			}
		}
	}
	return false
}
