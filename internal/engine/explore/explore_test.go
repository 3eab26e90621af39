package explore

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

const head = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
int __nobody(void);
_Bool __VERIFIER_nondet_bool(void);
atomic_int a, b; int x; pthread_mutex_t m, n;
`

// counting returns a program of two threads with the bodies f and g. main executes after once they are
// joined.
func counting(f, g, after string) string {
	return head + "void *f(void *p) { " + f + " return 0; }\nvoid *g(void *p) { " + g + " return 0; }\n" +
		"int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);\n" +
		"pthread_join(t, 0); pthread_join(u, 0); " + after + " return 0; }\n"
}

// TestVerdicts checks a program per kind of answer.
func TestVerdicts(t *testing.T) {
	tests := []struct {
		name, text string
		property   verdict.Property
		bounds     engine.Bounds
		want       string // verdict, reason, bounds of the marks
	}{
		{"lost update", counting("x++;", "x++;", "assert(x == 2);"), verdict.Assert, engine.Bounds{}, "violation"},
		{"atomic update", counting("a++;", "a++;", "assert(a == 2);"), verdict.Assert, engine.Bounds{}, "safe"},
		{"race", counting("x++;", "x = 1;", ""), verdict.Race, engine.Bounds{}, "violation"},
		{"no race", counting("a++;", "a = 1;", ""), verdict.Race, engine.Bounds{}, "safe"},
		{"a race of a read in a waiting loop, after it", counting("while (!atomic_load_explicit(&a, memory_order_relaxed)) if (x == 7) return 0; atomic_store_explicit(&b, 1, memory_order_relaxed);",
			"atomic_store_explicit(&a, 1, memory_order_relaxed); if (atomic_load_explicit(&b, memory_order_relaxed)) x = 1;", ""), verdict.Race, engine.Bounds{}, "violation"},
		{"the same with synchronisation", counting("while (!a) if (x == 7) return 0; b = 1;", "a = 1; if (b) x = 1;", ""), verdict.Race, engine.Bounds{}, "safe"},
		{"a failure beside a loop without an end", head + "void *f(void *p) { x = 1; return 0; }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (x) { while (__VERIFIER_nondet_bool()) ; assert(0); } while (1) ; }\n",
			verdict.Assert, engine.Bounds{}, "violation"},
		{"a race beside one", head + "void *f(void *p) { x = 1; return 0; }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; while (__VERIFIER_nondet_bool()) ; while (1) ; }\n",
			verdict.Race, engine.Bounds{}, "violation"},
		{"a failure behind a long beginning", head + "void *f(void *p) { assert(x != 300000); return 0; }\n" +
			"int main(void) { pthread_t t; for (int i = 0; i < 300000; i++) x += 1; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }\n",
			verdict.Assert, engine.Bounds{}, "violation"},
		{"one execution, longer than the bounds", head + "int main(void) { unsigned n = 5; for (int i = 0; i < 100000; i++) n = n * 3 + 1; assert(n != 7); }\n",
			verdict.Assert, engine.Bounds{}, "safe"},
		{"one execution, with a failure", head + "int main(void) { int n = 5; for (int i = 0; i < 100000; i++) n = 7; assert(n != 7); }\n",
			verdict.Assert, engine.Bounds{}, "violation"},
		{"inputs", counting("a = __VERIFIER_nondet_int();", "", "assert(a != 12345);"), verdict.Assert, engine.Bounds{}, "bounded inputs"},
		{"an input with every value", counting("a = __VERIFIER_nondet_bool();", "", "assert(a < 2);"), verdict.Assert, engine.Bounds{}, "safe"},
		{"unsupported", counting("__nobody();", "", ""), verdict.Assert, engine.Bounds{}, "unknown unsupported"},
		{"a violation before something unsupported", counting("assert(a); __nobody();", "a = 1;", ""), verdict.Assert, engine.Bounds{}, "violation"},
		{"a waiting loop is no bound", counting("while (!a) ; assert(x == 1);", "x = 1; a = 1;", ""), verdict.Assert, engine.Bounds{}, "safe"},
		{"a loop with a constant number of iterations", counting("for (int i = 0; i < 3; i++) a++;", "", "assert(a == 3);"), verdict.Assert, engine.Bounds{Unwind: 1}, "safe"},
		{"a bound is hit", counting("while (a < 3) a++;", "", "assert(a == 3);"), verdict.Assert, engine.Bounds{Unwind: 1}, "bounded loop"},
		{"bounds grow", counting("while (a < 3) a++;", "", "assert(a == 3);"), verdict.Assert, engine.Bounds{}, "safe"},
		{"a deadlock beside a waiting loop", counting("pthread_mutex_lock(&m); pthread_mutex_lock(&n);", "pthread_mutex_lock(&n); pthread_mutex_lock(&m);", ""), verdict.Deadlock, engine.Bounds{}, "violation"},
		{"a waiting thread unlocks for another", counting("pthread_mutex_lock(&m); a = 1; pthread_mutex_lock(&m);", "while (!a) ; pthread_mutex_unlock(&m);", ""), verdict.Deadlock, engine.Bounds{}, "safe"},
		{"a freed address may come back", head + "#include <stdlib.h>\nint main(void) { int *p = malloc(4), *q; free(p); q = malloc(4); assert(p != q); return 0; }\n", verdict.Assert, engine.Bounds{}, "bounded address-reuse"},
		{"one context each", counting("x++;", "x++;", "assert(x == 2);"), verdict.Assert, engine.Bounds{Contexts: 3}, "bounded switches"},
		{"two contexts more", counting("x++;", "x++;", "assert(x == 2);"), verdict.Assert, engine.Bounds{Contexts: 5}, "violation"},
		{"the first two of three threads, in one order of creation", head + "void *g(void *p) { assert(p); return 0; } void *h(void *p) { return 0; }\n" +
			"void *f(void *p) { pthread_t t; pthread_create(&t, 0, g, 0); return 0; }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, h, 0); pthread_exit(0); }\n", verdict.Assert, engine.Bounds{Threads: 3}, "violation"},
		{"in the other", head + "void *g(void *p) { return 0; } void *h(void *p) { assert(p); return 0; }\n" +
			"void *f(void *p) { pthread_t t; pthread_create(&t, 0, g, 0); return 0; }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, h, 0); pthread_exit(0); }\n", verdict.Assert, engine.Bounds{Threads: 3}, "violation"},
		{"three rounds", counting("x++;", "x++;", "assert(x == 2);"), verdict.Assert, engine.Bounds{Rounds: 3}, "violation"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code := testprog.Code(t, tt.text)
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			o, err := New().Run(ctx, &engine.Problem{Program: code.Program(), Property: tt.property, Bounds: tt.bounds})
			if err != nil {
				t.Fatal(err)
			}
			words := []string{o.Verdict.String()}
			if o.Reason != "" {
				words = append(words, string(o.Reason))
			}
			for _, m := range o.Marks {
				words = append(words, string(m.Bound))
			}
			if got := strings.Join(words, " "); got != tt.want {
				t.Errorf("got %s (%s), want %s", got, o.Detail, tt.want)
			}
			for _, v := range o.Violations {
				if _, err := interp.ReplayCode(context.Background(), code, v.Trace, interp.ReplayOptions{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestStates checks that the visit of states proves a program with too many traces and a program that never
// ends.
func TestStates(t *testing.T) {
	count := "for (int i = 0; i < 20; i++) a++;"
	for _, body := range []string{count, "while (1) x = !x;"} {
		code := testprog.Code(t, counting(body, body, "assert(a <= 40);"))
		ctx, cancel := context.WithTimeout(context.Background(), 8*time.Second)
		defer cancel()
		o, err := New().Run(ctx, &engine.Problem{Program: code.Program(), Property: verdict.Assert})
		if err != nil {
			t.Fatal(err)
		}
		if o.Verdict != verdict.Safe {
			t.Errorf("%s: %s %s %s, expected safe", body, o.Verdict, o.Reason, o.Detail)
		}
	}
}

// TestDiscardedResults checks that the end of a function without return is no choice if no caller can use the
// result: then every input is tried.
func TestDiscardedResults(t *testing.T) {
	const text = `#define _GNU_SOURCE
#include <pthread.h>
int x;
int plain(void) { x++; }
void *routine(void *arg) { plain(); }
void *(*pointer)(void *) = %s;
void *call(void *arg) { return arg ? ((void *(*)(void *))arg)(0) : 0; }
int main(void) {
	void *(*local[])(void *) = { %s };
	pthread_t t;
	void *result;
	pthread_create(&t, 0, routine, 0);
	pthread_join(t, 0);
	pthread_create(&t, 0, call, %s);
	%s;
	return pointer != 0;
}
`
	for _, c := range []struct {
		pointer, local, arg, join string
		want                      verdict.Verdict
	}{
		{"0", "0", "0", "pthread_join(t, 0)", verdict.Safe},
		{"0", "0", "0", "pthread_join(t, &result)", verdict.Bounded},
		{"0", "0", "0", "pthread_timedjoin_np(t, &result, 0)", verdict.Bounded},
		{"0", "0", "routine", "pthread_join(t, 0)", verdict.Bounded},
		{"0", "routine", "0", "pthread_join(t, 0)", verdict.Bounded},
		{"routine", "0", "0", "pthread_join(t, 0)", verdict.Bounded},
	} {
		code := testprog.Code(t, fmt.Sprintf(text, c.pointer, c.local, c.arg, c.join))
		o, err := New().Run(t.Context(), &engine.Problem{Program: code.Program(), Property: verdict.Assert})
		if err != nil {
			t.Fatal(err)
		}
		if o.Verdict != c.want {
			t.Errorf("%+v: %s %s %s", c, o.Verdict, o.Reason, o.Detail)
		}
	}
}

// TestAll finds each place once.
func TestAll(t *testing.T) {
	code := testprog.Code(t, counting("assert(a == 0);", "a = 1; assert(a == 1);", "assert(a == 2);\nassert(x);"))
	o, err := New().Run(context.Background(), &engine.Problem{Program: code.Program(), Property: verdict.Assert, All: true})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, v := range o.Violations {
		lines = append(lines, fmt.Sprint(v.Trace.Failure.Line))
	}
	if len(lines) != 2 { // the assertion of line 12 is never reached: the one of line 11 fails before
		t.Errorf("violations in lines %v, expected two", lines)
	}
}

// TestAllRaces checks that each pair of places is found once, also if one access races with several.
func TestAllRaces(t *testing.T) {
	code := testprog.Code(t, counting("x = 2;\nx = 3;", "x = 1;", ""))
	o, err := New().Run(context.Background(), &engine.Problem{Program: code.Program(), Property: verdict.Race, All: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Violations) != 2 {
		t.Errorf("%d races, expected two", len(o.Violations))
	}
}

// TestBudget checks that a run ends in time and returns its statistics.
func TestBudget(t *testing.T) {
	body := "for (unsigned i = 0; i < 20; i++) x = x * 3u + i;" // every interleaving ends in another state
	code := testprog.Code(t, counting(body, body, "assert(a == 0);"))
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	o, err := New().Run(ctx, &engine.Problem{Program: code.Program(), Property: verdict.Assert})
	if err != nil {
		t.Fatal(err)
	}
	if o.Verdict != verdict.Unknown || o.Reason != verdict.Timeout {
		t.Errorf("%s %s, expected unknown timeout", o.Verdict, o.Reason)
	}
	if o.Stats.Own.(Stats).Executions == 0 {
		t.Error("no execution is counted")
	}
}
