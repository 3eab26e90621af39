package callbacks_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/callbacks"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestLost: without an analysis of pointers, C types decide which external functions can get the address of a
// function of the program.
func TestLost(t *testing.T) {
	const lost = "extern long number; extern int external(); \nint zero(void) { *(int *)(number * 8) = 1; return 0; }\n"
	const hook = "static void hook(void) {}\nvoid (*handler)(void) = hook;\nstatic int use(void) { handler(); return zero(); }\n"
	for _, c := range []struct {
		name, text, want string
	}{
		{"no function is handed out", "struct name; extern void f(struct name *); int main(void) { f((void *)0); return zero(); }", ""},
		{"a thread's function", "#include <pthread.h>\nextern void f(void *); static void *run(void *p) { return p; }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); f(0); return zero(); }", ""},
		{"a structure without pointers", hook + "struct name { char text[65]; long n; }; extern void f(struct name *); int main(void) { struct name n; f(&n); return use(); }", ""},
		{"numbers", hook + "extern void f(int, double); int main(void) { f(1, 2); return use(); }", ""},
		{"a structure with a pointer", hook + "struct name { char *text; }; extern void f(struct name *); int main(void) { struct name n; f(&n); return use(); }", "f"},
		{"a part of a structure with a pointer", hook + "struct name { long n; }; struct all { struct name n; void (*f)(void); }; extern void f(struct name *);\n" +
			"int main(void) { struct all a = {{1}, hook}; f(&a.n); return use(); }", "f"},
		{"bytes", hook + "extern void f(const char *); int main(void) { f(\"a\"); return use(); }", "f"},
		{"an incomplete structure", hook + "struct name; extern void f(struct name *); int main(void) { f(0); return use(); }", "f"},
		{"a number as wide as a pointer", hook + "extern void f(unsigned long); int main(void) { f(1); return use(); }", "f"},
		{"more arguments", hook + "extern void f(int, ...); int main(void) { f(1, hook); return use(); }", "f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprog.Source(t, lost+c.text, ir.LP64)
			facts := analyze.Of(p)
			if facts.PointsTo(context.Background()).Lost == "" {
				t.Fatal("the analysis of pointers is not lost")
			}
			var got []string
			for _, b := range callbacks.Find(context.Background(), facts) {
				got = append(got, b.External)
			}
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("got %q, want %q", text, c.want)
			}
		})
	}
}
