package order

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestThreads checks the bound on the threads that begin. A violation that the engines or the explorer find
// with the bound is also found without it; a property that is safe without the bound is safe with it.
func TestThreads(t *testing.T) {
	properties := []verdict.Property{verdict.Assert, verdict.Race, verdict.Deadlock}
	count, found := make(testprog.Tally), 0
	features := func(seed uint64) testgen.Features { return testgen.AllFeatures * testgen.Features(seed%2) }
	testprog.Concurrent(t, generated.All(), features, func(t *testing.T, _ uint64, text string) {
		code := testprog.Code(t, text)
		for _, p := range properties {
			explored := func(threads int) *smc.Exploration {
				opts := reduced
				opts.Properties, opts.Threads, opts.StopAtFirst = interp.PropertySet(p), threads, true
				x, err := smc.Explore(context.Background(), code, opts)
				if err != nil {
					t.Fatal(err)
				}
				return x
			}
			all := explored(0)
			for threads := 1; threads <= 2; threads++ {
				few := explored(threads)
				if len(few.Violations) > 0 && len(all.Violations) == 0 && all.Complete {
					t.Errorf("%s: the explorer finds %q with %d threads only", p, few.Violations[0].Violation.Message, threads)
				}
				for _, v := range variants {
					out := judge(t, v.opts, engine.Problem{Program: code.Program(), Property: p, Bounds: engine.Bounds{Threads: threads}})
					count.Agree(t, v.name+" "+p.String(), out, all, verdict.Safe)
					if out.Verdict == verdict.Violation {
						found++
					}
				}
			}
		}
	})
	if t.Logf("%d violations with few threads", found); found < generated.N()/4 {
		t.Errorf("%d violations with few threads are found in %d programs", found, generated.N())
	}
}
