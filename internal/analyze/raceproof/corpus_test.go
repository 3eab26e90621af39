package raceproof_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	corpus = testflag.Corpus()
	only   = testflag.Only()
)

// TestCorpus analyses the race rows of the corpus: no program with a race may be proved, and at least
// half of the others must be proved. The median time should be less than 0.3 s. The explorer must find
// no race in a proved program, including those of other rows.
func TestCorpus(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	rows := testprog.Corpus(t, only)
	safe, proved := 0, 0
	seen := make(map[string]bool)
	var times []time.Duration
	for _, row := range rows {
		p := row.Compile(t)
		if p == nil {
			continue
		}
		if row.Property != "no-data-race" {
			if !seen[row.File] {
				hold(t, row.File, p, smc.Options{Executions: 100, MaxDepth: 1000, MaxSteps: 1 << 15, Budget: time.Second})
			}
			seen[row.File] = true
			continue
		}
		start := time.Now()
		r := raceproof.Analyse(context.Background(), analyze.Of(p), ir.DefaultEnvironment)
		times = append(times, time.Since(start))
		if row.Expected == "safe" {
			safe++
			if r.RaceFree() {
				proved++
			}
		} else if r.RaceFree() {
			t.Errorf("%s has a race and is proved race-free", row.File)
		}
		if *show && (!r.RaceFree() && row.Expected == "safe" || only.IsSet()) {
			t.Logf("%s\n%s", row.File, r)
		}
	}
	slices.Sort(times)
	t.Logf("proved %d of %d, median time %v, largest %v", proved, safe, times[len(times)/2], times[len(times)-1])
	if !only.IsSet() && 2*proved < safe {
		t.Error("fewer than half are proved")
	}
}
