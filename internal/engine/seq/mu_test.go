package seq

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// source compiles a program given as text.
func source(t *testing.T, text string) *interp.Code {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return compile(t, file)
}

// unwindings lists the schemes of memory unwinding.
func unwindings() []string {
	var out []string
	for _, m := range methods {
		if m.measure != bySwitches && m.name != "mu" {
			out = append(out, m.name)
		}
	}
	return out
}

// within judges assertions with a number of writes, however long that takes.
func within(t *testing.T, name string, writes int, code *interp.Code) *engine.Outcome {
	t.Helper()
	p := &engine.Problem{Program: code.Program(), Property: verdict.Assert, Bounds: engine.Bounds{Writes: writes}}
	out, err := New(name).Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range out.Violations {
		if _, err := interp.ReplayCode(context.Background(), code, v.Trace, interp.ReplayOptions{Properties: interp.PropertySet(verdict.Assert)}); err != nil {
			t.Errorf("%s with %d writes: the trace does not replay: %v", name, writes, err)
		}
	}
	return out
}

const fibonacci = `
#include <assert.h>
#include <pthread.h>
int i = 1, j = 1;
void *add_j(void *arg) { for (int k = 0; k < %[1]d; k++) i = i + j; return 0; }
void *add_i(void *arg) { for (int k = 0; k < %[1]d; k++) j = j + i; return 0; }
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add_j, 0);
	pthread_create(&b, 0, add_i, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(j != %[2]d);
	return 0;
}
`

// TestFibonacci is figure 2 of Tomasco et al.: j is 144 after five iterations each when
// the threads take turns, and never more. Where a position is a write, or a cluster of
// one thread's writes, that takes ten of them. A cluster of several threads' writes has
// a turn of each, so that five are enough; and needed, since the turns of one cluster
// are in the order of creation. Clusters take long, so that by default they are tried
// with three iterations: j is 21.
func TestFibonacci(t *testing.T) {
	for _, name := range unwindings() {
		iterations, last := 5, 144
		if coarse := name == "mu:intra" || name == "mu:inter"; coarse && !*every {
			iterations, last = 3, 21
		}
		least := 2 * iterations
		if name == "mu:inter" {
			least = iterations
		}
		code := source(t, fmt.Sprintf(fibonacci, iterations, last))
		for n, want := range map[int]verdict.Verdict{least - 1: verdict.Bounded, least: verdict.Violation} {
			out := within(t, name, n, code)
			if out.Verdict != want {
				t.Errorf("%s with %d writes: %s (%s %s), want %s", name, n, out.Verdict, out.Reason, out.Detail, want)
			}
		}
	}
}

// TestStoppedIsNotFinished: a thread whose writes ran out is not over, so that nobody
// can have joined it.
func TestStoppedIsNotFinished(t *testing.T) {
	code := source(t, `
#include <assert.h>
#include <pthread.h>
int x;
void *writes(void *arg) { x = 1; x = 2; return 0; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writes, 0);
	pthread_join(t, 0);
	assert(x == 2);
	return 0;
}
`)
	for _, name := range unwindings() {
		for n := 1; n <= 3; n++ {
			want := verdict.Safe
			if n == 1 {
				want = verdict.Bounded
			}
			out := within(t, name, n, code)
			if out.Verdict != want {
				t.Errorf("%s with %d writes: %s (%s %s), want %s", name, n, out.Verdict, out.Reason, out.Detail, want)
			}
			if n == 1 && (len(out.Marks) != 1 || out.Marks[0].Bound != verdict.WriteBound) {
				t.Errorf("%s: marks %v", name, out.Marks)
			}
		}
	}
}

// TestUndefinedEndsLater: what is undefined in one thread ends the process, but others
// may fail before.
func TestUndefinedEndsLater(t *testing.T) {
	code := source(t, `
#include <assert.h>
#include <pthread.h>
int *p, x;
void *writes(void *arg) { *p = 1; return 0; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writes, 0);
	x = 1;
	assert(x == 0);
	return 0;
}
`)
	for _, name := range unwindings() {
		if out := within(t, name, 2, code); out.Verdict != verdict.Violation {
			t.Errorf("%s: %s (%s %s)", name, out.Verdict, out.Reason, out.Detail)
		}
	}
}

// unwound holds memory unwinding against the explorer on one program.
func unwound(t *testing.T, code *interp.Code, turn int, count map[string]int) {
	t.Helper()
	names := unwindings()
	for _, p := range []verdict.Property{verdict.Assert, verdict.Reach} {
		if !mentions(code.Program(), p) {
			continue
		}
		known := make(explored)
		for i, name := range names {
			if !*every && (2*i+turn)%(2*len(names)) != 0 || !chosen(name) {
				continue
			}
			k := task{name, engine.Bounds{Unwind: 3}}
			if turn/2%2 == 0 {
				k.bounds.Writes = 6
			}
			found := known.within(t, code, p, engine.Bounds{}, *patience)
			violated := len(found.Violations) > 0
			out := judge(t, k, code, p, *patience)
			count[fmt.Sprintf("%s %s, %t", k.method, out.Verdict, violated)]++
			switch {
			case out.Verdict == verdict.Unknown:
				t.Logf("%s %s: unknown: %s %s", k, p, out.Reason, out.Detail)
			case violated && out.Verdict == verdict.Safe:
				v := &found.Violations[0].Violation
				t.Errorf("%s %s: safe, but the explorer finds %q at line %d", k, p, v.Message, v.Pos.Line)
			case violated && out.Verdict == verdict.Bounded:
				t.Logf("%s %s: not found: %s %s %v", k, p, out.Reason, out.Detail, out.Marks)
			case !violated && out.Verdict == verdict.Violation && found.Complete && found.Exact:
				f := out.Violations[0].Trace.Failure
				t.Errorf("%s %s: %q at line %d, but the explorer finds nothing", k, p, f.Message, f.Line)
			}
		}
	}
}

// TestUnwoundPrograms holds memory unwinding against the explorer on the examples and
// on the programs that say what C programs mean.
func TestUnwoundPrograms(t *testing.T) {
	count := make(map[string]int)
	turn := 0
	for _, dir := range []string{"../../../testdata/semantics", "../../../examples"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.c"))
		if err != nil || len(files) == 0 {
			t.Fatal("no programs", err)
		}
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				unwound(t, compile(t, file), turn, count)
			})
			turn++
		}
	}
	testprog.Decided(t, count, 70)
}

// TestUnwoundGenerated holds memory unwinding against the explorer on generated
// programs.
func TestUnwoundGenerated(t *testing.T) {
	count := make(map[string]int)
	for seed := *firstSeed; seed < *firstSeed+uint64(*generated); seed++ {
		text := testgen.Concurrent(testgen.Options{Seed: seed}).C()
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			unwound(t, source(t, text), int(seed), count)
			if t.Failed() {
				t.Log(text)
			}
		})
	}
	testprog.Decided(t, count, 70)
}
