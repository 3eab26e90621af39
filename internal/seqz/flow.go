package seqz

import (
	"math"

	"github.com/heddle-mc/heddle/internal/ir"
)

// part is a block, or a loop: its head, then the rest of it in order.
type part struct {
	block ir.BlockID
	loop  int32 // 0: a block
	body  []part
}

// flow is a weak topological order of a function's reachable blocks (Bourdoncle,
// "Efficient chaotic iteration strategies with widenings", FMPA 1993, figure 4):
// every edge to a block that does not come later goes to the head of a loop that
// holds the edge's start.
type flow struct {
	order []part
	rank  []int32 // by block: its place in the order
	inner []int32 // by block: the innermost loop, 0: none
	outer []int32 // by loop: the loop around it
}

// orderer computes the order.
type orderer struct {
	fn    *ir.Func
	dfn   []int32
	num   int32
	stack []ir.BlockID
}

func newFlow(fn *ir.Func) *flow {
	n := len(fn.Blocks)
	f := &flow{rank: make([]int32, n), inner: make([]int32, n), outer: make([]int32, 1)}
	o := orderer{fn: fn, dfn: make([]int32, n)}
	o.visit(1, &f.order)
	reverse(f.order)
	next := int32(0)
	f.number(f.order, 0, &next)
	return f
}

func (o *orderer) visit(v ir.BlockID, out *[]part) int32 {
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
		*out = append(*out, part{block: v})
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

func (o *orderer) component(v ir.BlockID) part {
	p := part{block: v, loop: -1}
	for _, w := range o.fn.Blocks[v].Term.Targets {
		if o.dfn[w] == 0 {
			o.visit(w, &p.body)
		}
	}
	reverse(p.body)
	return p
}

func reverse(list []part) {
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
}

// number gives loops and places in the order their numbers.
func (f *flow) number(list []part, outer int32, next *int32) {
	for i := range list {
		p := &list[i]
		*next++
		f.rank[p.block], f.inner[p.block] = *next, outer
		if p.loop != 0 {
			f.outer = append(f.outer, outer)
			p.loop = int32(len(f.outer) - 1)
			f.inner[p.block] = p.loop
			f.number(p.body, p.loop, next)
		}
	}
}

// within reports whether a block is in a loop.
func (f *flow) within(b ir.BlockID, l int32) bool {
	for k := f.inner[b]; k != 0; k = f.outer[k] {
		if k == l {
			return true
		}
	}
	return false
}

// leaves calls mark for every loop that an edge leaves; to 0: a return.
func (f *flow) leaves(from, to ir.BlockID, mark func(loop int32)) {
	for l := f.inner[from]; l != 0 && (to == 0 || !f.within(to, l)); l = f.outer[l] {
		mark(l)
	}
}
