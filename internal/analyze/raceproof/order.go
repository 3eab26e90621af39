package raceproof

import (
	"container/heap"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// places holds the places whose paths are to be propagated. It returns the first of them in the order of an
// execution of each thread without loops, in which a function comes between its call and the place behind. So
// the paths of a place are mostly complete before they go on.
type places struct {
	rank   map[pointsto.At]int32
	at     []pointsto.At // by rank
	heap   ranks
	queued []bool // by rank
}

type ranks []int32

func (r ranks) Len() int           { return len(r) }
func (r ranks) Less(i, j int) bool { return r[i] < r[j] }
func (r ranks) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *ranks) Push(x any)        { *r = append(*r, x.(int32)) }

func (r *ranks) Pop() any {
	n := len(*r) - 1
	x := (*r)[n]
	*r = (*r)[:n]
	return x
}

// newPlaces ranks the places of a program.
func newPlaces(pts *pointsto.Result) *places {
	s := &places{rank: make(map[pointsto.At]int32)}
	for t := 1; t < len(pts.Threads); t++ {
		if root := pts.Threads[t].Root; root != 0 {
			s.visit(pts, root)
		}
	}
	return s
}

// visit ranks the places of a node and of the nodes that it calls.
func (s *places) visit(pts *pointsto.Result, n pointsto.NodeID) {
	if _, ok := s.rank[pointsto.At{Node: n, Block: 1}]; ok {
		return
	}
	view := pts.View(n)
	s.number(pointsto.At{Node: n, Block: 1})
	for _, b := range view.Order {
		s.number(pointsto.At{Node: n, Block: b})
		for i := range view.IR.Blocks[b].Instrs {
			if op := view.IR.Blocks[b].Instrs[i].Op; op == ir.OpCall || op == ir.OpCallPtr {
				for _, callee := range pts.Callees(n, b, i) {
					s.visit(pts, callee)
				}
				s.number(pointsto.At{Node: n, Block: b, Instr: i + 1})
			}
		}
	}
}

// number returns the rank of a place. A new place is the last.
func (s *places) number(at pointsto.At) int32 {
	r, ok := s.rank[at]
	if !ok {
		r = int32(len(s.at))
		s.rank[at] = r
		s.at, s.queued = append(s.at, at), append(s.queued, false)
	}
	return r
}

// push adds a place.
func (s *places) push(at pointsto.At) {
	if r := s.number(at); !s.queued[r] {
		s.queued[r] = true
		heap.Push(&s.heap, r)
	}
}

// pop takes the first place; not ok: there is none.
func (s *places) pop() (at pointsto.At, ok bool) {
	if len(s.heap) == 0 {
		return at, false
	}
	r := heap.Pop(&s.heap).(int32)
	s.queued[r] = false
	return s.at[r], true
}
