package unwind

import (
	"math"

	"github.com/heddle-mc/heddle/internal/ir"
)

// flow is what execution needs to know of a function's control flow.
type flow struct {
	fn    *ir.Func
	order []elem
	loops []loop   // from 1
	inner []int32  // by block: the innermost loop that it is in, 0: none
	rank  []int32  // by block: its place in the order
	live  [][]bool // by block, register: read before it is assigned
	named [][]bool // the same with source variables, when needed (frame.keeps)
}

// elem is a block, or a loop: its head, then the rest of it in order.
type elem struct {
	block ir.BlockID
	loop  int32 // 0: a block
	body  []elem
}

type loop struct {
	head  ir.BlockID
	outer int32
}

// flowOf returns the flow of a function, computed when first needed.
func (w *world) flowOf(id ir.FuncID) *flow {
	if w.flows[id] == nil {
		w.flows[id] = newFlow(&w.prog.Funcs[id])
	}
	return w.flows[id]
}

// newFlow orders the blocks of a function that can be reached: a weak
// topological order (Bourdoncle 1993, figure 4). Every edge to a block that does
// not come later goes to the head of a loop that holds the edge's start.
func newFlow(fn *ir.Func) *flow {
	n := len(fn.Blocks)
	f := &flow{fn: fn, loops: make([]loop, 1), inner: make([]int32, n), rank: make([]int32, n)}
	o := orderer{fn: fn, dfn: make([]int32, n)}
	var order []elem
	o.visit(1, &order)
	reverse(order)
	f.order = order
	next := int32(0)
	f.number(f.order, 0, &next)
	f.liveness()
	return f
}

type orderer struct {
	fn    *ir.Func
	dfn   []int32
	num   int32
	stack []ir.BlockID
}

func (o *orderer) visit(v ir.BlockID, out *[]elem) int32 {
	o.stack = append(o.stack, v)
	o.num++
	o.dfn[v] = o.num
	head := o.num
	isLoop := false
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
	if isLoop {
		for w != v {
			o.dfn[w] = 0
			w = o.pop()
		}
		*out = append(*out, o.component(v))
	} else {
		*out = append(*out, elem{block: v})
	}
	return head
}

func (o *orderer) pop() ir.BlockID {
	v := o.stack[len(o.stack)-1]
	o.stack = o.stack[:len(o.stack)-1]
	return v
}

func (o *orderer) component(v ir.BlockID) elem {
	e := elem{block: v, loop: -1}
	for _, w := range o.fn.Blocks[v].Term.Targets {
		if o.dfn[w] == 0 {
			o.visit(w, &e.body)
		}
	}
	reverse(e.body)
	return e
}

func reverse(list []elem) {
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
}

// number gives loops and places in the order their numbers.
func (f *flow) number(list []elem, outer int32, next *int32) {
	for i := range list {
		e := &list[i]
		*next++
		f.rank[e.block] = *next
		f.inner[e.block] = outer
		if e.loop != 0 {
			f.loops = append(f.loops, loop{e.block, outer})
			e.loop = int32(len(f.loops) - 1)
			f.inner[e.block] = e.loop
			f.number(e.body, e.loop, next)
		}
	}
}

// leaves calls mark for every loop that an edge leaves.
func (f *flow) leaves(from, to ir.BlockID, mark func(loop int32)) {
	for l := f.inner[from]; l != 0 && !f.within(to, l); l = f.loops[l].outer {
		mark(l)
	}
}

// within reports whether a block is in a loop.
func (f *flow) within(b ir.BlockID, l int32) bool {
	for k := f.inner[b]; k != 0; k = f.loops[k].outer {
		if k == l {
			return true
		}
	}
	return false
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
