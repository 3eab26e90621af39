package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Options choose the variant of the engine. The zero value is the default one.
type Options struct {
	Eager bool // clocks in place of the ordering theory
}

// Order is an engine.
type Order struct{ opts Options }

var _ engine.Joint = (*Order)(nil)

// New returns an engine.
func New(opts Options) *Order { return &Order{opts} }

// firstShare is the part of the time left that the first round may take before one with
// smaller bounds is tried.
const firstShare = 0.25

// begin judges the program within the first bounds, or within smaller ones where these
// take too much time or memory: an answer for a part is better than none. It returns the bounds.
func (r *run) begin(ctx context.Context, bound search.Unwinding) (search.Unwinding, bool, error) {
	for {
		smaller, is := bound.Smaller()
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
		if err != nil && short.Err() != nil && ctx.Err() != nil {
			err = context.Cause(ctx) // that the round was late matters no more
		}
		cancel()
		if err == nil || !late && !errors.As(err, new(*search.LimitError)) {
			return bound, more, err
		}
		bound = smaller
	}
}

// Run implements engine.Engine.
func (o *Order) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	return o.run(ctx, p, nil)
}

// run judges one property or, if j is not nil, the properties of j jointly.
func (o *Order) run(ctx context.Context, p *engine.Problem, j *joint) (*engine.Outcome, error) {
	r, bound := newRun(p, o.opts), search.FirstUnwinding(p.Bounds)
	r.joint = j
	out, err := r.search.Grow(ctx, func(ctx context.Context) (more bool, err error) {
		if r.search.Completed || p.Bounds.Unwind > 0 {
			more, err = r.round(ctx, bound)
		} else {
			bound, more, err = r.begin(ctx, bound)
		}
		if err != nil {
			return false, fmt.Errorf("bound %d: %w", bound.Loop, err)
		}
		more = more && p.Bounds.Unwind == 0 && bound.Loop < search.MaxLoop
		bound = bound.Next()
		if !more {
			if r.allowed != "" {
				return false, nil
			}
			if err = r.sample(ctx, r.graph); err == nil {
				err = r.again(ctx)
			}
		}
		return more, err
	})
	if err == nil && r.allowed != "" {
		out.Verdict, out.Reason, out.Detail, out.Marks = verdict.Unknown, verdict.WeakMemory, r.allowed, nil
	}
	return out, err
}
