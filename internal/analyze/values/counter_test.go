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

// counterProgram generates a program with the idioms that the analysis supports, and slightly wrong
// variants of them. The idioms are counters and flags under locks, in atomic sections and under
// words used as locks, loops with constant bounds, and such counters as indices.
type counterProgram struct {
	*rand.Rand
	text   strings.Builder
	depth  int
	labels int
	wide   bool // with elements, pointers, objects, and several threads of a kind
	heap   bool // h points to an object that was allocated
}

func (g *counterProgram) line(format string, args ...any) {
	fmt.Fprintf(&g.text, strings.Repeat("\t", g.depth+1)+format+"\n", args...)
}

func (g *counterProgram) pick(list ...string) string { return list[g.IntN(len(list))] }

// shared returns a shared variable.
func (g *counterProgram) shared() string { return g.pick("x", "y", "s.n") }

// simple writes a statement without nested statements.
func (g *counterProgram) simple() {
	if g.wide && g.IntN(5) > 0 {
		g.reached()
		return
	}
	v := g.shared()
	switch g.IntN(19) {
	case 0, 1:
		g.line("%s++;", v)
	case 2:
		g.line("%s--;", v)
	case 3:
		g.line("%s = %d;", v, g.IntN(4))
	case 4:
		g.line("if (%s < %d) %s++;", g.pick(v, "get(&"+v+")"), 1+g.IntN(4), v)
	case 5:
		g.line("if (%s > 0) %s--;", g.pick(v, "get(&"+v+")"), v)
	case 6:
		g.line("a[%s] = %d;", v, g.IntN(5))
	case 7:
		g.line("if (%s >= 0 && %s < 4) a[%s] = %s;", v, v, v, g.shared())
	case 8:
		g.line("l = %s;", v)
	case 9:
		g.line("%s = l;", v)
	case 10:
		g.line("assert(%s %s %d);", v, g.pick("<", "<=", ">=", "!=", "=="), g.IntN(5)-1)
	case 11:
		g.line("inc(&%s);", v)
	case 12:
		g.line("l = next();")
		g.line("if (l < 4) a[l] = 1;")
	case 13:
		g.line("%s += %d;", v, 1<<29)
	case 14:
		g.line("p = &%s;", g.pick("x", "y", "a[1]", "s.n"))
	case 15:
		g.line("if (p) *p = %d;", g.IntN(3))
	case 16:
		// Another thread's section, in which v finally has its old value, or the branch that is taken
		// if v is nonzero.
		g.line("pthread_mutex_lock(&m); if (%s == %d) { %s++; %s%s; pthread_mutex_unlock(&m); } else { pthread_mutex_unlock(&m); %s = %d; }",
			v, g.IntN(2), v, v, g.pick("--", "--", "--", "++"), g.shared(), g.IntN(3))
	case 17:
		g.line("pthread_mutex_lock(&m); if (%s) { pthread_mutex_unlock(&m); %s++; } else pthread_mutex_unlock(&m);", v, g.shared())
	case 18:
		g.line("assert(a[%d] %s %d);", g.IntN(4), g.pick("<", "!="), 1+g.IntN(5))
	}
}

// reached writes a statement about a place that a pointer or an index leads to.
func (g *counterProgram) reached() {
	if g.IntN(5) > 0 {
		g.line("pthread_mutex_lock(&m);")
		defer g.line("pthread_mutex_unlock(&m);")
	}
	change := g.pick("++", "++", "--", " += 1 << 29", " -= 1 << 29", " = 1")
	switch g.IntN(8) {
	case 0, 1:
		g.line("if (l >= 0 && l < 4) a[l]%s;", change)
	case 2:
		g.line("q = l ? &x : &y; (*q)%s;", change)
	case 3:
		g.line("a[%d]%s;", g.IntN(4), change)
	case 4:
		g.line("l = 1 - l;")
	case 5:
		g.line("{ int was = a[l & 3]; %s a[l & 3] = was + 1; }", g.pick("", "l++;", "a[1]++;", "x++;"))
	case 6:
		if g.heap {
			g.line("q = malloc(sizeof *q); *q = %d; h = q;%s", g.IntN(3)<<29, g.pick("", " (*q)++;"))
		}
	default:
		g.line("(*h)%s;", change)
	}
}

// statement writes a statement.
func (g *counterProgram) statement() {
	if g.depth > 2 {
		g.simple()
		return
	}
	var open, end string
	switch g.IntN(12) {
	case 0, 1, 2:
		m := g.pick("m", "m", "n")
		open, end = "pthread_mutex_lock(&"+m+"); {", "} pthread_mutex_unlock(&"+m+");"
	case 3:
		open, end = "__VERIFIER_atomic_begin(); {", "} __VERIFIER_atomic_end();"
	case 4:
		open, end = "take(&w); {", "} give(&w);"
	case 5, 6:
		g.labels++
		i := fmt.Sprintf("i%d", g.labels)
		open, end = fmt.Sprintf("for (int %s = 0; %s < %d; %s++) {", i, i, 1+g.IntN(3), i), "}"
	case 7:
		open, end = fmt.Sprintf("if (%s %s %d) {", g.shared(), g.pick("<", "==", ">"), g.IntN(3)), "}"
	default:
		g.simple()
		return
	}
	g.line("%s", open)
	g.depth++
	for range 1 + g.IntN(3) {
		g.statement()
	}
	g.depth--
	g.line("%s", end)
	if g.IntN(40) == 0 {
		g.line("%s", g.pick("pthread_mutex_unlock(&m);", "pthread_mutex_init(&m, 0);", "w = 0;", "w = 1;"))
	}
}

func (g *counterProgram) write() string {
	g.text.WriteString(`#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); void __VERIFIER_assume(int);
int x, y, w, a[4]; struct { int e[2]; int n; } s; int *p, *h; int turn;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void take(int *l) { __VERIFIER_atomic_begin(); __VERIFIER_assume(*l == 0); *l = 1; __VERIFIER_atomic_end(); }
static void give(int *l) { *l = 0; }
static void inc(int *q) { (*q)++; }
static int get(int *q) { return *q; }
static int next(void) { int r; pthread_mutex_lock(&m); r = turn; turn++; pthread_mutex_unlock(&m); return r; }
`)
	g.heap = g.wide && g.IntN(3) == 0
	kinds := 1 + g.IntN(2)
	for k := range kinds {
		fmt.Fprintf(&g.text, "static void *t%d(void *arg) {\n\tint l = 0, *q;\n", k)
		for range 1 + g.IntN(3) {
			g.statement()
		}
		g.text.WriteString("\treturn 0;\n}\n")
	}
	g.text.WriteString("int main(void) {\n\tint l = 0, *q = &y; pthread_t c, d, e;\n")
	late := g.heap && g.IntN(2) == 0 // it has no value when it is stored where other threads find it
	switch {
	case late:
		g.line("h = q = malloc(sizeof *q);")
		g.line("%s", g.pick("*h = 0;", "*h = 0;", "*q = 1 << 29;", "*h = 3 << 29;", "(*h)++;", "*h = 0; (*h)++;", "for (int i = 0; i < 2; i++) *h = i << 29;", ""))
	case g.heap:
		g.line("q = malloc(sizeof *q); *q = 0;")
	}
	if !late {
		g.line("h = q;")
	}
	if g.IntN(2) == 0 {
		g.simple()
	}
	if g.wide && g.IntN(2) == 0 {
		g.line("for (int i = 0; i < 2; i++) pthread_create(i ? &c : &e, 0, t0, 0);")
	} else {
		g.line("pthread_create(&c, 0, t0, 0);")
	}
	two := g.IntN(2) == 0
	if two {
		fmt.Fprintf(&g.text, "\tpthread_create(&d, 0, t%d, 0);\n", kinds-1)
	}
	if g.IntN(2) == 0 {
		g.statement()
	}
	g.text.WriteString("\tpthread_join(c, 0);\n")
	if two && g.IntN(3) > 0 {
		g.text.WriteString("\tpthread_join(d, 0);\n")
	}
	g.simple()
	g.text.WriteString("\treturn 0;\n}\n")
	return g.text.String()
}

// TestCounters compares the proofs with the explorer on programs about counters, and the results of two
// runs with each other.
func TestCounters(t *testing.T) {
	count := make(tally)
	for seed := range generated.Next((generated.N() + 1) / 2) {
		g := &counterProgram{Rand: rand.New(rand.NewPCG(seed, 7))}
		text := g.write()
		p := testprog.Source(t, text, ir.LP64)
		if x, y := values.Analyse(context.Background(), analyze.Of(p), 0), values.Analyse(context.Background(), analyze.Of(p), 0); x.String() != y.String() {
			t.Errorf("seed %d: found\n%sand then\n%s", seed, x, y)
		}
		hold(t, fmt.Sprint("seed ", seed), p, smc.Options{Executions: *executions, MaxDepth: 2000}, count,
			verdict.Assert, verdict.Memory, verdict.Overflow)
		if t.Failed() || *show {
			t.Logf("%s", text)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	count.log(t, (generated.N()+1)/2)
}

// TestAdditions compares proofs about signed overflow with the explorer, on programs in which several
// threads of a kind add to places that pointers and indices lead to.
func TestAdditions(t *testing.T) {
	count := make(tally)
	for seed := range generated.Next((generated.N() + 3) / 4) {
		g := &counterProgram{Rand: rand.New(rand.NewPCG(seed, 11)), wide: true}
		text := g.write()
		hold(t, fmt.Sprint("seed ", seed), testprog.Source(t, text, ir.LP64), smc.Options{Executions: *executions * 4, MaxDepth: 2000}, count, verdict.Overflow)
		if t.Failed() {
			t.Fatal(text)
		}
	}
	safe, proved := count[verdict.Overflow][0], count[verdict.Overflow][1]
	t.Logf("%d of %d programs without overflow proved", proved, safe)
	testprog.AtLeast(t, proved, safe, 30)
}
