package fromir_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/analysis"
	"github.com/heddle-mc/heddle/internal/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// TestMarks: what a system leaves out of its program has a mark.
func TestMarks(t *testing.T) {
	const head = `
#include <pthread.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int x, *p;
void *work(void *arg) { x++; return arg; }
int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
`
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"none", "for (int i = __VERIFIER_nondet_uchar(); i > 0; i--) x++;", nil},
		{"recursion", "return depth(__VERIFIER_nondet_uchar());", []string{"recursion 3"}},
		{"threads", "pthread_t t; for (int i = __VERIFIER_nondet_uchar(); i > 0; i--) pthread_create(&t, 0, work, 0);", []string{"allocations 3", "threads 3"}},
		{"objects", "for (int i = __VERIFIER_nondet_uchar(); i > 0; i--) { p = malloc(4); *p = i; }", []string{"allocations 3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys, err := fromir.Build(context.Background(), analysis.Of(testprog.Source(t, head+"int main(void) { "+c.body+" return 0; }\n", ir.LP64)), fromir.Options{Property: verdict.Assert})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i := range sys.Threads {
				for j := range sys.Threads[i].States {
					for _, m := range sys.Threads[i].States[j].Marks {
						if text := fmt.Sprintf("%s%s %d", m.Bound, m.Unsupported, m.Limit); !slices.Contains(got, text) {
							got = append(got, text)
						}
					}
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("marks %q, want %q", got, c.want)
			}
		})
	}
}
