package interp

// liveAt returns, by register, whether the function may still read it after
// the instruction at pc.
func (fn *function) liveAt(pc int32) []bool {
	b := fn.block[pc]
	next := int(pc-fn.blockPC[b]) + 1
	if c := fn.code[pc].code; c == cHeader || c == cBlock {
		next = 0
	}
	if fn.live == nil {
		fn.live = fn.ir.Liveness(nil)
	}
	return fn.live.Before(b, next)
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
