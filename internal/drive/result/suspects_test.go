package result

import (
	"bytes"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestSuspects checks the text about pairs of accesses that are not proved.
func TestSuspects(t *testing.T) {
	at := func(line int) verdict.Location { return verdict.Location{File: "a.c", Line: line, Column: 1} }
	j := Judgement{Races: &engine.Races{Shared: 2, Pairs: 9, Proved: []engine.Proved{{Reason: "a common lock", Pairs: 5}, {Reason: "one thread", Pairs: 2}},
		Assumed: []string{"limit: arguments"}}}
	for line := range fewSuspects + 1 {
		j.Races.Suspects = append(j.Races.Suspects, engine.Suspect{Object: "x", Location: "x.n", First: at(line + 1), Second: at(line + 2), Locked: 5, Open: 2,
			Guard: "x.m", Guarded: 3, Places: 4, Waits: true})
	}
	j.Races.Suspects = j.Races.Suspects[fewSuspects-1:]
	var b bytes.Buffer
	out := newPage(&b, TextOptions{Width: 120})
	j.writeSuspects(out)
	const want = "  7 of 9 pairs of accesses to 2 shared objects cannot race: a common lock 5, one thread 2\n" +
		"    assuming limit: arguments\n" +
		"  suspect: x.n, at a.c:10:1 and a.c:11:1 (a wait depends on it; 3 of 4 places are under x.m; a lock keeps 5 of its 7\n" +
		"    pairs apart), and 1 more pair\n"
	if err := out.Flush(); err != nil || b.String() != want {
		t.Errorf("got %q, want %q", &b, want)
	}

	j.Races.Suspects[1].Second.Line = 0
	const text = "suspect: accesses to x.n here and at a.c:11:1 may race (a wait depends on it; 3 of 4 places are under x.m; a lock keeps 5 of its 7 pairs apart)"
	if list := j.suspects(verdict.Race); len(list) != 1 || list[0].Message != text || *list[0].Place != at(10) || *list[0].Other != at(11) {
		t.Errorf("the log has %+v", list)
	}
}

// TestReportAmongOthers checks that a report on races is written also if other properties have the same verdict.
func TestReportAmongOthers(t *testing.T) {
	var list []Judgement
	for _, name := range []string{"assert", "race", "deadlock"} {
		list = append(list, Judgement{Property: name, Verdict: verdict.Bounded})
	}
	list[1].Races = &engine.Races{Shared: 2, Pairs: 9, Proved: []engine.Proved{{Reason: "a common lock", Pairs: 5}}}
	var b bytes.Buffer
	if err := New("", nil, list, Origin{}).WriteText(&b, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	const want = "assert, deadlock: bounded: no violation within the bounds\n" +
		"race: bounded: no violation within the bounds\n" +
		"  5 of 9 pairs of accesses to 2 shared objects cannot race: a common lock 5\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", &b, want)
	}
}
