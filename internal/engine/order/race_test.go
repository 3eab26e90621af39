package order

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// racingPlaces is the pairs of places that race.
type racingPlaces map[[2]string]bool

func (r racingPlaces) add(a, b string) {
	if b < a {
		a, b = b, a
	}
	r[[2]string{a, b}] = true
}

func (r racingPlaces) String() string {
	var list []string
	for p := range r {
		list = append(list, p[0]+" "+p[1])
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func exploredRaces(x *smc.Exploration) racingPlaces {
	text := func(p ir.Pos) string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }
	races := make(racingPlaces)
	for i := range x.Violations {
		if v := &x.Violations[i].Violation; v.First != nil {
			races.add(text(v.Pos), text(v.First.Pos))
		}
	}
	return races
}

// firstPlace is the line and column of the first access in the message of a race.
var firstPlace = regexp.MustCompile(`:(\d+:\d+)$`)

func foundRaces(t *testing.T, out *engine.Outcome) racingPlaces {
	t.Helper()
	races := make(racingPlaces)
	for _, v := range out.Violations {
		f := v.Trace.Failure
		m := firstPlace.FindStringSubmatch(f.Message)
		if m == nil {
			t.Fatalf("%q names no place", f.Message)
		}
		races.add(fmt.Sprintf("%d:%d", f.Line, f.Column), m[1])
	}
	return races
}

// compareRaces compares the races that the engines find with those of the explorer: if its exploration was
// complete, they are the same pairs of places.
func compareRaces(t *testing.T, code *interp.Code, count testprog.Tally) {
	t.Helper()
	explored, err := smc.Explore(context.Background(), code, smc.Options{
		Properties: interp.PropertySet(verdict.Race), Executions: 3_000, Reduction: smc.DPOR, Loops: interp.CutAwait,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := exploredRaces(explored)
	all := explored.Complete && explored.Exact
	for _, v := range variants {
		out := judge(t, v.opts, engine.Problem{Program: code.Program(), Property: verdict.Race, All: true})
		count[fmt.Sprintf("%s %s, %t", v.name, out.Verdict, len(want) > 0)]++
		got := foundRaces(t, out)
		switch {
		case out.Verdict == verdict.Unknown:
			t.Logf("%s: unknown: %s %s", v.name, out.Reason, out.Detail)
		case out.Verdict == verdict.Bounded:
		case !subset(want, got):
			t.Errorf("%s: %s: races %v, the explorer finds %v", v.name, out.Verdict, got, want)
		case all && !maps.Equal(want, got):
			t.Errorf("%s: %s: races %v, the explorer finds only %v", v.name, out.Verdict, got, want)
		}
	}
}

// TestGeneratedRaces checks generated programs, some of them with undefined behaviour.
func TestGeneratedRaces(t *testing.T) {
	count := make(testprog.Tally)
	weak := make(testprog.Tally)
	testprog.Concurrent(t, generated.All(), mixture, func(t *testing.T, seed uint64, text string) {
		code := testprog.Code(t, text)
		compareRaces(t, code, count)
		if seed%2 == 0 {
			compareRaces(t, weakly(code), weak)
		}
	})
	testprog.Decided(t, count, 90)
	testprog.Decided(t, weak, 90)
}

// weakly returns the code of a program in which accesses weaker than seq_cst race.
func weakly(code *interp.Code) *interp.Code {
	p := *code.Program()
	p.WeakRaces = true
	return interp.Prepare(&p)
}

// raceHead begins the programs about races.
const raceHead = "#include <stdatomic.h>\n#include <semaphore.h>\n#include <stdlib.h>\nint x, y, v[4]; int *_Atomic p; atomic_int a, b, c; sem_t s; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_once_t o = PTHREAD_ONCE_INIT;\n" +
	"#define LOAD(v, o) atomic_load_explicit(&v, memory_order_##o)\n#define STORE(v, n, o) atomic_store_explicit(&v, n, memory_order_##o)\n" +
	"#define ADD(v, n, o) atomic_fetch_add_explicit(&v, n, memory_order_##o)\n#define FENCE(o) atomic_thread_fence(memory_order_##o)\n" +
	"extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); static void first(void) { x = 1; }\n"

// TestRaces checks the rules of happens-before one by one, each with a program that synchronises and a
// program in which a part of the synchronisation is missing.
func TestRaces(t *testing.T) {
	tests := []raceTest{
		{name: "nothing orders", other: "x = 1;", rest: "x = 2;", races: true},
		{name: "a plain read", other: "x = 1;", rest: "y = x;", races: true},
		{name: "two reads", other: "if (x) y = 1;", rest: "if (x) return 0;"},
		{name: "creation and join", other: "x = 1;", rest: "pthread_join(t, 0); x = 2; return 0;"},
		{name: "a mutex", other: "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", rest: "pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);"},
		{name: "after the mutex", other: "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", rest: "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 2;", races: true},
		{name: "a failed trylock", other: "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", rest: "if (pthread_mutex_trylock(&m)) x = 2;", races: true},
		{name: "a semaphore", other: "x = 1; sem_post(&s);", rest: "sem_wait(&s); x = 2;"},
		{name: "once", other: "pthread_once(&o, first); y = x;", rest: "pthread_once(&o, first); if (x) x = x;", races: true},
		{name: "the end of a once routine", other: "pthread_once(&o, first);", rest: "pthread_once(&o, first); x = 2;"},
		{name: "release and acquire", other: "x = 1; STORE(a, 1, release);", rest: "if (LOAD(a, acquire)) x = 2;"},
		{name: "relaxed", other: "x = 1; STORE(a, 1, relaxed);", rest: "if (LOAD(a, acquire)) x = 2;", races: true},
		{name: "not acquired", other: "x = 1; STORE(a, 1, release);", rest: "if (LOAD(a, relaxed)) x = 2;", races: true},
		{name: "the initial value", other: "x = 1; STORE(a, 0, release);", rest: "if (!LOAD(a, acquire)) x = 2;", races: true},
		{name: "an acquire fence", other: "x = 1; STORE(a, 1, release);", rest: "if (LOAD(a, relaxed)) { FENCE(acquire); x = 2; }"},
		{name: "a release fence", other: "x = 1; FENCE(release); STORE(a, 1, relaxed);", rest: "if (LOAD(a, acquire)) x = 2;"},
		{name: "a release fence on one path", other: "x = 1; if (LOAD(b, relaxed)) FENCE(release); STORE(a, 1, relaxed);", rest: "STORE(b, 1, relaxed); if (LOAD(a, acquire)) x = 2;", races: true},
		{name: "two fences", other: "x = 1; FENCE(seq_cst); STORE(a, 1, relaxed);", rest: "if (LOAD(a, relaxed)) { FENCE(seq_cst); x = 2; }"},
		{name: "after the fence", other: "FENCE(release); x = 1; STORE(a, 1, relaxed);", rest: "if (LOAD(a, acquire)) x = 2;", races: true},
		{name: "a chain of updates", other: "x = 1; STORE(a, 1, release);", third: "ADD(a, 1, relaxed);", rest: "if (LOAD(a, acquire) == 2) x = 2;"},
		{name: "a chain that starts without it", other: "x = 1; STORE(a, 2, release);", third: "ADD(a, 1, relaxed);", rest: "if (LOAD(a, acquire) == 1) x = 2;", races: true},
		{name: "a release update carries others", other: "x = 1; STORE(a, 1, release);", third: "ADD(a, 1, release);", rest: "if (LOAD(a, acquire) == 2) x = 2;"},
		{name: "an update under a lock", other: "x = 1; pthread_mutex_lock(&m); STORE(a, 1, release); pthread_mutex_unlock(&m);", third: "pthread_mutex_lock(&m); if (LOAD(a, relaxed)) ADD(a, 1, relaxed); pthread_mutex_unlock(&m);", rest: "if (LOAD(a, acquire) == 2) x = 2;"},
		{name: "its own sequence", other: "x = 1; STORE(a, 1, release); STORE(a, 2, relaxed);", rest: "if (LOAD(a, acquire) == 2) x = 2;"},
		{name: "its own sequence is cut", other: "x = 1; STORE(a, 1, release); STORE(a, 2, relaxed);", third: "STORE(a, 7, relaxed);", rest: "if (LOAD(a, acquire) == 2) x = 2;", races: true},
		{name: "its own sequence goes on through updates", other: "x = 1; STORE(a, 1, release); STORE(a, 2, relaxed);", third: "ADD(a, 7, relaxed);", rest: "if (LOAD(a, acquire) == 2) x = 2;"},
		{name: "a failed exchange", other: "x = 1; STORE(a, 1, release);", rest: "int e = 0; if (!atomic_compare_exchange_strong_explicit(&a, &e, 5, memory_order_relaxed, memory_order_acquire)) x = 2;"},
		{name: "an exchange that only fails", other: "x = 1; STORE(a, 1, release);", rest: "int e = 5; if (!atomic_compare_exchange_strong_explicit(&a, &e, 6, memory_order_relaxed, memory_order_acquire) && e == 1) x = 2;"},
		{name: "an exchange that only fails, and does not acquire", other: "x = 1; STORE(a, 1, release);", rest: "int e = 5; if (!atomic_compare_exchange_strong_explicit(&a, &e, 6, memory_order_acq_rel, memory_order_relaxed) && e == 1) x = 2;", races: true},
		{name: "a successful exchange", other: "x = 1; STORE(a, 1, release);", rest: "int e = 1; if (atomic_compare_exchange_strong_explicit(&a, &e, 5, memory_order_relaxed, memory_order_acquire)) x = 2;", races: true},
		{name: "sections of the program", other: "__VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end();", rest: "__VERIFIER_atomic_begin(); x = 2; __VERIFIER_atomic_end();"},
		{name: "an update in a section", other: "x = 1; STORE(a, 1, release);", third: "__VERIFIER_atomic_begin(); ADD(a, 1, relaxed); ADD(a, 1, relaxed); __VERIFIER_atomic_end();", rest: "if (LOAD(a, acquire) == 3) x = 2;"},
		{name: "a section in which the process ends", other: "__VERIFIER_atomic_begin(); y = x; assert(LOAD(a, relaxed)); __VERIFIER_atomic_end();", rest: "x = 2;", races: true},
		{name: "before the section in which the process ends", other: "__VERIFIER_atomic_begin(); y = x; assert(LOAD(a, relaxed)); __VERIFIER_atomic_end(); x = 3;", rest: "__VERIFIER_atomic_begin(); x = 2; __VERIFIER_atomic_end();", races: false},
		{name: "a section that sees its own store and ends the process", other: "int e = 1; __VERIFIER_atomic_begin(); STORE(a, 1, relaxed); if (atomic_compare_exchange_strong(&a, &e, 2)) y = x; assert(e != 1); __VERIFIER_atomic_end();", rest: "x = 2; STORE(a, 2, relaxed);", races: true},
		{name: "an await loop", other: "x = 1; STORE(a, 1, release);", rest: "while (!LOAD(a, acquire)) ; x = 2;"},
		{name: "a read in an await loop", other: "STORE(a, 1, relaxed); if (LOAD(b, relaxed)) x = 1;", rest: "while (!LOAD(a, relaxed)) if (x == 7) return 0; STORE(b, 1, relaxed);", races: true},
		{name: "an atomic and a plain access", other: "STORE(a, 1, seq_cst);", rest: "*(int *)&a = 2;", races: true},
		{name: "bytes that overlap", other: "x = 1;", rest: "((char *)&x)[2] = 2;", races: true},
		{name: "bytes that do not", other: "((char *)&x)[1] = 1;", rest: "((char *)&x)[2] = 2;"},
		{name: "elements at symbolic indices", other: "v[LOAD(a, relaxed) & 1] = 1;", rest: "STORE(a, 5, relaxed); v[1] = 2;", races: true},
		{name: "other elements at symbolic indices", other: "v[LOAD(a, relaxed) & 1] = 1;", rest: "STORE(a, 5, relaxed); v[2] = 2;"},
		{name: "the end of a scope", other: "int *q = atomic_load_explicit(&p, memory_order_relaxed); if (q) x = *q;", rest: "{ int z; atomic_store_explicit(&p, &z, memory_order_relaxed); }"},
		{name: "free", other: "int *q = atomic_load_explicit(&p, memory_order_acquire); if (q) x = *q;", rest: "int *n = calloc(1, 4); atomic_store_explicit(&p, n, memory_order_release); free(n);", races: true},
		{name: "birth with a value", other: "int *q = atomic_load_explicit(&p, memory_order_relaxed); if (q) x = *q;", rest: "int *n = calloc(1, 4); atomic_store_explicit(&p, n, memory_order_relaxed);", races: true},
		{name: "the end of a thread", other: "static __thread int z; atomic_store_explicit(&p, &z, memory_order_relaxed);", rest: "int *q = atomic_load_explicit(&p, memory_order_relaxed); if (q) x = *q;"},
		{name: "a post in a section that comes later", other: "pthread_mutex_lock(&m); sem_post(&s); pthread_mutex_unlock(&m); if (arg) x = 1;",
			rest: "pthread_t u; pthread_mutex_lock(&m); sem_post(&s); pthread_create(&u, 0, other, &x); sem_wait(&s); pthread_mutex_unlock(&m); x = 2;", races: true},
		{name: "only in a branch that another takes", other: "if (LOAD(a, relaxed)) x = 1;", rest: "STORE(a, 1, relaxed); x = 2;", races: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.check(t, false) })
	}
}

// raceTest is a program in which a thread executes other, one executes third, if there is one, and main
// executes rest.
type raceTest struct {
	name, other, third, rest string
	races                    bool
}

// check compares the engines with the explorer and with the known answer. weak makes accesses weaker than
// seq_cst race.
func (tt *raceTest) check(t *testing.T, weak bool) {
	globals, rest := raceHead, tt.rest
	if tt.third != "" {
		globals += "static void *third(void *arg) { " + tt.third + " return 0; }\n"
		rest = "pthread_t u; pthread_create(&u, 0, third, 0); " + rest
	}
	code := program(t, globals, tt.other, rest)
	if weak {
		code = weakly(code)
		if r := raceproof.Analyse(context.Background(), analyze.Of(code.Program()), 0); tt.races && r.RaceFree() {
			t.Error("the static proof excludes a race")
		}
	}
	count := make(testprog.Tally)
	compareRaces(t, code, count)
	violated := verdict.Safe
	if tt.races {
		violated = verdict.Violation
	}
	for _, v := range variants {
		if n := count[fmt.Sprintf("%s %s, %t", v.name, violated, tt.races)]; n != 1 {
			t.Errorf("%s: %v, want a race: %t", v.name, count, tt.races)
		}
	}
}

// TestWeakRaces checks races in which accesses weaker than seq_cst count as plain, the premise of DRF-SC
// (semantics 7.5).
func TestWeakRaces(t *testing.T) {
	for _, tt := range []raceTest{
		{name: "message passing", other: "x = 1; STORE(a, 1, release);", rest: "if (LOAD(a, acquire)) x = 2;", races: true},
		{name: "message passing by seq_cst", other: "x = 1; STORE(a, 1, seq_cst);", rest: "if (LOAD(a, seq_cst)) x = 2;"},
		{name: "a relaxed read of a seq_cst flag", other: "STORE(a, 1, seq_cst);", rest: "if (LOAD(a, relaxed)) x = 2;", races: true},
		{name: "a relaxed counter under a lock", other: "pthread_mutex_lock(&m); ADD(a, 1, relaxed); pthread_mutex_unlock(&m);", rest: "pthread_mutex_lock(&m); ADD(a, 1, relaxed); pthread_mutex_unlock(&m);"},
		{name: "a relaxed counter", other: "ADD(a, 1, relaxed);", rest: "ADD(a, 1, relaxed);", races: true},
		{name: "a counter that is read after the join", other: "ADD(a, 1, relaxed);", rest: "pthread_join(t, 0); x = LOAD(a, relaxed); return 0;"},
		{name: "a counter that another thread still changes", other: "ADD(a, 1, relaxed);", third: "ADD(b, 1, relaxed); ADD(a, 1, relaxed);",
			rest: "pthread_join(t, 0); x = LOAD(a, relaxed); return 0;", races: true},
		{name: "Dekker", other: "STORE(a, 1, relaxed); x = LOAD(b, relaxed);", rest: "STORE(b, 1, relaxed); y = LOAD(a, relaxed);", races: true},
		{name: "Dekker with fences", other: "STORE(a, 1, relaxed); FENCE(seq_cst); x = LOAD(b, relaxed);", rest: "STORE(b, 1, relaxed); FENCE(seq_cst); y = LOAD(a, relaxed);", races: true},
		{name: "Dekker by seq_cst", other: "a = 1; x = b;", rest: "b = 1; y = a;"},
		{name: "two relaxed reads", other: "x = LOAD(a, relaxed);", rest: "y = LOAD(a, relaxed);"},
		{name: "a pointer", other: "STORE(a, 1, relaxed);", rest: "atomic_int *q = x ? &b : &a; if (LOAD(*q, seq_cst)) y = 2;", races: true},
		{name: "a plain pointer to an atomic object", other: "a = 1;", rest: "*(int *)&a = 2;", races: true},
		{name: "bytes that overlap", other: "atomic_store_explicit((_Atomic unsigned char *)&x + 1, 1, memory_order_relaxed);", rest: "y = atomic_load((_Atomic int *)&x);", races: true},
		{name: "bytes that do not", other: "atomic_store_explicit((_Atomic unsigned char *)&x + 1, 1, memory_order_relaxed);", rest: "atomic_store_explicit((_Atomic unsigned char *)&x, 1, memory_order_relaxed);"},
		{name: "two widths", other: "atomic_store((_Atomic unsigned char *)&x + 1, 1);", rest: "y = atomic_load((_Atomic int *)&x);", races: true},
		{name: "two widths after the join", other: "atomic_store((_Atomic unsigned char *)&x + 1, 1);", rest: "pthread_join(t, 0); y = atomic_load((_Atomic int *)&x); return 0;"},
		{name: "elements of an array", other: "atomic_store((_Atomic int *)v + (a & 1), 1);", rest: "a = 1; y = atomic_load((_Atomic int *)v + 1);"},
		{name: "an exchange that fails", other: "a = 1;", rest: "int e = 5; atomic_compare_exchange_strong_explicit(&a, &e, 6, memory_order_seq_cst, memory_order_relaxed);", races: true},
		{name: "an exchange that cannot fail", other: "b = 1;", rest: "int e = 0; atomic_compare_exchange_strong_explicit(&a, &e, 6, memory_order_seq_cst, memory_order_relaxed); if (b) a = 1;"},
		{name: "an exchange that fails by seq_cst", other: "a = 1;", rest: "int e = 5; atomic_compare_exchange_strong_explicit(&a, &e, 6, memory_order_relaxed, memory_order_seq_cst);"},
		{name: "a relaxed exchange that succeeds", other: "x = a;", rest: "int e = 0; atomic_compare_exchange_strong_explicit(&a, &e, 6, memory_order_relaxed, memory_order_seq_cst);", races: true},
		{name: "an await loop", other: "x = 1; STORE(a, 1, release);", rest: "while (!LOAD(a, acquire)) ; x = 2;", races: true},
		{name: "an await loop by seq_cst", other: "x = 1; a = 1;", rest: "while (!a) ; x = LOAD(b, relaxed);"},
		{name: "an await loop with another read", other: "a = 1; if (pthread_mutex_trylock(&m)) STORE(c, 1, relaxed);", rest: "while (!a) if (LOAD(c, relaxed) == 7) return 0; pthread_mutex_lock(&m);", races: true},
		{name: "test and set", other: "while (atomic_exchange_explicit(&a, 1, memory_order_acquire)) ; x = 1; STORE(a, 0, release);", rest: "while (atomic_exchange_explicit(&a, 1, memory_order_acquire)) ; x = 2; STORE(a, 0, release);", races: true},
		{name: "in the last iteration", other: "for (int i = 0; i < 3; i++) if (i == 2) STORE(a, 1, relaxed);", rest: "y = a;", races: true},
		{name: "sections of the program", other: "__VERIFIER_atomic_begin(); ADD(a, 1, relaxed); __VERIFIER_atomic_end();", rest: "__VERIFIER_atomic_begin(); ADD(a, 1, relaxed); __VERIFIER_atomic_end();"},
		{name: "a section of the program and an access outside", other: "__VERIFIER_atomic_begin(); ADD(a, 1, relaxed); __VERIFIER_atomic_end();", rest: "y = a;", races: true},
		{name: "the release sequence of a relaxed store", other: "x = 1; a = 1; STORE(a, 2, relaxed);", rest: "if (a == 2) x = 2;", races: true},
		{name: "published by a relaxed store", other: "int *q = atomic_load_explicit(&p, memory_order_relaxed); if (q) y = *q;", rest: "atomic_store_explicit(&p, &x, memory_order_relaxed);", races: true},
		{name: "after a trylock that failed", other: "pthread_mutex_lock(&m); STORE(a, 1, relaxed); pthread_mutex_unlock(&m);", rest: "if (pthread_mutex_trylock(&m)) x = LOAD(a, relaxed);", races: true},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.check(t, true) })
	}
}

func subset(a, b racingPlaces) bool {
	for p := range a {
		if !b[p] {
			return false
		}
	}
	return true
}
