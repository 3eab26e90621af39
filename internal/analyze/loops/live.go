package loops

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// bits is a set of registers, then non-escaping locals.
type bits []uint64

func (s bits) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s bits) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s bits) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

// liveness computes Live, Carried and the corresponding locals of every loop.
func (fn *Func) liveness(f *ir.Func) {
	if len(fn.Loops) == 0 {
		return
	}
	regs := max(len(f.Regs), 1)
	size := (regs + max(len(f.Locals), 1) + 63) / 64
	in := make([]bits, len(f.Blocks))
	for b := range in {
		in[b] = make(bits, size)
	}
	live := make(bits, size)
	for changed := true; changed; {
		changed = false
		for i := len(fn.Nest.Dom.Order) - 1; i >= 0; i-- {
			b := fn.Nest.Dom.Order[i]
			clear(live)
			for _, to := range f.Blocks[b].Term.Targets {
				for w, x := range in[to] {
					live[w] |= x
				}
			}
			fn.backwards(f, b, live, regs)
			if !slices.Equal(live, in[b]) {
				copy(in[b], live)
				changed = true
			}
		}
	}
	for n := range fn.Loops {
		l := &fn.Loops[n]
		assigned := fn.assigned(f, l, regs, size)
		for r := 1; r < regs; r++ {
			if in[l.Header].has(r) {
				l.Live = append(l.Live, ir.Reg(r))
				if assigned.has(r) {
					l.Carried = append(l.Carried, ir.Reg(r))
				}
			}
		}
		for k := 1; k < len(f.Locals); k++ {
			if in[l.Header].has(regs + k) {
				l.LiveLocals = append(l.LiveLocals, ir.LocalID(k))
				if assigned.has(regs + k) {
					l.CarriedLocals = append(l.CarriedLocals, ir.LocalID(k))
				}
			}
		}
	}
}

// backwards turns the live set after a block into the live set before it.
func (fn *Func) backwards(f *ir.Func, b ir.BlockID, live bits, regs int) {
	blk := &f.Blocks[b]
	use := func(o ir.Operand) {
		if r := o.Reg(); r != 0 {
			live.add(int(r))
		}
	}
	if blk.Term.HasArg {
		use(blk.Term.Arg)
	}
	for i := len(blk.Instrs) - 1; i >= 0; i-- {
		in := &blk.Instrs[i]
		if in.Dst != 0 {
			live.remove(int(in.Dst))
		}
		switch in.Op {
		case ir.OpEnter, ir.OpLeave:
			live.remove(regs + int(in.Local))
		case ir.OpStore:
			if l, whole := fn.local(in.Args[0]); whole && fn.covers(f, in, l) {
				live.remove(regs + int(l))
			}
		default: // loads, exchanges, and calls that get the address
			for _, a := range in.Args {
				if l, _ := fn.local(a); l != 0 && in.Op != ir.OpCopy && in.Op != ir.OpPtrAdd {
					live.add(regs + int(l))
				}
			}
		}
		for _, a := range in.Args {
			use(a)
		}
	}
}

// covers reports whether a store through a pointer to a local's start writes all its bytes, in any data
// model.
func (fn *Func) covers(f *ir.Func, in *ir.Instr, l ir.LocalID) bool {
	return int64(in.Type.Bytes(ir.ILP32)) >= f.Locals[l].Size
}

// assigned returns the registers and non-escaping locals that a loop may change.
func (fn *Func) assigned(f *ir.Func, l *Loop, regs, size int) bits {
	set := make(bits, size)
	for _, in := range f.InstrsOf(l.Blocks) {
		if in.Dst != 0 {
			set.add(int(in.Dst))
		}
		switch in.Op {
		case ir.OpEnter, ir.OpLeave:
			set.add(regs + int(in.Local))
		case ir.OpStore, ir.OpRMW, ir.OpCmpXchg, ir.OpCall:
			for _, a := range in.Args {
				if k, _ := fn.local(a); k != 0 {
					set.add(regs + int(k))
				}
			}
		}
	}
	return set
}
