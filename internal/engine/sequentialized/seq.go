package sequentialized

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
)

// limits are the bounds of a round of work.
type limits struct {
	loop    int
	visible int // iterations of loops with a constant number of them that do something visible; 0: all
	number  int // rounds, contexts or writes: see measure
	threads int
}

// firstVisible is where limits.visible begins. It doubles: many violations show within
// the first iterations.
const firstVisible = 6

// maxBound is the last bound that is tried.
const maxBound = 1 << 16

// Run implements engine.Engine.
func (s *Seq) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	r := &run{search: search.Begin(p), method: s.method, schedule: s.scheduleOf(p.Bounds), eachWrite: s.eachWrite}
	r.problem = r.search.Problem
	given := p.Bounds.Rounds + p.Bounds.Contexts + p.Bounds.Writes // at most one is set
	number := given
	if number == 0 {
		number = s.method.measure.first()
	}
	at := limits{loop: max(1, p.Bounds.Unwind), visible: firstVisible, number: number, threads: p.Bounds.Threads}
	if p.Bounds.Unwind > 0 {
		at.visible = 0
	}
	return r.search.Grow(ctx, func(ctx context.Context) (bool, error) {
		next, err := r.work(ctx, at)
		if err != nil {
			return false, fmt.Errorf("bounds %+v: %w", at, err)
		}
		s.done = at
		if p.Bounds.Unwind > 0 {
			next.loop = at.loop
		}
		if given > 0 {
			next.number = at.number
		}
		if p.Bounds.Threads > 0 {
			next.threads = at.threads
		}
		more := next != at && next.loop <= maxBound && next.number <= maxBound
		at = next
		return more, nil
	})
}
