package loops

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
)

// order computes the reverse post-order of the reachable blocks.
func (fn *Func) order(f *ir.Func) {
	fn.at = make([]int32, len(f.Blocks))
	for b := range fn.at {
		fn.at[b] = -1
	}
	fn.Order = f.ReversePostorder()
	for i, b := range fn.Order {
		fn.at[b] = int32(i)
	}
}

// dominators returns the immediate dominator of every reachable block, by block;
// the entry's is itself. Cooper, Harvey, Kennedy: A Simple, Fast Dominance
// Algorithm, 2001.
func (fn *Func) dominators(preds [][]ir.BlockID) []ir.BlockID {
	idom := make([]ir.BlockID, len(fn.at))
	idom[1] = 1
	for changed := true; changed; {
		changed = false
		for _, b := range fn.Order[1:] {
			var d ir.BlockID
			for _, p := range preds[b] {
				switch {
				case idom[p] == 0:
				case d == 0:
					d = p
				default:
					d = fn.meet(idom, d, p)
				}
			}
			if idom[b] != d {
				idom[b] = d
				changed = true
			}
		}
	}
	return idom
}

// meet returns the nearest block that dominates both.
func (fn *Func) meet(idom []ir.BlockID, a, b ir.BlockID) ir.BlockID {
	for a != b {
		for fn.at[a] > fn.at[b] {
			a = idom[a]
		}
		for fn.at[b] > fn.at[a] {
			b = idom[b]
		}
	}
	return a
}

func (fn *Func) dominates(idom []ir.BlockID, a, b ir.BlockID) bool {
	for fn.at[b] > fn.at[a] {
		b = idom[b]
	}
	return a == b
}

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
	fn.idom = fn.dominators(preds)
	in := make([]bool, len(f.Blocks))
	for _, h := range fn.Order {
		l := Loop{Header: h, Parent: NoLoop}
		for _, p := range preds[h] {
			if fn.at[p] >= fn.at[h] {
				l.Back = append(l.Back, p)
				l.Irreducible = l.Irreducible || !fn.dominates(fn.idom, h, p)
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

// body collects the blocks of a loop: those that come after the header in
// reverse post-order and reach a back edge without it. in is scratch, all false.
func (fn *Func) body(l *Loop, preds [][]ir.BlockID, in []bool) {
	in[l.Header] = true
	l.Blocks = append(l.Blocks, l.Header)
	add := func(b ir.BlockID) {
		if !in[b] && fn.at[b] > fn.at[l.Header] {
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
			l.Irreducible = l.Irreducible || !in[p]
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
