package cemit

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
)

// splitTemps returns a copy of a function in which a temporary that is assigned in
// several places is several ones, as far as an assignment is used in its own block
// only: so that it can be folded.
func splitTemps(fn *ir.Func) *ir.Func {
	out := *fn
	out.Regs = slices.Clone(fn.Regs)
	out.Blocks = slices.Clone(fn.Blocks)
	for b := range out.Blocks {
		blk := &out.Blocks[b]
		blk.Instrs = slices.Clone(blk.Instrs)
		for i := range blk.Instrs {
			blk.Instrs[i].Args = slices.Clone(blk.Instrs[i].Args)
		}
	}
	s := splitter{fn: &out, index: make([]int32, len(fn.Regs))}
	s.candidates()
	if s.count == 0 {
		return &out
	}
	s.liveness()
	for b := 1; b < len(out.Blocks); b++ {
		s.block(ir.BlockID(b))
	}
	return &out
}

type splitter struct {
	fn    *ir.Func
	index []int32 // by Reg: its bit plus one; 0: it stays
	count int
	live  [][]uint64 // by BlockID: the temporaries that are needed at the end
}

// candidates numbers the temporaries with several definitions.
func (s *splitter) candidates() {
	defs := make([]int, len(s.fn.Regs))
	for _, r := range s.fn.Params {
		defs[r] = -1 << 30
	}
	for b := 1; b < len(s.fn.Blocks); b++ {
		for i := range s.fn.Blocks[b].Instrs {
			defs[s.fn.Blocks[b].Instrs[i].Dst]++
		}
	}
	for r := 1; r < len(defs); r++ {
		if defs[r] > 1 && s.fn.Regs[r].Name == "" {
			s.count++
			s.index[r] = int32(s.count)
		}
	}
}

// bit returns the place of a register in the sets, if it is a candidate.
func (s *splitter) bit(r ir.Reg) (word int, mask uint64, ok bool) {
	i := s.index[r] - 1
	if i < 0 {
		return 0, 0, false
	}
	return int(i / 64), 1 << (i % 64), true
}

// liveness computes what is needed at the end of each block, backwards to a fixed
// point.
func (s *splitter) liveness() {
	words := (s.count + 63) / 64
	s.live = make([][]uint64, len(s.fn.Blocks))
	needed := make([][]uint64, len(s.fn.Blocks)) // at the start of each block
	for b := range s.live {
		s.live[b], needed[b] = make([]uint64, words), make([]uint64, words)
	}
	now := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for b := len(s.fn.Blocks) - 1; b > 0; b-- {
			blk := &s.fn.Blocks[b]
			for _, to := range blk.Term.Targets {
				for w := range now {
					s.live[b][w] |= needed[to][w]
				}
			}
			copy(now, s.live[b])
			if blk.Term.HasArg {
				s.use(now, blk.Term.Arg)
			}
			for i := len(blk.Instrs) - 1; i >= 0; i-- {
				if w, m, ok := s.bit(blk.Instrs[i].Dst); ok {
					now[w] &^= m
				}
				for _, a := range blk.Instrs[i].Args {
					s.use(now, a)
				}
			}
			if !slices.Equal(now, needed[b]) {
				copy(needed[b], now)
				changed = true
			}
		}
	}
}

func (s *splitter) use(set []uint64, o ir.Operand) {
	if w, m, ok := s.bit(o.Reg()); ok {
		set[w] |= m
	}
}

// block gives each definition of a block that is used there only a register of its
// own.
func (s *splitter) block(b ir.BlockID) {
	blk := &s.fn.Blocks[b]
	last := make(map[ir.Reg]int)
	for i := range blk.Instrs {
		if r := blk.Instrs[i].Dst; r != 0 {
			last[r] = i
		}
	}
	now := make(map[ir.Reg]ir.Reg)
	rename := func(o *ir.Operand) {
		if r := now[o.Reg()]; r != 0 {
			*o = ir.RegOperand(r)
		}
	}
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		for k := range in.Args {
			rename(&in.Args[k])
		}
		w, m, ok := s.bit(in.Dst)
		if !ok {
			continue
		}
		r := in.Dst
		delete(now, r)
		if last[r] == i && s.live[b][w]&m != 0 {
			continue
		}
		s.fn.Regs = append(s.fn.Regs, s.fn.Regs[r])
		s.index = append(s.index, 0)
		now[r] = ir.Reg(len(s.fn.Regs) - 1)
		in.Dst = now[r]
	}
	if blk.Term.HasArg {
		rename(&blk.Term.Arg)
	}
}
