package slice

import (
	"os"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestState has a slice in each state, and looks at the counts, the machines and the estimate.
func TestState(t *testing.T) {
	d := testDir(t, "assert", "race", "deadlock")
	add := func(s *Slice) string {
		hash, err := d.Add(s)
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	finish := func(s *Slice, v verdict.Verdict) string {
		hash := add(s)
		j := result.Judgement{Property: s.Property, Verdict: v, Stats: result.Stats{Cost: result.Cost{Time: 10 * time.Second}}}
		if v == verdict.Unknown {
			j.Reason = verdict.Timeout
		}
		if err := d.Finish(testResult(t, hash, j)); err != nil {
			t.Fatal(err)
		}
		return hash
	}
	halves := pair(nil, "rf 1 2")
	finish(testSlice(d, "assert", halves[0]), verdict.Safe)
	parent := testSlice(d, "assert", halves[1])
	parent.Again = 1
	root := finish(parent, verdict.Unknown)
	var children [2]string
	for i, way := range pair(halves[1], "ws 1 2") {
		child := testSlice(d, "assert", way)
		child.Root = root
		children[i] = add(child)
	}
	finish(testSlice(d, "race", nil), verdict.Violation)
	add(testSlice(d, "race", halves[0])) // not needed
	finish(testSlice(d, "deadlock", nil), verdict.Unknown)
	if err := os.WriteFile(d.file(add(testSlice(d, "deadlock", halves[0]))+resultEnd), []byte("damaged"), 0o666); err != nil {
		t.Fatal(err)
	}

	end := d.Begin(children[0])
	began := time.Now()
	look := func(at time.Time, want Counts) *State {
		t.Helper()
		s, err := d.State(at)
		if err != nil || s.Slices != want {
			t.Fatalf("found %+v, %v, want %+v", s, err, want)
		}
		return s
	}
	// Four results took ten seconds each, two slices are left, one runs and has done so for five seconds.
	s := look(began.Add(5*time.Second), Counts{Open: 1, Running: 1, Done: 2, Recut: 1, Failed: 2, Unneeded: 1})
	if s.Left == nil || s.Left.Round(time.Second) != 15*time.Second {
		t.Errorf("found the time left %v, want 15 s", s.Left)
	}
	var running, finished int
	for _, m := range s.Machines {
		running, finished = running+m.Running, finished+m.Finished
	}
	if running != 1 || finished != 4 {
		t.Errorf("found the machines %v", s.Machines)
	}
	// The process was killed.
	if s := look(began.Add(2*signOld), Counts{Open: 2, Done: 2, Recut: 1, Failed: 2, Unneeded: 1}); s.Left != nil {
		t.Errorf("found the time left %v, want none", *s.Left)
	}
	end()
	look(began, Counts{Open: 2, Done: 2, Recut: 1, Failed: 2, Unneeded: 1})

	if demand, err := d.Demand(); err != nil || demand.Slices != 6 || demand.Memory != 1<<30 {
		t.Errorf("found %+v, %v, want 6 slices", demand, err)
	}
}
