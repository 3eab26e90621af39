package ir

import "slices"

// Liveness holds the places where registers of a function are live: where they may be read before they
// are assigned.
type Liveness struct {
	fn    *Func
	index []int32    // by Reg: its bit plus one; 0: it is not looked at
	in    [][]uint64 // by BlockID: live where the block begins
}

// Liveness looks at the selected registers, by Reg, or at all of them if selected is nil:
// backwards to a fixed point, in blocks times registers bits.
func (f *Func) Liveness(selected []bool) *Liveness {
	l := &Liveness{fn: f, index: make([]int32, len(f.Regs)), in: make([][]uint64, len(f.Blocks))}
	count := int32(0)
	for r := 1; r < len(f.Regs); r++ {
		if selected == nil || selected[r] {
			count++
			l.index[r] = count
		}
	}
	words := (int(count) + 63) / 64
	for b := range l.in {
		l.in[b] = make([]uint64, words)
	}
	if words == 0 {
		return l
	}
	live := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for b := len(f.Blocks) - 1; b > 0; b-- {
			if l.before(BlockID(b), 0, live); !slices.Equal(live, l.in[b]) {
				copy(l.in[b], live)
				changed = true
			}
		}
	}
	return l
}

// before sets live to the registers that are live before an instruction of a block, or before its
// terminator.
func (l *Liveness) before(b BlockID, instr int, live []uint64) {
	clear(live)
	blk := &l.fn.Blocks[b]
	for _, to := range blk.Term.Targets {
		for w, x := range l.in[to] {
			live[w] |= x
		}
	}
	use := func(o Operand) {
		if i := l.index[o.Reg()]; i > 0 {
			live[(i-1)/64] |= 1 << ((i - 1) % 64)
		}
	}
	if blk.Term.HasArg {
		use(blk.Term.Arg)
	}
	for k := len(blk.Instrs) - 1; k >= instr; k-- {
		in := &blk.Instrs[k]
		if i := l.index[in.Dst]; i > 0 {
			live[(i-1)/64] &^= 1 << ((i - 1) % 64)
		}
		for _, a := range in.Args {
			use(a)
		}
	}
}

// Has reports whether a register is live where a block begins.
func (l *Liveness) Has(b BlockID, r Reg) bool {
	i := l.index[r] - 1
	return i >= 0 && l.in[b][i/64]>>(i%64)&1 != 0
}

// HasBehind reports whether a register is live behind the end of a block.
func (l *Liveness) HasBehind(b BlockID, r Reg) bool {
	for _, to := range l.fn.Blocks[b].Term.Targets {
		if l.Has(to, r) {
			return true
		}
	}
	return false
}

// Before returns which registers are live before an instruction of a block, by Reg. The
// terminator comes after the last instruction; behind it nothing is live in this frame.
func (l *Liveness) Before(b BlockID, instr int) []bool {
	out := make([]bool, len(l.fn.Regs))
	if instr > len(l.fn.Blocks[b].Instrs) {
		return out
	}
	live := make([]uint64, len(l.in[b]))
	l.before(b, instr, live)
	for r, i := range l.index {
		out[r] = i > 0 && live[(i-1)/64]>>((i-1)%64)&1 != 0
	}
	return out
}
