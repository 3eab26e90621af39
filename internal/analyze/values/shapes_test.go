package values_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestProved checks proved programs, and similar programs that must not be proved.
func TestProved(t *testing.T) {
	const head = `
#include <assert.h>
#include <pthread.h>
extern int any(void);
static int x; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) {
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n);
	pthread_mutex_lock(&n); x--; pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	return a;
}
`
	for _, c := range []struct {
		property verdict.Property
		proved   bool
		main     string
	}{
		// An invariant of the outer lock that does not hold under the inner one.
		{verdict.Assert, true, `pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, f, 0); pthread_mutex_lock(&m); assert(x == 0);`},
		{verdict.Assert, true, `pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, f, 0); pthread_mutex_lock(&m); pthread_mutex_lock(&n); assert(x == 0);`},
		{verdict.Assert, false, `pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, f, 0); pthread_mutex_lock(&n); assert(x == 0);`},
		{verdict.Assert, false, `pthread_t c; pthread_create(&c, 0, f, 0); assert(x == 0);`},
		// Elements that a loop has written.
		{verdict.Memory, true, `pthread_t t[99]; for (int i = 0; i < 99; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 99; i++) pthread_join(t[i], 0);`},
		{verdict.Memory, true, `static pthread_t t[99]; for (int i = 0; i < 99; i++) pthread_create(t + i, 0, f, 0); for (int i = 0; i < 99; i++) pthread_join(t[i], 0);`},
		{verdict.Memory, true, `pthread_t t[99]; int k = any() & 63; for (int i = 0; i < k; i++) if (pthread_create(&t[i], 0, f, 0)) return 1; for (int i = 0; i < k; i++) pthread_join(t[i], 0);`},
		{verdict.Memory, true, `pthread_t t[99]; for (int i = 0; i < 99; i++) pthread_create(&t[i], 0, f, 0); for (int i = 3; i < 98; i++) pthread_join(t[i], 0);`},
		{verdict.Memory, false, `pthread_t t[99]; for (int i = 1; i < 99; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 99; i++) pthread_join(t[i], 0);`},
		{verdict.Memory, false, `pthread_t t[99]; for (int i = 0; i < 98; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 99; i++) pthread_join(t[i], 0);`},
		{verdict.Memory, false, `pthread_t t[99]; for (int i = 0; i < 99; i++) if (any()) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 99; i++) pthread_join(t[i], 0);`},
		{verdict.Memory, false, `pthread_t t[99]; for (int i = 0; i < 99; i++) { if (any()) break; pthread_create(&t[i], 0, f, 0); } for (int i = 0; i < 99; i++) pthread_join(t[i], 0);`},
		{verdict.Memory, false, `pthread_t t[99]; for (int i = 0; i < 98; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 98; i++) pthread_join(t[i + 1], 0);`},
		{verdict.Memory, false, `pthread_t t[99]; if (any()) for (int i = 0; i < 99; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 99; i++) pthread_join(t[i], 0);`},
		// Known last bits: the last index is 64, or 65; wrapping sums preserve them.
		{verdict.Memory, true, `static int a[65]; for (int i = 1; i <= 64; i += 2) a[i + 1] = 0;`},
		{verdict.Memory, false, `static int a[65]; for (int i = 0; i <= 64; i += 2) a[i + 1] = 0;`},
		{verdict.Memory, false, `static int a[65]; for (int i = 1; i <= 64; i += any() ? 2 : 1) a[i + 1] = 0;`},
		{verdict.Assert, true, `unsigned i = 5; while (any()) i = i * 6 + 8 * any() + 7; assert((i & 1) == 1);`},
		{verdict.Assert, false, `unsigned i = 5; while (any()) i = i * 6 + 8 * any() + 7; assert((i & 8) == 0);`},
	} {
		p := testprog.Source(t, head+"int main(void) { "+c.main+" return 0; }\n", ir.LP64)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if proved, _ := r.Proves(c.property); proved != c.proved {
			t.Errorf("%s: proved is %v, expected %v\n%s", c.main, proved, c.proved, r)
		}
	}
}

// TestAssumed checks programs in which protection by locks can only be shown by assuming it, and
// similar programs without protection.
func TestAssumed(t *testing.T) {
	const head = `
#include <assert.h>
#include <pthread.h>
static int x, y; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
#define L(m) pthread_mutex_lock(&m);
#define U(m) pthread_mutex_unlock(&m);
`
	for _, c := range []struct {
		proved bool
		f, g   string
		in     string // main, with parallel threads that run f and g
		about  string
	}{
		{true, `L(m) if (x) { U(m) x++; } else U(m)`, `L(m) x++; x--; U(m)`, `L(m) assert(!x); U(m)`, "none comes to the branch"},
		{false, `L(m) if (x) { U(m) x++; } else U(m)`, `L(m) x++; U(m)`, `L(m) assert(!x); U(m)`, "one leaves another value"},
		{false, `L(m) if (x) { U(m) x++; } else U(m)`, `L(m) x++; U(m) L(m) x--; U(m)`, `L(m) assert(!x); U(m)`, "and takes it back"},
		{false, `L(m) if (x) { U(m) x++; } else U(m)`, `L(m) x++; x--; U(m)`, `L(n) assert(!x); U(n)`, "under another lock"},
		{false, `L(n) if (x) { U(n) x++; } else U(n)`, `L(m) x++; x--; U(m)`, `L(m) assert(x < 2); U(m)`, "the branch is found under another lock"},
		{false, `L(m) if (x) { U(m) x++; } else U(m)`, `L(m) x++; x--; U(m)`, `x = 1; L(m) assert(x < 2); U(m)`, "main holds no lock"},
		{true, `L(m) if (x) { U(m) y = 1; } else { x = 0; U(m) }`, `L(n) if (y) { U(n) x = 1; } else { y = 0; U(n) }`, `assert(!x && !y);`, "one after the other"},
		{false, `L(m) if (x) { U(m) y = 1; } else { x = 0; U(m) }`, `L(n) if (y) { U(n) x = 1; } else { y = 0; U(n) }`, `L(n) y = 1; U(n) assert(!x);`, "one starts it"},
		{false, `L(m) x++; x--; U(m)`, `x = 2;`, `L(m) x = 0; assert(!x); U(m)`, "one holds the lock, another one never does"},
		{false, `L(m) x++; x--; U(m)`, `if (y) x = 2; y = 1;`, `y = 2; L(m) x = 0; assert(!x); U(m)`, "another one sometimes does not"},
		{false, `L(m) if (x) { U(m) x++; } else U(m)`, `U(m) L(m) x++; x--; U(m)`, `L(m) assert(!x); U(m)`, "given up by who does not hold it"},
		{true, `L(m) if (x) { U(m) L(n) y = 1; U(n) } else U(m)`, `L(m) L(n) x++; U(n) x--; y = 0; U(m)`, `L(m) assert(!x && !y); U(m)`, "two locks"},
	} {
		p := testprog.Source(t, head+"static void *f(void *a) { "+c.f+" return a; }\nstatic void *g(void *a) { "+c.g+" return a; }\n"+
			"int main(void) { pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, g, 0); "+c.in+" return 0; }\n", ir.LP64)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if proved, _ := r.Proves(verdict.Assert); proved != c.proved {
			t.Errorf("%s: proved is %v, expected %v\n%s", c.about, proved, c.proved, r)
		}
		hold(t, c.about, p, smc.Options{Executions: *executions * 4, MaxDepth: 2000}, make(tally), verdict.Assert)
	}
}

// TestCounted checks programs in which the additions to a variable bound it, and similar programs in
// which they do not.
func TestCounted(t *testing.T) {
	const head = `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int any(void);
static int x = 2147483600, y = 2147483600, a[4] = {2147483600, 2147483600, 2147483600, 2147483600}, *h;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define L pthread_mutex_lock(&m);
#define U pthread_mutex_unlock(&m);
`
	for _, c := range []struct {
		proved bool
		thread string // code of each of the threads
		main   string // main before the threads, and the number of threads
	}{
		{true, `L x++; U`, `for (int i = 0; i < 40; i++)`},
		{false, `L x++; U`, `for (int i = 0; i < 48; i++)`},
		{false, `L x++; U`, `while (any())`},
		{false, `x++;`, `for (int i = 0; i < 40; i++)`}, // the sum may be less, but never more; not distinguished
		{false, `L x++; x++; U`, `for (int i = 0; i < 40; i++)`},
		{true, `for (int i = 0; i < 4; i++) { L x++; U }`, `for (int i = 0; i < 10; i++)`},
		{false, `for (int i = 0; i < 4; i++) { L x++; U }`, `for (int i = 0; i < 12; i++)`},
		{false, `for (int i = 0; i < any(); i++) { L x++; U }`, `for (int i = 0; i < 10; i++)`},
		// Elements, and one of two variables.
		{true, `int i = any(); if (i >= 0 && i < 4) { L a[i]++; U }`, `for (int i = 0; i < 40; i++)`},
		{false, `int i = any(); if (i >= 0 && i < 4) { L a[i]++; U }`, `for (int i = 0; i < 48; i++)`},
		{false, `int i = any(); if (i >= 0 && i < 4) { L int l = a[i]; i = 3 - i; a[i] = l + 1; U }`, `a[0]++; for (int i = 0; i < 46; i++)`},
		{false, `int i = any(); if (i >= 0 && i < 4) { L int l = a[i]; U L a[i] = l + 1; U }`, `for (int i = 0; i < 40; i++)`},
		{false, `int i = any(); if (i >= 0 && i < 3) { L int l = a[i]; a[any() & 3] = y; a[i] = l + 1; U }`, `for (int i = 0; i < 48; i++)`},
		{true, `int *p = any() ? &x : &y; L (*p)++; U`, `for (int i = 0; i < 40; i++)`},
		{false, `int *p = any() ? &x : &y; L int l = *p; p = &x; *p = l + 1; U`, `y = 2147483646; for (int i = 0; i < 2; i++)`},
		// Contents of an object when others can reach it.
		{true, `L (*h)++; U`, `int *p = malloc(4); *p = 2147483600; h = p; for (int i = 0; i < 40; i++)`},
		{false, `L (*h)++; U`, `int *p = malloc(4); *p = 2147483600; h = p; for (int i = 0; i < 48; i++)`},
		{true, `int *p = malloc(4); *p = 1; L h = p; (*h)++; U`, `for (int i = 0; i < 40; i++)`},
		{false, `int *p = malloc(4); *p = 2147483646; L h = p; U L (*h)++; U`, `for (int i = 0; i < 40; i++)`},
	} {
		text := head + "static void *f(void *arg) { " + c.thread + " return arg; }\nint main(void) { int *n = malloc(4); *n = 0; h = n; " + c.main +
			" { pthread_t t; pthread_create(&t, 0, f, 0); } return 0; }\n"
		p := testprog.Source(t, text, ir.LP64)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if proved, _ := r.Proves(verdict.Overflow); proved != c.proved {
			t.Errorf("%s %s: proved is %v, expected %v\n%s", c.main, c.thread, proved, c.proved, r)
		}
	}
}

// TestElements checks indices whose product with an element's size does not wrap, and indices that lead
// to another member by wrapping: three times 715827883 is 1 and 2^31.
func TestElements(t *testing.T) {
	const head = `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern unsigned any(void);
static struct { int p, q, r; } s[8];
static void only(int c) { if (!c) abort(); }
static void *f(void *a) { unsigned u = any(); %s s[u].p = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(s[0].q == 0); return 0; }
`
	for _, c := range []struct {
		proved bool
		bound  string
	}{
		{true, "if (u >= 8) return a;"},
		{true, "only(u < 8);"},
		{true, "u = u % 8;"},
		{true, "for (u = 0; u < 7; u++) s[u].r = 2;"},
		{true, "if (u >= 7) return a; s[u + 1].r = 2;"},
		// The bound is stored where only a wrapping product leads to.
		{true, "s[1].r = 8; if (u >= s[1].r) return a;"},
		{false, "s[1].r = 8; s[any()].p = 715827884; if (u >= s[1].r) return a;"},
		{false, "only(u < 8 || u == 715827883);"},
		{false, "if (u >= 8) u = 715827883;"},
		{false, ""},
		{false, "if (u >= 8) return a; s[u + 715827883].p = 1;"},
	} {
		p := testprog.Source(t, fmt.Sprintf(head, c.bound), ir.ILP32)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if proved, _ := r.Proves(verdict.Assert); proved != c.proved {
			t.Errorf("%s: proved is %v, expected %v\n%s", c.bound, proved, c.proved, r)
		}
	}
}

// TestKept checks programs that allocate, with objects that are kept until the end, and with objects
// that may not be.
func TestKept(t *testing.T) {
	const head = `
#include <pthread.h>
#include <stdlib.h>
extern int any(void);
static int *g, *h, *k[2];
static int *make(int n) { int *p = malloc(4); *p = n; return p; }
static void *f(void *a) { return a; }
static void *set(void *a) { g = 0; return a; }
static void *halt(void *a) { exit(0); return a; }
`
	for _, c := range []struct {
		proved bool
		main   string
	}{
		{true, `g = malloc(4);`},
		{true, `g = make(1); h = make(2); if (any()) abort(); *g = *h;`},
		{true, `if (any()) g = malloc(4); else h = malloc(4);`},
		{true, `g = malloc(4); pthread_t t; pthread_create(&t, 0, f, 0);`},
		{true, `int *p = malloc(4); *p = 1; for (int i = 0; i < any(); i++) *p = i; g = p;`},
		{false, `malloc(4);`},
		{false, `int *p = malloc(4);`},
		{false, `int *p = malloc(4); if (any()) g = p;`},
		{false, `int *p = malloc(4); if (any()) exit(0); g = p;`},
		{false, `g = malloc(4); g = 0;`},
		{false, `g = make(1); g = make(2);`},
		{false, `for (int i = 0; i < 2; i++) g = make(i);`},
		{false, `for (int i = 0; i < 2; i++) { int *p = make(i); if (i) g = p; }`},
		{false, `g = make(1); int **p = any() ? &g : &h; *p = 0;`},
		{false, `g = make(1); h = g; g = 0;`}, // kept by h, which is not detected
		{false, `k[any() & 1] = make(1);`},
		{false, `g = malloc(4); pthread_t t; pthread_create(&t, 0, set, 0);`},
		{false, `int *p = malloc(4); pthread_t t; pthread_create(&t, 0, f, p); g = p;`},
		{false, `pthread_t t; pthread_create(&t, 0, halt, 0); int *p = malloc(4); int *q = p; p = 0; while (any()) ; g = q;`},
		{false, `int *p = malloc(4); int *q = malloc(4); g = any() ? p : q; h = p;`},
		{false, `int *p = malloc(4); if (any()) p = 0; g = p;`},
		{false, `char *p = malloc(4); *(char **)&g = p + 1;`}, // only pointers to the beginning count
		{false, `int *p = malloc(4); __atomic_store_n(&g, p, __ATOMIC_SEQ_CST); __atomic_exchange_n(&g, 0, __ATOMIC_SEQ_CST);`},
	} {
		p := testprog.Source(t, head+"int main(void) { "+c.main+" return 0; }\n", ir.LP64)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if proved, _ := r.Proves(verdict.Memory); proved != c.proved {
			t.Errorf("%s: proved is %v, expected %v\n%s", c.main, proved, c.proved, r)
		}
	}
}

// shape generates programs with two shapes and slightly wrong variants: cells that two nested locks
// protect, and arrays that one loop fills and another reads.
type shape struct{ *rand.Rand }

func (g shape) pick(list ...string) string { return list[g.IntN(len(list))] }

// locked writes a statement under some of the locks that protect x.
func (g shape) locked() string {
	step := g.pick("x++;", "x--;", "x = 0;", "x = y;", "y = x;", "assert(x <= 1);", "assert(x == 0);")
	inner := "L(n); " + step + " U(n);"
	switch g.IntN(8) {
	case 0:
		return inner
	case 1:
		return "L(m); " + step + " U(m);"
	case 2:
		return "L(m); L(n); " + step + " U(m); " + g.pick("", "x = 1;", "assert(x >= 0);") + " U(n);"
	case 3:
		return "L(m); " + inner + " " + g.pick("assert(x == 0);", "y = x;", inner) + " U(m);"
	}
	return "L(m); L(n); x++; U(n); " + g.pick("", "assert(x == 1);", inner) + " L(n); x--; U(n); U(m);"
}

// filled writes loops over an array.
func (g shape) filled() string {
	first, bound := g.pick("0", "0", "0", "1"), g.pick("3", "3", "4", "k")
	fill := g.pick("a[i] = i + 1;", "a[i] = i + 1;", "set(&a[i], i);", "set(&a[i], i);", "maybe(&a[i], i);", "other(&a[i], i);", "if (k) a[i] = 1;", "a[i + 1] = 1;",
		"if (k == 2) break; a[i] = 1;", "a[3 - i] = 1;", "s[i].p = 1; a[i] = s[i].p;")
	read := g.pick("assert(a[i] != 0);", "assert(a[i] > 0);", "b[a[i] & 3] = a[i];", "assert(a[i + 1] != 0);", "if (a[i] == 0) b[4 + k] = 1;")
	type_ := g.pick("int", "int", "unsigned", "char", "long")
	loop := func(body string) string {
		return fmt.Sprintf("for (%s i = %s; i %s %s; i++) { %s }\n\t", type_, first, g.pick("<", "<", "<", "<="), bound, body)
	}
	text := loop(fill)
	if g.IntN(3) == 0 {
		first = g.pick("0", "1")
	}
	if g.IntN(3) == 0 {
		bound = g.pick("3", "4", "k")
	}
	text += g.pick("", "", "", "", "a[1] = 0;", "k = 3;", "set(&a[k & 3], -1);")
	return text + loop(read)
}

func (g shape) write() string {
	var b strings.Builder
	b.WriteString(`#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int x, y, b[4]; struct { int p, q, r; } s[5];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
#define L(k) pthread_mutex_lock(&k)
#define U(k) pthread_mutex_unlock(&k)
static void set(int *p, int i) { if (!p) return; *p = i + 1; }
static void maybe(int *p, int i) { if (i == 1) return; *p = i + 1; }
static void other(int *p, int i) { if (p == b + 1) return; *p = i + 1; }
`)
	fmt.Fprintf(&b, "static void *f(void *arg) {\n\t%s\n\treturn 0;\n}\n", g.locked())
	array := g.pick("static int a[5];", "int a[5];", "int *a = malloc(5 * sizeof *a);", "int *a = malloc((k + 2) * sizeof *a);")
	fmt.Fprintf(&b, "int main(void) {\n\tint k = __VERIFIER_nondet_int() & 3; %s pthread_t c, d;\n", array)
	if g.IntN(2) == 0 {
		fmt.Fprintf(&b, "\t%s\n", g.filled())
	} else {
		fmt.Fprintf(&b, "\tpthread_create(&c, 0, f, 0);\n")
		if g.IntN(2) == 0 {
			fmt.Fprintf(&b, "\tpthread_create(&d, 0, f, 0);\n")
		}
		fmt.Fprintf(&b, "\t%s\n", g.locked())
		if g.IntN(2) == 0 {
			fmt.Fprintf(&b, "\tpthread_join(c, 0); %s\n", g.pick("assert(x == 0);", "x++; assert(x == 1);"))
		}
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

// TestShapes compares the proofs with the explorer.
func TestShapes(t *testing.T) {
	count := make(tally)
	for seed := range generated.All() {
		text := shape{rand.New(rand.NewPCG(seed, 9))}.write()
		hold(t, fmt.Sprint("seed ", seed), testprog.Source(t, text, []ir.DataModel{ir.LP64, ir.ILP32}[seed%2]), smc.Options{Executions: *executions * 8, MaxDepth: 2000}, count,
			verdict.Assert, verdict.Memory, verdict.Uninit)
		if t.Failed() {
			t.Fatal(text)
		}
	}
	count.log(t, generated.N())
}
