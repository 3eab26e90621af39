package cli

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
)

// progressOf returns a progress report of an engine for a property.
func progressOf(property, stage string, elapsed time.Duration) heddle.Progress {
	return heddle.Progress{Progress: check.Progress{Property: property, Engine: "order", Progress: engine.Progress{Stage: stage, Bound: 2, Events: 30, Clauses: 400}},
		Elapsed: elapsed, Budget: time.Minute}
}

// TestProgressView checks that on a terminal each open property has a line, until it is decided.
func TestProgressView(t *testing.T) {
	var term terminal
	v := &ProgressView{w: &term, screen: newScreen(&term, 50, 10)}
	show := func(p heddle.Progress) {
		v.last = time.Time{} // it is time for an update
		v.Show(p)
	}
	show(progressOf("assert", "solve", 5*time.Second))
	term.shows(t, "assert order solve, bound 2, 30 events, 400 clau…", "55 of 60 s left")
	show(progressOf("race", "unwind", 6*time.Second))
	term.shows(t, "assert order solve, bound 2, 30 events, 400 clau…", "race order unwind, bound 2, 30 events, 400 claus…", "54 of 60 s left")
	v.Hold(func() { fmt.Fprintln(&term, "a violation") })
	term.shows(t, "a violation")
	show(progressOf("race", "solve", 7*time.Second))
	v.Show(progressOf("race", "end", 8*time.Second)) // too soon
	term.shows(t, "a violation", "assert order solve, bound 2, 30 events, 400 clau…", "race order solve, bound 2, 30 events, 400 clauses", "53 of 60 s left")
	decided := heddle.Progress{Progress: check.Progress{Property: "assert", Decided: true}, Elapsed: 9 * time.Second, Budget: time.Minute}
	v.Show(decided)
	show(progressOf("assert", "solve", 9*time.Second)) // by an engine that has not heard of it
	term.shows(t, "a violation", "race order end, bound 2, 30 events, 400 clauses", "51 of 60 s left")
	v.End()
	term.shows(t, "a violation")
}

// TestConflicts checks the rate of conflicts, measured over the last second; without a rate, the text has
// the number of conflicts.
func TestConflicts(t *testing.T) {
	start := time.Now()
	var a asked
	for _, c := range []struct {
		after     time.Duration
		conflicts int64
		want      string
	}{
		{0, 100, "  , 100 conflicts"},
		{500 * time.Millisecond, 100, "  , 100 conflicts"},
		{2 * time.Second, 300, "  , 100 conflicts/s"},
		{2500 * time.Millisecond, 900, "  , 100 conflicts/s"},
		{3 * time.Second, 10, "  , 10 conflicts"},
		{10 * time.Second, 10, "  , 10 conflicts"},
	} {
		a.note(heddle.Progress{Progress: check.Progress{Progress: engine.Progress{Conflicts: c.conflicts}}}, start.Add(c.after))
		if a.text != c.want {
			t.Errorf("after %s: got %q, want %q", c.after, a.text, c.want)
		}
	}
}

// TestProgressLines checks that without a terminal, lines with the current state are written, and nothing
// is overwritten.
func TestProgressLines(t *testing.T) {
	var b bytes.Buffer
	l := &ProgressView{w: &b, began: time.Now(), ticker: time.NewTimer(time.Hour)}
	l.tick()
	l.Show(heddle.Progress{Progress: check.Progress{Property: "assert", Engine: "order", Progress: engine.Progress{Stage: "solve"}}, Elapsed: time.Second, Budget: time.Minute})
	l.tick()
	l.Say("news")
	l.End()
	l.tick()
	if got, want := b.String(), "heddle: getting ready, 0 s\nheddle: assert order solve, 0/60 s\nnews\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
