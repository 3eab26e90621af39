package interp

import "github.com/heddle-mc/heddle/internal/ir"

// liveAt returns, by register, whether the function may still read it after
// the instruction at pc. It is computed anew each time: leaks are looked for
// once per execution.
func (fn *function) liveAt(pc int32) []bool {
	f := fn.ir
	in := make([][]bool, len(f.Blocks))
	for b := range in {
		in[b] = make([]bool, fn.numRegs)
	}
	live := make([]bool, fn.numRegs)
	for changed := true; changed; {
		changed = false
		for b := len(f.Blocks) - 1; b >= 1; b-- {
			fn.blockLive(ir.BlockID(b), 0, in, live)
			for r := range live {
				if live[r] && !in[b][r] {
					in[b][r] = true
					changed = true
				}
			}
		}
	}
	b := fn.block[pc]
	from := int(pc-fn.blockPC[b]) + 1
	if c := fn.code[pc].code; c == cHeader || c == cBlock {
		from = 0
	}
	fn.blockLive(b, from, in, live)
	return live
}

// liveAround returns, by register, whether the function may read it in the
// instruction at pc or later, or would after it if that did not set it. The
// result is kept.
func (fn *function) liveAround(pc int32) []bool {
	if fn.around == nil {
		fn.around = make([][]bool, len(fn.code))
	}
	if fn.around[pc] == nil {
		live := fn.liveAt(pc)
		if in := fn.src[pc]; in != nil {
			for _, a := range in.Args {
				if r := a.Reg(); r != 0 {
					live[r] = true
				}
			}
		} else if term := &fn.ir.Blocks[fn.block[pc]].Term; term.HasArg {
			if r := term.Arg.Reg(); r != 0 {
				live[r] = true
			}
		}
		fn.around[pc] = live
	}
	return fn.around[pc]
}

// blockLive sets live to the registers that are live before the instruction at
// index from of a block.
func (fn *function) blockLive(b ir.BlockID, from int, in [][]bool, live []bool) {
	blk := &fn.ir.Blocks[b]
	clear(live)
	use := func(o ir.Operand) {
		if r := o.Reg(); r != 0 {
			live[r] = true
		}
	}
	if from > len(blk.Instrs) {
		return // the terminator is done; nothing follows in this frame
	}
	for _, to := range blk.Term.Targets {
		for r, l := range in[to] {
			live[r] = live[r] || l
		}
	}
	if blk.Term.HasArg {
		use(blk.Term.Arg)
	}
	for i := len(blk.Instrs) - 1; i >= from; i-- {
		ins := &blk.Instrs[i]
		live[ins.Dst] = false
		for _, a := range ins.Args {
			use(a)
		}
	}
}
