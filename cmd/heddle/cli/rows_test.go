package cli

import (
	"bytes"
	"testing"
	"time"
)

// TestRowsView checks that finished rows stay, with the running ones below them.
func TestRowsView(t *testing.T) {
	var term terminal
	v := NewRowsView(&term, newScreen(&term, 80, 10))
	v.Begun("a.c race")
	v.Begun("b.c race")
	v.mu.Lock()
	v.draw(v.going[0].began.Add(3 * time.Second))
	v.mu.Unlock()
	term.shows(t, "a.c race, 3 s", "b.c race, 3 s")
	v.pace.began = time.Now().Add(-10 * time.Second)
	v.Done("b.c race", "b.c race safe: correct", 4, 6)
	first := "4/6 b.c race safe: correct, 20s left"
	term.shows(t, first, "a.c race, 0 s", "20s left")
	v.Done("a.c race", "a.c race safe: correct", 6, 6)
	term.shows(t, first, "6/6 a.c race safe: correct")
	v.Close()
	term.shows(t, first, "6/6 a.c race safe: correct")
}

// TestRowsLines checks that without a terminal there is a line for each finished row.
func TestRowsLines(t *testing.T) {
	var b bytes.Buffer
	v := NewRowsView(&b, nil)
	v.Begun("a.c race")
	v.Done("a.c race", "a.c race safe: correct", 1, 1)
	v.Close()
	if got, want := b.String(), "1/1 a.c race safe: correct\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
