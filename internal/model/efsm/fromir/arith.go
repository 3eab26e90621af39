package fromir

import (
	"github.com/heddle-mc/heddle/internal/order/arith"
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
	if over != term.False && x.b.opts.Property == verdict.Overflow {
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
	switch op {
	case ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe:
		return arith.Compared(s, op, x.vector(a), x.vector(b))
	}
	if s.Sort(a) != term.Bool {
		return term.None, false
	}
	return arith.Truth(s, op, a, b)
}

// arithmetic returns the result of an operation and where it overflows.
func (x *region) arithmetic(in *ir.Instr, a, b term.ID, p *path) (r, over term.ID, _ *path) {
	s := x.b.terms
	w := x.b.bits(in.Type)
	switch in.Op {
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		zero := s.Eq(b, s.Const(term.Word{}, w))
		if p = x.require(p, s.Not(zero), verdict.Div, "", "division by zero"); p == nil {
			return 0, 0, nil
		}
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		return x.shifted(in, a, b, p)
	case ir.OpBitcast:
		return a, term.False, p
	}
	r, ok := arith.Result(s, in.Op, w, a, b)
	if !ok {
		panic("fromir: no meaning for " + in.Op.String())
	}
	if over = term.False; in.Flags&ir.NSW != 0 && x.b.opts.Property == verdict.Overflow {
		over = arith.Overflow(s, in.Op, a, b)
	}
	return r, over, p
}

// shifted returns the result of a shift. If the amount is too large, the program chooses the result;
// there is no input for that, so it is unsupported.
func (x *region) shifted(in *ir.Instr, a, b term.ID, p *path) (r, over term.ID, _ *path) {
	s := x.b.terms
	n, ok := arith.Amount(s, a, b)
	if p = x.require(p, ok, verdict.Shift, "", "shift by the width or more"); p == nil {
		return 0, 0, nil
	}
	if p = x.unsupportedIf(p, s.Not(ok), "a shift by the width or more"); p == nil {
		return 0, 0, nil
	}
	r, _ = arith.Result(s, in.Op, s.Width(a), a, n)
	if over = term.False; in.Op == ir.OpShl && in.Flags&ir.NSW != 0 {
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
