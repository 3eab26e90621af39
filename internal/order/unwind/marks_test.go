package unwind_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestMarks checks that every bound that cuts a program leaves its mark.
func TestMarks(t *testing.T) {
	const head = `
#include <alloca.h>
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
int x;
void *work(void *arg) { x++; return arg; }
int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
int even(int n);
int odd(int n) { return n ? even(n - 1) : 0; }
int even(int n) { return n ? odd(n - 1) : 1; }
`
	for _, c := range []struct {
		name, body string
		opts       unwind.Options
		want       []string
	}{
		{"none", "return depth(3) + even(4);", unwind.Options{Loop: 2}, nil},
		{"loop", "for (int i = __VERIFIER_nondet_uchar(); i > 0; i--) x++;", unwind.Options{Loop: 2}, []string{"loop 2"}},
		{"constant loop", "int y = 0; for (int i = 0; i < 50; i++) y ^= i; return y;", unwind.Options{Loop: 2, Concrete: 20}, []string{"loop 21"}},
		{"recursion", "return depth(__VERIFIER_nondet_uchar());", unwind.Options{Loop: 3}, []string{"recursion 3"}},
		{"mutual recursion", "return even(__VERIFIER_nondet_uchar());", unwind.Options{Loop: 2}, []string{"recursion 2"}},
		{"threads", "pthread_t t; pthread_create(&t, 0, work, 0); pthread_create(&t, 0, work, 0);", unwind.Options{Loop: 2, Threads: 2}, []string{"threads 2"}},
		{"allocation", "char *p = alloca(__VERIFIER_nondet_uchar() * 100000); return p[0] = 1;", unwind.Options{Loop: 2}, []string{"allocations 4000"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := graphOf(t, testprog.Source(t, head+"int main(void) { "+c.body+" return 0; }\n", ir.LP64), c.opts)
			var got []string
			for _, m := range g.Marks {
				if text := fmt.Sprintf("%s%s %d", m.Bound, m.Unsupported, m.Limit); !slices.Contains(got, text) {
					got = append(got, text)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("marks %q, want %q", got, c.want)
			}
		})
	}
}
