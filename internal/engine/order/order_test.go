package order

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze/layout"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated = testflag.Generated(6)
	patience  = testflag.Patience(10 * time.Second)
	every     = testflag.Every(48)
	long      = testflag.Long()
)

// variants are the engines that share this package. The oracle, eager-order, runs without the narrowing of
// values.
var variants = []struct {
	name string
	opts Options
}{{"order", Options{}}, {"eager-order", Options{Eager: true}}}

var checked = append([]verdict.Property{verdict.Assert, verdict.Reach, verdict.Deadlock, verdict.Race}, undefined...)

// judge runs an engine. The oracle has less time: a problem that it does not decide soon, it rarely decides
// at all.
func judge(t *testing.T, opts Options, p engine.Problem) *engine.Outcome {
	t.Helper()
	time := *patience
	if opts.Eager {
		p.Without = []string{narrowing}
		time /= 5
	}
	return testprog.Judge(t, New(opts), &p, time)
}

// TestPrograms judges the programs that state their verdicts. An unknown verdict is not wrong, but most
// have to be decided. The oracle judges the violated properties and a sample of the programs. Without
// -long, a sample of the programs runs.
func TestPrograms(t *testing.T) {
	count := make(testprog.Tally)
	for _, file := range testprog.Some(t, 32, *long) {
		i := testprog.Turn(file) / 2
		t.Run(filepath.Base(file), func(t *testing.T) {
			stated := testprog.Stated(t, file)
			code := testprog.FileCode(t, file)
			for _, p := range checked {
				want := stated[p]
				if want == "" || deviates[filepath.Base(file)] == p.String() {
					continue
				}
				for _, v := range variants {
					if v.opts.Eager && !every.Has(i) && want != "violation" {
						continue
					}
					problem := engine.Problem{Program: code.Program(), Property: p, Environment: testprog.Environment(t, file), Bounds: engine.Bounds{Unwind: 4}}
					out := judge(t, v.opts, problem)
					if out.Verdict == verdict.Bounded && want == "violation" { // after more iterations
						problem.Bounds.Unwind = 16
						out = judge(t, v.opts, problem)
					}
					count[v.name+" "+out.Verdict.String()]++
					got := out.Verdict.String()
					switch {
					case out.Verdict == verdict.Unknown:
						t.Logf("%s %s: %s, want %s: %s %s", v.name, p, got, want, out.Reason, out.Detail)
					case out.Verdict == verdict.Bounded && want != "violation":
					case want == "bounded" && out.Verdict == verdict.Safe && out.Layout == engine.TellsApart && len(layout.Find(context.Background(), code.Facts())) > 0:
						// The driver knows that objects may lie elsewhere.
					case got != want:
						t.Errorf("%s %s: %s, want %s; marks %v", v.name, p, got, want, out.Marks)
					}
				}
			}
		})
	}
	testprog.Decided(t, count, 90)
}

// TestGenerated compares the engines with the explorer.
func TestGenerated(t *testing.T) {
	compared(t, nil, smc.Options{Executions: 20_000}, verdict.Assert)
}

// reduced limits the explorer to one execution of each class of equivalent ones.
var reduced = smc.Options{Executions: 5_000, Reduction: smc.DPOR}

// compared compares the engines with the explorer on generated programs.
func compared(t *testing.T, features func(uint64) testgen.Features, limits smc.Options, properties ...verdict.Property) {
	t.Helper()
	count := make(testprog.Tally)
	testprog.Concurrent(t, generated.All(), features, func(t *testing.T, _ uint64, text string) {
		code := testprog.Code(t, text)
		for _, p := range properties {
			limits.Properties, limits.StopAtFirst = interp.PropertySet(p), true
			if limits.Environment = 0; p == verdict.Deadlock {
				limits.Environment = ir.DefaultEnvironment // waits may end by spurious wake-ups
			}
			found, err := smc.Explore(context.Background(), code, limits)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range variants {
				out := judge(t, v.opts, engine.Problem{Program: code.Program(), Property: p, Environment: limits.Environment})
				count.Agree(t, v.name+" "+p.String(), out, found, verdict.Bounded)
				for _, x := range out.Violations {
					if p == verdict.Deadlock {
						sameMembers(t, code, x.Trace)
					}
				}
			}
		}
	})
	testprog.Decided(t, count, 90)
}
