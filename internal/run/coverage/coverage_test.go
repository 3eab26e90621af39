package coverage

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// of executes a program several times.
func of(t *testing.T, text string) (*ir.Program, *Coverage) {
	t.Helper()
	p := testprog.Source(t, text, ir.LP64)
	c := New(p)
	code := interp.Prepare(p)
	for seed := range uint64(20) {
		if _, _, err := c.Run(context.Background(), code, interp.Options{Seed: seed, MaxSteps: 10_000}); err != nil {
			t.Fatal(err)
		}
	}
	return p, c
}

// TestReached checks the reached checks of programs. A comment +N or -N after a check gives its number N in
// the order of the code, and whether it is evaluated.
func TestReached(t *testing.T) {
	const head = `#include <assert.h>
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x; pthread_t t; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`
	for _, c := range []struct{ name, text, want string }{
		{"evaluated", "int main(void) { assert(x == 0); assert(x < 9); return 0; }", "+6 +6"},
		{"behind a failing one", "int main(void) { assert(x == 1);\n assert(x < 9); return 0; }", "+6 -7"},
		{"never created", "void *w(void *a) { assert(0); return a; }\nint main(void) { if (x) pthread_create(&t, 0, w, 0);\nassert(!x); return 0; }", "-6 +8"},
		{"behind a lock", "void *w(void *a) { pthread_mutex_lock(&m);\nassert(x == 2); return a; }\nint main(void) { pthread_mutex_lock(&m); pthread_create(&t, 0, w, 0); pthread_join(t, 0); return 0; }", "-7"},
		{"a branch is decided", "int main(void) {\nif (x) assert(0);\n return 0; }", "+7"},
		{"a branch is never come to", "int main(void) {\nif (x)\nif (t)\nassert(0);\n return 0; }", "-9"},
		{"a default", "int main(void) { switch (x) {\ncase 0: return 0;\ndefault: assert(0); } }", "+8"},
		{"an error function's calls", "void fail(void) { assert(0); }\nint main(void) { if (x)\nfail();\nif (x) if (t)\nfail(); return 0; }", "+8 -10"},
		{"one of several branches", "int main(void) { if (x) goto bad;\nwhile (1) if (x > 9) {\nbad: assert(0); } }", "+8"},
		{"a function that may end the process decides", "#include <stdlib.h>\nvoid assume(int c) { if (!c) abort(); }\nint main(void) { assume(x == 0); assume(x != 0);\nassert(0); }", "+9"},
		{"it is never called", "#include <stdlib.h>\nvoid assume(int c) { if (!c) abort(); }\nint main(void) { assume(x != 0); assume(x == 0);\nassert(0); }", "-9"},
		{"in a function of its own", "#include <stdlib.h>\nvoid assume(int c) { if (!c) abort(); }\nvoid check(int c) { assume(!c);\nassert(0); }\nint main(void) { check(x == 0); }", "+9"},
		{"after branches that meet", "int main(void) { int y = x ? 1 : 2; pthread_mutex_lock(&m); pthread_mutex_lock(&m);\nassert(0); return y; }", "-7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, got := of(t, head+c.text)
			reached, others := got.Reached(verdict.Assert)
			var lines []string
			for _, s := range Sites(got.program, verdict.Assert) {
				sign := "-"
				if slices.ContainsFunc(reached, func(r Site) bool { return r.Func == s.Func && r.Pos == s.Pos }) {
					sign = "+"
				}
				lines = append(lines, fmt.Sprint(sign, s.Pos.Line))
			}
			if text := strings.Join(lines, " "); text != c.want || len(reached)+len(others) != len(lines) {
				t.Errorf("got %s, want %s", text, c.want)
			}
		})
	}
}

// TestAny checks that an answer for executions without the operations that a property is about is
// meaningless.
func TestAny(t *testing.T) {
	const head = `#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
int x, y; pthread_t t; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *w(void *a) { x++; return a; }
void *idle(void *a) { return a; }
`
	for _, c := range []struct {
		name, text string
		want       interp.Properties
	}{
		{"no thread", "int main(void) { if (y) pthread_create(&t, 0, w, 0); assert(!y); return 0; }", interp.PropertySet(verdict.Assert, verdict.Deadlock)},
		{"a thread", "int main(void) { pthread_create(&t, 0, w, 0); if (y) if (x) assert(0); return 0; }",
			interp.PropertySet(verdict.Race, verdict.Memory, verdict.Deadlock)},
		{"a thread that does nothing", "int main(void) { pthread_create(&t, 0, idle, 0); return 0; }",
			interp.PropertySet(verdict.Assert, verdict.Race, verdict.Memory, verdict.Deadlock)},
		{"a thread that does something elsewhere", "void *v(void *a) { if (a) w(a); return a; } int main(void) { pthread_create(&t, 0, v, 0); return 0; }",
			interp.PropertySet(verdict.Assert, verdict.Race, verdict.Deadlock)},
		{"a thread that calls the library", "void *v(void *a) { if (a) free(a); return a; } int main(void) { pthread_create(&t, 0, v, 0); return 0; }",
			interp.PropertySet(verdict.Assert, verdict.Race, verdict.Deadlock)},
		{"a lock that nobody comes to", "int main(void) { if (y) pthread_mutex_lock(&m); return 0; }", interp.PropertySet(verdict.Assert, verdict.Memory)},
		{"a lock", "int main(void) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }",
			interp.PropertySet(verdict.Assert, verdict.Memory, verdict.Deadlock)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, got := of(t, head+c.text)
			for _, p := range []verdict.Property{verdict.Assert, verdict.Race, verdict.Memory, verdict.Deadlock} {
				if got.Any(p) != c.want.Has(p) {
					t.Errorf("%s: got %t", p, got.Any(p))
				}
			}
		})
	}
}

// TestEntered checks that functions count when an execution enters them.
func TestEntered(t *testing.T) {
	p, c := of(t, "static int f(void) { return 1; } static int g(void) { return 2; } int x; int main(void) { return x ? g() : f(); }")
	entered, others := c.Entered()
	var names []string
	for _, id := range append(entered, others...) {
		names = append(names, p.Funcs[id].Name)
	}
	if got := fmt.Sprint(len(entered), names); got != "2 [main f g]" {
		t.Errorf("got %s", got)
	}
}

// TestLines checks that lines with code count as reached when a block with some of the code is reached.
func TestLines(t *testing.T) {
	_, c := of(t, "int x;\nint main(void)\n{\n\tif (x)\n\t\tx = 2;\n\t\n\tx = 3; // here\n\treturn 0;\n}\n")
	var got []string
	for _, l := range c.Lines() {
		got = append(got, fmt.Sprint(l.Pos.Line, l.Reached))
	}
	if got := strings.Join(got, " "); got != "4 true 5 false 7 true" {
		t.Errorf("got %s", got)
	}
}
