package token

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// maxCounted is the largest number of passes that counters distinguish.
const maxCounted = 8

// counter counts how often a thread gets the token.
type counter struct {
	atLeast [maxCounted + 1]term.ID // by number less one
	counted []int                   // by thread: its reads that are
}

// count takes the reads into account that were added since it was called last.
func (e *Encoding) count() {
	c := &e.counter
	if c.counted == nil {
		c.counted = make([]int, len(e.machines))
		for k := range c.atLeast {
			c.atLeast[k] = term.False
		}
	}
	for i, m := range e.machines {
		if m == nil {
			continue
		}
		for ; c.counted[i] < len(m.reads); c.counted[i]++ {
			gets := m.reads[c.counted[i]].first
			for k := len(c.atLeast) - 1; k > 0; k-- {
				c.atLeast[k] = e.terms.Or(c.atLeast[k], e.terms.And(c.atLeast[k-1], gets))
			}
			c.atLeast[0] = e.terms.Or(c.atLeast[0], gets)
		}
	}
}

// fewest returns a violation with the fewest passes, given any violation. None of its passes can be left
// out, such as useless passes of the token there and back. Above maxCounted, passes are not counted.
func (e *Encoding) fewest(ctx context.Context, w *Witness, violated term.ID) (*Witness, solver.Result, error) {
	e.count()
	for {
		most := min(len(w.passed)-1, maxCounted)
		if most < 0 {
			return w, solver.Result{Status: sat.Satisfiable}, nil
		}
		result, err := e.Check(ctx, e.terms.And(violated, e.terms.Not(e.counter.atLeast[most])))
		switch {
		case err != nil || result.Status == sat.Unknown:
			return nil, result, err
		case result.Status == sat.Unsatisfiable:
			return w, solver.Result{Status: sat.Satisfiable}, nil
		}
		x := e.read()
		better, err := x.violation()
		if err != nil {
			return nil, result, err
		}
		if unroll.Confirm(e.sys, &better.Witness) {
			w = better
		} else if err := e.refine(x, better); err != nil {
			return nil, result, err
		}
	}
}
