package unwind

import (
	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// flow holds the facts about a function's control flow that execution needs.
type flow struct {
	*analyze.Flow
	kept [][]bool // by block, when needed: see frame.keeps
}

// flowOf returns the flow of a function, made when first needed.
func (w *world) flowOf(id ir.FuncID) *flow {
	if w.flows[id] == nil {
		w.flows[id] = &flow{w.facts.Flow(id), make([][]bool, len(w.prog.Funcs[id].Blocks))}
	}
	return w.flows[id]
}
