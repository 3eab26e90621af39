package confirm

import (
	"context"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Exhaustion confirms that bad signals of a circuit are never reached, because executions
// end after at most k active steps. A step is active if an output holds in it.
//
//	idle  a step that is not active leaves all latches unchanged
//	base  within k active steps from an initial state nothing bad is reached
//	end   after k active steps from an initial state there is no further one
//
// Errors are those of Invariant.
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

// moves returns the literals of the outputs.
func (f *formula) moves() []sat.Lit {
	var lits []sat.Lit
	for _, s := range f.c.Outputs {
		lits = append(lits, f.literal(s.Edge))
	}
	return lits
}

// all returns the literals of the latches.
func (f *formula) all() []sat.Lit {
	var lits []sat.Lit
	for i := range f.c.Latches {
		lits = append(lits, f.latch(i))
	}
	return lits
}
