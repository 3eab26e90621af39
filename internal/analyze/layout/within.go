package layout

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// The question whether an address is in an object does not depend on the layout: addresses of other
// objects are not in it. Programs compute it with numbers that do depend on the layout.

// uses calls visit with each instruction that uses an instruction's result, and the index of the
// operand. It reports whether there are no other uses and visit always returned true.
func uses(at instr, visit func(b ir.BlockID, i, operand int) bool) bool {
	d := at.view.Def(at.block, at.index)
	for v := range at.view.Values {
		if slices.Contains(at.view.Values[v].Args, d) {
			return false
		}
	}
	for _, b := range at.view.Order {
		if at.view.Term(b) == d {
			return false
		}
		for i := range at.view.IR.Blocks[b].Instrs {
			for k, v := range at.view.Args(b, i) {
				if v == d && !visit(b, i, k) {
					return false
				}
			}
		}
	}
	return true
}

// onlyWithin reports whether the result of an instruction, the distance from a place in an object, is
// only tested to be below a size as an unsigned number. Such a test finds out whether the other
// address is in the object.
func (f *finder) onlyWithin(at instr, base pointsto.Loc) bool {
	size := f.pts.Objects[base.Obj].Size - base.Off
	return base.Step == 0 && size > 0 && uses(at, func(b ir.BlockID, i, k int) bool {
		op := at.view.IR.Blocks[b].Instrs[i].Op
		if op != ir.OpULt && op != ir.OpULe {
			return false
		}
		c, ok := at.view.Const(at.view.Arg(b, i, 1-k))
		// d < c and c <= d test for the numbers below c; d <= c and c < d include c.
		including := (op == ir.OpULe) == (k == 0)
		return ok && (c.Lo < uint64(size) || c.Lo == uint64(size) && !including)
	})
}

// onlyBetween reports whether the result of a comparison is used only as one half of a test whether an
// address is between two places in an object.
func (f *finder) onlyBetween(at instr) bool {
	return uses(at, func(b ir.BlockID, i, k int) bool {
		switch at.view.IR.Blocks[b].Instrs[i].Op {
		case ir.OpZExt: // an int, as in C
			return f.onlyBetween(instr{node: at.node, view: at.view, block: b, index: i})
		case ir.OpAnd:
			one, other := at.view.Arg(b, i, k), at.view.Arg(b, i, 1-k)
			return f.between(at, one, other) || f.between(at, other, one)
		}
		return false
	})
}

// between reports whether two values together state that an address is at or behind one place in an
// object, and at or before another place in it.
func (f *finder) between(at instr, behind, before ssa.ValueID) bool {
	x, lower := comparison(at.view, behind)
	y, upper := comparison(at.view, before)
	if x == nil || y == nil || pointer(at.view, lower[1]) != pointer(at.view, upper[0]) {
		return false
	}
	a, b := f.address(at, lower[0]), f.address(at, upper[1])
	if len(a) != 1 || len(b) != 1 || a[0].Obj != b[0].Obj || a[0].Step != 0 || b[0].Step != 0 {
		return false
	}
	size := f.pts.Objects[a[0].Obj].Size
	return x.Op == ir.OpULe && a[0].Off >= 0 && (b[0].Off < size || b[0].Off == size && y.Op == ir.OpULt)
}

// pointer returns the pointer from which a number is made, or the value itself.
func pointer(view *ssa.Func, v ssa.ValueID) ssa.ValueID {
	if d := &view.Values[v]; d.Kind == ssa.Def && view.Instr(v).Op == ir.OpPtrToInt {
		return view.Arg(d.Block, d.Index, 0)
	}
	return v
}

// choosesCallee reports whether a bit only selects among pointers: with the lowest bit of a pointer, package link tells nested
// functions from others, wherever these lie.
func (f *finder) choosesCallee(at instr) bool {
	return uses(at, func(b ir.BlockID, i, k int) bool {
		in := &at.view.IR.Blocks[b].Instrs[i]
		return in.Op == ir.OpSelect && in.Type.IsPtr() && k == 0
	})
}

// comparison returns the comparison by order whose result, possibly widened, a value is, and its
// operands.
func comparison(view *ssa.Func, v ssa.ValueID) (*ir.Instr, []ssa.ValueID) {
	d := &view.Values[v]
	if d.Kind != ssa.Def {
		return nil, nil
	}
	in := view.Instr(v)
	if in.Op == ir.OpZExt {
		return comparison(view, view.Arg(d.Block, d.Index, 0))
	}
	if in.Op != ir.OpULt && in.Op != ir.OpULe {
		return nil, nil
	}
	return in, view.Args(d.Block, d.Index)
}
