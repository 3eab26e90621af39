package seq

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// longest is what is waited for answers that there must be.
const longest = 5 * time.Minute

// TestBluetooth finds the bug of the Bluetooth driver with exactly as many rounds or
// contexts as the explorer needs, by every method, and not with fewer.
func TestBluetooth(t *testing.T) {
	for adders := 1; adders <= 2; adders++ {
		code := compileWith(t, filepath.Join("testdata", "bluetooth.c"), fmt.Sprintf("ADDERS=%d", adders))
		rounds := smallest(t, code, func(n int) engine.Bounds { return engine.Bounds{Rounds: n} })
		contexts := smallest(t, code, func(n int) engine.Bounds { return engine.Bounds{Contexts: n} })
		t.Logf("%d adders: %d rounds, %d contexts", adders, rounds, contexts)
		for _, m := range methods {
			if m.measure != bySwitches {
				continue
			}
			for _, c := range []struct {
				bounds engine.Bounds
				want   verdict.Verdict
			}{
				{engine.Bounds{Rounds: rounds - 1}, verdict.Bounded},
				{engine.Bounds{Rounds: rounds}, verdict.Violation},
				{engine.Bounds{Contexts: contexts - 1}, verdict.Bounded},
				{engine.Bounds{Contexts: contexts}, verdict.Violation},
			} {
				if c.bounds == (engine.Bounds{}) {
					continue
				}
				if out := judge(t, task{m.name, c.bounds}, code, verdict.Assert, longest); out.Verdict != c.want {
					t.Errorf("%d adders, %s, %+v: %s, want %s", adders, m.name, c.bounds, out.Verdict, c.want)
				}
			}
		}
	}
}

// smallest returns the smallest bound within which the explorer finds a violation.
func smallest(t *testing.T, code *interp.Code, bounds func(int) engine.Bounds) int {
	t.Helper()
	known := make(explored)
	for n := 1; n < 20; n++ {
		found := known.within(t, code, verdict.Assert, bounds(n), longest)
		switch {
		case len(found.Violations) > 0:
			return n
		case !found.Complete:
			t.Fatalf("incomplete at %d: %s", n, found.Incomplete)
		}
	}
	t.Fatal("no violation")
	return 0
}
