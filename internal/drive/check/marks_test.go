package check

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestBoundsNameTheProgram checks that a loop of a library function that a bound cuts is named by the call.
func TestBoundsNameTheProgram(t *testing.T) {
	p := program(t, `#include <assert.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
char name[4];
unsigned long length(void) { return strlen(name); }
int main(void)
{
	name[0] = __VERIFIER_nondet_bool();
	name[1] = __VERIFIER_nondet_bool();
	name[2] = __VERIFIER_nondet_bool();
	assert(length() != 9);
}
`)
	for _, name := range []string{"order", "explore", "lazyseq", "mu"} {
		b := NewBudget(context.Background(), 0, 0)
		list, err := Run(b, p, Options{Properties: []string{"assert"}, Engine: name, Bounds: engine.Bounds{Unwind: 2}})
		b.Stop()
		if err != nil || list[0].Verdict != verdict.Bounded || len(list[0].Bounds) == 0 {
			t.Fatalf("%s: %+v, %v", name, list, err)
		}
		for _, m := range list[0].Bounds {
			if at := m.Location; m.Bound == verdict.LoopBound && (at.Line != 5 || at.Function != "length") {
				t.Errorf("%s: %s in %s", name, m.Text(), at.Function)
			}
		}
	}
}
