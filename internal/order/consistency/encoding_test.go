package consistency

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(30)

func (d *drawing) encode(t *testing.T, host solver.Host, opts Options) *Encoding {
	t.Helper()
	e, err := New(context.Background(), d.Graph, host, opts)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// answers returns which obligations an encoding finds violated.
func (d *drawing) answers(t *testing.T, opts Options) []bool {
	t.Helper()
	host := solver.New(d.s, sat.Options{})
	e := d.encode(t, host, opts)
	found := make([]bool, len(d.Obligations))
	for i := range found {
		res, err := host.Check(context.Background(), e.violated[i])
		if err != nil {
			t.Fatal(err)
		}
		if found[i] = res.Status == sat.Satisfiable; found[i] {
			d.checkOrder(t, e, i)
		}
	}
	return found
}

// checkOrder executes the trace of the model and compares values.
func (d *drawing) checkOrder(t *testing.T, e *Encoding, obligation int) {
	t.Helper()
	x := newExecution(e)
	ob := &d.Obligations[obligation]
	past, _ := x.past(x.site(ob.Thread, ob.Node))
	order, err := x.linearise(past)
	if err != nil {
		t.Error(err)
		return
	}
	o := &oracle{d: d, choices: e.host.Model(), memory: make(map[granule]term.Word), values: make([]term.Word, len(d.Events)), done: make([]bool, len(d.Nodes))}
	for _, n := range order {
		ev := o.eval()
		if !o.enabled(ev, n) || !ev.Holds(d.Nodes[n].Guard) {
			t.Errorf("node %d cannot be executed in %v", n, order)
			return
		}
		if !o.execute(n) {
			t.Errorf("node %d reads something else in %v", n, order)
		}
		o.done[n] = true
		for i := d.Nodes[n].First; i < d.Nodes[n].Last; i++ {
			if got, want := o.values[i], e.host.Value(d.Events[i].Value); d.Events[i].Kind == 0 && e.holds(d.Events[i].Guard) && got != want {
				t.Errorf("event %d reads %s, %s in the model; order %v", i, got, want, order)
			}
		}
	}
	ev := o.eval()
	if !ev.Holds(ob.Guard) || ev.Holds(ob.Cond) {
		t.Errorf("obligation %d is not violated after %v", obligation, order)
	}
}

func TestRandomGraphs(t *testing.T) {
	violated, held := 0, 0
	for seed := range generated.All() {
		d := random(seed)
		want := d.explore()
		known, err := ReadCandidates(context.Background(), d.Graph)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range want {
			if v {
				violated++
			} else {
				held++
			}
		}
		const all = PruneOrder | PruneExclusive | PruneHidden | PruneImplied | PruneSingle | PruneSections
		for _, opts := range []Options{
			{Eager: true}, {}, {Eager: true, Without: all}, {Without: all},
			{Eager: seed%2 == 0, Without: 1 << (seed % 6)},
			{Candidates: known}, {Eager: true, Without: all, Candidates: known},
		} {
			if got := d.answers(t, opts); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("seed %d, eager %t, without %b: %v, want %v", seed, opts.Eager, opts.Without, got, want)
			}
		}
	}
	t.Logf("%d violated, %d not", violated, held)
}

// TestKnownCandidates compares the relations of two encodings: the first gets the candidates of its graph,
// the second finds them.
func TestKnownCandidates(t *testing.T) {
	arcs := 0
	for seed := range generated.All() {
		d := random(seed)
		known, err := ReadCandidates(context.Background(), d.Graph)
		if err != nil {
			t.Fatal(err)
		}
		found, facts, _, err := relate(context.Background(), d.Graph, Options{})
		if err != nil {
			t.Fatal(err)
		}
		given, same, _, err := relate(context.Background(), d.Graph, Options{Candidates: known})
		if err != nil {
			t.Fatal(err)
		}
		equal := func(a, b Arc) bool {
			a.Term, b.Term = 0, 0 // variables of their own
			return a == b
		}
		if !slices.EqualFunc(given.Arcs, found.Arcs, equal) || len(same) != len(facts) {
			t.Errorf("seed %d: %d arcs, %d facts, expected %d and %d", seed, len(given.Arcs), len(same), len(found.Arcs), len(facts))
		}
		arcs += len(found.Arcs)
	}
	if arcs < 5*generated.N() {
		t.Errorf("only %d arcs", arcs)
	}
}
