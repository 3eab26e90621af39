package unwind

import (
	"github.com/heddle-mc/heddle/internal/analysis/loops"
	"github.com/heddle-mc/heddle/internal/ir"
)

// flow is what execution needs to know of a function's control flow.
type flow struct {
	*loops.WeakOrder
	fn    *ir.Func
	live  [][]bool // by block, register: read before it is assigned
	named [][]bool // the same with source variables, when needed (frame.keeps)
}

// flowOf returns the flow of a function, computed when first needed.
func (w *world) flowOf(id ir.FuncID) *flow {
	if w.flows[id] == nil {
		w.flows[id] = newFlow(&w.prog.Funcs[id])
	}
	return w.flows[id]
}

func newFlow(fn *ir.Func) *flow {
	f := &flow{WeakOrder: loops.NewWeakOrder(fn), fn: fn}
	f.liveness()
	return f
}

// liveness computes which registers are live where blocks begin.
func (f *flow) liveness() {
	fn := f.fn
	n := len(fn.Blocks)
	f.live = make([][]bool, n)
	gen := make([][]bool, n)
	kill := make([][]bool, n)
	for b := 1; b < n; b++ {
		gen[b], kill[b] = make([]bool, len(fn.Regs)), make([]bool, len(fn.Regs))
		f.live[b] = make([]bool, len(fn.Regs))
		reads := func(o ir.Operand) {
			if r := o.Reg(); r != 0 && !kill[b][r] {
				gen[b][r] = true
			}
		}
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			for _, a := range in.Args {
				reads(a)
			}
			if in.Dst != 0 {
				kill[b][in.Dst] = true
			}
		}
		if t := &fn.Blocks[b].Term; t.HasArg {
			reads(t.Arg)
		}
		copy(f.live[b], gen[b])
	}
	for changed := true; changed; {
		changed = false
		for b := n - 1; b > 0; b-- {
			for _, to := range fn.Blocks[b].Term.Targets {
				for r, l := range f.live[to] {
					if l && !kill[b][r] && !f.live[b][r] {
						f.live[b][r] = true
						changed = true
					}
				}
			}
		}
	}
}
