package check

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/lockorder"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// noteInversions adds the locks that threads take in both orders to a safe verdict about deadlocks. Another change of
// the program can make them a deadlock.
func (r *runner) noteInversions(list []Judgement) {
	i := slices.IndexFunc(list, func(j Judgement) bool {
		return j.Property == verdict.Deadlock.String() && j.Verdict == verdict.Safe
	})
	if i < 0 || !r.program.Has(ir.OpSpawn) {
		return
	}
	ctx, cancel := context.WithTimeoutCause(r.budget.Context(), scaled(min(r.budget.remaining(), unlimited), triedShare), errTimeout)
	defer cancel()
	found, err := Within(ctx, r.budget, func(ctx context.Context) ([]lockorder.Inversion, error) {
		return lockorder.Inversions(ctx, r.facts), nil
	})
	if err == nil {
		list[i].Inversions = found
	}
}
