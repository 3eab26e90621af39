package intervals

import (
	"context"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// These are exported for tests that import packages above this one.
var (
	Top     = top
	Exactly = exactly
	Members = members
)

// Within reports whether a value has no others than another one.
func Within(v, other Value, w uint) bool { return v.within(other, w) }

// Vars returns the values of reads that are variables.
func Vars(r *Result) []term.ID { return r.vars }

// Ranked returns options with ranks in all components.
func Ranked(o Options) Options {
	o.ranked = true
	return o
}

// Confirm returns the reason for which the confirmation rejects a result, or nil.
func Confirm(t *testing.T, r *Result, candidates []event.Candidates) error {
	t.Helper()
	if err := r.confirm(context.Background(), candidates); err != nil {
		t.Fatal(err)
	}
	err := r.rejected
	r.rejected = nil
	return err
}

// Reject marks a result as rejected.
func Reject(r *Result) { r.rejected = errOutside }

// Set changes the bounds of a read, and computes all terms from the reads.
func Set(r *Result, read term.ID, v Value) {
	r.eval.set(read, v)
	recompute(r)
}

// Spoil restricts a term other than a read to the least of its values, and reports whether it has others.
// undo restores them.
func Spoil(r *Result, id term.ID) (spoiled bool, undo func()) {
	if r.eval.at[id] == 0 || r.g.Terms.IsVar(id) && r.g.Terms.Sort(id) != term.Bool {
		return false, nil
	}
	was := r.eval.of(id)
	r.eval.set(id, exactly(was.Lo))
	return was.Lo != was.Hi, func() { r.eval.set(id, was) }
}

func recompute(r *Result) {
	for i, at := range r.eval.at {
		if id := term.ID(i); at != 0 && !slices.Contains(r.vars, id) {
			r.eval.set(id, r.eval.compute(id))
		}
	}
}

// Cuts returns how many terms the rankings of a result cut, and the number of rankings.
func Cuts(r *Result) (cuts, rankings int) {
	for _, k := range r.rankings {
		cuts += len(k.cuts)
	}
	return cuts, len(r.rankings)
}

// allRanked returns the ranking of all reads with the values of some writes cut.
func allRanked(r *Result, writes []event.ID) ranking {
	k := ranking{vars: r.vars}
	for i := range r.g.Regions[1:] {
		k.regions = append(k.regions, event.RegionID(1+i))
	}
	for _, w := range writes {
		if v := Base(r, w); len(r.g.Terms.Args(v)) > 0 {
			k.cuts = append(k.cuts, cut{v, w})
		}
	}
	return k
}

// Base returns the value of a write without an added constant.
func Base(r *Result, w event.ID) term.ID {
	v := r.g.Events[w].Value
	if args := r.g.Terms.Args(v); r.g.Terms.Op(v) == term.OpAdd && r.g.Terms.IsConst(args[1]) {
		v = args[0]
	}
	return v
}

// MayCut reports whether a ranking of all reads may cut the value of a write, if that is no variable or
// constant.
func MayCut(r *Result, candidates []event.Candidates, w event.ID) bool {
	k := allRanked(r, []event.ID{w})
	x := newConfirmation(r, candidates).ranks(&k)
	return len(k.cuts) > 0 && x.gather(k.regions) == nil && x.mayCut() == nil
}

// RankAll sets the bounds of all reads to those by rank, with the values of some writes cut.
func RankAll(r *Result, candidates []event.Candidates, writes []event.ID) {
	k := allRanked(r, writes)
	r.rankings = []ranking{k}
	x := newConfirmation(r, candidates).ranks(&k)
	if err := x.gather(k.regions); err != nil {
		return
	}
	x.count(context.Background())
	for _, v := range r.vars {
		r.eval.set(v, x.of(v))
	}
	recompute(r)
}

// Of returns the values that a term of the graph has in executions, and whether
// it is known to the analysis.
func (r *Result) Of(id term.ID) (Value, bool) {
	if r.rejected != nil || int(id) >= len(r.eval.at) || r.eval.at[id] == 0 {
		return Value{}, false
	}
	return r.eval.of(id), true
}
