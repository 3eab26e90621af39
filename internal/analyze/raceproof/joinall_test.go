package raceproof_test

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// wrappers are functions that create and join a thread.
const wrappers = begin + `static pthread_t k[2]; void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
	void create(pthread_t *id) { if (pthread_create(id, 0, f, 0) != 0) abort(); }
	void join(pthread_t id) { int failed = pthread_join(id, 0); if (failed) abort(); }
	`

// TestWrappers checks loops whose threads are created and joined by functions of the program, and compares with the
// explorer.
func TestWrappers(t *testing.T) {
	for _, c := range []struct {
		name, text string
		proved     bool
	}{
		{"all", `int main(void) { for (int i = 0; i < 2; i++) create(&k[i]); for (int i = 0; i < 2; i++) join(k[i]); x++; }`, true},
		{"through two functions", `void other(pthread_t id) { join(id); }
			int main(void) { for (int i = 0; i < 2; i++) create(&k[i]); for (int i = 0; i < 2; i++) other(k[i]); x++; }`, true},
		{"all but one", `int main(void) { for (int i = 0; i < 2; i++) create(&k[i]); for (int i = 0; i < 1; i++) join(k[i]); x++; }`, false},
		{"all or none", `void perhaps(pthread_t id) { if (__VERIFIER_nondet_int()) join(id); }
			int main(void) { for (int i = 0; i < 2; i++) create(&k[i]); for (int i = 0; i < 2; i++) perhaps(k[i]); x++; }`, false},
		{"created twice", `void more(pthread_t *id) { for (int j = 0; j < 2; j++) create(id); }
			int main(void) { for (int i = 0; i < 2; i++) more(&k[i]); for (int i = 0; i < 2; i++) join(k[i]); x++; }`, false},
		{"created by two calls", `void two(int n) { for (int i = 0; i < n; i++) create(&k[i]); }
			int main(void) { two(1); two(2); for (int i = 0; i < 2; i++) join(k[i]); x++; }`, false},
		{"always the first", `void other(pthread_t id) { (void)id; join(k[0]); }
			int main(void) { for (int i = 0; i < 2; i++) create(&k[i]); for (int i = 0; i < 1; i++) other(k[i]); x++; }`, false},
		{"before they are created", `void late(pthread_t *id) { if (*id) join(*id); create(id); }
			int main(void) { for (int i = 0; i < 2; i++) late(&k[i]); x++; }`, false},
		{"a jump out of the call", `#include <setjmp.h>
			static jmp_buf b; static int calls; void once_not(pthread_t id) { if (calls++ == 0) longjmp(b, 1); join(id); }
			int main(void) { for (int i = 0; i < 2; i++) create(&k[i]); for (int i = 0; i < 2; i++) if (setjmp(b) == 0) once_not(k[i]); x++; }`, false},
		{"the identifier of another call", `static pthread_t last; void kept(pthread_t *id) { create(&last); *id = last; }
			int main(void) { for (int i = 0; i < 2; i++) kept(&k[0]); for (int i = 0; i < 2; i++) if (i) join(k[0]); x++; }`, false},
	} {
		p := testprog.Source(t, wrappers+c.text, ir.LP64)
		if done, _ := hold(t, c.name, p, smc.Options{Executions: 300, MaxDepth: 500, MaxSteps: 1 << 18}); done != c.proved {
			t.Errorf("%s: proved: %v, expected %v", c.name, done, c.proved)
		}
	}
}
