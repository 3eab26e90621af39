package pointsto_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

const events = `
extern int any(void);
int x, y, z;
struct event { void (*run)(int *); int *data; } a, b, v[3], *e, *d;
void f(int *p) { *p = 1; }
void g(int *p) { *p = 2; }
void h(int *p) { *p = 3; }
int main(void) {
	int n = 0;
	v[0].run = v[1].run = v[2].run = h;
	v[0].data = v[1].data = v[2].data = &z;
	a.run = f; a.data = &x;
	b.run = g; b.data = &y;
	e = any() & 1 ? &a : &b; d = any() & 1 ? &a : &b;
	BODY
	return 0;
}
`

// TestDispatch checks that functions get the data beside them, and that other data reach all of them.
func TestDispatch(t *testing.T) {
	for _, c := range []struct{ body, f, g string }{
		{`struct event *p = e; p->run(p->data);`, "x", "y"},
		{`struct event *p = e; void (*r)(int *) = p->run; int *q = p->data; p = d; r(q);`, "x", "y"},
		{`b.data = &z; struct event *p = e; p->run(p->data);`, "x", "y z"},
		{`v[1] = a; struct event *p = v + (any() & 1); p->run(p->data);`, "x z", ""},
		{`struct event *p = e, *q = d; p->run(q->data);`, "x y", "x y"},
		{`e->run(e->data);`, "x y", "x y"},
		{`struct event *p = e; int *q = p->data; p = d; p->run(q);`, "x y", "x y"},
		{`struct event *p = e; int *q = 0; for (int i = 0; i < 2; i++, p = d) { if (q) p->run(q); q = p->data; }`, "x y", "x y"},
		{`struct event c = *e, *p = &c; p->run(p->data);`, "x y", "x y"},
	} {
		p := testprog.Source(t, strings.Replace(events, "BODY", c.body, 1), ir.LP64)
		r := pointsto.Analyse(context.Background(), p)
		for name, want := range map[string]string{"f": c.f, "g": c.g} {
			var got []string
			for n := 1; n < len(r.Nodes); n++ {
				if p.Funcs[r.Nodes[n].Func].Name != name {
					continue
				}
				view := r.View(pointsto.NodeID(n))
				for at, in := range view.Instrs() {
					if in.Op != ir.OpStore {
						continue
					}
					for _, l := range r.PointsTo(pointsto.NodeID(n), view.Arg(at.Block, at.Index, 0)) {
						if object := r.LocName(l); !slices.Contains(got, object) {
							got = append(got, object)
						}
					}
				}
			}
			slices.Sort(got)
			if text := strings.Join(got, " "); r.Lost != "" || text != want {
				t.Errorf("%s: %s gets %q, expected %q %s", c.body, name, text, want, r.Lost)
			}
		}
	}
}

// TestDispatchGenerated compares random calls of functions in structures with executions.
func TestDispatchGenerated(t *testing.T) {
	steps := []string{
		"p = S;", "q = S;", "r = p->run;", "r = q->run;", "i = p->data;", "i = q->data;", "p->run(p->data);", "q->run(q->data);", "r(i);", "p->run(i);", "r(p->data);",
		"p->run = F;", "q->data = D;", "*p = *q;", "p = p == &v[0] ? p + 1 : p;", "a = *(S);", "for (int k = 0; k < 2; k++) { r = p->run; i = p->data; r(i); p = q; }", "e = S;", "e->run(e->data);",
	}
	pick := func(rng *rand.Rand, list ...string) string { return list[rng.IntN(len(list))] }
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 3))
		body := "struct event *p = e, *q = d; void (*r)(int *) = h; int *i = &z;\n"
		for range 3 + rng.IntN(7) {
			text := strings.NewReplacer("S", pick(rng, "&a", "&b", "e", "d", "&v[1]", "(v + (any() & 1))", "&v[2]"), "F", pick(rng, "f", "g", "h"), "D", pick(rng, "&x", "&y", "&z")).Replace(pick(rng, steps...))
			body += pick(rng, "", "if (any() & 1) ") + text + "\n"
		}
		p := testprog.Source(t, strings.Replace(events, "BODY", body, 1), ir.LP64)
		r := pointsto.Analyse(context.Background(), p)
		w := newWatcher(t, fmt.Sprint("seed ", seed), p, r)
		code := interp.Prepare(p)
		for run := range uint64(6) {
			execute(code, w, rand.New(rand.NewPCG(seed, run)))
		}
		if t.Failed() {
			t.Fatal(body)
		}
	}
}
