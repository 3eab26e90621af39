package bdd

import (
	"math/rand/v2"
	"testing"

	"github.com/dalzilio/rudd"
)

// TestRelease releases results all the time, in diagrams so small that the library collects their
// nodes. It checks that nodes in use keep their values.
func TestRelease(t *testing.T) {
	const variables, functions = 9, 40
	d, err := newDiagrams(variables, 1<<14)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	type function struct {
		node  rudd.Node
		truth [1 << variables]bool
	}
	var known []*function
	for v := range variables {
		f := &function{node: d.Ithvar(v)}
		for x := range f.truth {
			f.truth[x] = x>>v&1 == 1
		}
		known = append(known, f)
	}
	for round := range 600 {
		a, b := known[rng.IntN(len(known))], known[rng.IntN(len(known))]
		f := &function{node: d.Or(d.And(a.node, d.Not(b.node)), d.And(b.node, d.Not(a.node)))}
		for x := range f.truth {
			f.truth[x] = a.truth[x] != b.truth[x]
		}
		if round%3 == 0 {
			f = &function{node: d.And(a.node, b.node)}
			for x := range f.truth {
				f.truth[x] = a.truth[x] && b.truth[x]
			}
		}
		if len(known) < functions {
			known = append(known, f)
		} else {
			known[variables+rng.IntN(functions-variables)] = f
		}
		if round%50 == 0 {
			d.release()
			if len(d.kept) > 20*functions {
				t.Errorf("%d results are kept, %d are in use", len(d.kept), functions)
			}
		}
	}
	if d.Errored() {
		t.Fatal(d.Error())
	}
	for i, f := range known {
		for x := range f.truth {
			n := f.node
			for !d.Equal(n, d.True()) && !d.Equal(n, d.False()) {
				if level := d.Label(n); x>>level&1 == 1 {
					n = d.High(n)
				} else {
					n = d.Low(n)
				}
			}
			if d.Equal(n, d.True()) != f.truth[x] {
				t.Fatalf("function %d is %v of %b", i, !f.truth[x], x)
			}
		}
	}
}
