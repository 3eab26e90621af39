package sequential_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var long = testflag.Long()

// translated returns the sequential program that a method makes from an inlined one.
func translated(t *testing.T, m sequential.Method, p *sequential.Inlined, limits sequential.Limits) *sequential.Sequential {
	t.Helper()
	seq, err := m(context.Background(), p, limits)
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

// TestForm inlines the example programs and checks the results. They are well formed, control goes to
// higher steps only, and making a sequential program changes nothing that another method shares.
func TestForm(t *testing.T) {
	for _, file := range testprog.Some(t, 16, *long) {
		i := testprog.Turn(file)
		p := testprog.Compile(t, file, ir.DataModel(i%2))
		inlined, err := sequential.Inline(context.Background(), p, sequential.Options{Property: verdict.Assert, Loop: 1 + i%3, Creating: i%4 > 1})
		if errors.Is(err, sequential.ErrTooLarge) {
			continue // engines answer with their limit
		}
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		all := 0
		for tid := range inlined.Threads {
			all += len(inlined.Threads[tid].Steps)
		}
		if all > 1000 {
			continue // a translation of so many steps needs gigabytes
		}
		for tid := range inlined.Threads {
			steps := make(map[ir.GlobalID]int)
			for i, step := range inlined.Threads[tid].Steps {
				steps[step.At] = i
			}
			for i, step := range inlined.Threads[tid].Steps {
				for _, in := range inlined.Program.Funcs[step.Func].Instrs() {
					if next, ok := steps[in.Glob]; ok && in.Op == ir.OpGlobalAddr && next < i {
						t.Errorf("%s: step %d of thread %d leads to %d", file, i, tid, next)
					}
				}
			}
		}
		for _, name := range []string{"lazyseq", "epc", "lr", "lmp"} {
			for _, s := range []sequential.Schedule{sequential.RoundRobin, sequential.Arbitrary} {
				if err := ir.Check(translated(t, methods[name], inlined, sequential.Limits{Schedule: s, Number: 2}).Program); err != nil {
					t.Errorf("%s: %s %s: %v", file, name, s, err)
				}
			}
		}
	}
}

// TestInline looks at how small programs are cut.
func TestInline(t *testing.T) {
	for _, c := range []struct {
		name, source string
		opts         sequential.Options
		threads      int
		cuts         []verdict.Bound
	}{
		{"a loop with a constant number of iterations", `int x; int main(void) { for (int i = 0; i < 5; i++) x++; }`, sequential.Options{Loop: 1}, 1, nil},
		{"a loop up to a global that nothing writes", `static int n = 5; int x; int main(void) { for (int i = 0; i < n; i++) x++; }`, sequential.Options{Loop: 1}, 1, nil},
		{"a loop that depends on an input", `int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); while (x < 5) x++; }`, sequential.Options{Loop: 2}, 1, []verdict.Bound{verdict.LoopBound}},
		{"recursion", `int __VERIFIER_nondet_int(void); int f(void) { return __VERIFIER_nondet_int() ? f() : 1; } int main(void) { return f(); }`, sequential.Options{Loop: 2}, 1, []verdict.Bound{verdict.RecursionBound}},
		{"threads in a loop", `#include <pthread.h>
void *f(void *a) { return a; }
int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0); }`, sequential.Options{Loop: 1}, 4, nil},
		{"more threads than the bound", `#include <pthread.h>
void *f(void *a) { return a; }
int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0); }`, sequential.Options{Loop: 1, Threads: 3}, 3, []verdict.Bound{verdict.ThreadBound}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "a.c")
			if err := os.WriteFile(file, []byte(c.source), 0o644); err != nil {
				t.Fatal(err)
			}
			inlined, err := sequential.Inline(context.Background(), testprog.Compile(t, file, ir.LP64), c.opts)
			if err != nil {
				t.Fatal(err)
			}
			if len(inlined.Threads) != c.threads {
				t.Errorf("%d threads, want %d", len(inlined.Threads), c.threads)
			}
			var cuts []verdict.Bound
			for _, cut := range inlined.Marks {
				if cut.Unsupported == "" {
					cuts = append(cuts, cut.Bound)
				}
			}
			if len(cuts) != len(c.cuts) || len(cuts) > 0 && cuts[0] != c.cuts[0] {
				t.Errorf("cuts %v, want %v", cuts, c.cuts)
			}
		})
	}
}
