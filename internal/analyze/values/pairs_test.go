package values_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// pairProgram is a program of two threads with infinite loops.
const pairProgram = `
#include <pthread.h>
#include <stdlib.h>
extern unsigned any(void);
#define D (1 << 28)
static int x, y, a[2]; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define L pthread_mutex_lock(&m);
#define U pthread_mutex_unlock(&m);
#define ADD(x) L x += D; U
#define SUB(x) L x -= D; U
static void add(int *p) { L *p += D; U }
static void sub(int *p) { L *p -= D; U }
static void deep(void) { ADD(x) if (any() & 1) deep(); SUB(x) }
static void other(void) { ADD(y) SUB(y) }
static void twice(void) { ADD(x) SUB(x) }
static void *f(void *arg) { int k = 0, s = 0, *p = &x; while (any() % 8) { BODY } return 0; }
int main(void) {
	pthread_t c, d; FIRST
	pthread_create(&c, 0, f, 0); pthread_create(&d, 0, f, 0); MAIN
	return 0;
}
`

// TestPairs checks additions in infinite loops of two threads that are taken back. In the violated
// programs, as random executions show, they are not always taken back, from the same place, before the
// next one. Without -long it checks half of the programs.
func TestPairs(t *testing.T) {
	for k, c := range []struct {
		proved, violated  bool
		first, body, main string
	}{
		{true, false, ``, `ADD(x) SUB(x)`, ``},
		{true, false, ``, `SUB(x) ADD(x)`, ``},
		{true, false, `x = 2 * D;`, `ADD(x) if (any() & 1) { SUB(x) } else { SUB(x) continue; } ADD(y) SUB(y)`, ``},
		{true, false, ``, `ADD(x) other(); SUB(x)`, ``},
		{true, false, ``, `ADD(x) if (any() & 1) exit(0); SUB(x)`, ``},
		{true, false, ``, `k = any() & 1; ADD(a[k]) SUB(a[k])`, ``},
		{true, false, ``, `ADD(x) SUB(x) ADD(x) SUB(x)`, ``},
		{true, false, ``, `if (any() & 1) { ADD(x) SUB(x) } else { SUB(x) ADD(x) }`, ``},
		{true, false, ``, `ADD(x) SUB(x)`, `L x = D; U`},
		{true, false, ``, `twice();`, ``},
		{true, false, ``, `ADD(x) twice(); SUB(x)`, ``},
		{true, false, ``, `if (any() & 1) { ADD(x) } else { ADD(x) } SUB(x)`, ``},

		{false, true, ``, `ADD(x) if (any() & 1) { SUB(x) }`, ``},
		{false, true, ``, `if (any() & 1) { ADD(x) } SUB(x)`, ``},
		{false, true, ``, `ADD(x) if (any() & 1) continue; SUB(x)`, ``},
		{false, true, ``, `ADD(x) SUB(y)`, ``},
		{false, false, ``, `ADD(a[k]) k = 1 - k; SUB(a[k])`, ``},
		{false, true, ``, `k = any() & 1; ADD(a[k]) k = any() & 1; SUB(a[k])`, ``},
		{false, true, ``, `if (s) { SUB(a[k]) s = 0; } else { ADD(a[k]) s = 1; } k = any() & 1;`, ``},
		{false, false, ``, `ADD((*p)) p = any() & 1 ? &x : &y; SUB((*p))`, ``},
		{false, true, ``, `p = any() & 1 ? &x : &y; ADD((*p)) p = any() & 1 ? &x : &y; SUB((*p))`, ``},
		{false, true, ``, `ADD(x) L x -= D / 2; U`, ``},
		{false, true, ``, `ADD(x) ADD(x) SUB(x)`, ``},
		{false, true, ``, `deep();`, ``},
		{false, true, ``, `ADD(x) do { SUB(x) } while (any() & 1);`, ``},
		{false, true, ``, `do { ADD(x) } while (any() & 1); SUB(x)`, ``},
		{false, true, ``, `if (any() & 1) { twice(); SUB(x) } else { ADD(x) }`, ``},
		{false, true, ``, `add(p); if (any() & 1) sub(p);`, ``},
		{false, true, ``, `ADD(x) if (any() & 1) return 0; SUB(x)`, `for (int i = 0; i < 9; i++) f(0);`},
		{false, true, `x = 6 * D;`, `ADD(x) SUB(x)`, ``},
		{false, true, ``, `ADD(x) SUB(x)`, `L x = 6 * D; U`},
		{false, true, ``, `ADD(x) SUB(x)`, `L x = -8 * D; U`},
		{false, true, ``, `ADD(x) SUB(x)`, `ADD(x) ADD(x) ADD(x) ADD(x) ADD(x) ADD(x)`},
		{false, true, ``, `SUB(x) ADD(x)`, `L x = -8 * D; U`},
		{false, true, `x = 3 * D;`, `ADD(x) SUB(x)`, `for (int i = 0; i < 8; i++) pthread_create(&c, 0, f, 0);`},
		{false, true, `x = 5 * D;`, `ADD(x) twice(); SUB(x)`, ``},
	} {
		if !*long && !testprog.Chosen(t, c.first+c.body+c.main, 2) {
			continue
		}
		model := []ir.DataModel{ir.LP64, ir.ILP32}[k%2]
		p := testprog.Source(t, strings.NewReplacer("FIRST", c.first, "BODY", c.body, "MAIN", c.main).Replace(pairProgram), model)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if r.Lost != "" {
			t.Fatalf("%s: %s", c.body, r.Lost)
		}
		if proved, why := r.Proves(verdict.Overflow); proved != c.proved {
			t.Errorf("%s | %s | %s: proved is %v, expected %v: %v", c.first, c.body, c.main, proved, c.proved, why)
		}
		runs := uint64(200)
		if c.violated {
			runs = 20000
		}
		if violated := overflowsAtRandom(t, p, runs); violated != c.violated {
			t.Errorf("%s | %s | %s: violated is %v, expected %v", c.first, c.body, c.main, violated, c.violated)
		}
	}
}

// pairBody writes the body of a thread's loop.
func pairBody(r *rand.Rand, depth int) string {
	var text strings.Builder
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for range 1 + r.IntN(3) {
		v := pick("x", "x", "x", "y", "a[k]", "(*p)")
		switch r.IntN(12) {
		case 0, 1, 2:
			text.WriteString("ADD(" + v + ") SUB(" + v + ") ")
		case 3:
			text.WriteString("SUB(" + v + ") ADD(" + v + ") ")
		case 4:
			text.WriteString(pick("ADD(", "SUB(") + v + ") ")
		case 5:
			text.WriteString(pick("twice(); ", "other(); ", "k = 1 - k; ", "p = k ? &x : &y; ", "s = any() & 1; "))
		case 6:
			text.WriteString("if (s) " + pick("continue; ", "return 0; ", "exit(0); ", "break; "))
		case 7, 8:
			if depth > 0 {
				text.WriteString("ADD(" + v + ") " + pairBody(r, depth-1) + "SUB(" + v + ") ")
			}
		case 9:
			if depth > 0 {
				text.WriteString(pick("if (any() & 1) { ", "while (any() & 1) { ", "if (s) { ") + pairBody(r, depth-1) + "} ")
			}
		default:
			if depth > 0 {
				text.WriteString("if (any() & 1) { " + pairBody(r, depth-1) + "} else { " + pairBody(r, depth-1) + "} ")
			}
		}
	}
	return text.String()
}

// TestPairsGenerated compares the proofs about such programs with random executions.
func TestPairsGenerated(t *testing.T) {
	safe, proved := 0, 0
	for seed := range generated.Next(2 * generated.N()) {
		r := rand.New(rand.NewPCG(seed, 5))
		body, start := pairBody(r, 2), []string{"", "x = 3 * D;", "x = -5 * D;"}[r.IntN(3)]
		p := testprog.Source(t, strings.NewReplacer("FIRST", start, "BODY", body, "MAIN", "").Replace(pairProgram), ir.LP64)
		is, _ := values.Analyse(context.Background(), analyze.Of(p), 0).Proves(verdict.Overflow)
		switch found := overflowsAtRandom(t, p, 100); {
		case found && is:
			t.Fatalf("seed %d: proved, but violated: %s %s", seed, start, body)
		case !found:
			if safe++; is {
				proved++
			}
		}
	}
	t.Logf("%d of %d programs without overflow proved", proved, safe)
	testprog.AtLeast(t, proved, safe, 20)
}

// overflowsAtRandom reports whether one of runs random executions has a signed result that is out of
// range.
func overflowsAtRandom(t *testing.T, p *ir.Program, runs uint64) bool {
	t.Helper()
	code := interp.Prepare(p)
	for seed := range runs {
		r, _, err := interp.RunCode(context.Background(), code, interp.Options{Seed: seed, Properties: interp.PropertySet(verdict.Overflow), MaxSteps: 10000})
		if err != nil {
			t.Fatal(err)
		}
		if r.End.Kind == interp.Violated {
			return true
		}
	}
	return false
}
