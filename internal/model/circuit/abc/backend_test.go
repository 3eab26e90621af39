package abc_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/abctest"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

func TestMain(m *testing.M) {
	abctest.Main()
	os.Exit(m.Run())
}

// TestBackend runs the engines with ABC: the test double and, if installed, the real program. Violations
// replay and a bound leaves its mark. A proof is marked as not certified; after a reduction, the mark names
// the reduction.
func TestBackend(t *testing.T) { abctest.Ask(t, judgeOutside) }

func judgeOutside(t *testing.T) {
	const head = "#include <pthread.h>\n#include <assert.h>\nint x;\nint __VERIFIER_nondet_int(void);\n"
	for _, c := range []struct {
		name, source string
		property     verdict.Property
		proved       verdict.Verdict // by pdr
		searched     verdict.Verdict // by bmc
	}{
		{"found", head + `void *f(void *a) { x = x + 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); assert(x == 2); }`,
			verdict.Assert, verdict.Violation, verdict.Violation},
		{"first value", head + "int main(void) { int y; int *p = &y; assert(*p != 12345 || x); }", verdict.Assert, verdict.Violation, verdict.Violation},
		{"proved", head + `void *f(void *a) { for (;;) __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (;;) assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) < 2); }`,
			verdict.Assert, verdict.Safe, verdict.Bounded},
		{"bound", head + "int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }\nint main(void) { assert(f(__VERIFIER_nondet_int()) != 77); }",
			verdict.Assert, verdict.Bounded, verdict.Bounded},
		{"no end", head + "int main(void) { while (x < 2) x = !x; }", verdict.Termination, verdict.Violation, verdict.Violation},
	} {
		code := testprog.Code(t, c.source)
		for _, k := range circuit.Kinds() {
			want, reductions := c.proved, []string{"none", "stubborn", "transactions"}
			switch k.Name {
			case "bmc":
				want, reductions = c.searched, []string{"stubborn"}
			case "pdr":
			default:
				continue
			}
			for _, reduction := range reductions {
				settings := engine.Settings{"backend": "abc", "reduce": reduction}
				if want == verdict.Bounded {
					settings["depth"] = "15"
				}
				p := &engine.Problem{Program: code.Program(), Property: c.property, Memory: 8 << 30}
				if c.property == verdict.Termination {
					p.Temporal = engine.Ended()
				}
				out, err := k.New(settings).Run(context.Background(), p)
				if err != nil {
					t.Errorf("%s: %s %s: %v", c.name, k.Name, reduction, err)
					continue
				}
				if out.Verdict != want || want == verdict.Bounded && len(out.Marks) == 0 {
					t.Errorf("%s: %s %s: %s %s %s %v, expected %s", c.name, k.Name, reduction, out.Verdict, out.Reason, out.Detail, out.Marks, want)
				}
				if trusts := strings.Contains(strings.Join(out.Assumed, ""), "uncertified"); trusts != (want != verdict.Violation) {
					t.Errorf("%s: %s %s: assumes %v", c.name, k.Name, reduction, out.Assumed)
				}
				if want == verdict.Safe && (out.Uncertified == "reduction") != (reduction != "none") {
					t.Errorf("%s: %s %s: uncertified %q", c.name, k.Name, reduction, out.Uncertified)
				}
				testprog.Replay(t, code, c.property, out)
			}
		}
	}
}
