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

// Choosing among bounds that are only proposed takes longer than confirming what was found, and without it there is no proof. It may take
// one part in guessShare of the time that is left, and guessTime at most.
const (
	guessShare = 2
	guessTime  = 20 * time.Second
)

// guess proves what packages values and pathproof left, if it is a matter of numbers, by bounds of loops on what memory holds: those that
// are proposed are tried by who confirms proofs, who has then confirmed this one. nil: there is no proof.
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
	return slices.Contains(threads.Properties(), p) && !slices.ContainsFunc(r.Left, func(o values.Obligation) bool { return o.Property == p && len(r.Places(o)) == 0 })
}
