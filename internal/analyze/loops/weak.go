package loops

import (
	"math"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// WeakOrder is a weak topological order of a function's reachable blocks (Bourdoncle, "Efficient
// chaotic iteration strategies with widenings", FMPA 1993, figure 4). Every edge to a block that does
// not come later goes to the head of a loop that holds the edge's start. An execution of the parts in
// this order, with loops repeated until they are left, reaches a block after all its predecessors.
type WeakOrder struct {
	Parts []Part
	Loops []WeakLoop // from 1
	Rank  []int32    // by block: its place in the order, from 1; 0: unreachable
	Inner []int32    // by block: its innermost loop, 0: none
}

// Part is a block, or a loop: its head, then the rest of it in order.
type Part struct {
	Block ir.BlockID
	Loop  int32 // index of WeakOrder.Loops; 0: a block
	Body  []Part
}

// WeakLoop is a loop of a weak order.
type WeakLoop struct {
	Head  ir.BlockID
	Outer int32 // the loop around it, 0: none
}

// NewWeakOrder orders the reachable blocks of a function.
func NewWeakOrder(fn *ir.Func) *WeakOrder {
	n := len(fn.Blocks)
	w := &WeakOrder{Loops: make([]WeakLoop, 1), Inner: make([]int32, n), Rank: make([]int32, n)}
	o := orderer{fn: fn, dfn: make([]int32, n)}
	o.visit(1, &w.Parts)
	slices.Reverse(w.Parts)
	next := int32(0)
	w.number(w.Parts, 0, &next)
	return w
}

// orderer finds the parts, last ones first.
type orderer struct {
	fn    *ir.Func
	dfn   []int32
	num   int32
	stack []ir.BlockID
}

func (o *orderer) visit(v ir.BlockID, out *[]Part) int32 {
	o.stack = append(o.stack, v)
	o.num++
	o.dfn[v] = o.num
	head, isLoop := o.num, false
	for _, w := range o.fn.Blocks[v].Term.Targets {
		low := o.dfn[w]
		if low == 0 {
			low = o.visit(w, out)
		}
		if low <= head {
			head, isLoop = low, true
		}
	}
	if head != o.dfn[v] {
		return head
	}
	o.dfn[v] = math.MaxInt32
	w := o.pop()
	if !isLoop {
		*out = append(*out, Part{Block: v})
		return head
	}
	for w != v {
		o.dfn[w] = 0
		w = o.pop()
	}
	*out = append(*out, o.component(v))
	return head
}

func (o *orderer) pop() ir.BlockID {
	v := o.stack[len(o.stack)-1]
	o.stack = o.stack[:len(o.stack)-1]
	return v
}

func (o *orderer) component(v ir.BlockID) Part {
	p := Part{Block: v, Loop: -1}
	for _, w := range o.fn.Blocks[v].Term.Targets {
		if o.dfn[w] == 0 {
			o.visit(w, &p.Body)
		}
	}
	slices.Reverse(p.Body)
	return p
}

// number assigns numbers to loops, and places in the order to blocks.
func (w *WeakOrder) number(list []Part, outer int32, next *int32) {
	for i := range list {
		p := &list[i]
		*next++
		w.Rank[p.Block], w.Inner[p.Block] = *next, outer
		if p.Loop != 0 {
			w.Loops = append(w.Loops, WeakLoop{p.Block, outer})
			p.Loop = int32(len(w.Loops) - 1)
			w.Inner[p.Block] = p.Loop
			w.number(p.Body, p.Loop, next)
		}
	}
}

// Within reports whether a block is in a loop.
func (w *WeakOrder) Within(b ir.BlockID, l int32) bool {
	for k := w.Inner[b]; k != 0; k = w.Loops[k].Outer {
		if k == l {
			return true
		}
	}
	return false
}

// Leaves calls mark for every loop that an edge leaves; to 0: a return.
func (w *WeakOrder) Leaves(from, to ir.BlockID, mark func(loop int32)) {
	for l := w.Inner[from]; l != 0 && (to == 0 || !w.Within(to, l)); l = w.Loops[l].Outer {
		mark(l)
	}
}
