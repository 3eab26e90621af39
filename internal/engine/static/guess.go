package static

import (
	"context"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
	"github.com/heddle-mc/heddle/internal/prove/pathproof"
)

// guessShare and guessTime limit the choice among proposed bounds: at most 1/guessShare of the time left,
// and at most guessTime. The choice takes longer than the confirmation of a finished proof, and without it
// there is no proof.
const (
	guessShare = 2
	guessTime  = 20 * time.Second
)

// guess proves a property that packages values and pathproof could not prove, if it is about numbers.
// Package confirm/threads tests proposed loop bounds on the contents of memory; a proof found this way is
// already confirmed. nil: there is no proof.
func (m *memo) guess(ctx context.Context, r *values.Result, p *engine.Problem) *threadproof.Proof {
	if !ofNumbers(r, p.Property) {
		return nil
	}
	m.Lock()
	defer m.Unlock()
	c := &m.certified
	if m.result != r || c.late || c.guessLate {
		return nil
	}
	limit := guessTime
	if deadline, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(deadline)/guessShare)
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	proof := c.guess(within, r, p.Property)
	c.guessLate = proof == nil && within.Err() != nil && ctx.Err() == nil
	return proof
}

func (c *certified) guess(ctx context.Context, r *values.Result, p verdict.Property) *threadproof.Proof {
	if c.base == nil {
		base := r.Proof(ctx)
		if ctx.Err() != nil {
			return nil
		}
		c.base = base
	}
	proof := *c.base
	if proof.Bounds, proof.CellBounds = c.chosen, c.cells; !c.chose {
		proof.Bounds, proof.CellBounds = pathproof.Propose(r.Program, c.base)
	}
	if len(proof.CellBounds) == 0 {
		return nil
	}
	proof.Paths = []verdict.Property{p}
	kept, report, err := threads.Choose(ctx, r.Program, &proof)
	if err != nil || ctx.Err() != nil {
		return nil
	}
	if report.NotCovered == "" && report.Unconfirmed == "" {
		c.chose, c.chosen, c.cells = true, kept.Bounds, kept.CellBounds
	}
	if ok, _ := report.Confirms(p); !ok {
		return nil
	}
	return kept
}

// ofNumbers reports whether all that is left of a property are matters of numbers.
func ofNumbers(r *values.Result, p verdict.Property) bool {
	return p.Is(threads.Checks) && !slices.ContainsFunc(r.Left, func(o values.Obligation) bool { return o.Property == p && len(r.Places(o)) == 0 })
}
