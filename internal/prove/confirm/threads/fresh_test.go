package threads_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// freshProgram has threads that make objects and pass them to one another.
const freshProgram = `
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern int any(void);
struct s { int n; struct s *next; pthread_mutex_t own; };
static _Thread_local int sum; static struct s *list; static _Atomic(struct s *) box; static struct s *volatile bare;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
#define L(m) pthread_mutex_lock(&m);
#define U(m) pthread_mutex_unlock(&m);
#define NEW struct s *p = malloc(sizeof *p); p->n = 1; p->next = 0;
static void give(struct s *p) { L(m) p->next = list; list = p; U(m) }
static void *f(void *a) { WRITER return 0; }
static void *g(void *a) { READER return 0; }
int main(void) {
	pthread_t t, u, v;
	pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
	pthread_create(&v, 0, g, 0);
	return 0;
}
`

// TestFresh confirms that accesses to objects still private to a thread do not race, if pointers to
// them are passed in order. Programs with a race are not confirmed, even with mistakes in the proof.
// Without -long it tries only some of the mistakes.
func TestFresh(t *testing.T) {
	const read = "L(m) struct s *p = list; if (p) p->n++; U(m)"
	step := 97
	if *long {
		step = 1
	}
	turn := 0
	for i, c := range []struct {
		races          bool
		writer, reader string
	}{
		{false, "NEW give(p);", read},
		{false, "NEW L(m) p->next = list; list = p; p->n = 2; U(m)", read},
		{false, "for (int i = 0; i < 3; i++) { NEW give(p); }", read},
		{false, "NEW struct s *q = p; { NEW p->next = q; q->n = 3; L(m) list = p; U(m) }", "L(m) struct s *p = list; if (p && p->next) p->next->n++; U(m)"},
		{false, "NEW atomic_store(&box, p);", "struct s *p = atomic_load(&box); if (p && p->n) return p;"},
		{false, "NEW atomic_store_explicit(&box, p, memory_order_release);", "struct s *p = atomic_load_explicit(&box, memory_order_acquire); if (p && p->n) return p;"},
		{false, "NEW free(p);", read},
		{false, "NEW pthread_mutex_init(&p->own, 0); give(p);", "L(m) struct s *p = list; U(m) if (p) { L(p->own) if (p->next) p->next = 0; U(p->own) }"},
		{true, "NEW give(p); p->n = 2;", read},
		{true, "NEW L(m) list = p; U(m) p->n = 2;", read},
		{true, "NEW list = p;", "struct s *p = list; if (p) p->n++;"},
		{true, "NEW bare = p;", "struct s *p = bare; if (p) p->n++;"},
		{true, "NEW L(m) list = p; U(m)", "L(k) struct s *p = list; if (p) p->n++; U(k)"},
		{true, "NEW atomic_store_explicit(&box, p, memory_order_relaxed);", "struct s *p = atomic_load(&box); if (p && p->n) return p;"},
		{true, "NEW atomic_store(&box, p);", "struct s *p = atomic_load_explicit(&box, memory_order_relaxed); if (p && p->n) return p;"},
		{true, "NEW atomic_exchange_explicit(&box, p, memory_order_acquire);", "struct s *p = atomic_load(&box); if (p && p->n) return p;"},
		{true, "NEW struct s *q = malloc(sizeof *q); q->next = p; q->n = 0; L(m) list = q; U(m) p->n = 2;", "L(m) struct s *p = list; if (p && p->next) p->next->n++; U(m)"},
		{true, "struct s *old = 0; for (int i = 0; i < 2; i++) { NEW if (old) old->n = 4; L(m) list = p; U(m) old = p; }", read},
		{true, "NEW L(m) struct s *q = list; list = p; U(m) if (q) q->n = 2;", read},
		{true, "NEW L(m) list = p; U(m) free(p);", read},
	} {
		p := testprog.Source(t, strings.NewReplacer("WRITER", c.writer, "READER", c.reader).Replace(freshProgram), []ir.DataModel{ir.ILP32, ir.LP64}[i%2])
		proofs := leanProofs(p, 0)
		confirmed := slices.ContainsFunc(proofs, func(a *threadproof.Proof) bool { return confirmsAlong(t, p, a, verdict.Race, true) })
		if confirmed == c.races {
			t.Errorf("%s, %s: confirmed is %v", c.writer, c.reader, confirmed)
		}
		if !c.races {
			continue
		}
		for _, proof := range proofs {
			for _, m := range append(mutants(p, proof), freshMutants(p, proof)...) {
				if turn++; turn%step == 0 && confirmsAlong(t, p, m.proof(), verdict.Race, false) {
					t.Errorf("%s, %s: %s: a proof is confirmed for a program with a race", c.writer, c.reader, m.name)
				}
			}
		}
	}
	t.Logf("of %d mutants one in %d is looked at", turn, step)
}

// freshMutants makes mistakes about the instances that only one thread can reach.
func freshMutants(p *ir.Program, a *threadproof.Proof) (out []mutant) {
	for o := 1; o < len(a.Objects); o++ {
		r := a.Objects[o].Recent
		if r == 0 || p.Funcs[a.Nodes[a.Objects[o].At.Node].Func].Name == "pthread_create" {
			continue
		}
		id := threadproof.ObjectID(o)
		all := maps.Clone(a.States)
		out = append(out, changed(a, fmt.Sprint("unshared ", o), func(m *threadproof.Proof) {
			m.Objects = slices.Clone(a.Objects)
			m.Objects[o].Shared = false
		}))
		for _, at := range slices.SortedFunc(maps.Keys(a.States), threadproof.At.Compare) {
			s := *a.States[at]
			if !slices.Contains(s.Fresh, r) {
				s.Fresh = append(slices.Clone(s.Fresh), r)
			}
			s.Regs = maps.Clone(s.Regs)
			for k, v := range s.Regs {
				s.Regs[k] = toward(v, id, r)
			}
			s.Args = slices.Clone(s.Args)
			for k, v := range s.Args {
				s.Args[k] = toward(v, id, r)
			}
			all[at] = &s
			out = append(out, changed(a, fmt.Sprint("recent ", o, " at ", at), func(m *threadproof.Proof) {
				m.States = maps.Clone(a.States)
				m.States[at] = &s
			}))
		}
		out = append(out, changed(a, fmt.Sprint("recent ", o), func(m *threadproof.Proof) { m.States = all }))
	}
	return out
}

// toward returns a set in which pointers to one object are replaced by pointers to another.
func toward(v threadproof.Value, from, to threadproof.ObjectID) threadproof.Value {
	v.Targets = slices.Clone(v.Targets)
	for i := range v.Targets {
		if v.Targets[i].Object == from {
			v.Targets[i].Object = to
		}
	}
	return v
}

// TestFreshGenerated compares confirmed proofs with the explorer, on programs whose threads pass new
// objects to one another in random ways.
func TestFreshGenerated(t *testing.T) {
	writer := []string{
		"give(p);", "give(p);", "L(m) list = p; U(m)", "L(k) list = p; U(k)", "list = p;", "p->n = 2;", "p->n = 2;", "L(m) p->n++; U(m)",
		"atomic_store(&box, p);", "atomic_store_explicit(&box, p, memory_order_relaxed);", "atomic_store_explicit(&box, p, memory_order_release);",
		"q = p; p = malloc(sizeof *p); p->n = 5; p->next = q;", "q = p; p = malloc(sizeof *p); p->n = 5; p->next = 0;", "if (q) q->n = 6;",
		"L(m) q = list; U(m)", "q = atomic_exchange(&box, p);", "if (any()) give(p);", "if (q) p->next = q;", "p = q ? q : p;", "L(m) if (list) list->next = p; U(m)",
	}
	reader := []string{
		"L(m) p = list; U(m)", "L(m) p = list; U(m)", "L(k) p = list; U(k)", "p = atomic_load(&box);", "p = atomic_load_explicit(&box, memory_order_relaxed);",
		"p = atomic_load_explicit(&box, memory_order_acquire);", "if (p) p = p->next;", "L(m) if (p) p = p->next; U(m)",
		"if (p) sum += p->n;", "L(m) if (p) p->n++; U(m)", "L(m) p = list; if (p) p->n++; U(m)",
	}
	confirmed, safe := 0, 0
	for seed := range generated.All() {
		r := rand.New(rand.NewPCG(seed, 11))
		pick := func(list []string, n int) (text string) {
			for range 1 + r.IntN(n) {
				text += list[r.IntN(len(list))] + " "
			}
			return text
		}
		w, rd := "struct s *q = 0; NEW "+pick(writer, 4), "struct s *p = 0; "+pick(reader, 3)
		if r.IntN(3) == 0 {
			w = "struct s *q = 0; NEW " + pick(writer[:5], 1) // as most programs do
		}
		p := testprog.Source(t, strings.NewReplacer("WRITER", w, "READER", rd).Replace(freshProgram), []ir.DataModel{ir.ILP32, ir.LP64}[seed%2])
		ok := slices.ContainsFunc(leanProofs(p, 0), func(a *threadproof.Proof) bool { return confirmsAlong(t, p, a, verdict.Race, true) })
		x, err := smc.Explore(context.Background(), interp.Prepare(p), smc.Options{
			Properties: interp.PropertySet(verdict.Race), Reduction: smc.DPOR, Executions: 300, MaxDepth: 2000, MaxSteps: 1 << 20,
		})
		if err != nil {
			t.Fatal(err)
		}
		races := len(x.Violations) > 0
		switch {
		case ok && races:
			t.Fatalf("seed %d: a proof is confirmed for a program with a race: %s\n%s", seed, w, rd)
		case !races:
			safe++
		}
		if ok {
			confirmed++
		}
	}
	t.Logf("%d are confirmed, in %d no race was found", confirmed, safe)
	testprog.AtLeast(t, confirmed, safe, 30)
}
