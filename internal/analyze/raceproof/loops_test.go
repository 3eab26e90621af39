package raceproof_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// loopProgram returns a program whose kernel has n iterations, of arrays with 8 more elements. A construct begins with its name in brackets.
func loopProgram(n, kernel string) string {
	kernel = strings.NewReplacer("[[", "\n#pragma omp ", "]]", "\n").Replace(kernel)
	return fmt.Sprintf(`#include <omp.h>
		#include <stdlib.h>
		struct pair { int x, y; };
		extern int input(void); int s, t, h[8]; omp_lock_t lock;
		static void set(int *p, int v) { *p = v; }
		static void kernel(int n, int *a, int *b, int *index, struct pair *p, int (*m)[3]) { %s }
		int main(void) {
			int n = %s;
			if (n < 0 || n > 1000000) return 0;
			omp_init_lock(&lock);
			size_t size = (size_t)n + 8;
			kernel(n, calloc(size, 4), calloc(size, 4), calloc(size, 4), calloc(size, 8), calloc(size, 12));
			return 0;
		}`, kernel, n)
}

// TestLoops proves loops with any number of iterations and threads, and finds the races of a mutant of each. Without -long it takes every
// twelfth loop.
func TestLoops(t *testing.T) {
	const all = "[[parallel for]] for (int i = 0; i < n; i++) "
	for i, c := range []struct{ name, loop, from, to string }{
		{"copy", all + "a[i] = b[i];", "b[i]", "a[i + 1]"},
		{"from one on", "[[parallel for]] for (int i = 1; i < n; i++) a[i - 1] = b[i];", "b[i]", "a[i]"},
		{"unsigned", "[[parallel for]] for (unsigned i = 0; i < (unsigned)n; i++) a[i]++;", "a[i]++", "a[i + 1] = a[i]"},
		{"private temporary", "int k; [[parallel for private(k)]] for (int i = 0; i < n; i++) { k = b[i]; a[i] = k; }", "private(k)", "shared(k)"},
		{"first private", "int k = 3; [[parallel for firstprivate(k)]] for (int i = 0; i < n; i++) { k++; a[i] = k; }", "firstprivate(k)", "shared(k)"},
		{"reduction", "[[parallel for reduction(+: s)]] for (int i = 0; i < n; i++) s += a[i];", " reduction(+: s)", ""},
		{"critical", all + "{ [[critical]] s += a[i]; }", "[[critical]]", ""},
		{"two names", all + "{ [[critical(one)]] s += a[i]; [[critical(one)]] s++; }", "(one)", "(two)"},
		{"atomic", all + "{ [[atomic]] s += a[i]; }", "[[atomic]]", ""},
		{"histogram", all + "{ [[atomic]] h[b[i] & 7]++; }", "[[atomic]]", ""},
		{"lock", all + "{ omp_set_lock(&lock); s++; omp_unset_lock(&lock); }", "omp_set_lock(&lock); s++;", "s++; omp_set_lock(&lock);"},
		{"greatest", all + "{ [[critical]] if (a[i] > s) s = a[i]; }", "[[critical]] if (a[i] > s)", "if (a[i] > s - 1) [[critical]]"},
		{"structures", all + "{ p[i].x = i; p[i].y = p[i].x; }", "= p[i].x", "= p[i + 1].x"},
		{"rows", all + "for (int j = 0; j < 3; j++) m[i][j] = j;", "j < 3", "j < 4"},
		{"nest", "[[parallel for collapse(2)]] for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) m[i][j]++;", "m[i][j]++", "m[i][0]++"},
		{"indirect reads", all + "{ int k = index[i]; a[i] = b[k]; }", "a[i] = b[k]", "b[k] = a[i]"},
		{"inner loop", all + "{ int k = 0; for (int j = 0; j < n; j++) k += b[j]; a[i] = k; }", "b[j]", "a[j]"},
		{"condition", all + "if (b[i] == 0) a[i] = 1;", "a[i] = 1", "t++"},
		{"function", all + "set(&a[i], i);", "&a[i]", "&a[i & 1]"},
		{"two loops", "[[parallel]] { [[for]] for (int i = 0; i < n; i++) a[i] = i; [[for]] for (int i = 0; i < n; i++) b[i] = a[n - 1 - i]; }", "[[for]]", "[[for nowait]]"},
		{"two arrays", "[[parallel]] { [[for nowait]] for (int i = 0; i < n; i++) a[i] = i; [[for]] for (int i = 0; i < n; i++) b[i]++; }", "b[i]++", "b[i] = a[n - 1 - i]"},
		{"chunks", "[[parallel for schedule(dynamic, 2)]] for (int i = 0; i < n; i++) a[i] = b[i];", "b[i]", "a[i + 1]"},
		{"single and loop", "[[parallel]] { [[single]] s = 1; [[for]] for (int i = 0; i < n; i++) a[i] = s; }", "[[single]]", "[[single nowait]]"},
		{"rounds", "for (int r = 0; r < n; r++) { " + all + "a[i] = b[i + 1]; " + all + "b[i] = a[i]; }", "b[i + 1]", "a[i + 1]"},
	} {
		if i%12 > 0 && !*long {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			mutant := strings.Replace(c.loop, c.from, c.to, 1)
			if mutant == c.loop {
				t.Fatal("the mutant is the loop")
			}
			if r := proofOf(analyze.Of(testprog.Source(t, loopProgram("input()", c.loop), ir.LP64)), 0); !r.RaceFree() {
				t.Errorf("not proved\n%s", r)
			}
			if proofOf(analyze.Of(testprog.Source(t, loopProgram("input()", mutant), ir.LP64)), 0).RaceFree() {
				t.Error("the mutant is proved")
			}
			x, err := smc.Explore(context.Background(), interp.Prepare(testprog.Source(t, loopProgram("4", mutant), ir.LP64)), smc.Options{
				Properties: interp.PropertySet(verdict.Race), Reduction: smc.DPOR, Executions: 2000, MaxDepth: 500, MaxSteps: 1 << 18})
			if err != nil || !slices.ContainsFunc(x.Violations, func(c smc.Counterexample) bool { return c.Violation.Property == verdict.Race }) {
				t.Errorf("the mutant has no race: %v", err)
			}
		})
	}
}
