package story

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestFold folds a story with a loop of reads and writes, and with private accesses of another thread.
func TestFold(t *testing.T) {
	s := &Story{Threads: []Thread{{Name: "main"}, {Name: "main.1"}}}
	add := func(a Action) {
		a.Step = len(s.Actions) + 1
		s.Actions = append(s.Actions, a)
	}
	for i := range 30_000 {
		a := Action{Thread: "main", Kind: Read, Place: verdict.Location{File: "a.c", Line: 3, Column: 1}}
		if i%2 == 1 {
			a.Kind, a.Uses = Write, []int{i - 1}
		}
		add(a)
	}
	for i := range 30_000 {
		add(Action{Thread: "main.1", Kind: Write, Minor: true, Place: verdict.Location{File: "a.c", Line: 10 + i%100}})
	}
	add(Action{Thread: "main.1", Kind: Read, Writer: 30_000, Place: verdict.Location{File: "a.c", Line: 9}})
	s.Failure = Failure{Reads: []int{15_000, 60_000}, Race: []RaceAccess{{Step: 20_001}, {Step: 60_001}}}
	steps, count := s.Actions[len(s.Actions)-1].Step, len(s.Actions)

	s.Fold()
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	told, kept := 0, make(map[int]bool)
	for i := range s.Actions {
		a := &s.Actions[i]
		told += max(a.Count, 1)
		kept[a.Step] = a.Kind != Omitted
	}
	last := &s.Actions[len(s.Actions)-1]
	switch {
	case told != count || len(s.Actions) > 50:
		t.Errorf("%d actions tell %d, expected a few that tell %d", len(s.Actions), told, count)
	case !kept[15_001] || !kept[20_001] || !kept[1] || !kept[30_000] || last.Step != steps:
		t.Errorf("an action that explains the failure, or an end of a run, left: %v", kept)
	case s.Actions[last.Writer-1].Step != 30_000:
		t.Errorf("the last read is of step %d, expected 30000", s.Actions[last.Writer-1].Step)
	}
	if n := len(s.Actions); n > 0 {
		if s.Fold(); len(s.Actions) != n {
			t.Error("a short story was folded")
		}
	}
}
