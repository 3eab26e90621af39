package unwind

import (
	"github.com/heddle-mc/heddle/internal/analysis/loops"
	"github.com/heddle-mc/heddle/internal/ir"
)

// flow is what execution needs to know of a function's control flow.
type flow struct {
	*loops.WeakOrder
	live *ir.Liveness
	kept [][]bool // by block, when needed: see frame.keeps
}

// flowOf returns the flow of a function, computed when first needed.
func (w *world) flowOf(id ir.FuncID) *flow {
	if w.flows[id] == nil {
		w.flows[id] = newFlow(&w.prog.Funcs[id])
	}
	return w.flows[id]
}

func newFlow(fn *ir.Func) *flow {
	return &flow{WeakOrder: loops.NewWeakOrder(fn), live: fn.Liveness(nil), kept: make([][]bool, len(fn.Blocks))}
}
