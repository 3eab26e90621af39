package threads_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestOwnRaces: accesses to elements under locks of their own are confirmed not to race. For programs
// with a race, mistakes in the proof are refused. Without -long it makes only some of the mistakes, and with
// -every in half of the programs.
func TestOwnRaces(t *testing.T) {
	step := 499 * every.Step()
	if *long {
		step = 1
	}
	turn := 0
	for i, c := range []struct {
		races bool
		body  string
	}{
		{false, "L(p->m) p->n++; U(p->m)"},
		{false, "L(a[i].m) a[i].n++; a[i].k = a[i].n; U(a[i].m)"},
		{false, "L(a[0].m) a[0].n++; U(a[0].m) L(p->m) p->n++; U(p->m)"},
		{false, "L(p->m) L(g) p->n++; U(g) p->k++; U(p->m)"},
		{true, "L(p->m) p->n++; U(p->m) p->n++;"},
		{true, "p->k = 1; L(p->m) p->n++; U(p->m)"},
		{true, "L(p->m) p->n++; U(p->m) if (p->n) return 0;"},
		{true, "L(a[any() % 3].m) p->n++; U(p->m)"},
		{true, "L(a[(i + 1) % 3].m) p->n++; U(a[(i + 1) % 3].m) L(p->m) p->n++; U(p->m)"},
		{true, "if (any()) L(p->m) p->n++; U(p->m)"},
		{true, "L(p->m) p->n++; if (any()) U(a[0].m) p->n++; U(p->m)"},
		{true, "L(p->m) struct e *q = p; p = a + (p == a); q->n++; p->n++; U(q->m)"},
		{true, "L(p->m) p->n++; ((char *)&p->n)[4] = 1; a[(i + 1) % 3].n = 1; U(p->m)"},
		{true, "if (any()) { L(g) p->n++; U(g) } else { L(p->m) p->n++; U(p->m) }"},
	} {
		if !every.IsAll() && !testprog.Chosen(t, c.body, 2) {
			continue
		}
		p := replacedFor(t, ownProgram, c.body, []ir.DataModel{ir.ILP32, ir.LP64}[i%2])
		proof := values.Analyse(context.Background(), analyze.Of(p), 0).Proof(context.Background())
		confirms := func(m mutant) bool {
			got, err := threads.Confirm(context.Background(), p, m.proof())
			if err != nil {
				t.Fatal(err)
			}
			ok, why := got.Confirms(verdict.Race)
			if m.name == "nothing" && !ok && !c.races {
				t.Errorf("%s: not confirmed: %s", c.body, why)
			}
			return ok
		}
		if confirms(unchanged(proof)) && c.races {
			t.Errorf("%s: a proof is confirmed for a program with a race", c.body)
		}
		if !c.races {
			continue
		}
		for _, m := range ownMutants(p, proof) {
			if turn++; turn%step == 0 && confirms(m) {
				t.Errorf("%s: %s: a proof is confirmed for a program with a race", c.body, m.name)
			}
		}
	}
}
