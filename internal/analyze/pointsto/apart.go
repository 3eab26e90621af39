package pointsto

import (
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Apart returns a result that assumes nothing about pointers. Every function that may run is a node of
// its own without known callers. The result has no targets of pointers, no callees and no threads; Lost
// has the reason.
//
// A function may run if a running function names it, or if a global is initialised with its address.
func Apart(p *ir.Program, why string) *Result {
	r := &Result{Program: p, Nodes: make([]Node, 1), Threads: make([]Thread, 2), Objects: make([]Object, 1), Locs: make([]Loc, 3), Views: make([]*ssa.Func, len(p.Funcs)), Lost: why}
	var add func(f ir.FuncID)
	add = func(f ir.FuncID) {
		if f == 0 || r.Views[f] != nil || !p.Funcs[f].HasBody() {
			return
		}
		r.Views[f] = ssa.Build(&p.Funcs[f])
		r.Nodes = append(r.Nodes, Node{Func: f, Thread: 1})
		for _, in := range r.Views[f].Instrs() {
			add(in.Func)
		}
	}
	add(p.Start)
	for g := range p.Globals {
		for i := range p.Globals[g].Init {
			add(p.Globals[g].Init[i].Func)
		}
	}
	r.Threads[1].Root = 1
	return r
}
