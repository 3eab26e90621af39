package loops

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Walk is a symbolic execution of a function along its weak order, up to a bound on the iterations of
// loops. S is the walker's type of a state of the executing thread. A block is executed when all states
// that can reach it from outside its loops wait before it. Blocks after a loop are executed after all
// its iterations.
type Walk[S any] struct {
	order   *WeakOrder
	by      Walker[S]
	bound   int
	waiting [][]S  // by block
	back    [][]S  // by head of a loop: states from its last iteration
	exited  []bool // by loop: some path left it in this iteration
	stays   []bool // by loop: a constant kept this iteration in it
}

// Walker executes the blocks of a Walk.
type Walker[S any] interface {
	// Block executes a block, and passes the resulting states to Jump, Decided and Returns.
	Block(st S, b ir.BlockID)
	// Merge adds st to the states that wait before a block.
	Merge(waiting *[]S, st S, b ir.BlockID)
	// Loop begins a loop.
	Loop(head ir.BlockID) Iterations[S]
	// Cut ends states that would begin an iteration beyond a limit.
	Cut(states []S, head ir.BlockID, limit int)
	// Stopped reports whether the execution is given up.
	Stopped() bool
}

// Iterations is notified of the iterations of one loop.
type Iterations[S any] interface {
	Begin(states []S)
	// End returns the states that continue, and the limit on iterations that a constant keeps in the
	// loop. If the limit is negative there are no more iterations.
	End(states []S) (on []S, limit int)
	Leave()
}

// NewWalk returns the execution of a function whose loops have at most bound counted iterations. An
// iteration counts if a path left the loop in it, or if no constant kept it in the loop.
func NewWalk[S any](order *WeakOrder, by Walker[S], bound int) *Walk[S] {
	blocks, loops := len(order.Rank), len(order.Loops)
	return &Walk[S]{order: order, by: by, bound: bound, waiting: make([][]S, blocks), back: make([][]S, blocks),
		exited: make([]bool, loops), stays: make([]bool, loops)}
}

// Run executes the function from a state at its beginning. Every state is executed, merged
// with another or cut, unless the execution is given up.
func (w *Walk[S]) Run(st S) {
	w.waiting[1] = []S{st}
	w.parts(w.order.Parts)
	for b := range w.waiting {
		if len(w.waiting[b])+len(w.back[b]) > 0 && !w.by.Stopped() {
			panic(fmt.Sprintf("loops: control that comes to b%d is lost", b))
		}
	}
}

func (w *Walk[S]) parts(list []Part) {
	for i := range list {
		switch p := &list[i]; {
		case w.by.Stopped():
			return
		case p.Loop != 0:
			w.iterate(p)
		default:
			w.block(p.Block)
		}
	}
}

// iterate executes a loop until no state is left in it, or to its bound.
func (w *Walk[S]) iterate(p *Part) {
	counted, free := 0, 0
	loop := w.by.Loop(p.Block)
	defer loop.Leave()
	for len(w.waiting[p.Block]) > 0 && !w.by.Stopped() {
		loop.Begin(w.waiting[p.Block])
		w.exited[p.Loop], w.stays[p.Loop] = false, false
		w.block(p.Block)
		w.parts(p.Body)
		on, limit := loop.End(w.back[p.Block])
		w.back[p.Block] = nil
		if w.exited[p.Loop] || !w.stays[p.Loop] {
			counted++
		} else {
			free++
		}
		if len(on) > 0 && (counted >= w.bound || free > limit) {
			if counted < w.bound {
				counted = free
			}
			w.by.Cut(on, p.Block, counted)
			return
		}
		w.waiting[p.Block] = on
	}
}

func (w *Walk[S]) block(b ir.BlockID) {
	states := w.waiting[b]
	w.waiting[b] = nil
	for _, st := range states {
		w.by.Block(st, b)
	}
}

// Jump passes a state from a block to another.
func (w *Walk[S]) Jump(st S, from, to ir.BlockID) {
	w.leaves(from, to)
	list := &w.waiting[to]
	if w.order.Rank[to] <= w.order.Rank[from] {
		list = &w.back[to]
	}
	w.by.Merge(list, st, to)
}

// Decided records that a constant leads from a block to one of its targets.
func (w *Walk[S]) Decided(from, to ir.BlockID, targets []ir.BlockID) {
	for _, other := range targets {
		w.order.Leaves(from, other, func(l int32) { w.stays[l] = w.stays[l] || w.order.Within(to, l) })
	}
}

// Returns records that a path leaves the function at the end of a block.
func (w *Walk[S]) Returns(from ir.BlockID) { w.leaves(from, 0) }

func (w *Walk[S]) leaves(from, to ir.BlockID) {
	w.order.Leaves(from, to, func(l int32) { w.exited[l] = true })
}
