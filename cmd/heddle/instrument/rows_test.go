package instrument

import (
	"bytes"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/cmd/heddle/cli"
	"github.com/heddle-mc/heddle/internal/lab/bench"
	"github.com/heddle-mc/heddle/internal/testkit/screentest"
)

// TestRowsView checks that finished rows stay, with the running ones below them.
func TestRowsView(t *testing.T) {
	var term screentest.Terminal
	v := newRowsView(&term, cli.NewScreen(&term, 80, 10))
	rows := []bench.Row{{File: "a.c", Property: "race", Expected: "safe"}, {File: "b.c", Property: "race", Expected: "safe"}}
	v.begun(&rows[0])
	v.begun(&rows[1])
	v.mu.Lock()
	v.draw(v.going[0].began.Add(3 * time.Second))
	v.mu.Unlock()
	term.Shows(t, "a.c race, 3 s", "b.c race, 3 s")
	v.pace.began = time.Now().Add(-10 * time.Second)
	v.done(&bench.Result{Row: rows[1], Score: bench.Correct, Verdict: "safe", Time: 2 * time.Second, Memory: 3 << 20}, 4, 6)
	first := "4/6 b.c race safe: correct (safe) 2.0 s, 3 MB, 20s left"
	term.Shows(t, first, "a.c race, 0 s", "20s left")
	v.done(&bench.Result{Row: rows[0], Score: bench.Correct, Verdict: "safe"}, 6, 6)
	term.Shows(t, first, "6/6 a.c race safe: correct (safe) 0.0 s, 0 MB")
	v.close()
	term.Shows(t, first, "6/6 a.c race safe: correct (safe) 0.0 s, 0 MB")
}

// TestRowsLines checks that without a terminal there is a line for each finished row.
func TestRowsLines(t *testing.T) {
	var b bytes.Buffer
	v := newRowsView(&b, nil)
	row := bench.Row{File: "a.c", Property: "race", Expected: "safe"}
	v.begun(&row)
	v.done(&bench.Result{Row: row, Score: bench.Correct, Verdict: "safe"}, 1, 1)
	v.close()
	if got, want := b.String(), "1/1 a.c race safe: correct (safe) 0.0 s, 0 MB\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
