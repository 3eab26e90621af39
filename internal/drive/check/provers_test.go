package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// provers are the engines that prove for all bounds.
var provers = []string{"static", "refine", "pdr"}

// proverProgram generates a program with loops whose length is an input, arrays, locks, some of them of
// elements, and threads that are created in a loop. It is small enough for the explorer.
func proverProgram(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	careful := r.IntN(3) == 0 // locks are used as they should be
	guarded := func(lock, body string) string {
		if !careful && r.IntN(3) == 0 {
			lock = pick("m", "e[0].m", "e[i & 1].m")
		}
		return fmt.Sprintf("L(%s) %s U(%s)", lock, body, lock)
	}
	simple := func(index string) string {
		x := pick("x", "x", "y")
		switch r.IntN(10) {
		case 0:
			return guarded("m", x+"++; "+x+"--;")
		case 1:
			return guarded("m", fmt.Sprintf("if (%s < %s) %s++;", x, pick("n", "2"), x))
		case 2:
			return guarded("m", x+" += a["+index+"];")
		case 3:
			return guarded("m", "a["+index+"] = "+pick("1", "n", x)+";")
		case 4:
			return guarded("e["+index+"].m", "e["+index+"].v++; e["+index+"].v--;")
		case 5:
			return guarded("e["+index+"].m", "e["+index+"].v = "+pick("0", "1", "n")+";")
		case 6:
			return "k++;"
		case 7:
			return pick("BEGIN k += a["+index+"]; END", "BEGIN "+x+"++; END", "BEGIN "+x+" -= k; END")
		default:
			if careful {
				return guarded("m", "k = "+x+";")
			}
			return pick("k = "+x+";", x+" = k;", x+"++;", "e["+index+"].v = k;", "a["+index+"] = k;", "a["+index+" + k] = n;")
		}
	}
	claim := func() string {
		return pick("x >= 0", "x <= n", "x == 0", "y == 0", "x <= 2", "x == y", "x + y <= 2 * n", "n <= 2", "n == 0 || a[0] <= n", "a[1] == 0", "e[0].v == 0")
	}
	body := func() string {
		var b strings.Builder
		if r.IntN(2) == 0 {
			b.WriteString(simple("i") + "\n\t")
		}
		if r.IntN(4) > 0 {
			fmt.Fprintf(&b, "for (int j = 0; j < %s; j++) { %s }\n\t", pick("n", "n", "k", "2"), simple(pick("i", "j")))
		}
		if r.IntN(3) == 0 {
			b.WriteString(guarded("e[i].m", "assert(e[i].v "+pick("== 0", "<= 1", "<= n")+");") + "\n\t")
		}
		if r.IntN(3) == 0 {
			b.WriteString(guarded("m", "assert("+claim()+");") + "\n\t")
		}
		return b.String()
	}
	created := pick("n", "n", "2", "2", "1")
	second, join := pick("", "pthread_t u; pthread_create(&u, 0, g, 0);"), ""
	if r.IntN(2) == 0 {
		join = fmt.Sprintf("for (int i = 0; i < %s; i++) pthread_join(t[i], 0);", created)
	}
	end := "L(m) assert(" + claim() + "); U(m)"
	if join != "" && second == "" && r.IntN(2) == 0 {
		end = "assert(" + claim() + ");"
	}
	return fmt.Sprintf(`#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin();
#define END __VERIFIER_atomic_end();
#define L(l) pthread_mutex_lock(&l);
#define U(l) pthread_mutex_unlock(&l);
static int n, x, y, a[3];
static struct { int v; pthread_mutex_t m; } e[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *arg) {
	int k = 0, i = __VERIFIER_nondet_bool();
	%sreturn 0;
}
static void *g(void *arg) {
	int k = 0, i = %s;
	%sreturn 0;
}
int main(void) {
	pthread_t t[2];
	n = __VERIFIER_nondet_bool() + %s;
	for (int i = 0; i < 2; i++) pthread_mutex_init(&e[i].m, 0);
	for (int i = 0; i < %s; i++) pthread_create(&t[i], 0, f, 0);
	%s %s
	%s
	return 0;
}
`, body(), pick("0", "1", "__VERIFIER_nondet_bool()"), body(), pick("__VERIFIER_nondet_bool()", "1", "0"), created, second, join, end)
}

// without is the table with no prover of a name.
func (t *table) without(name string) *table {
	is := func(turn turn) bool { return turn.engine == name }
	out := &table{slices.DeleteFunc(slices.Clone(t.kinds), func(k engine.Kind) bool { return k.Name == name }), t.auto}
	out.auto.late, out.auto.turns, out.auto.lasting = slices.DeleteFunc(slices.Clone(t.auto.late), is),
		slices.DeleteFunc(slices.Clone(t.auto.turns), is), slices.DeleteFunc(slices.Clone(t.auto.lasting), is)
	return out
}

// TestProvers compares the provers, and the driver with all of them and without each in turn, with the
// explorer. Without a prover fewer properties are decided, but no verdict is contradicted.
func TestProvers(t *testing.T) {
	found, said, changed := make(map[string]int), make(testprog.Tally), make(map[string]int)
	for seed := range generated.Next(max(6, generated.N())) {
		text := proverProgram(rand.New(rand.NewPCG(seed, 22)))
		p := testprog.Source(t, text, []ir.DataModel{ir.LP64, ir.ILP32}[seed%2])
		property := []verdict.Property{verdict.Assert, verdict.Race, verdict.Assert, verdict.Memory, verdict.Assert, verdict.Overflow}[seed/2%6]
		code := interp.Prepare(p)
		x, err := smc.Explore(context.Background(), code, smc.Options{
			Properties: interp.PropertySet(property), Reduction: smc.DPOR, Executions: 5000, Budget: time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case len(x.Violations) > 0:
			found["violated"]++
		case x.Complete:
			found["safe"]++
		default:
			found["not decided"]++
		}
		all := everything()
		for _, name := range provers {
			if k := all.kind(name); k.Supports(property) {
				out := testprog.Judge(t, k.New(nil), &engine.Problem{Program: p, Property: property}, *patience)
				said.Agree(t, name, out, x, verdict.Safe)
				testprog.Replay(t, code, property, out)
			}
		}
		off := provers[seed%3]
		with, without := byTable(t, p, property, all), byTable(t, p, property, all.without(off))
		for who, v := range map[string]verdict.Verdict{"all": with, "all but " + off: without} {
			if v == verdict.Safe && len(x.Violations) > 0 || v == verdict.Violation && x.Complete && len(x.Violations) == 0 {
				t.Errorf("%s: %s is %s, and the explorer finds %d violations", who, property, v, len(x.Violations))
			}
		}
		changed[fmt.Sprintf("%s without %s %s", with, off, without)]++
		if with != without && (with == verdict.Safe || with == verdict.Violation) && (without == verdict.Safe || without == verdict.Violation) {
			t.Errorf("%s is %s, and without %s %s", property, with, off, without)
		}
		if t.Failed() {
			t.Fatalf("seed %d, %s:\n%s", seed, property, text)
		}
	}
	t.Logf("explorer: %v", found)
	t.Logf("verdicts: %v", changed)
	testprog.Decided(t, said, 30)
}

// byTable judges a property as the driver does with a table of engines.
func byTable(t *testing.T, p *ir.Program, property verdict.Property, table *table) verdict.Verdict {
	t.Helper()
	b := NewBudget(context.Background(), 4*(*patience), 0)
	defer b.Stop()
	list, err := newRunner(b, p, Options{Properties: []string{property.String()}}, table).run()
	if err != nil {
		t.Fatal(err)
	}
	return list[0].Verdict
}
