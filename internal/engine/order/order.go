package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/unwind"
)

// Options choose the variant of the engine. The zero value is the default one.
type Options struct {
	Eager bool // clocks in place of the ordering theory
}

// Order is an engine.
type Order struct{ opts Options }

var _ engine.Engine = (*Order)(nil)

// New returns an engine.
func New(opts Options) *Order { return &Order{opts} }

// maxBound is the last loop bound that is tried.
const maxBound = 1 << 20

// firstConcrete bounds the iterations of loops with a constant number of them
// in the first round, a hundredth of it those that do something visible; it
// grows faster than the bound of other loops. Many violations show within the
// first iterations, and a program that is too large as a whole gets an answer
// at least for its beginning.
const firstConcrete = 600

// firstAlike is how many threads that are created at one place begin in the first round: few
// violations need more. Where there are more than maxAlike, not all of them can be unwound.
const (
	firstAlike = 5
	maxAlike   = 2000
)

// limits are the bounds of a round.
type limits struct {
	loop     int // of loops whose number of iterations is not constant
	concrete int // of others; 0: what the unwinder thinks reasonable
	alike    int // threads of one place that begin; 0: all
}

// first returns the bounds of the first round, next those of the next.
func first(b engine.Bounds) limits {
	if b.Unwind > 0 {
		return limits{b.Unwind, 0, 0}
	}
	return limits{1, firstConcrete, firstAlike}
}

func (l limits) next() limits {
	l.loop *= 2
	if l.concrete *= 4; l.concrete >= unwind.DefaultConcrete {
		l.concrete = 0
	}
	if l.alike *= 4; l.alike >= maxAlike {
		l.alike = 0
	}
	return l
}

// The bounds below the first ones, for programs that are too large even for those.
const (
	leastConcrete = 100
	leastAlike    = 2
)

// smaller returns bounds below those of the first round, if there are any.
func (l limits) smaller() (limits, bool) {
	least := limits{1, max(leastConcrete, l.concrete/3), max(leastAlike, l.alike/2)}
	return least, least.concrete < l.concrete
}

// firstShare is the part of the time left that the first round may take before one with
// smaller bounds is tried.
const firstShare = 0.25

// begin judges the program within the first bounds, or within smaller ones where these
// take too much time or memory: an answer for a part is better than none. It returns the bounds.
func (r *run) begin(ctx context.Context, bound limits) (limits, bool, error) {
	for {
		smaller, is := bound.smaller()
		if !is {
			more, err := r.round(ctx, bound)
			return bound, more, err
		}
		short, cancel := ctx, func() {}
		if deadline, limited := ctx.Deadline(); limited {
			short, cancel = context.WithTimeout(ctx, time.Duration(firstShare*float64(time.Until(deadline))))
		}
		more, err := r.round(short, bound)
		late := short.Err() != nil && ctx.Err() == nil
		cancel()
		if err == nil || !late && !errors.As(err, new(*search.LimitError)) {
			return bound, more, err
		}
		bound = smaller
	}
}

// Run implements engine.Engine.
func (o *Order) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	r, bound := newRun(p, o.opts), first(p.Bounds)
	return r.search.Grow(ctx, func(ctx context.Context) (more bool, err error) {
		if r.search.Completed || p.Bounds.Unwind > 0 {
			more, err = r.round(ctx, bound)
		} else {
			bound, more, err = r.begin(ctx, bound)
		}
		if err != nil {
			return false, fmt.Errorf("bound %d: %w", bound.loop, err)
		}
		more = more && p.Bounds.Unwind == 0 && bound.loop < maxBound
		bound = bound.next()
		return more, nil
	})
}
