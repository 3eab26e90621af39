package intervals_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/intervals"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(30)

func analyse(t *testing.T, g *event.Graph, opts intervals.Options) *intervals.Result {
	t.Helper()
	candidates, err := consistency.ReadCandidates(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	r, err := intervals.Analyse(context.Background(), g, candidates, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Rejected(); err != nil {
		t.Error(err)
	}
	return r
}

// TestExecutions compares the analysis of random graphs with all of their executions, with rounds and with
// bounds dropped at once.
func TestExecutions(t *testing.T) {
	bounded, reads := 0, 0
	for seed := range generated.All() {
		a := draw(seed)
		if err := event.Check(a.Graph); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, opts := range []intervals.Options{{}, {Work: 1}, {Work: 40}, intervals.Ranked(intervals.Options{})} {
			r := analyse(t, a.Graph, opts)
			terms := a.s.Below(a.Graph.Roots()...)
			failed := false
			a.explore(func(o *oracle) {
				if failed {
					return
				}
				// The executed reads are in their sets; so are all terms, for all values of the other reads
				// in their sets.
				for id, done := range o.done {
					if !done {
						continue
					}
					if v, _ := r.Of(a.Events[id].Value); !intervals.Within(intervals.Exactly(o.values[id]), v, testWidth) {
						t.Errorf("seed %d, work %d: event %d reads %v, not in %v", seed, opts.Work, id, o.values[id], v)
						failed = true
						return
					}
				}
				ev := o.eval(func(id term.ID) term.Word {
					v, _ := r.Of(id)
					list := intervals.Members(v, testWidth)
					return list[len(list)-1]
				})
				for _, id := range terms {
					v, ok := r.Of(id)
					if x := ev.Word(id); !ok || x.Less(v.Lo) || v.Hi.Less(x) {
						t.Errorf("seed %d, work %d: %s is %v, not in %v", seed, opts.Work, a.s.Line(id), x, v)
						failed = true
						return
					}
				}
			})
			for _, v := range intervals.Vars(r) {
				reads++
				if got, _ := r.Of(v); got != intervals.Top(testWidth) {
					bounded++
				}
			}
		}
	}
	t.Logf("%d of %d reads bounded", bounded, reads)
}

// TestNarrow compares narrowed graphs with the original graphs and with all executions: the same
// obligations can be violated.
func TestNarrow(t *testing.T) {
	violated, dropped := 0, 0
	for seed := range generated.All() {
		a := draw(seed)
		found := make([]bool, len(a.Obligations))
		a.explore(func(o *oracle) {
			if !o.complete() {
				return // these graphs have executions that cannot go on
			}
			ev := o.eval(nine)
			for i, ob := range a.Obligations {
				if ev.Holds(ob.Guard) && !ev.Holds(ob.Cond) {
					found[i] = true
				}
			}
		})
		for _, opts := range []intervals.Options{{}, {Work: 1}, {Work: 40}, intervals.Ranked(intervals.Options{})} {
			g := analyse(t, a.Graph, opts).Narrow()
			if err := event.Check(g); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for i := range g.Obligations {
				if g.Obligations[i].Guard == term.False {
					dropped++
				}
				one := *g
				one.Obligations = g.Obligations[i : i+1]
				if got := violable(t, &one); got != found[i] {
					t.Errorf("seed %d, work %d: obligation %d can be violated: %t, want %t", seed, opts.Work, i, got, found[i])
				}
				if found[i] {
					violated++
				}
			}
		}
	}
	t.Logf("%d obligations violated, %d dropped", violated, dropped)
}

// TestMayCut looks for a write w whose value is below another write. The value may be cut only if w is
// executed before the other write in all executions with that.
func TestMayCut(t *testing.T) {
	may, not := 0, 0
	for seed := range generated.Next(2 * generated.N()) {
		a := draw(seed)
		var writes []event.ID
		for id := range a.Events[1:] {
			if a.Events[1+id].Kind == event.Write {
				writes = append(writes, event.ID(1+id))
			}
		}
		apart := make(map[[2]event.ID]bool) // an execution has the second write, but not the first one
		a.explore(func(o *oracle) {
			if !o.complete() {
				return
			}
			ev := o.eval(nine)
			for _, w := range writes {
				for _, x := range writes {
					if !ev.Holds(a.Events[w].Guard) && ev.Holds(a.Events[x].Guard) {
						apart[[2]event.ID{w, x}] = true
					}
				}
			}
		})
		candidates, err := consistency.ReadCandidates(context.Background(), a.Graph)
		if err != nil {
			t.Fatal(err)
		}
		r := analyse(t, a.Graph, intervals.Options{})
		for _, w := range writes {
			if !intervals.MayCut(r, candidates, w) {
				not++
				continue
			}
			may++
			cut := intervals.Base(r, w)
			for _, x := range writes {
				roots := []term.ID{a.Events[x].Guard, a.Events[x].Value}
				if intervals.Base(r, x) == cut {
					roots = append(roots[:1], a.s.Args(cut)...)
				}
				if slices.Contains(a.s.Below(roots...), cut) && (apart[[2]event.ID{w, x}] || w >= x) {
					t.Errorf("seed %d: %s of event %d may be cut below event %d", seed, a.s.Line(cut), w, x)
				}
			}
		}
	}
	t.Logf("%d values may be cut, %d not", may, not)
}

// TestRejected checks that rejected bounds are not used.
func TestRejected(t *testing.T) {
	narrowed := 0
	for seed := range generated.All() {
		a := draw(seed)
		r := analyse(t, a.Graph, intervals.Options{})
		if r.Narrow() != a.Graph {
			narrowed++
		}
		intervals.Reject(r)
		if r.Narrow() != a.Graph {
			t.Fatalf("seed %d: the graph is narrowed", seed)
		}
		for _, v := range intervals.Vars(r) {
			if _, known := r.Of(v); known {
				t.Fatalf("seed %d: the bounds of %s are known", seed, a.s.Line(v))
			}
		}
	}
	if narrowed == 0 {
		t.Error("no graph was narrowed before")
	}
}

// violable decides by the solver whether an obligation can be violated.
func violable(t *testing.T, g *event.Graph) bool {
	t.Helper()
	host := solver.New(g.Terms, sat.Options{})
	e, err := consistency.New(context.Background(), g, host, consistency.Options{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := e.Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return res.Status == sat.Satisfiable
}

// TestConfirmed spoils the bounds of random graphs. Bounds that are confirmed hold in all executions of the
// graph. The test shrinks the bounds of one read or of one term, or takes bounds by rank with some terms
// cut, allowed or not.
func TestConfirmed(t *testing.T) {
	rejected, wrong, accepted, cuts, rankings := 0, 0, 0, 0, 0
	for seed := range generated.All() {
		a := draw(seed)
		low, high := make(map[term.ID]term.Word), make(map[term.ID]term.Word)
		a.explore(func(o *oracle) {
			for id, done := range o.done {
				if v := a.Events[id].Value; done {
					if least, ok := low[v]; !ok || o.values[id].Less(least) {
						low[v] = o.values[id]
					}
					if most, ok := high[v]; !ok || most.Less(o.values[id]) {
						high[v] = o.values[id]
					}
				}
			}
		})
		candidates, err := consistency.ReadCandidates(context.Background(), a.Graph)
		if err != nil {
			t.Fatal(err)
		}
		holds := func(r *intervals.Result) bool {
			for v := range low {
				b, _ := r.Of(v)
				for _, x := range []term.Word{low[v], high[v]} {
					if !intervals.Within(intervals.Exactly(x), b, testWidth) {
						return false
					}
				}
			}
			return true
		}
		check := func(what string, r *intervals.Result) {
			err, ok := intervals.Confirm(t, r, candidates), holds(r)
			switch {
			case err != nil:
				rejected++
			case !ok:
				t.Errorf("seed %d, %s: confirmed, but wrong", seed, what)
			default:
				accepted++
			}
			if !ok {
				wrong++
			}
		}
		var writes []event.ID
		for id := range a.Events[1:] {
			if a.Events[1+id].Kind == event.Write {
				writes = append(writes, event.ID(1+id))
			}
		}
		for i, opts := range []intervals.Options{{}, intervals.Ranked(intervals.Options{})} {
			r := analyse(t, a.Graph, opts)
			n, k := intervals.Cuts(r)
			cuts, rankings = cuts+n, rankings+k
			for _, v := range intervals.Vars(r) {
				was, _ := r.Of(v)
				least, most := was, was
				least.Lo, most.Hi = low[v].Add(term.WordOf(1)), high[v].Sub(term.WordOf(1))
				for _, b := range []intervals.Value{least, most} {
					if len(intervals.Members(b, testWidth)) > 0 {
						intervals.Set(r, v, b)
						check(fmt.Sprintf("%s of %v", a.s.Line(v), b), r)
					}
				}
				intervals.Set(r, v, was)
			}
			for _, id := range a.s.Below(a.Graph.Roots()...) {
				if spoiled, undo := intervals.Spoil(r, id); undo != nil {
					if err := intervals.Confirm(t, r, candidates); spoiled != (err != nil) {
						t.Errorf("seed %d: %s has fewer values: %t, confirmed: %v", seed, a.s.Line(id), spoiled, err)
					}
					undo()
				}
			}
			for n := range 8 {
				var some []event.ID
				for _, w := range writes {
					if n > 0 && a.rng.IntN(2) == 0 {
						some = append(some, w)
					}
				}
				intervals.RankAll(r, candidates, some)
				check(fmt.Sprintf("options %d, ranks, writes %v", i, some), r)
			}
		}
	}
	t.Logf("%d rejected, %d of all wrong, %d accepted; %d rankings with %d cut terms", rejected, wrong, accepted, rankings, cuts)
	if wrong == 0 || accepted == 0 || rankings == 0 || cuts == 0 {
		t.Error("the test does not try everything")
	}
}
