package check

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/analysis"
	"github.com/heddle-mc/heddle/internal/testprog"
)

// TestEndlessThreads: loops that create threads, by a call perhaps, as often as no constant says.
func TestEndlessThreads(t *testing.T) {
	const head = "#include <pthread.h>\nint __VERIFIER_nondet_int(void);\nstatic void *f(void *a) { return a; }\n" +
		"static void create(void) { pthread_t t; pthread_create(&t, 0, f, 0); }\nint main(void) { pthread_t t; int n = __VERIFIER_nondet_int();"
	for _, c := range []struct {
		name, body string
		want       bool
	}{
		{"one", "pthread_create(&t, 0, f, 0); while (n--) n = n / 2;", false},
		{"for ever", "for (;;) pthread_create(&t, 0, f, 0);", true},
		{"an input", "for (int i = 0; i < n; i++) pthread_create(&t, 0, f, 0);", true},
		{"a constant", "for (int i = 0; i < 9; i++) pthread_create(&t, 0, f, 0);", false},
		{"by a call", "while (n--) create();", true},
		{"a call outside", "create(); while (n--) n = n / 2;", false},
	} {
		p := testprog.Code(t, head+c.body+" return 0; }\n").Program()
		if got := endlessThreads(analysis.Of(p)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
