package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/internal/check"
	"github.com/heddle-mc/heddle/internal/engine"
)

func TestProgressLine(t *testing.T) {
	var b bytes.Buffer
	l := &progressLine{w: &b, terminal: true}
	l.show(heddle.Progress{Progress: check.Progress{Property: "assert", Engine: "order", Progress: engine.Progress{Stage: "solve", Bound: 2, Events: 30, Clauses: 400}},
		Elapsed: 5 * time.Second, Budget: time.Minute})
	want := "\rassert order solve, bound 2, 30 events, 400 clauses, 5/60 s\x1b[K"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	// A second update follows too soon; the line is cleared at the end.
	l.show(heddle.Progress{Progress: check.Progress{Property: "assert"}})
	l.end()
	if want += "\r\x1b[K"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	// The rate is that since the last second.
	start := time.Now()
	for _, c := range []struct {
		after     time.Duration
		conflicts int64
		want      string
	}{
		{0, 100, "  , 0 conflicts/s"},
		{2 * time.Second, 300, "  , 100 conflicts/s"},
		{2500 * time.Millisecond, 900, "  , 100 conflicts/s"},
		{3 * time.Second, 10, "  , 100 conflicts/s"},
	} {
		if got := l.text(heddle.Progress{Progress: check.Progress{Progress: engine.Progress{Conflicts: c.conflicts}}}, start.Add(c.after)); got != c.want {
			t.Errorf("after %s: got %q, want %q", c.after, got, c.want)
		}
	}
}

// TestProgressLines: elsewhere than on a terminal a line says what is going on, and nothing is
// overwritten.
func TestProgressLines(t *testing.T) {
	var b bytes.Buffer
	l := &progressLine{w: &b, began: time.Now(), ticker: time.NewTimer(time.Hour)}
	l.tick()
	l.show(heddle.Progress{Progress: check.Progress{Property: "assert", Engine: "order", Progress: engine.Progress{Stage: "solve"}}, Elapsed: time.Second, Budget: time.Minute})
	l.tick()
	l.say("news")
	l.end()
	l.tick()
	if got, want := b.String(), "heddle: getting ready, 0 s\nheddle: assert order solve, 0/60 s\nnews\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
