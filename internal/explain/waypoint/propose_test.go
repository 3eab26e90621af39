package waypoint

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// compiler returns a function that compiles a program with code at places.
func compiler(t *testing.T, name string, text []byte) func(*probe.List) (*ir.Program, error) {
	return func(l *probe.List) (*ir.Program, error) {
		r, err := front.Compile(context.Background(), front.Options{Files: []string{name}, Model: ir.LP64, Probes: l, PhysicalLines: true,
			ReadFile: func(string) ([]byte, error) { return text, nil }})
		if err == nil && r.Program == nil {
			t.Fatalf("%s: %v", name, r.Diagnostics)
		}
		return r.Program, err
	}
}

// proposed returns the proposed invariants of a program, and the program that asserts them.
func proposed(t *testing.T, name string, text []byte) ([]svcomp.Invariant, *ir.Program) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	compile := compiler(t, name, text)
	empty := &probe.List{}
	prog, err := compile(empty)
	if err != nil {
		t.Fatal(err)
	}
	env := ir.DefaultEnvironment.In(prog)
	sites := NewSites(empty.Sites)
	p, looks := Propose(sites)
	if len(looks.Codes) == 0 {
		return nil, nil
	}
	if prog, err = compile(looks); err != nil || len(looks.Errors) > 0 {
		t.Fatalf("%s: %v %v", name, err, looks.Errors)
	}
	if err := p.Look(ctx, interp.Prepare(prog), env); err != nil {
		t.Fatal(err)
	}
	list, err := p.Prove(ctx, env, compile)
	if err != nil {
		t.Fatal(err)
	}
	claims, err := Claim("witness", &svcomp.Witness{Invariants: list}, sites)
	if err != nil {
		t.Fatal(err)
	}
	if prog, err = compile(claims.List); err != nil || claims.Misplaced("witness") != nil {
		t.Fatalf("%s: %v %v", name, err, claims.Misplaced("witness"))
	}
	return list, prog
}

// TestPropose checks invariants that are found, and bounds that most executions keep but not all.
func TestPropose(t *testing.T) {
	const head = "#include <pthread.h>\nint __VERIFIER_nondet_int(void);\nunsigned __VERIFIER_nondet_uint(void);\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a counter", "int main(void) { int n = 0;\nwhile (n < 7) n++;\nreturn n; }\n", []string{"n >= 0 && n <= 7"}},
		{"one value", "static int g = 5; int main(void) { int n = 0;\ndo n += 2; while (n < 6);\nreturn g; }\n", []string{"n >= 2 && n <= 6 && g == 5"}},
		{"unsigned", "int main(void) { unsigned long n = 4000000000;\nfor (; n < 4000000003; n++) ;\nreturn 0; }\n",
			[]string{"n >= 4000000000U && n <= 4000000003U"}},
		{"negative", "int main(void) { long n = -5000000000;\nfor (; n < -4999999998; n++) ;\nreturn 0; }\n",
			[]string{"n >= -5000000000LL && n <= -4999999998LL"}},
		{"a hidden name", "static int n = 9; int main(void) { for (int n = 0; n < 2; n++) ;\nreturn n; }\n", []string{"n >= 0 && n <= 2"}},
		{"a rare input", "int main(void) { int n = __VERIFIER_nondet_int() == 123456789 ? 50 : 1;\nwhile (n < 2) n++;\nreturn n; }\n", []string{"n >= 1 && n <= 50"}},
		{"any input", "int main(void) { int n = __VERIFIER_nondet_int();\nwhile (n < 2 && n > 0) n++;\nreturn n; }\n", nil},
		{"no value", "int main(void) { int n;\nfor (;;) { n = 3; break; }\nreturn n; }\n", nil},
		{"another thread", "static int g; static void *f(void *a) { if (__VERIFIER_nondet_uint() == 77777) g = 9; return a; }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\nfor (;;) { if (g) break; }\nreturn 0; }\n", []string{"g >= 0 && g <= 9"}},
	} {
		list, _ := proposed(t, "a.c", []byte(head+c.text))
		var got []string
		for _, inv := range list {
			got = append(got, inv.Value)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %q, expected %q", c.name, got, c.want)
		}
	}
}

// TestProposals: no execution violates a proposed invariant of an example or a program of testdata. It
// tries random executions with other seeds, and the executions that the explorer finds in a moment.
func TestProposals(t *testing.T) {
	var files []string
	for _, pattern := range []string{"examples/*.c", "testdata/semantics/*.c"} {
		list, err := filepath.Glob(filepath.Join("..", "..", "..", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	broken := func(v *interp.Violation) bool {
		return v != nil && v.Property == verdict.Reach && strings.Contains(v.Message, InvariantText)
	}
	invariants, complete := 0, 0
	for i, file := range files {
		if !every.Has(i) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, prog := proposed(t, filepath.Base(file), text)
		if len(list) == 0 {
			continue
		}
		invariants += len(list)
		code := interp.Prepare(prog)
		env := ir.DefaultEnvironment.In(prog)
		for seed := range uint64(100) {
			res, _, err := interp.RunCode(context.Background(), code, interp.Options{Seed: 1000 + seed, Environment: env,
				Properties: interp.PropertySet(verdict.Reach), MaxSteps: 50_000})
			if err != nil {
				t.Fatal(err)
			}
			if broken(res.Violation) {
				t.Errorf("%s: seed %d breaks one of %v", file, 1000+seed, list)
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		x, err := smc.Explore(ctx, code, smc.Options{Properties: interp.PropertySet(verdict.Reach), Environment: env, Reduction: smc.DPOR,
			Loops: interp.CutAwait, MaxSteps: 1_000_000, MaxDepth: 50_000,
			Counts: func(_ *interp.Machine, v *interp.Violation) bool { return broken(v) }})
		cancel()
		if err != nil {
			continue // there are many
		}
		if len(x.Violations) > 0 {
			t.Errorf("%s: an execution breaks one of %v", file, list)
		}
		if x.Complete {
			complete++
		}
	}
	t.Logf("%d invariants, all executions of %d programs", invariants, complete)
	if invariants == 0 || complete == 0 {
		t.Error("nothing was found")
	}
}
