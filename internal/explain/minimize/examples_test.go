package minimize

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// failing returns a trace of a random run that violates a property, with the next seed. It tries seeds
// from seed on; nil: none of the first few violates it.
func failing(t testing.TB, code *interp.Code, p verdict.Property, seed, seeds uint64) (*trace.Trace, uint64) {
	t.Helper()
	for end := seed + seeds; seed < end; seed++ {
		res, tr, err := interp.RunCode(context.Background(), code, interp.Options{Seed: seed, Properties: interp.PropertySet(p)})
		if err != nil {
			t.Fatal(err)
		}
		if res.Violation != nil {
			return tr, seed + 1
		}
	}
	return nil, 0
}

// smallest holds, by example and property, the smallest possible number of switches and the smallest
// number of steps with it. TestSmallest compares the former with all schedules.
var smallest = map[string][2]int{
	"abba/deadlock":           {2, 4},
	"account/assert":          {4, 22},
	"bluetooth/assert":        {3, 8},
	"bluetooth_adders/assert": {2, 10},
	"bounded_buffer/assert":   {4, 19},
	"bounded_buffer/deadlock": {2, 20},
	"counter/assert":          {4, 12},
	"counter/race":            {2, 5},
	"double_checked/assert":   {2, 9},
	"double_checked/race":     {2, 7},
	"fibonacci/assert":        {5, 16},
	"lost_wakeup/deadlock":    {2, 7},
	"peterson/assert":         {3, 12},
	"philosophers/deadlock":   {3, 9},
	"rwlock/assert":           {5, 19},
	"rwlock/race":             {2, 0}, // the steps depend on the race
	"two_stage/assert":        {2, 12},
	"use_after_free/memory":   {1, 4},
	"use_after_free/race":     {2, 4},
	"work_stealing/assert":    {3, 14},
}

// forEachExample calls f with every property that an example violates.
func forEachExample(t *testing.T, f func(t *testing.T, name string, code *interp.Code, p verdict.Property)) {
	t.Helper()
	files, err := filepath.Glob("../../../examples/*_bug.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no examples")
	}
	n := 0
	for _, file := range files {
		for p, want := range testprog.Stated(t, file) {
			if want != "violation" {
				continue
			}
			n++
			name := strings.TrimSuffix(filepath.Base(file), "_bug.c") + "/" + p.String()
			t.Run(name, func(t *testing.T) { f(t, name, testprog.FileCode(t, file), p) })
		}
	}
	if n != len(smallest) {
		t.Errorf("the examples have %d violations, %d are known", n, len(smallest))
	}
}

// TestExamples minimises traces of random runs: all become the smallest possible one.
func TestExamples(t *testing.T) {
	forEachExample(t, func(t *testing.T, name string, code *interp.Code, p verdict.Property) {
		seed := uint64(0)
		for range 2 {
			var tr *trace.Trace
			if tr, seed = failing(t, code, p, seed, 20_000); tr == nil {
				t.Fatal("no failure")
			}
			small, stats, err := Minimize(context.Background(), code, tr, Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := smallest[name]
			if small.Switches() != want[0] || want[1] != 0 && int(small.Steps()) != want[1] {
				t.Errorf("%d switches, %d steps, want %d; schedule %v", small.Switches(), small.Steps(), want, small.Schedule)
			}
			if !stats.Searched || stats.Spent || stats.SwitchesAfter != small.Switches() || stats.StepsAfter != small.Steps() {
				t.Errorf("%+v", stats)
			}
			if _, err := interp.ReplayCode(context.Background(), code, small, interp.ReplayOptions{}); err != nil {
				t.Error(err)
			}
		}
	})
}
