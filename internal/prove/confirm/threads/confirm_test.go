package threads_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated = testflag.Generated(6)
	show      = testflag.Show()
)

// tally counts proofs by their results.
type tally struct {
	programs, proved, confirmed, notCovered, unconfirmed, open int
	proving, confirming                                        time.Duration
}

// add makes the proof of a program and confirms it.
func (n *tally) add(t *testing.T, name string, p *ir.Program, env ir.Environment) *threads.Report {
	t.Helper()
	begin := time.Now()
	r := values.Analyse(context.Background(), analyze.Of(p), env)
	if r.Lost != "" {
		return nil
	}
	proving := time.Since(begin)
	begin = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
	defer cancel()
	proof := *r.Proof(context.Background())
	proof.Paths = values.Checks.Properties()
	got, err := threads.Confirm(ctx, p, &proof)
	if err != nil {
		got = &threads.Report{NotCovered: err.Error()}
	}
	n.programs++
	n.proving, n.confirming = n.proving+proving, n.confirming+time.Since(begin)
	for _, property := range values.Checks.Properties() {
		if ok, _ := r.Proves(property); !ok {
			continue
		}
		n.proved++
		ok, why := got.Confirms(property)
		switch {
		case ok:
			n.confirmed++
		case got.NotCovered != "":
			n.notCovered++
		case got.Unconfirmed != "":
			n.unconfirmed++
		default:
			n.open++
		}
		if !ok && *show {
			t.Logf("%s: %s: %s (%v, %v)", name, property, why, proving, time.Since(begin))
		}
	}
	return got
}

func (n *tally) log(t *testing.T) {
	t.Helper()
	t.Logf("%d programs: %d proofs, %d confirmed, %d not covered, %d not found to follow, %d with an obligation open; %v for proving, %v for confirming",
		n.programs, n.proved, n.confirmed, n.notCovered, n.unconfirmed, n.open, n.proving, n.confirming)
}

// TestPrograms counts confirmed proofs of the programs that state their verdicts. A violated property
// must never be confirmed. Without -long it takes a sample of the programs.
func TestPrograms(t *testing.T) {
	var all tally
	for _, file := range testprog.Some(t, 6*every.Step(), *long) {
		p := testprog.Compile(t, file, ir.LP64)
		got := all.add(t, file, p, testprog.Environment(t, file))
		stated := testprog.Stated(t, file)
		for _, property := range threads.Checks.Properties() {
			if got == nil || stated[property] != "violation" {
				continue
			}
			if ok, _ := got.Confirms(property); ok {
				t.Errorf("%s: %s is violated and confirmed", file, property)
			}
		}
	}
	all.log(t)
	testprog.AtLeast(t, all.confirmed, all.proved, 80)
}

// TestGenerated compares confirmed properties of generated programs with the explorer's results.
func TestGenerated(t *testing.T) {
	var all tally
	for seed := range generated.All() {
		g := testprog.Generate(t, seed)
		got := all.add(t, g.Name, g.Program, g.Environment)
		if got == nil {
			continue
		}
		x := explore(t, g.Program, g.Environment)
		for property, what := range x {
			if ok, _ := got.Confirms(property); ok {
				t.Fatalf("%s: %s is confirmed, but: %s\n%s", g.Name, property, what, g.Text)
			}
		}
	}
	all.log(t)
	testprog.AtLeast(t, all.confirmed, all.proved, 50)
}

// explore returns the violations that the explorer finds, by property.
func explore(t *testing.T, p *ir.Program, env ir.Environment) map[verdict.Property]string {
	t.Helper()
	out := make(map[verdict.Property]string)
	code := interp.Prepare(p)
	for _, property := range threads.Checks.Properties() {
		x, err := smc.Explore(context.Background(), code, smc.Options{
			Environment: env, Properties: interp.PropertySet(property), Reduction: smc.DPOR, Executions: 12, MaxDepth: 2000, MaxSteps: 1 << 18,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range x.Violations {
			if c.Violation.Property == property {
				out[property] = c.Violation.Message
			}
		}
	}
	return out
}

// TestConfirmed has programs whose proofs are confirmed, and programs whose proofs are not.
func TestConfirmed(t *testing.T) {
	const head = `
#include <assert.h>
#include <pthread.h>
extern int any(void);
static int x, y; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) {
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n);
	pthread_mutex_lock(&n); x--; pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	return a;
}
static void *g(void *a) { pthread_mutex_lock(&n); if (y < 9) y++; pthread_mutex_unlock(&n); return a; }
`
	for _, c := range []struct {
		property verdict.Property
		why      string // empty: it is confirmed
		main     string
	}{
		{verdict.Assert, "", `pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, f, 0); pthread_mutex_lock(&m); assert(x == 0);`},
		{verdict.Assert, "x == 0", `pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, f, 0); pthread_mutex_lock(&n); assert(x == 0);`},
		{verdict.Assert, "", `pthread_t c[5]; for (int i = 0; i < 5; i++) pthread_create(&c[i], 0, g, 0); pthread_mutex_lock(&n); assert(y >= 0 && y <= 9);`},
		{verdict.Assert, "", `pthread_t c[5]; for (int i = 0; i < 5; i++) pthread_create(&c[i], 0, g, 0); pthread_mutex_lock(&n); assert(y <= 5);`},
		{verdict.Assert, "y <= 8", `pthread_t c[9]; for (int i = 0; i < 9; i++) pthread_create(&c[i], 0, g, 0); pthread_mutex_lock(&n); assert(y <= 8);`},
		{verdict.Overflow, "", `pthread_t c[5]; for (int i = 0; i < 5; i++) pthread_create(&c[i], 0, g, 0);`},
		{verdict.Memory, "", `pthread_t t[99]; for (int i = 0; i < 99; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 99; i++) pthread_join(t[i], 0);`},
		{verdict.Memory, "outside", `int a[9]; for (int i = 0; i < 10; i++) a[i] = i; x = a[3];`},
		{verdict.Memory, "", `int a[9]; for (int i = 0; i < 9; i++) a[i] = i; x = a[any() & 7];`},
		{verdict.Div, "zero", `x = 3 / any();`},
		{verdict.Div, "", `int k = any(); if (k > 0) x = 3 / k;`},
		{verdict.Shift, "too much", `x = 3 << any();`},
		{verdict.Shift, "", `x = 3 << (any() & 7);`},
		{verdict.Uninit, "no value", `int k; if (any()) k = 1; int *p = &k; x = *p;`},
	} {
		p := testprog.Source(t, head+"int main(void) { "+c.main+" return 0; }\n", ir.LP64)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		got, err := threads.Confirm(context.Background(), p, r.Proof(context.Background()))
		if err != nil {
			t.Fatal(err)
		}
		ok, why := got.Confirms(c.property)
		if ok != (c.why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%s: confirmed is %v: %q, expected %q", c.main, ok, why, c.why)
		}
	}
}
