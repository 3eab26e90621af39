package values

import (
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// congruent reports whether two values of a function are equal whenever both are computed, because they
// are computed in the same way from the same values. depth bounds the effort.
func congruent(view *ssa.Func, x, y ssa.ValueID, depth int) bool {
	if x == y {
		return true
	}
	if c, ok := view.Const(x); ok {
		d, also := view.Const(y)
		return also && c == d
	}
	d, e := &view.Values[x], &view.Values[y]
	if depth == 0 || d.Kind != ssa.Def || e.Kind != ssa.Def || d.Type != e.Type {
		return false
	}
	in, out := view.Instr(x), view.Instr(y)
	if in.Op != out.Op || in.Sub != out.Sub || in.Glob != out.Glob {
		return false
	}
	switch in.Op {
	case ir.OpGlobalAddr, ir.OpPtrAdd, ir.OpCopy, ir.OpBitcast, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpSExt, ir.OpZExt, ir.OpTrunc:
	default:
		return false
	}
	a, b := view.Args(d.Block, d.Index), view.Args(e.Block, e.Index)
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !congruent(view, a[i], b[i], depth-1) {
			return false
		}
	}
	return true
}
