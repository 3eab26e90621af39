package sequential_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/model/sequential/lazy"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestMarks: whatever bound cuts an inlined program short leaves its mark, and so do the bounds
// of methods.
func TestMarks(t *testing.T) {
	const head = `
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
int x;
void *work(void *arg) { x++; return arg; }
int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
`
	for _, c := range []struct {
		name, body string
		opts       sequential.Options
		want       []string
	}{
		{"none", "return depth(1);", sequential.Options{Loop: 2}, nil},
		{"loop", "for (int i = __VERIFIER_nondet_uchar(); i > 0; i--) x++;", sequential.Options{Loop: 2}, []string{"loop 2"}},
		{"recursion", "return depth(__VERIFIER_nondet_uchar());", sequential.Options{Loop: 3}, []string{"recursion 3"}},
		{"threads", "pthread_t t; pthread_create(&t, 0, work, 0); pthread_create(&t, 0, work, 0);", sequential.Options{Loop: 2, Threads: 2}, []string{"threads 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Property = verdict.Assert
			inlined, err := sequential.Inline(context.Background(), testprog.Source(t, head+"int main(void) { "+c.body+" return 0; }\n", ir.LP64), c.opts)
			if err != nil {
				t.Fatal(err)
			}
			if got := marksOf(inlined.Marks); !slices.Equal(got, c.want) {
				t.Errorf("marks %q, want %q", got, c.want)
			}
			limits := sequential.Limits{Number: 2}
			sequential := translated(t, lazy.LazySeq, inlined, limits)
			if got, want := marksOf(sequential.Marks), append(slices.Clone(c.want), "switches 2"); !slices.Equal(got, want) {
				t.Errorf("marks of lazyseq %q, want %q", got, want)
			}
		})
	}
}

// marksOf lists the bounds that cuts are by.
func marksOf(cuts []verdict.Mark) []string {
	var list []string
	for _, c := range cuts {
		if text := fmt.Sprintf("%s %d", c.Bound, c.Limit); c.Bound != "" && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}
