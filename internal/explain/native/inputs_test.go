package native_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/explain/native"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/front/link"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// inputPrograms have a violation that needs an input, or memory in a certain state.
var inputPrograms = []struct {
	name, entry, args string
	property          verdict.Property
	text              string
}{
	{"objects behind parameters", "f", "", verdict.Assert, "struct s { int a; short list[3]; };\n" +
		"void f(struct s *p, signed char n, float d, _Bool b) { if (p->list[1] > 7 && n < 0 && d != 2 && b) assert(p->a >= 0); }"},
	{"arguments", "", "any", verdict.Assert, "int main(int argc, char **argv) { if (argc == 3 && argv[2][1]) assert(argv[1][0] < 64); return 0; }"},
	{"given arguments", "", "-n x", verdict.Assert, "int main(int argc, char **argv) { assert(argv[1][1] != 'n' || argc != 3 || argv[2][0] != 'x'); return 0; }"},
	{"a number in a range", "", "", verdict.Assert, "#include <heddle.h>\nint main(void) { int v = heddle_any_int(-3, 4); assert(v != -2); return 0; }"},
	{"an object of an undefined function", "", "", verdict.Assert, "struct s { int n, m; }; struct s *get(void);\n" +
		"int main(void) { struct s *p = get(); assert(!p || p->m < 1000); return 0; }"},
	{"the order of equal elements", "", "", verdict.Assert, "#include <stdlib.h>\nstatic int by(const void *a, const void *b) { return *(int *)a / 10 - *(int *)b / 10; }\n" +
		"int main(void) { int v[3] = {12, 11, 3}; qsort(v, 3, sizeof *v, by); assert(v[1] == 12); return 0; }"},
	{"the equal element that is found", "", "", verdict.Assert, "#include <stdlib.h>\nstatic int by(const void *a, const void *b) { return *(int *)a / 10 - *(int *)b / 10; }\n" +
		"int main(void) { int v[3] = {3, 12, 11}, key = 14; assert(bsearch(&key, v, 3, sizeof *v, by) == v + 1); return 0; }"},
	{"a copy that overlaps", "", "", verdict.Memory, "#include <string.h>\nchar text[8]; int main(void) { memcpy(text + 1, text, 4); return 0; }"},
	{"a variable of a thread that has ended", "", "", verdict.Memory, "#include <pthread.h>\n" +
		"static void *w(void *a) { ++*(int *)a; return 0; }\n" +
		"static void *s(void *a) { pthread_t t; int n = 1; pthread_create(&t, 0, w, &n); pthread_detach(t); return 0; }\n" +
		"int main(void) { pthread_t t; pthread_create(&t, 0, s, 0); pthread_join(t, 0); pthread_exit(0); }"},
	{"a variable of a function that has returned", "", "", verdict.Memory, "#include <pthread.h>\nstatic int *volatile at;\n" +
		"static void f(void) { int x = 1; at = &x; x = *at; }\nstatic void *r(void *a) { int *p = at; if (p) *p = 3; return 0; }\n" +
		"int main(void) { pthread_t t; pthread_create(&t, 0, r, 0); f(); pthread_join(t, 0); return 0; }"},
}

// TestInputs hands over each kind of input: the compiled program fails as the execution did.
func TestInputs(t *testing.T) {
	r := newRunner(t)
	for _, c := range inputPrograms {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "a.c")
			if err := os.WriteFile(file, []byte("#include <assert.h>\n"+c.text+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			settings := front.Options{Files: []string{file}, Model: ir.LP64, Entry: c.entry, Inputs: link.Inputs{Arguments: c.args}}
			p, err := front.Compile(context.Background(), settings)
			if err != nil || p.Program == nil {
				t.Fatal(err, p.Diagnostics)
			}
			out, err := r.run(t, settings, found(t, p.Program, c.property))
			if err != nil || out.Result != native.Happened {
				t.Errorf("%s: %s %v\n%s", out.Result, out.Detail, err, out.Output)
			}
		})
	}
}

// TestRefusedParameters: a parameter that a compiled caller cannot pass is named.
func TestRefusedParameters(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"struct s { int n; }; void f(struct s p) { assert(p.n > 3); }", "the parameter p of f is a structure by value"},
		{"void f(long double p, int n) { assert(n > 3); }", "the parameter p of f is a long double"},
		{"struct s { int n[9]; }; struct s f(int n) { struct s s = {{n}}; assert(n > 3); return s; }", "f returns a structure"},
		{"void f(int n) { assert(n > 3); }", ""},
	} {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte("#include <assert.h>\n"+c.text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := front.Compile(context.Background(), front.Options{Files: []string{file}, Model: ir.LP64, Entry: "f"})
		if err != nil || p.Program == nil {
			t.Fatal(err)
		}
		plan, err := native.NewPlan(context.Background(), interp.Prepare(p.Program), found(t, p.Program, verdict.Assert))
		if err != nil || plan.Start.Refused != c.want {
			t.Errorf("%s: got %q, want %q (%v)", c.text, plan.Start.Refused, c.want, err)
		}
	}
}
