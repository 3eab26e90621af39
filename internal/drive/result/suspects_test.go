package result

import (
	"bytes"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/wakeup"
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

	if got := protection(engine.Suspect{Places: 3, Atomic: 2, Update: true}); got != " (an update may be lost; 2 of 3 places are atomic)" {
		t.Errorf("got %q", got)
	}
	j.Races.Suspects[1].Second.Line = 0
	const text = "suspect: accesses to x.n here and at a.c:11:1 may race (a wait depends on it; 3 of 4 places are under x.m; a lock keeps 5 of its 7 pairs apart)"
	if list := j.suspects(verdict.Race); len(list) != 1 || list[0].Message != text || *list[0].Place != at(10) || *list[0].Other != at(11) {
		t.Errorf("the log has %+v", list)
	}
}

// TestWaits checks the forms of waits that no loop repeats: they are suspects, whatever the verdict.
func TestWaits(t *testing.T) {
	at := verdict.Location{File: "a.c", Line: 5, Column: 2, Function: "f"}
	j := Judgement{Property: "lock", Verdict: verdict.Safe, Waits: []wakeup.Wait{{Call: "cnd_wait", Place: at}}}
	const text = "cnd_wait at a.c:5:2 is in no loop that tests its condition again: after a wake-up without a signal, f goes on as if the condition held"
	r := &Result{Judgement: j}
	if list := j.suspects(verdict.Lock); !r.Suspects() || len(list) != 1 || list[0].Message != "suspect: "+text || *list[0].Place != at || list[0].Other != nil || !list[0].Suspect {
		t.Errorf("the log has %+v", list)
	}
	var plain, gcc, page, unit bytes.Buffer
	if err := r.WriteText(&plain, TextOptions{Width: 200}); err != nil || !strings.Contains(plain.String(), "suspect: "+text+"\n") {
		t.Errorf("the text is %q", &plain)
	}
	if err := WriteGCC(&gcc, []Tested{{Result: r}}); err != nil || gcc.String() != "a.c:5:2: note: "+text+"\n" {
		t.Errorf("for editors: %q", &gcc)
	}
	if err := r.WriteHTML(&page); err != nil || !strings.Contains(page.String(), text) {
		t.Error("the page lacks it")
	}
	if err := WriteJUnit(&unit, []Tested{{Result: r}}, JUnitOptions{Suspects: true}); err != nil || !strings.Contains(unit.String(), `<failure message="suspect: cnd_wait at a.c:5:2`) {
		t.Errorf("the tests are %q", &unit)
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
