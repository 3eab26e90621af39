package lower

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// markUninitialised treats the register variables that are born without value,
// each birth being a `choose uninit`. A forward data-flow analysis finds the
// reads that a birth may reach without an assignment in between:
//
//	state   the set of variables that may be unassigned, joined by union
//	birth   adds its variable; any other assignment removes it
//
// A variable without such a read loses its births. For the others, a shadow register of type i1 holds
// whether the variable is assigned, and an assert of property uninit precedes each such read. The set
// only grows while the analysis iterates, so it terminates. It returns these variables.
func markUninitialised(fn *ir.Func, born map[ir.Reg]bool) (read []ir.Reg) {
	if len(born) == 0 {
		return nil
	}
	a := newUninitAnalysis(fn, born)
	a.solve()
	a.findReads()
	a.rewrite()
	for i, r := range a.regs {
		if a.read[i] {
			read = append(read, r)
		}
	}
	return read
}

type uninitAnalysis struct {
	fn     *ir.Func
	index  []int32 // by register: its bit plus one; 0: not analysed
	regs   []ir.Reg
	words  int
	in     [][]uint64 // by block
	read   []bool     // by bit: read while possibly unassigned
	shadow []ir.Reg
}

func newUninitAnalysis(fn *ir.Func, born map[ir.Reg]bool) *uninitAnalysis {
	a := &uninitAnalysis{fn: fn, index: make([]int32, len(fn.Regs))}
	for r := range fn.Regs {
		if born[ir.Reg(r)] {
			a.regs = append(a.regs, ir.Reg(r))
			a.index[r] = int32(len(a.regs))
		}
	}
	a.words = (len(a.regs) + 63) / 64
	store := make([]uint64, a.words*len(fn.Blocks))
	a.in = make([][]uint64, len(fn.Blocks))
	for b := range a.in {
		a.in[b] = store[b*a.words : (b+1)*a.words]
	}
	a.read = make([]bool, len(a.regs))
	a.shadow = make([]ir.Reg, len(a.regs))
	return a
}

// bit returns the number of an analysed register, or -1.
func (a *uninitAnalysis) bit(r ir.Reg) int {
	if int(r) >= len(a.index) {
		return -1
	}
	return int(a.index[r]) - 1
}

func isBirth(in *ir.Instr) bool {
	return in.Op == ir.OpChoose && in.Sub == uint8(ir.ChooseUninit)
}

// step applies one instruction to a state.
func (a *uninitAnalysis) step(in *ir.Instr, state []uint64) {
	i := a.bit(in.Dst)
	if i < 0 {
		return
	}
	if isBirth(in) {
		state[i/64] |= 1 << (i % 64)
	} else {
		state[i/64] &^= 1 << (i % 64)
	}
}

func (a *uninitAnalysis) solve() {
	state := make([]uint64, a.words)
	for changed := true; changed; {
		changed = false
		for b := 1; b < len(a.fn.Blocks); b++ { // reverse post-order
			copy(state, a.in[b])
			blk := &a.fn.Blocks[b]
			for i := range blk.Instrs {
				a.step(&blk.Instrs[i], state)
			}
			for _, to := range blk.Term.Targets {
				for w, s := range state {
					if s&^a.in[to][w] != 0 {
						a.in[to][w] |= s
						changed = true
					}
				}
			}
		}
	}
}

// walk visits every instruction and terminator with the state before it.
func (a *uninitAnalysis) walk(visit func(b ir.BlockID, i int, args []ir.Operand, state []uint64)) {
	state := make([]uint64, a.words)
	for b := 1; b < len(a.fn.Blocks); b++ {
		copy(state, a.in[b])
		blk := &a.fn.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			visit(ir.BlockID(b), i, in.Args, state)
			a.step(in, state)
		}
		if blk.Term.HasArg {
			visit(ir.BlockID(b), len(blk.Instrs), []ir.Operand{blk.Term.Arg}, state)
		}
	}
}

func (a *uninitAnalysis) findReads() {
	a.walk(func(_ ir.BlockID, _ int, args []ir.Operand, state []uint64) {
		for _, o := range args {
			if i := a.bit(o.Reg()); i >= 0 && state[i/64]>>(i%64)&1 != 0 {
				a.read[i] = true
			}
		}
	})
}

// rewrite drops the births of variables that need none and guards the others.
func (a *uninitAnalysis) rewrite() {
	type point struct {
		b ir.BlockID
		i int
	}
	guards := make(map[point][]int)
	for i, read := range a.read {
		if read {
			a.shadow[i] = ir.Reg(len(a.fn.Regs))
			a.fn.Regs = append(a.fn.Regs, ir.RegInfo{Type: ir.I1})
		}
	}
	a.walk(func(b ir.BlockID, i int, args []ir.Operand, state []uint64) {
		for w, s := range state {
			for ; s != 0; s &= s - 1 {
				v := w*64 + bits.TrailingZeros64(s)
				if a.read[v] && mentions(args, a.regs[v]) {
					guards[point{b, i}] = append(guards[point{b, i}], v)
				}
			}
		}
	})
	for b := 1; b < len(a.fn.Blocks); b++ {
		blk := &a.fn.Blocks[b]
		var out []ir.Instr
		for i := 0; i <= len(blk.Instrs); i++ {
			pos := blk.Term.Pos
			if i < len(blk.Instrs) {
				pos = blk.Instrs[i].Pos
			}
			for _, v := range guards[point{ir.BlockID(b), i}] {
				out = append(out, ir.Instr{Op: ir.OpAssert, Sub: uint8(verdict.Uninit), Pos: pos,
					Args: []ir.Operand{ir.RegOperand(a.shadow[v])}, Text: a.fn.Regs[a.regs[v]].Name})
			}
			if i < len(blk.Instrs) {
				out = a.rewriteInstr(&blk.Instrs[i], out)
			}
		}
		blk.Instrs = out
	}
}

// rewriteInstr appends an instruction, and instructions that update its shadow.
func (a *uninitAnalysis) rewriteInstr(in *ir.Instr, out []ir.Instr) []ir.Instr {
	v := a.bit(in.Dst)
	if v < 0 {
		return append(out, *in)
	}
	birth := isBirth(in)
	if !a.read[v] {
		if birth {
			return out
		}
		return append(out, *in)
	}
	value := uint64(1)
	if birth {
		value = 0
	}
	return append(out, *in, ir.Instr{Op: ir.OpCopy, Type: ir.I1, Dst: a.shadow[v], Pos: in.Pos,
		Args: []ir.Operand{addConst(a.fn, ir.Const{Type: ir.I1, Word: wide.Word{Lo: value}})}})
}

func mentions(args []ir.Operand, r ir.Reg) bool {
	for _, o := range args {
		if o.Reg() == r {
			return true
		}
	}
	return false
}

// addConst returns the operand for a constant of a finished function.
func addConst(fn *ir.Func, c ir.Const) ir.Operand {
	for i, k := range fn.Consts {
		if k == c {
			return ir.ConstOperand(i)
		}
	}
	fn.Consts = append(fn.Consts, c)
	return ir.ConstOperand(len(fn.Consts) - 1)
}
