package intervals_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/consistency"
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/intervals"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/testflag"
)

var generated = testflag.Generated(100)

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
	return r
}

// TestExecutions holds the analysis of random graphs against all of their
// executions, with rounds and with bounds given up at once.
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
				// The executed reads are in their sets; so are all terms when the
				// others are, whatever they are.
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

// TestNarrow holds narrowed graphs against the graphs and against all executions:
// the same obligations can be violated.
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

// violable asks the solver whether an obligation can be violated.
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
