package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/heddle-mc/heddle"
)

// ProgressView shows the progress of a check. On a terminal it has a line for each open property and one
// for the time left, and overwrites them. Elsewhere it writes a line every few seconds, as long as the
// check runs.
type ProgressView struct {
	w      io.Writer
	screen *Screen // nil: w is no terminal

	mu              sync.Mutex
	began           time.Time
	asked           []*asked      // in the order of their first progress
	latest          string        // the current work; empty: unknown
	elapsed, budget time.Duration // of the check; budget 0: no limit
	last            time.Time     // that the screen was drawn
	ticker          *time.Timer   // that writes the next line; nil: on a terminal
}

// asked holds a property and its last progress.
type asked struct {
	property string
	decided  bool   // its work has ended
	text     string // the current work; empty: unknown
	// The rate of conflicts was measured until at, when there were so many conflicts.
	at        time.Time
	conflicts int64
	rate      float64 // per second; 0: not measured, or none since the measurement before
}

// progressInterval is the least time between two updates of a terminal; elsewhere the first
// line comes after firstLine, the others after nextLine each.
const (
	progressInterval = 100 * time.Millisecond
	firstLine        = 1500 * time.Millisecond
	nextLine         = 5 * time.Second
)

// NewProgressView returns the view of a check that begins, on a file.
func NewProgressView(f *os.File) *ProgressView {
	v := &ProgressView{w: f, screen: ScreenOn(f), began: time.Now()}
	if v.screen == nil {
		v.ticker = time.AfterFunc(firstLine, v.tick)
	}
	return v
}

// tick writes a line of its own.
func (v *ProgressView) tick() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.ticker != nil {
		fmt.Fprintf(v.w, "heddle: %s, %s\n", cmp.Or(v.latest, "getting ready"), spent(time.Since(v.began), v.budget))
		v.ticker.Reset(nextLine)
	}
}

// Show shows progress.
func (v *ProgressView) Show(p heddle.Progress) {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := time.Now()
	at := slices.IndexFunc(v.asked, func(a *asked) bool { return a.property == p.Property })
	if at < 0 {
		at = len(v.asked)
		v.asked = append(v.asked, &asked{property: p.Property})
	}
	switch a := v.asked[at]; {
	case p.Decided:
		a.decided = true
	case a.decided:
		return // an engine has not heard of it
	default:
		a.note(p, now)
		v.latest = a.text
	}
	v.elapsed, v.budget = p.Elapsed, p.Budget
	if v.screen == nil || !p.Decided && now.Sub(v.last) < progressInterval {
		return
	}
	v.last = now
	var lines []string
	for _, a := range v.asked {
		if !a.decided {
			lines = append(lines, a.text)
		}
	}
	v.screen.Draw(append(lines, remaining(v.elapsed, v.budget)))
}

// Say writes a line.
func (v *ProgressView) Say(text string) { v.Hold(func() { fmt.Fprintln(v.w, text) }) }

// Hold removes the lines from the terminal while something else is written.
func (v *ProgressView) Hold(write func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.screen != nil {
		v.screen.Clear()
	}
	write()
}

// End removes the temporary lines permanently.
func (v *ProgressView) End() {
	v.Hold(func() {
		if v.ticker != nil {
			v.ticker.Stop()
			v.ticker = nil
		}
	})
}

// note sets the text to property, engine and stage, and then the engine's counters.
func (a *asked) note(p heddle.Progress, now time.Time) {
	parts := []string{p.Property + " " + p.Engine + " " + p.Stage}
	if p.Bound > 0 {
		parts = append(parts, fmt.Sprintf("bound %d", p.Bound))
	}
	if p.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", p.Depth))
	}
	if p.States > 0 {
		parts = append(parts, fmt.Sprintf("%d states", p.States))
	}
	if p.Events > 0 {
		parts = append(parts, fmt.Sprintf("%d events", p.Events))
	}
	if p.Clauses > 0 {
		parts = append(parts, fmt.Sprintf("%d clauses", p.Clauses))
	}
	if p.Conflicts > 0 {
		if d := now.Sub(a.at).Seconds(); p.Conflicts < a.conflicts || a.at.IsZero() {
			a.at, a.conflicts, a.rate = now, p.Conflicts, 0
		} else if d >= 1 {
			a.rate = float64(p.Conflicts-a.conflicts) / d
			a.at, a.conflicts = now, p.Conflicts
		}
		if a.rate >= 0.5 {
			parts = append(parts, fmt.Sprintf("%.0f conflicts/s", a.rate))
		} else {
			parts = append(parts, fmt.Sprintf("%d conflicts", p.Conflicts))
		}
	}
	if p.Steps > 0 {
		parts = append(parts, fmt.Sprintf("%d steps", p.Steps))
	}
	a.text = strings.Join(parts, ", ")
}

// remaining describes the part of a time that is left.
func remaining(elapsed, budget time.Duration) string {
	if budget > 0 {
		return fmt.Sprintf("%.0f of %.0f s left", max(0, budget-elapsed).Seconds(), budget.Seconds())
	}
	return spent(elapsed, budget)
}

// spent describes the part of a time that is over.
func spent(elapsed, budget time.Duration) string {
	if budget > 0 {
		return fmt.Sprintf("%.0f/%.0f s", elapsed.Seconds(), budget.Seconds())
	}
	return fmt.Sprintf("%.0f s", elapsed.Seconds())
}
