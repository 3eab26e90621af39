package cemit

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
)

// liveness says which of some registers are needed at the start and at the end of
// each block: read before they are assigned on some path from there.
type liveness struct {
	index      []int32 // by Reg: its bit plus one; 0: it is not looked at
	count      int
	start, end [][]uint64 // by BlockID
}

// newLiveness looks at the selected registers, backwards to a fixed point.
func newLiveness(fn *ir.Func, selected []bool) *liveness {
	l := &liveness{index: make([]int32, len(fn.Regs))}
	for r, yes := range selected {
		if yes {
			l.count++
			l.index[r] = int32(l.count)
		}
	}
	if l.count == 0 {
		return l
	}
	words := (l.count + 63) / 64
	l.start, l.end = make([][]uint64, len(fn.Blocks)), make([][]uint64, len(fn.Blocks))
	for b := range l.end {
		l.start[b], l.end[b] = make([]uint64, words), make([]uint64, words)
	}
	now := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for b := len(fn.Blocks) - 1; b > 0; b-- {
			blk := &fn.Blocks[b]
			for _, to := range blk.Term.Targets {
				for w := range now {
					l.end[b][w] |= l.start[to][w]
				}
			}
			copy(now, l.end[b])
			if blk.Term.HasArg {
				l.use(now, blk.Term.Arg)
			}
			for i := len(blk.Instrs) - 1; i >= 0; i-- {
				if w, m, ok := l.bit(blk.Instrs[i].Dst); ok {
					now[w] &^= m
				}
				for _, a := range blk.Instrs[i].Args {
					l.use(now, a)
				}
			}
			if !slices.Equal(now, l.start[b]) {
				copy(l.start[b], now)
				changed = true
			}
		}
	}
	return l
}

// bit returns the place of a register in the sets, if it is looked at.
func (l *liveness) bit(r ir.Reg) (word int, mask uint64, ok bool) {
	i := l.index[r] - 1
	if i < 0 {
		return 0, 0, false
	}
	return int(i / 64), 1 << (i % 64), true
}

func (l *liveness) use(set []uint64, o ir.Operand) {
	if w, m, ok := l.bit(o.Reg()); ok {
		set[w] |= m
	}
}

// zeroes returns the registers that may be read before they are assigned: they hold
// zero then.
func zeroes(fn *ir.Func) []bool {
	selected := make([]bool, len(fn.Regs))
	assigned := make([]ir.BlockID, len(fn.Regs)) // the last block seen that assigns it
	for b := 1; b < len(fn.Blocks); b++ {
		read := func(o ir.Operand) {
			if r := o.Reg(); r != 0 && assigned[r] != ir.BlockID(b) {
				selected[r] = true
			}
		}
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			for _, a := range in.Args {
				read(a)
			}
			assigned[in.Dst] = ir.BlockID(b)
		}
		if t := &fn.Blocks[b].Term; t.HasArg {
			read(t.Arg)
		}
	}
	for _, r := range fn.Params {
		selected[r] = false
	}
	out := make([]bool, len(fn.Regs))
	l := newLiveness(fn, selected)
	for r := range out {
		if w, m, ok := l.bit(ir.Reg(r)); ok {
			out[r] = l.start[1][w]&m != 0
		}
	}
	return out
}
