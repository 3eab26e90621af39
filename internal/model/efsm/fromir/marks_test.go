package fromir_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestMarks: every part of a program that its system leaves out has a mark.
func TestMarks(t *testing.T) {
	const far = "a pointer moved by more than objects are apart 0"
	const head = `
#include <pthread.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int x, *p, table[4], wide[4096], wider[4097];
int __VERIFIER_nondet_int(void);
void *work(void *arg) { x++; return arg; }
int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
`
	for _, c := range []struct {
		name, body string
		want       []string
		model      ir.DataModel
	}{
		{"none", "for (int i = __VERIFIER_nondet_uchar(); i > 0; i--) x++;", nil, ir.LP64},
		{"recursion", "return depth(__VERIFIER_nondet_uchar());", []string{"recursion 3"}, ir.LP64},
		{"threads", "pthread_t t; for (int i = __VERIFIER_nondet_uchar(); i > 0; i--) pthread_create(&t, 0, work, 0);", []string{"allocations 3", "threads 3"}, ir.LP64},
		{"objects", "for (int i = __VERIFIER_nondet_uchar(); i > 0; i--) { p = malloc(4); *p = i; }", []string{"allocations 3"}, ir.LP64},
		{"an element that may be far", "table[__VERIFIER_nondet_int()]++;", nil, ir.ILP32},
		{"the same of a pointer that is not known", "p[__VERIFIER_nondet_int()]++;", []string{far}, ir.ILP32},
		{"an element of many", "if (__VERIFIER_nondet_uchar()) wide[__VERIFIER_nondet_int()] = 1; x = 1;", nil, ir.LP64},
		{"an element of more", "if (__VERIFIER_nondet_uchar()) wider[__VERIFIER_nondet_int()] = 1; x = 1;", []string{"a pointer to more than 4096 places 0"}, ir.LP64},
		{"the address of such an element", "p = &table[__VERIFIER_nondet_int()];", []string{far}, ir.ILP32},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys, err := fromir.Build(context.Background(), analyze.Of(testprog.Source(t, head+"int main(void) { "+c.body+" return 0; }\n", c.model)), fromir.Options{Property: verdict.Assert})
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
