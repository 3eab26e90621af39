package values

import (
	"math"

	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// step executes an instruction that is no call. It reports whether control may continue behind it.
func (w *walker) step(at pointsto.At, in *ir.Instr) bool {
	args := w.view.Args(at.Block, at.Instr)
	def := ssa.NoValue
	if in.Dst != 0 {
		def = w.view.Def(at.Block, at.Instr)
	}
	switch in.Op {
	case ir.OpAssume, ir.OpBlockUntil:
		return w.assume(args[0], true)
	case ir.OpAssert:
		if in.EndsProcess() {
			return w.assume(args[0], true)
		}
	case ir.OpUnsupported, ir.OpFork, ir.OpShare:
		return false
	case ir.OpStore:
		w.store(at, args[1], w.get(args[1]), in)
		return w.accessed(args[0])
	case ir.OpLoad, ir.OpRMW, ir.OpCmpXchg:
		return w.load(at, in, args, def)
	case ir.OpEnter:
		w.enterLocal(args, def)
	case ir.OpAlloc:
		w.alloc(at, in, args, def)
	case ir.OpLeave:
		for _, o := range w.st.alive {
			if obj := &w.a.pts.Objects[o]; obj.Kind == pointsto.Local && obj.Node == w.n && obj.Local == in.Local {
				w.st.alive = remove(w.st.alive, o)
			}
		}
	case ir.OpAtomicBegin:
		if w.st.depth == 0 {
			w.beginSection()
		}
		w.st.depth++
	case ir.OpAtomicEnd:
		if w.st.depth > 0 {
			if w.st.depth--; w.st.depth == 0 {
				w.publishSection()
				w.unlinkUnstable()
			}
		}
	case ir.OpAcquire:
		w.unfocus(w.get(args[0]))
		if l, ok := w.lockAt(args[0]); ok {
			w.take(l, ir.LockMode(in.Sub) == ir.Shared)
		}
		if ir.LockMode(in.Sub) == ir.Exclusive {
			w.acquireOwn(args[0])
		}
	case ir.OpRelease:
		w.unfocus(w.get(args[0]))
		w.releaseOwn(args[0])
		w.release(args[0], w.a.weak && !w.sent(at))
	case ir.OpSpawn:
		v := w.exposeAll(w.get(args[0]))
		w.countBegun()
		if t := w.a.pts.Spawned(at); t != 0 && w.a.judge == nil {
			w.a.begin(t, &w.st, v)
		}
	default:
		w.looksAt(in, args)
		if def != ssa.NoValue {
			w.define(def, w.result(in, args, w.bits(in.ResultType()), def))
		}
	}
	return true
}

// looksAt exposes the targets of pointers that an instruction uses as numbers. Pointers made from the
// result, for example with a tag, are not tracked.
func (w *walker) looksAt(in *ir.Instr, args []ssa.ValueID) {
	if ir.OpAdd <= in.Op && in.Op <= ir.OpAShr || in.Op == ir.OpTrunc || in.Op == ir.OpZExt || in.Op == ir.OpSExt {
		for _, v := range args {
			w.exposeAll(w.get(v))
		}
	}
}

// lockAt returns the lock that a pointer certainly points to.
func (w *walker) lockAt(p ssa.ValueID) (int32, bool) {
	v := w.get(p)
	if len(v.to) != 1 || v.to[0].lo != v.to[0].hi || !w.a.par.Single(w.a.base(v.to[0].obj)) {
		return 0, false
	}
	return w.a.shared.lockID(lock{obj: w.a.base(v.to[0].obj), off: v.to[0].lo}), true
}

// release records that a lock is released. That can take it from another thread only if others may run:
// a thread that initialises a lock before other threads exist takes it from none. unordered: the release does not happen before the
// next acquisition.
func (w *walker) release(p ssa.ValueID, unordered bool) {
	a := w.a
	v := w.get(p)
	if v.hasNumber() && !v.isZero() {
		v = a.top(w.n, p)
	}
	if len(v.to) == 1 && v.to[0].lo == v.to[0].hi && a.par.Single(a.base(v.to[0].obj)) {
		l := a.shared.lockID(lock{obj: w.a.base(v.to[0].obj), off: v.to[0].lo})
		if (unordered || !w.st.holds(l)) && !w.alone() {
			a.shared.spoiled[l] = true
		}
		w.give(l)
		return
	}
	alone := w.alone()
	for _, t := range v.to {
		t.obj = a.base(t.obj)
		if !alone {
			a.shared.loose[t] = true
		}
		for l := range a.shared.locks {
			if k := &a.shared.locks[l]; !k.word && t.obj == k.obj && t.lo <= k.off && k.off <= t.hi {
				w.give(int32(l))
			}
		}
	}
}

// result returns the value of an instruction without effects.
func (w *walker) result(in *ir.Instr, args []ssa.ValueID, width int, def ssa.ValueID) value {
	typeOf := func(k int) ir.Type { return w.view.Values[args[k]].Type }
	switch in.Op {
	case ir.OpCopy:
		return w.get(args[0])
	case ir.OpBitcast:
		if typeOf(0).IsFloat() || in.Type.IsFloat() {
			return full(width)
		}
		return w.get(args[0])
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg, ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpShl, ir.OpLShr, ir.OpAShr:
		v, _ := w.arithmetic(in, args, width)
		return v
	case ir.OpEq, ir.OpNe, ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe:
		return w.compared(in.Op, w.get(args[0]), w.get(args[1]), w.bits(typeOf(0))).value()
	case ir.OpSelect:
		out, c := nothing, w.get(args[0])
		if c.uhi == 1 {
			out = w.get(args[1])
		}
		if c.ulo == 0 {
			out = out.join(w.get(args[2]))
		}
		return out
	case ir.OpTrunc, ir.OpZExt, ir.OpSExt:
		return cast(in.Op, w.num(args[0]), w.bits(typeOf(0)), width)
	case ir.OpGlobalAddr, ir.OpFuncAddr:
		if to := w.a.pts.PointsTo(w.n, def); len(to) == 1 {
			return pointer(w.a.pts.Locs[to[0]].Obj, 0)
		}
	case ir.OpPtrAdd:
		p, d := w.get(args[0]), w.num(args[1])
		out := nothing
		if p.hasNumber() {
			out, _ = add(p, d, width)
		}
		out.to, out.uninit = shift(p.to, d, width), p.uninit
		return out
	case ir.OpPtrDiff:
		p, q := w.get(args[0]), w.get(args[1])
		if len(p.to) == 1 && len(q.to) == 1 && !p.hasNumber() && !q.hasNumber() && p.to[0].obj == q.to[0].obj &&
			(w.a.isRecent(p.to[0].obj) || w.a.par.Single(p.to[0].obj)) && p.to[0].lo > -farOff && p.to[0].hi < farOff && q.to[0].lo > -farOff && q.to[0].hi < farOff {
			return signedRange(p.to[0].lo-q.to[0].hi, p.to[0].hi-q.to[0].lo, width)
		}
	case ir.OpPtrApart:
		return apart(w.get(args[0]), w.get(args[1]), width)
	case ir.OpPtrToInt, ir.OpIntToPtr:
		return w.get(args[0])
	case ir.OpChoose:
		if !w.a.env.Asks(ir.ChooseReason(in.Sub)) {
			return number(0, width)
		}
	case ir.OpChooseRange:
		if lo, hi := w.num(args[0]), w.num(args[1]); width <= 64 && lo.hasNumber() && hi.hasNumber() {
			if lo.ulo > hi.uhi {
				return nothing
			}
			return unsignedRange(lo.ulo, hi.uhi, width)
		}
	case ir.OpChooseBit:
		return unsignedRange(0, uint64(w.bits(typeOf(0))-1), width)
	case ir.OpSelf:
		return unsignedRange(0, 63, width)
	case ir.OpLockState:
		if l, ok := w.lockAt(args[0]); ok && int(l) < len(w.a.trusted) && w.a.trusted[l] && slices.Contains(w.st.locks, hold{l, false}) {
			return number(ir.LockHeldBySelf, width)
		}
	}
	if in.ResultType().IsPtr() {
		return w.a.top(w.n, def)
	}
	return full(width)
}

// arithmetic computes on integers, and reports whether the result may overflow.
func (w *walker) arithmetic(in *ir.Instr, args []ssa.ValueID, width int) (v value, overflows bool) {
	x := w.num(args[0])
	if width > 64 {
		return full(width), true
	}
	y := number(0, width)
	if len(args) > 1 {
		y = w.num(args[1])
	}
	if !x.hasNumber() || !y.hasNumber() {
		return nothing, false
	}
	switch in.Op {
	case ir.OpAdd:
		return add(x, y, width)
	case ir.OpSub:
		return sub(x, y, width)
	case ir.OpMul:
		return mul(x, y, width)
	case ir.OpNeg:
		return sub(y, x, width)
	case ir.OpNot:
		v, _ = sub(number(^uint64(0), width), x, width)
		return v, false
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		return bitwise(in.Op, x, y, width), false
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		v, _, overflows = shiftBits(in.Op, x, y, width)
		return v, overflows
	}
	return divide(in.Op, x, y, width)
}

// apart returns how many bytes two pointers into one object may be apart: the greatest number, or at least the
// least distance of their places in an object that both may point to.
func apart(p, q value, width int) value {
	least, most := uint64(math.MaxUint64), full(width).uhi
	if p.hasNumber() || q.hasNumber() || p.uninit || q.uninit {
		least = 1
	}
	for _, x := range p.to {
		for _, y := range q.to {
			switch {
			case x.obj != y.obj, x.lo == x.hi && y.lo == y.hi && x.lo == y.lo:
			case x.lo <= -farOff || x.hi >= farOff || y.lo <= -farOff || y.hi >= farOff:
				least = 1
			case x.lo > y.hi:
				least = min(least, uint64(x.lo-y.hi))
			case y.lo > x.hi:
				least = min(least, uint64(y.lo-x.hi))
			default:
				least = 1
			}
		}
	}
	return unsignedRange(min(least, most), most, width)
}
