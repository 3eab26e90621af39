package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/run/weak"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var generated = testflag.Generated(5)

const awaitHead = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>
_Bool __VERIFIER_nondet_bool(void);
atomic_int a, b, c; int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`

// awaitLoops are loops that wait, in several ways, with D for a constant.
var awaitLoops = []string{
	"while (a != D) sched_yield();",
	"while (atomic_load_explicit(&b, memory_order_relaxed) != D) ;",
	"while (x != D) ;",
	"do { r = a; } while (r != D);",
	"for (;;) { int e = D; if (atomic_compare_exchange_strong(&c, &e, 1 - D)) break; }",
	"{ int e = D; while (!atomic_compare_exchange_strong(&c, &e, 1 - D)) e = D; }",
	"{ int e = c; while (!atomic_compare_exchange_strong(&c, &e, 1 - D)) ; r = e; }",
	"{ int e = a, f = e; while (!atomic_compare_exchange_strong(&a, &e, D)) ; r = f; }",
	"{ int e = c; while (e != D) { r = y; e = c; } assert(r != 1); }",
	"{ int e = b, n = 0; do { if (e == D) break; n++; } while (!atomic_compare_exchange_strong(&b, &e, D) || n < 2); r = n; }",
	"{ int e = b; y = D; while (!atomic_compare_exchange_strong(&b, &e, e + 1)) if (a) break; assert(e != y); }",
	"while (atomic_exchange(&c, 1)) { if (a == D) break; }",
	"while (pthread_mutex_trylock(&m)) r = D; pthread_mutex_unlock(&m);",
	"while (!__VERIFIER_nondet_bool()) { if (b == D) r = y; else break; }",
	"while (a != D) { if (b == D) { r = x; assert(r != 1); } }",
	"while (a != D) { while (b != D) if (c) break; if (y == D) break; }",
	"while (a != D) { if (b) b = D; else assert(y == 0); }",
	"while (wait_for(&a, D, &r)) ;",
	"take(&c, &r); give(&c);",
	"while (a != D) x++;",
	"while (a != D) { if (b == D) x++; }",
	"while (atomic_fetch_add(&c, D) < 1) if (a) break;",
	"while (atomic_load_explicit(&a, memory_order_relaxed) != D) r = y; atomic_store_explicit(&b, 1, memory_order_relaxed);",
	"while (b != D) { y = 1 - y; }",
	"for (int i = 0; b != D && i < 2; i++) r = x;",
	"take_weakly(&c, &r); give(&c);",
}

var awaitStatements = []string{
	"a = D;", "b = D;", "c = D;", "x = D;", "y = D;", "r = x;", "r = y;",
	"atomic_store_explicit(&b, D, memory_order_relaxed);",
	"atomic_store_explicit(&a, D, memory_order_relaxed);",
	"pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&m); b = D; pthread_mutex_unlock(&m);",
	"assert(r <= D);", "assert(a <= b + D);", "assert(x == y || a == D);",
	"if (atomic_load_explicit(&b, memory_order_relaxed)) y = 1;",
}

// awaitProgram makes a program of two threads with waiting loops up.
func awaitProgram(rng *rand.Rand) string {
	var s strings.Builder
	s.WriteString(awaitHead)
	s.WriteString("static int wait_for(atomic_int *p, int v, int *out) { int got = *p; *out = got; return got != v; }\n" +
		"static void take(atomic_int *l, int *out) { while (atomic_exchange(l, 1)) *out = 1; }\n" +
		"static void take_weakly(atomic_int *l, int *out) { int e; do { e = 0; *out = x; } while (!atomic_compare_exchange_weak(l, &e, 1)); }\n" +
		"static void give(atomic_int *l) { *l = 0; }\n")
	body := func() {
		s.WriteString("\tint r = 0;\n")
		loop := rng.IntN(3)
		for i := range 3 {
			list := awaitStatements
			if i == loop || rng.IntN(6) == 0 {
				list = awaitLoops
			}
			d := fmt.Sprint(rng.IntN(2))
			fmt.Fprintf(&s, "\t%s\n", strings.ReplaceAll(list[rng.IntN(len(list))], "D", d))
		}
		s.WriteString("\t(void)r;\n")
	}
	s.WriteString("void *f(void *arg)\n{\n")
	body()
	s.WriteString("\treturn 0;\n}\nint main(void)\n{\n\tpthread_t t;\n\tpthread_create(&t, 0, f, 0);\n\t{\n")
	body()
	s.WriteString("\t}\n\tpthread_join(t, 0);\n\tassert(x + y < 3);\n\treturn 0;\n}\n")
	return s.String()
}

// violationsOf lists the violations of an exploration as text, sorted.
func violationsOf(x *smc.Exploration) []string {
	var list []string
	for i := range x.Violations {
		v := &x.Violations[i].Violation
		if v.First != nil {
			pair := []string{fmt.Sprint(v.Pos), fmt.Sprint(v.First.Pos)}
			slices.Sort(pair)
			list = append(list, fmt.Sprintf("race %v", pair))
			continue
		}
		list = append(list, fmt.Sprintf("%s %s %v", v.Property, v.Kind, v.Pos))
	}
	slices.Sort(list)
	return list
}

// TestAwaitLosesNothing compares exploration that stops threads in waiting loops with exploration that runs
// the loops up to a bound. Every violation of the latter is one of the former. With a bound on the other
// loops too, all violations that the former finds are real.
func TestAwaitLosesNothing(t *testing.T) {
	properties := []verdict.Property{verdict.Assert, verdict.Race, verdict.Deadlock}
	cut, longer := 0, 0
	for n := range generated.All() {
		text := awaitProgram(rand.New(rand.NewPCG(n, 7)))
		if n%4 == 3 {
			text = testgen.Concurrent(testgen.Options{Seed: n, Features: testgen.AllFeatures}).C()
		}
		code := testprog.Code(t, text)
		for _, p := range properties {
			explored := func(loops interp.Loops, unwind int, reduction smc.Reduction) *smc.Exploration {
				x, err := smc.Explore(context.Background(), code, smc.Options{
					Properties: interp.PropertySet(p), Loops: loops, Unwind: unwind, Reduction: reduction,
					Executions: 20_000, MaxDepth: 2000,
				})
				if err != nil {
					t.Fatal(err)
				}
				for i := range x.Violations {
					if _, err := interp.ReplayCode(context.Background(), code, x.Violations[i].Trace, interp.ReplayOptions{}); err != nil {
						t.Fatalf("program %d, %s: %v\n%s", n, p, err, text)
					}
				}
				return x
			}
			whole := explored(interp.RunLoops, 3, smc.DPOR)
			short := explored(interp.CutAwait, 3, smc.DPOR)
			if !short.Complete {
				longer++
				continue
			}
			if len(short.Cuts) == 0 && len(whole.Cuts) > 0 {
				cut++
			}
			a, b := violationsOf(whole), violationsOf(short)
			for _, v := range a {
				if !slices.Contains(b, v) {
					t.Fatalf("program %d: %s is lost\nall %v\ncut %v\n%s", n, v, a, b, text)
				}
			}
		}
	}
	t.Logf("%d of %d explorations need no bound when waiting loops are cut; %d were too long", cut, generated.N()*len(properties), longer)
}

// TestAwaitRaces checks races of a read in a waiting loop with an access that another thread makes only
// because of code after the loop. Random schedules would find such a race, too.
func TestAwaitRaces(t *testing.T) {
	const text = awaitHead + `
void *f(void *p)
{
	atomic_store_explicit(&a, 1, ORDER);
	if (atomic_load_explicit(&b, ORDER))
		x = 1;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	while (!atomic_load_explicit(&a, ORDER))
		if (x == 7)
			return 0;
	atomic_store_explicit(&b, 1, ORDER);
	pthread_join(t, 0);
	return 0;
}
`
	for order, races := range map[string]int{"memory_order_relaxed": 1, "memory_order_seq_cst": 0} {
		x, err := smc.Explore(context.Background(), testprog.Code(t, strings.ReplaceAll(text, "ORDER", order)), smc.Options{
			Properties: interp.PropertySet(verdict.Race), Loops: interp.CutAwait, Reduction: smc.DPOR,
		})
		if err != nil {
			t.Fatal(err)
		}
		if !x.Complete || len(x.Violations) != races {
			t.Errorf("%s: complete %v (%s), %d races, expected %d", order, x.Complete, x.Incomplete, len(x.Violations), races)
		}
	}
}

// TestHangs replays the endless executions of generated programs.
func TestHangs(t *testing.T) {
	model, err := weak.ModelOf("rc11")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for n := range generated.All() {
		text := awaitProgram(rand.New(rand.NewPCG(n, 8)))
		code := testprog.Code(t, text)
		x, err := weak.Explore(context.Background(), code, weak.Options{Model: model, Properties: interp.PropertySet(verdict.Termination), Unwind: 3, ConstantUnwind: 3, Runs: 200, MaxSteps: 5000})
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.Violations {
			found++
			if _, err := interp.ReplayCode(context.Background(), code, x.Violations[i].Trace, interp.ReplayOptions{}); err != nil {
				t.Fatalf("program %d: %v\n%s", n, err, text)
			}
		}
	}
	t.Logf("%d of %d programs have an endless execution", found, generated.N())
}
