package order

import (
	"context"
	"errors"
	"time"

	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// The second opinion: where a verdict safe rests on narrowing, the graph before narrowing is encoded
// and solved as well, if there is time. A violation or a bound there is an error of narrowing or of
// the encoding, and no verdict.
const (
	againEvents = 4000            // of the largest graph that is solved twice
	againTime   = 2 * time.Second // at most
	againShare  = 0.1             // of the time left, at most
)

// decides reports whether a verdict may rest on narrowing. It does if a condition of an obligation, mark,
// node or event is a constant in the narrow graph and none in the whole graph.
func decides(whole, narrow *event.Graph) bool {
	s := whole.Terms
	decided := func(before, after term.ID) bool { return before != after && !s.IsConst(before) && s.IsConst(after) }
	for i := range whole.Obligations {
		a, b := &whole.Obligations[i], &narrow.Obligations[i]
		if decided(a.Guard, b.Guard) || decided(a.Cond, b.Cond) {
			return true
		}
	}
	for i := range whole.Marks {
		if decided(whole.Marks[i].Guard, narrow.Marks[i].Guard) {
			return true
		}
	}
	for i := range whole.Nodes {
		if decided(whole.Nodes[i].Guard, narrow.Nodes[i].Guard) {
			return true
		}
	}
	for i := range whole.Events {
		if decided(whole.Events[i].Guard, narrow.Events[i].Guard) {
			return true
		}
	}
	return false
}

// again solves the graph before narrowing. It may take as long as the work took so far, and a share of the
// time left. It returns an error if the answers differ, and nil if they agree or the time is up.
func (r *run) again(ctx context.Context) error {
	whole := r.whole
	r.whole = nil
	if whole == nil || len(r.search.Found.Violations) > 0 || len(r.search.Found.Marks) > 0 || r.search.Unsupported != "" {
		return nil
	}
	most := min(time.Since(r.began), againTime)
	if deadline, limited := ctx.Deadline(); limited {
		most = min(most, time.Duration(againShare*float64(time.Until(deadline))))
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	end := r.search.Stage("again")
	var size int
	defer func() { end(size) }()
	host := solver.New(whole.Terms, sat.Options{})
	host.SetLimits(sat.Limits{Memory: r.Memory})
	e, err := consistency.New(ctx, whole, host, consistency.Options{Eager: r.opts.Eager})
	if err != nil {
		return r.endOf(ctx, err)
	}
	if r.Part != nil {
		cube, err := ask(whole, e).cube(whole.Terms, r.Part)
		if err != nil {
			return nil // narrowing decided an arc
		}
		for _, f := range cube {
			host.Assert(f)
		}
	}
	if j := r.joint; j != nil {
		e.Drop(func(i int) bool { return !j.isOpen(whole.Obligations[i].Property) })
	}
	res, err := e.Check(ctx)
	size = host.Stats().Search.Clauses
	if err == nil && res.Status == sat.Satisfiable {
		return errors.New("with narrowing there is no violation, without there is one")
	}
	if err != nil || res.Status != sat.Unsatisfiable {
		return r.endOf(ctx, err)
	}
	res, _, err = e.CheckMarks(ctx, func(int) bool { return true })
	if err == nil && res.Status == sat.Satisfiable {
		return errors.New("with narrowing no bound is reached, without one is")
	}
	return r.endOf(ctx, err)
}
