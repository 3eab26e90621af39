package values

import (
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// learn restricts a value to v, and its operands accordingly. It reports whether that is possible.
func (w *walker) learn(x ssa.ValueID, v value, fuel int) bool {
	old := w.get(x)
	v.uninit = v.uninit && old.uninit
	if v.empty() {
		return false
	}
	d := &w.view.Values[x]
	if d.Kind == ssa.Const || d.Kind == ssa.Zero {
		return true
	}
	if old.equal(v) {
		return w.trace(x, v, fuel)
	}
	w.set(x, v)
	me := origin{w.n, x}
	if w.a.linked[me] {
		for c := range w.st.links {
			if w.st.links[c] == me && w.stable(cellID(c)) {
				m := *w.st.mem.at(cellID(c))
				if len(m.to) == 0 && len(v.to) == 0 {
					m = m.meet(v, int(8*w.a.cells[c].size))
				} else {
					m = v
				}
				if m.empty() {
					return false
				}
				w.setMem(cellID(c), m)
			}
		}
	}
	return w.trace(x, v, fuel)
}

// trace restricts the operands of a value.
func (w *walker) trace(x ssa.ValueID, v value, fuel int) bool {
	d := &w.view.Values[x]
	if d.Kind != ssa.Def || fuel == 0 || d.Type.IsFloat() {
		return true
	}
	in := w.view.Instr(x)
	arg := func(k int) ssa.ValueID { return w.view.Arg(d.Block, d.Index, k) }
	width := w.bits(d.Type)
	switch in.Op {
	case ir.OpCopy:
		return w.learn(arg(0), v, fuel-1)
	case ir.OpEq, ir.OpNe, ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe:
		bit, ok := v.constant(1)
		if !ok {
			return true
		}
		from := w.bits(w.view.Values[arg(0)].Type)
		p, q := narrow(in.Op, w.pinned(arg(0)), w.pinned(arg(1)), bit == 1, from)
		return w.learn(arg(0), w.unpinned(arg(0), p), fuel-1) && w.learn(arg(1), w.unpinned(arg(1), q), fuel-1)
	case ir.OpZExt, ir.OpSExt:
		from := w.bits(w.view.Values[arg(0)].Type)
		if width > 64 || len(v.to) > 0 {
			return true
		}
		old := w.get(arg(0))
		if in.Op == ir.OpZExt {
			if v.ulo > umax(from) {
				return false
			}
			old.ulo, old.uhi = max(old.ulo, v.ulo), min(old.uhi, v.uhi)
		} else {
			old.slo, old.shi = max(old.slo, v.slo), min(old.shi, v.shi)
		}
		return w.learn(arg(0), old.reduce(from), fuel-1)
	case ir.OpNot:
		if bit, ok := v.constant(1); ok && width == 1 {
			return w.learn(arg(0), w.get(arg(0)).meet(number(1-bit, 1), 1), fuel-1)
		}
	case ir.OpAnd, ir.OpOr:
		bit, ok := v.constant(width)
		switch {
		case ok && width == 1 && (in.Op == ir.OpAnd) == (bit == 1):
			same := number(bit, 1)
			return w.learn(arg(0), w.get(arg(0)).meet(same, 1), fuel-1) && w.learn(arg(1), w.get(arg(1)).meet(same, 1), fuel-1)
		case ok && in.Op == ir.OpOr && bit == 0 && width <= 64:
			zero := number(0, width)
			return w.learn(arg(0), w.get(arg(0)).meet(zero, width), fuel-1) && w.learn(arg(1), w.get(arg(1)).meet(zero, width), fuel-1)
		}
	case ir.OpAdd, ir.OpSub:
		return w.traceSum(in.Op, arg(0), arg(1), v, width, fuel)
	}
	return true
}

// traceSum restricts the operand of a sum or a difference with a constant.
func (w *walker) traceSum(op ir.Op, x, y ssa.ValueID, v value, width, fuel int) bool {
	a, b := w.get(x), w.get(y)
	if width > 64 || len(a.to) > 0 || len(b.to) > 0 || len(v.to) > 0 {
		return true
	}
	if op == ir.OpAdd {
		p, _ := sub(v, b, width)
		return w.learn(x, a.meet(p, width), fuel-1)
	}
	p, _ := add(v, b, width)
	return w.learn(x, a.meet(p, width), fuel-1)
}

// assume makes a condition true or false. It reports whether that is possible.
func (w *walker) assume(cond ssa.ValueID, holds bool) bool {
	bit := uint64(0)
	if holds {
		bit = 1
	}
	return w.learn(cond, w.get(cond).meet(number(bit, 1), 1), maxOrigin)
}
