package loops

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
)

// predecessors returns the reachable predecessors of every block, each once.
func (fn *Func) predecessors(f *ir.Func) [][]ir.BlockID {
	preds := make([][]ir.BlockID, len(f.Blocks))
	for _, b := range fn.Order {
		for _, to := range f.Blocks[b].Term.Targets {
			if n := len(preds[to]); n == 0 || preds[to][n-1] != b {
				preds[to] = append(preds[to], b)
			}
		}
	}
	return preds
}

// findLoops finds the loops and their nesting.
func (fn *Func) findLoops(f *ir.Func) {
	preds := fn.predecessors(f)
	in := make([]bool, len(f.Blocks))
	for _, h := range fn.Order {
		l := Loop{Header: h, Parent: NoLoop}
		for _, p := range preds[h] {
			if fn.Dominates(h, p) {
				l.Back = append(l.Back, p)
			}
		}
		if len(l.Back) == 0 {
			continue
		}
		slices.Sort(l.Back)
		fn.body(&l, preds, in)
		fn.Loops = append(fn.Loops, l)
	}
	fn.nest(len(f.Blocks))
}

// body collects the blocks of a loop: those that reach a back edge without passing
// the header. in is scratch, all false.
func (fn *Func) body(l *Loop, preds [][]ir.BlockID, in []bool) {
	in[l.Header] = true
	l.Blocks = append(l.Blocks, l.Header)
	add := func(b ir.BlockID) {
		if !in[b] {
			in[b] = true
			l.Blocks = append(l.Blocks, b)
		}
	}
	for _, b := range l.Back {
		add(b)
	}
	for i := 1; i < len(l.Blocks); i++ {
		for _, p := range preds[l.Blocks[i]] {
			add(p)
		}
	}
	slices.Sort(l.Blocks)
	for _, b := range l.Blocks {
		in[b] = false
	}
}

// nest computes the parents: the smallest loop, of those found before, that has
// the header.
func (fn *Func) nest(blocks int) {
	fn.innermost = make([]int32, blocks)
	for b := range fn.innermost {
		fn.innermost[b] = NoLoop
	}
	for i := range fn.Loops {
		l := &fn.Loops[i]
		l.Parent = int(fn.innermost[l.Header])
		l.Depth = 1
		if l.Parent != NoLoop {
			l.Depth += fn.Loops[l.Parent].Depth
		}
		for _, b := range l.Blocks {
			fn.innermost[b] = int32(i)
		}
	}
}
