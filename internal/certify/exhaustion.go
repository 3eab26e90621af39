package certify

import (
	"context"

	"github.com/heddle-mc/heddle/internal/circuit"
	"github.com/heddle-mc/heddle/internal/sat"
)

// Exhaustion confirms that bad signals of a circuit are never reached, since what happens comes to
// an end:
//
//	idle  a step in which no output holds leaves all latches as they are
//	base  k other steps and fewer reach nothing bad from an initial state
//	end   after k other steps there is none
//
// Errors are Invariant's.
func Exhaustion(ctx context.Context, c *circuit.Circuit, bads []int, k int) error {
	idle := newFormula(c)
	idle.constrain()
	for _, l := range idle.moves() {
		idle.solver.AddClause(l.Not())
	}
	before := idle.all()
	idle.advance()
	if err := idle.refute(ctx, "idle", idle.any(idle.different(before, idle.all()))); err != nil {
		return err
	}
	f, err := base(ctx, c, bads, k, func(f *formula) { f.solver.AddClause(f.moves()...) })
	if err != nil {
		return err
	}
	return f.refute(ctx, "end", f.any(f.moves()))
}

// moves returns the outputs' literals.
func (f *formula) moves() []sat.Lit {
	var lits []sat.Lit
	for _, s := range f.c.Outputs {
		lits = append(lits, f.literal(s.Edge))
	}
	return lits
}

// all returns the latches' literals.
func (f *formula) all() []sat.Lit {
	var lits []sat.Lit
	for i := range f.c.Latches {
		lits = append(lits, f.latch(i))
	}
	return lits
}
