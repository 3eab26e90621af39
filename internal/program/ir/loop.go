package ir

import "slices"

// LoopNest holds the natural loops of a function. A back edge is an edge whose target dominates its
// source. A loop has a header and the blocks from which a back edge to the header can be reached
// without passing it (Aho, Lam, Sethi, Ullman: Compilers, 2nd edition, section 9.6). Control flow is
// reducible (Check), so there is no other cycle.
type LoopNest struct {
	Dom   *Dominators
	Loops []Loop // by header in reverse post-order: an outer loop comes before its inner ones

	innermost []int32 // by block: index in Loops, or NoLoop
}

// NoLoop is the index of no loop.
const NoLoop = -1

// Loop is a natural loop.
type Loop struct {
	Header BlockID
	Blocks []BlockID // Header included, ascending
	Back   []BlockID // the sources of its back edges, ascending
	Parent int       // the innermost loop around it, in LoopNest.Loops, or NoLoop
	Depth  int       // 1 for an outermost loop
}

// Loops finds the natural loops of a function with a body.
func (f *Func) Loops() *LoopNest {
	n := &LoopNest{Dom: f.Dominators(), innermost: make([]int32, len(f.Blocks))}
	for b := range n.innermost {
		n.innermost[b] = NoLoop
	}
	preds := f.predecessors(n.Dom.Order)
	for _, h := range n.Dom.Order {
		l := Loop{Header: h}
		for _, p := range preds[h] {
			if n.Dom.Dominates(h, p) {
				l.Back = append(l.Back, p)
			}
		}
		if len(l.Back) == 0 {
			continue
		}
		slices.Sort(l.Back)
		l.findBlocks(preds)
		// The loops found before that have the header are around it, the last one closest.
		if l.Parent, l.Depth = n.Innermost(h), 1; l.Parent != NoLoop {
			l.Depth += n.Loops[l.Parent].Depth
		}
		for _, b := range l.Blocks {
			n.innermost[b] = int32(len(n.Loops))
		}
		n.Loops = append(n.Loops, l)
	}
	return n
}

// predecessors returns the predecessors of every block among those listed, each once.
func (f *Func) predecessors(order []BlockID) [][]BlockID {
	preds := make([][]BlockID, len(f.Blocks))
	for _, b := range order {
		for _, to := range f.Blocks[b].Term.Targets {
			if n := len(preds[to]); n == 0 || preds[to][n-1] != b {
				preds[to] = append(preds[to], b)
			}
		}
	}
	return preds
}

func (l *Loop) findBlocks(preds [][]BlockID) {
	in := make([]bool, len(preds))
	in[l.Header] = true
	l.Blocks = append(l.Blocks, l.Header)
	add := func(list []BlockID) {
		for _, b := range list {
			if !in[b] {
				in[b] = true
				l.Blocks = append(l.Blocks, b)
			}
		}
	}
	add(l.Back)
	for i := 1; i < len(l.Blocks); i++ {
		add(preds[l.Blocks[i]])
	}
	slices.Sort(l.Blocks)
}

// Innermost returns the index in Loops of the innermost loop that a block is in,
// or NoLoop.
func (n *LoopNest) Innermost(b BlockID) int { return int(n.innermost[b]) }

// At returns the index in Loops of the loop with a header, or NoLoop.
func (n *LoopNest) At(header BlockID) int {
	if i := n.Innermost(header); i != NoLoop && n.Loops[i].Header == header {
		return i
	}
	return NoLoop
}

// EveryTime reports whether every iteration of a loop that comes round again executes a
// block of it.
func (n *LoopNest) EveryTime(l *Loop, b BlockID) bool {
	return !slices.ContainsFunc(l.Back, func(from BlockID) bool { return !n.Dom.Dominates(b, from) })
}

// Contains reports whether a block is in the loop.
func (l *Loop) Contains(b BlockID) bool {
	_, found := slices.BinarySearch(l.Blocks, b)
	return found
}
