package search

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// MaxLoop is the last loop bound that is tried.
const MaxLoop = 1 << 20

// firstConcrete bounds the iterations of loops with a constant number of them in the first round. Loops
// with visible operations get a hundredth of it. It grows faster than the bound of other loops. Many
// violations show within the first iterations, and a program that is too large as a whole gets an answer at
// least for its beginning.
const firstConcrete = 600

// firstAlike is how many threads that are created at one place begin in the first round: few violations
// need more, and many threads within the bounds of loops make the graph large. If there are more than
// maxAlike, not all can be unwound.
const (
	firstAlike = 2
	maxAlike   = 2000
)

// Unwinding is the bounds within which a round unwinds the program.
type Unwinding struct {
	Loop     int // of loops whose number of iterations is not constant
	Concrete int // of others; 0: the unwinder's default
	Alike    int // threads of one place that begin; 0: all
}

// FirstUnwinding returns the bounds of the first round.
func FirstUnwinding(b engine.Bounds) Unwinding {
	if b.Unwind > 0 {
		return Unwinding{b.Unwind, 0, 0}
	}
	return Unwinding{1, firstConcrete, firstAlike}
}

// UnwindingOf returns the bounds of the round that has a bound of loops.
func UnwindingOf(b engine.Bounds, loop int) Unwinding {
	u := FirstUnwinding(b)
	for u.Loop < loop {
		u = u.Next()
	}
	return u
}

// Next returns the bounds of the round after.
func (u Unwinding) Next() Unwinding {
	u.Loop *= 2
	if u.Concrete *= 4; u.Concrete >= unwind.DefaultConcrete {
		u.Concrete = 0
	}
	switch {
	case u.Alike == firstAlike:
		u.Alike++
	case u.Alike*3 < maxAlike:
		u.Alike *= 3
	default:
		u.Alike = 0
	}
	return u
}

// The bounds below the first ones, for programs that are too large even for those.
const leastConcrete = 100

// Smaller returns bounds below those of the first round, if there are any.
func (u Unwinding) Smaller() (Unwinding, bool) {
	least := Unwinding{1, max(leastConcrete, u.Concrete/3), u.Alike}
	return least, least.Concrete < u.Concrete
}

// Larger returns the bound that is tried after n.
func Larger(n int) int {
	switch {
	case n < 4:
		return n + 1
	case n%3 == 0:
		return n / 3 * 4
	}
	return n / 2 * 3
}

// Unwind unwinds the program within bounds, with further options.
func (r *Run) Unwind(ctx context.Context, terms *term.Store, bound Unwinding, o unwind.Options) (*event.Graph, error) {
	p := r.Problem
	o.Property, o.Environment, o.Loop, o.Concrete, o.Alike = p.Property, p.Environment, bound.Loop, bound.Concrete, bound.Alike
	o.Threads = p.Bounds.Threads
	return unwind.Unwind(ctx, p.Facts(), terms, o)
}
