package pointsto

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// stride describes an integer: it is off plus a multiple of step, as a signed
// number of less than 2^bits in magnitude.
type stride struct {
	off, step int64
	bits      int
}

// maxResolve bounds the number of definitions that are followed.
const maxResolve = 10

func (s *solver) strideOf(n NodeID, v ssa.ValueID, fuel int) stride {
	f := s.View(n)
	d := &f.Values[v]
	w := d.Type.Bits(s.Program.Model)
	unknown := stride{0, 1, w}
	if !d.Type.IsInt() || w > 64 || fuel == 0 {
		return unknown
	}
	if c, ok := f.Const(v); ok {
		x := int64(c.Lo<<(64-w)) >> (64 - w)
		return stride{x, 0, bits.Len64(uint64(max(x, -x)))}
	}
	switch d.Kind {
	case ssa.Param:
		if c := s.Nodes[n]; c.Single {
			return s.argument(c.Callers[0], d, fuel)
		}
		return unknown
	case ssa.Def:
	default:
		return unknown
	}
	in := f.Instr(v)
	arg := func(k int) stride { return s.strideOf(n, f.Arg(d.Block, d.Index, k), fuel-1) }
	here := Computation{s.Nodes[n].Func, d.Block, d.Index}
	switch in.Op {
	case ir.OpCopy:
		return arg(0)
	case ir.OpAdd:
		return s.within(here, arg(0).plus(arg(1), 1), w)
	case ir.OpSub:
		return s.within(here, arg(0).plus(arg(1), -1), w)
	case ir.OpMul:
		x, y := arg(0), arg(1)
		if x.step == 0 {
			x, y = y, x
		}
		if y.step == 0 {
			return s.within(here, x.times(y.off, w), w)
		}
	case ir.OpShl:
		if y := arg(1); y.step == 0 && 0 <= y.off && y.off < int64(min(w, 62)) {
			return s.within(here, arg(0).times(1<<y.off, w), w)
		}
	case ir.OpSExt:
		return arg(0)
	case ir.OpZExt:
		if x := arg(0); x.step == 0 && x.off >= 0 {
			return x
		}
		return stride{0, 1, f.Values[f.Arg(d.Block, d.Index, 0)].Type.Bits(s.Program.Model) + 1}
	}
	return unknown
}

// argument returns the stride of a call's argument for a parameter.
func (s *solver) argument(at At, param *ssa.Value, fuel int) stride {
	f := s.View(at.Node)
	in := &f.IR.Blocks[at.Block].Instrs[at.Instr]
	k := param.Index
	if in.Op == ir.OpCallPtr {
		k++
	}
	if args := f.Args(at.Block, at.Instr); k < len(args) && f.Values[args[k]].Type == param.Type {
		return s.strideOf(at.Node, args[k], fuel-1)
	}
	return stride{0, 1, param.Type.Bits(s.Program.Model)}
}

// plus is x + sign·y.
func (x stride) plus(y stride, sign int64) stride {
	return stride{x.off + sign*y.off, gcd(x.step, y.step), max(x.bits, y.bits) + 1}
}

// times returns x·k, if it can be represented in w bits.
func (x stride) times(k int64, w int) stride {
	hi, lo := bits.Mul64(uint64(max(x.off, -x.off)), uint64(max(k, -k)))
	if k == 0 {
		return stride{}
	}
	n := x.bits + bits.Len64(uint64(max(k, -k)))
	if hi != 0 || lo>>62 != 0 || n > 62 && x.step > 1<<30 {
		return stride{0, 1 << min(bits.TrailingZeros64(uint64(k)), 30), w}
	}
	return stride{x.off * k, gcd(x.step*k, 0), n}
}

// Computation is an instruction that computes with integers.
type Computation struct {
	Func  ir.FuncID
	Block ir.BlockID
	Instr int
}

// within adjusts a stride for a computation in w bits, which wraps unless it is exact. With wrapping,
// the step is reduced to its part that divides 2^w.
func (s *solver) within(at Computation, x stride, w int) stride {
	switch {
	case x.bits < w:
		return x
	case s.exact[at]:
		return stride{x.off, x.step, w}
	case x.step == 0:
		m := int64(x.off<<(64-w)) >> (64 - w)
		return stride{m, 0, w}
	}
	step := x.step & -x.step
	if step != x.step {
		s.Wraps[at] = true
		if s.NoNumbers && w == s.Program.Model.PtrBits() {
			return stride{x.off, x.step, w}
		}
	}
	return stride{mod(x.off, step), step, w}
}

func (s *solver) constant(n NodeID, v ssa.ValueID) (int64, bool) {
	x := s.strideOf(n, v, maxResolve)
	return x.off, x.step == 0 && s.View(n).Values[v].Type.IsInt()
}

// maxPhis bounds the phis that are searched for a cycle.
const maxPhis = 16

// advances reports whether a loop adds a number to a pointer in every iteration: phis give the sum to the base
// again. Then the sums are known to have a step before the first of them is found.
func advances(f *ssa.Func, base, sum ssa.ValueID) bool {
	seen := []ssa.ValueID{through(f, base)}
	for k := 0; k < len(seen) && k < maxPhis; k++ {
		d := &f.Values[seen[k]]
		if d.Kind != ssa.Phi {
			continue
		}
		for _, v := range d.Args {
			if v = through(f, v); v == sum {
				return true
			}
			if !slices.Contains(seen, v) {
				seen = append(seen, v)
			}
		}
	}
	return false
}
