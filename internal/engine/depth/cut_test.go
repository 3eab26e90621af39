package depth_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/eager"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestCut: what ends a search leaves the depth up to which it was complete.
func TestCut(t *testing.T) {
	code := testprog.Code(t, `#include <assert.h>
#include <pthread.h>
static int x;
static void *f(void *a) { while (x < 2) x ^= 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (1) assert(x < 2); }
`)
	for _, e := range []engine.Engine{token.New(depth.Options{}), eager.New(depth.Options{})} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		last := 0
		out, err := e.Run(ctx, &engine.Problem{Program: code.Program(), Property: verdict.Assert, Progress: func(p engine.Progress) {
			if p.Stage != "solve" {
				return
			}
			if last = p.Depth - 1; last >= 7 {
				cancel()
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		want := verdict.Mark{Bound: verdict.DepthBound, Limit: last}
		if out.Verdict != verdict.Bounded || out.Reason != verdict.Interrupted || len(out.Marks) != 1 || out.Marks[0] != want {
			t.Errorf("%T: %s, %s, %v, expected bounded, interrupted, %v", e, out.Verdict, out.Reason, out.Marks, want)
		}
	}
}
