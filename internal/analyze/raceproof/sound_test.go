package raceproof_test

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated  = testflag.Generated(8)
	executions = testflag.Executions(60)
	show       = testflag.Show()
	long       = testflag.Long()
)

// hold compares the proof with the races that the explorer finds. It reports whether the program is
// proved, and whether it certainly has no race.
func hold(t *testing.T, name string, p *ir.Program, limits smc.Options) (proved, free bool) {
	t.Helper()
	facts := analyze.Of(p)
	r := proofOf(facts, limits.Environment)
	races, free := compare(t, name, facts, r, limits)
	if races {
		if ok, _ := testprog.Confirmed(t, p, limits.Environment, verdict.Race); ok {
			t.Errorf("%s: a program with a race is confirmed to have none", name)
		}
	}
	return r.RaceFree(), free
}

// proofOf returns the judgements of a program's pairs, with bounds on values if these are needed.
func proofOf(facts *analyze.Facts, env ir.Environment) *raceproof.Result {
	r := raceproof.Analyse(context.Background(), facts, env)
	if !r.RaceFree() {
		if known := values.Analyse(context.Background(), facts, env); known.Lost == "" {
			return raceproof.AnalyseKnowing(context.Background(), facts, env, known)
		}
	}
	return r
}

// compare compares a proof, and a coarse one, with the explorer. It reports whether the explorer finds a race, and whether the program
// certainly has none.
func compare(t *testing.T, name string, facts *analyze.Facts, r *raceproof.Result, limits smc.Options) (races, free bool) {
	t.Helper()
	limits.Properties, limits.Reduction = interp.PropertySet(verdict.Race), smc.DPOR
	x, err := smc.Explore(context.Background(), interp.Prepare(facts.Program), limits)
	if err != nil {
		t.Fatal(err)
	}
	coarse := raceproof.AnalyseBriefly(context.Background(), facts, limits.Environment, 0, math.MaxInt)
	if steps, _ := r.Steps(); r.Lost == "" && steps > 3 && raceproof.AnalyseBriefly(context.Background(), facts, limits.Environment, 0, 3).RaceFree() {
		t.Errorf("%s: a walk of three steps proves it", name)
	}
	for _, c := range x.Violations {
		v := c.Violation
		for _, r := range []*raceproof.Result{r, coarse} {
			if v.Property == verdict.Race && r.Lost == "" && !leaves(r, v.Pos, v.First.Pos) {
				t.Errorf("%s: excluded, but: %s\n%s", name, v.Message, r)
			}
		}
	}
	races = slices.ContainsFunc(x.Violations, func(c smc.Counterexample) bool { return c.Violation.Property == verdict.Race })
	return races, x.Complete && len(x.Violations) == 0
}

// leaves reports whether accesses at two places may race.
func leaves(r *raceproof.Result, a, b ir.Pos) bool {
	return slices.ContainsFunc(r.Pairs, func(p raceproof.Pair) bool { return p.PosA == a && p.PosB == b || p.PosA == b && p.PosB == a })
}

// TestGenerated compares the proof with the explorer on generated programs, some with undefined
// behaviour.
func TestGenerated(t *testing.T) {
	free, proved, lost, certain := 0, 0, 0, 0
	for seed := range generated.All() {
		g := testprog.Generate(t, seed)
		limits := smc.Options{Executions: *executions, MaxDepth: 2000, Environment: g.Environment}
		done, none := hold(t, g.Name, g.Program, limits)
		if t.Failed() {
			t.Fatal(g.Text)
		}
		if seed%3 == 0 {
			weak := *g.Program
			weak.WeakRaces = true
			if hold(t, g.Name+", weak", &weak, limits); t.Failed() {
				t.Fatal(g.Text)
			}
		}
		if none {
			free++
			if done {
				if proved++; certifies(t, g) {
					certain++
				}
			} else if *show {
				r := raceproof.Analyse(context.Background(), analyze.Of(g.Program), 0)
				t.Logf("%s\n%s\n%s", g.Name, g.Text, r)
			}
		}
		if raceproof.Analyse(context.Background(), analyze.Of(g.Program), 0).Lost != "" {
			lost++
		}
	}
	t.Logf("of %d programs %d have no race, %d of them proved, %d of these certified; nothing known of %d", generated.N(), free, proved, certain, lost)
	testprog.AtLeast(t, proved, free, 55)
	testprog.AtLeast(t, certain, proved, 50)
}

func certifies(t *testing.T, g *testprog.Random) bool {
	t.Helper()
	ok, why := testprog.Confirmed(t, g.Program, g.Environment, verdict.Race)
	if !ok && *show {
		t.Logf("%s: not confirmed: %s\n%s", g.Name, why, g.Text)
	}
	return ok
}

// beyond lists the programs without a verdict, with the reason.
var beyond = map[string]string{
	"bitfield_run_of_several_units.c": "an access does not say to which run of bit-fields its unit belongs",
}

// TestPrograms compares the proof with the explorer and with the verdicts stated in the programs.
func TestPrograms(t *testing.T) {
	safe, proved := 0, 0
	for _, file := range testprog.Some(t, 16, *long) {
		limits := smc.Options{Executions: *executions, MaxDepth: 2000, MaxSteps: 1 << 18, Environment: testprog.Environment(t, file)}
		done, _ := hold(t, file, testprog.Compile(t, file, ir.LP64), limits)
		switch stated := testprog.Stated(t, file)[verdict.Race]; {
		case stated == "violation" && done && beyond[filepath.Base(file)] == "":
			t.Errorf("%s has a race and is proved race-free", file)
		case stated == "safe":
			safe++
			if done {
				proved++
			} else {
				t.Logf("%s: not proved", file)
			}
		}
	}
	least := 65 // of a sample
	if *long {
		least = 75
	}
	testprog.AtLeast(t, proved, safe, least)
}
