package order

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/scheme"
	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

const weakHead = "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n" +
	"atomic_int a, b, c, v[2]; _Atomic(atomic_int *) p; extern int __VERIFIER_nondet_int(void); int x, n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER; sem_t s;\n" +
	"#define LOAD(v, o) atomic_load_explicit(&v, memory_order_##o)\n#define STORE(v, n, o) atomic_store_explicit(&v, n, memory_order_##o)\n" +
	"#define ADD(v, n, o) atomic_fetch_add_explicit(&v, n, memory_order_##o)\n#define FENCE(o) atomic_thread_fence(memory_order_##o)\n" +
	"extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);\n"

// TestRC11 judges programs of two threads under RC11. Each is safe under sequential consistency. race and assert are
// parts of the message of an unknown verdict.
func TestRC11(t *testing.T) {
	const race, violates = "nothing orders", "violates assert"
	for _, c := range []struct{ name, other, rest, unknown string }{
		{"store buffering", "STORE(a, 1, relaxed); n = LOAD(b, relaxed);", "STORE(b, 1, relaxed); int r = LOAD(a, relaxed); JOIN; assert(n | r);", violates},
		{"with seq_cst accesses", "a = 1; n = b;", "b = 1; int r = a; JOIN; assert(n | r);", ""},
		{"with one fence", "STORE(a, 1, relaxed); FENCE(seq_cst); n = LOAD(b, relaxed);", "STORE(b, 1, relaxed); int r = LOAD(a, relaxed); JOIN; assert(n | r);", violates},
		{"with fences", "STORE(a, 1, relaxed); FENCE(seq_cst); n = LOAD(b, relaxed);", "STORE(b, 1, relaxed); FENCE(seq_cst); int r = LOAD(a, relaxed); JOIN; assert(n | r);", ""},
		{"message passing", "x = 1; STORE(a, 1, release);", "if (LOAD(a, acquire)) assert(x);", ""},
		{"message passing, relaxed", "x = 1; STORE(a, 1, relaxed);", "if (LOAD(a, relaxed)) assert(x < 2);", race},
		{"message passing of an atomic", "STORE(b, 1, relaxed); STORE(a, 1, relaxed);", "if (LOAD(a, acquire)) assert(LOAD(b, relaxed));", violates},
		{"by fences", "x = 1; FENCE(release); STORE(a, 1, relaxed);", "if (LOAD(a, relaxed)) { FENCE(acquire); assert(x); }", ""},
		{"in a loop", "x = 1; STORE(a, 1, release);", "while (!LOAD(a, acquire)) ; assert(x);", ""},
		{"coherence", "STORE(a, 1, relaxed); STORE(a, 2, relaxed);", "int r = LOAD(a, relaxed); assert(LOAD(a, relaxed) >= r);", ""},
		{"an unused acquire", "STORE(b, 1, relaxed); STORE(a, 1, release);", "if (LOAD(a, relaxed)) { (void)LOAD(a, acquire); assert(LOAD(b, relaxed)); }", ""},
		{"an unused seq_cst store", "STORE(a, 1, seq_cst); STORE(c, 1, seq_cst); n = LOAD(b, relaxed);", "STORE(b, 1, seq_cst); STORE(c, 2, seq_cst); int r = LOAD(a, relaxed); JOIN; assert(n | r);", violates},
		{"a store behind another", "STORE(a, 1, relaxed); STORE(a, 2, seq_cst); n = LOAD(b, seq_cst);", "STORE(b, 1, seq_cst); int r = LOAD(a, seq_cst); JOIN; assert(n | r);", ""},
		{"counters", "ADD(a, 1, relaxed);", "ADD(a, 1, relaxed); JOIN; assert(LOAD(a, relaxed) == 2);", ""},
		{"a release sequence", "x = 1; STORE(a, 1, release);", "ADD(a, 1, relaxed); if (LOAD(a, acquire) == 2) assert(x);", ""},
		{"a failing exchange", "x = 1; STORE(a, 1, release);", "int e = 0; if (!atomic_compare_exchange_strong_explicit(&a, &e, 5, memory_order_acquire, memory_order_relaxed)) assert(x < 2);", race},
		{"the same, which acquires", "x = 1; STORE(a, 1, release);", "int e = 0; if (!atomic_compare_exchange_strong_explicit(&a, &e, 5, memory_order_acquire, memory_order_acquire)) assert(x);", ""},
		{"a lock", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); JOIN; assert(x == 2);", ""},
		{"two locks", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&l); x++; pthread_mutex_unlock(&l); JOIN; assert(x < 3);", race},
		{"a lock without help", "STORE(a, 1, relaxed); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); n = LOAD(b, relaxed);", "STORE(b, 1, relaxed); pthread_mutex_lock(&l); pthread_mutex_unlock(&l); int r = LOAD(a, relaxed); JOIN; assert(n | r);", violates},
		{"one lock", "STORE(a, 1, relaxed); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); n = LOAD(b, relaxed);", "STORE(b, 1, relaxed); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); int r = LOAD(a, relaxed); JOIN; assert(n | r);", ""},
		{"a semaphore", "x = 1; sem_post(&s);", "sem_wait(&s); assert(x);", ""},
		{"a fence before a creation", "STORE(b, 1, relaxed);", "JOIN; assert(LOAD(b, relaxed));", ""},
		{"a section", "STORE(a, 1, relaxed); __VERIFIER_atomic_begin(); n++; __VERIFIER_atomic_end();", "__VERIFIER_atomic_begin(); int r = n; __VERIFIER_atomic_end(); if (r) assert(LOAD(a, relaxed));", ""},
		{"a guard of a race", "STORE(a, 1, relaxed); if (!LOAD(b, relaxed)) x = 1;", "STORE(b, 1, relaxed); if (!LOAD(a, relaxed)) x = 2; assert(x < 3);", race},
		{"a published object", "atomic_int *o = malloc(sizeof *o); atomic_init(o, 0); STORE(*o, 1, relaxed); STORE(p, o, relaxed);", "atomic_int *q = LOAD(p, relaxed); if (q) assert(LOAD(*q, relaxed) == 1);", violates},
		{"the same, released", "atomic_int *o = malloc(sizeof *o); STORE(*o, 1, relaxed); STORE(p, o, release);", "atomic_int *q = LOAD(p, acquire); if (q) assert(LOAD(*q, relaxed) == 1);", ""},
		{"an array", "int i = __VERIFIER_nondet_int() & 1; STORE(v[i], 1, relaxed); STORE(a, 1, release);", "if (LOAD(a, acquire)) assert(LOAD(v[0], relaxed) + LOAD(v[1], relaxed) == 1);", ""},
	} {
		t.Run(c.name, func(t *testing.T) { judgeRC11(t, verdict.Assert, c.other, c.rest, c.unknown) })
	}
}

// TestStatesRC11 judges properties that read lives of objects, all memory, or locks in the end. The programs are those of
// store buffering and message passing: what both threads do in the first is wrong.
func TestStatesRC11(t *testing.T) {
	const setA, setB = "STORE(a, 1, relaxed); FENCE(%s); n = LOAD(b, relaxed);", "STORE(b, 1, relaxed); FENCE(%s); int r = LOAD(a, relaxed);"
	for _, c := range []struct {
		name        string
		property    verdict.Property
		other, rest string // FENCE(%s) is one of seq_cst, or of acquire
		unknown     string
	}{
		{"null", verdict.Memory, "STORE(p, &a, relaxed); FENCE(%s); STORE(b, 1, relaxed);", "if (LOAD(b, relaxed)) { FENCE(%s); STORE(*LOAD(p, relaxed), 1, relaxed); }", "violates memory"},
		{"a free", verdict.Memory, "while (!LOAD(c, acquire)) ; " + setA + " if (!n) STORE(*LOAD(p, relaxed), 1, relaxed);", "STORE(p, malloc(4), relaxed); STORE(*LOAD(p, relaxed), 0, relaxed); STORE(c, 1, release); " + setB + " if (!r) free(LOAD(p, relaxed));", "nothing orders"},
		{"a leak", verdict.Memory, setA, "int *i = malloc(4); " + setB + " JOIN; if (n | r) free(i); i = 0;", "violates memory"},
		{"lost memory", verdict.Leaks, setA, "int *i = malloc(4); " + setB + " JOIN; if (n | r) free(i); i = 0;", "violates leak"},
		{"two locks", verdict.Deadlock, setA + " if (!n) { pthread_mutex_lock(&m); pthread_mutex_lock(&l); }", setB + " if (!r) { pthread_mutex_lock(&l); pthread_mutex_lock(&m); }", "violates deadlock"},
		{"a semaphore", verdict.Deadlock, setA, setB + " JOIN; if (!(n | r)) sem_wait(&s);", "violates deadlock"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := func(text, order string) string { return strings.ReplaceAll(text, "%s", order) }
			judgeRC11(t, c.property, in(c.other, "acquire"), in(c.rest, "acquire"), c.unknown)
			judgeRC11(t, c.property, in(c.other, "seq_cst"), in(c.rest, "seq_cst"), "")
		})
	}
}

// judgeRC11 judges a property of a program of two threads under RC11: it is safe or, if unknown is not empty, unknown with
// this part of the message.
func judgeRC11(t *testing.T, property verdict.Property, other, rest, unknown string) {
	t.Helper()
	source := weakHead + "static void *other(void *arg) { " + other + " return arg; } int main(void) { pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, other, 0); " +
		strings.ReplaceAll(rest, "JOIN", "pthread_join(t, 0)") + " return 0; }"
	out := testprog.Judge(t, New(Options{}), &engine.Problem{Program: testprog.Source(t, source, ir.LP64), Property: property, Model: engine.RC11}, time.Minute)
	if unknown == "" && out.Verdict == verdict.Safe || unknown != "" && out.Reason == verdict.WeakMemory && strings.Contains(out.Detail, unknown) {
		return
	}
	t.Errorf("%s (%s): %s", out.Verdict, out.Reason, out.Detail)
}

var lazy = flag.Int("lazy", 6, "generated programs for which the lazy theory is compared with the theory of sequential consistency")

// sharing are features of programs in which each node has one access, or all its accesses are those of a library model.
const sharing = testgen.Atomics | testgen.Fences | testgen.Arrays | testgen.Pointers | testgen.Asserts | testgen.Branches | testgen.Joins |
	testgen.Inputs | testgen.Mutexes | testgen.Blocking | testgen.Semaphores

// lazily has the properties of TestLazy in turn.
var lazily = [...]verdict.Property{verdict.Assert, verdict.Memory, verdict.Assert, verdict.Deadlock, verdict.Assert, verdict.Leaks}

// TestLazy compares the theory of sequential consistency with the lazy theory for generated programs. With the model
// sc, both find a violation or neither does; about properties other than assert, the lazy theory may find one more.
// A violation under sequential consistency is also one under RC11.
func TestLazy(t *testing.T) {
	sc, err := memmodel.Parse("test.cat", "include \"sc.cat\"\nempty claim as no-race")
	if err != nil {
		t.Fatal(err)
	}
	rc11, err := consistency.ModelOf(engine.RC11)
	if err != nil {
		t.Fatal(err)
	}
	violated := make(map[verdict.Property]int)
	for seed := range uint64(2 * *lazy) {
		property := lazily[seed/2%uint64(len(lazily))]
		features := sharing
		switch {
		case property != verdict.Assert:
			features |= testgen.Heap | testgen.UseAfterFree | testgen.BadAccess
		case seed%2 == 0:
			features = 0 // the usual ones
		}
		text := testgen.Concurrent(testgen.Options{Seed: seed, Features: features}).C()
		p := testprog.Source(t, text, ir.LP64)
		found := func(model *consistency.Model) bool {
			g, err := unwind.Unwind(t.Context(), analyze.Of(p), term.New(term.Options{}), unwind.Options{Property: property, Loop: 2, Weak: model != nil})
			if err != nil {
				t.Fatal(err)
			}
			e, err := consistency.New(t.Context(), g, solver.New(g.Terms, sat.Options{}), consistency.Options{Model: model})
			if err != nil {
				t.Fatal(err)
			}
			res, err := e.Check(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return res.Status == sat.Satisfiable
		}
		special := found(nil)
		if special {
			violated[property]++
		}
		if lazy := found(&consistency.Model{Axioms: sc, Scheme: scheme.Of("sc")}); lazy != special && (special || seed%2 == 1 && property == verdict.Assert) {
			t.Errorf("seed %d: a violation of %s: %v with the theory, %v with the lazy one\n%s", seed, property, special, lazy, text)
		}
		if special && !found(rc11) {
			t.Errorf("seed %d: no violation of %s under RC11\n%s", seed, property, text)
		}
	}
	t.Logf("of %d programs, so many have a violation: %v", 2**lazy, violated)
}
