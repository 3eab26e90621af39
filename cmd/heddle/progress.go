package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/heddle-mc/heddle"
)

// progressLine shows how far a check is on one line of a terminal, which it
// overwrites. On anything else it shows nothing.
type progressLine struct {
	w     io.Writer // nil: no terminal
	shown bool
	last  time.Time
	// For the rate of conflicts.
	at        time.Time
	conflicts int64
	rate      float64
}

// progressInterval is the least time between two updates.
const progressInterval = 100 * time.Millisecond

func newProgressLine(f *os.File) *progressLine {
	if !colorOf(f) {
		return &progressLine{}
	}
	return &progressLine{w: f}
}

func (l *progressLine) show(p heddle.Progress) {
	now := time.Now()
	if l.w == nil || now.Sub(l.last) < progressInterval {
		return
	}
	l.last, l.shown = now, true
	fmt.Fprintf(l.w, "\r%s\x1b[K", l.text(p, now))
}

// clear removes the line.
func (l *progressLine) clear() {
	if l.shown {
		fmt.Fprint(l.w, "\r\x1b[K")
	}
}

// text is the line: property, engine and stage, then what the engine counts, then
// the time of how much.
func (l *progressLine) text(p heddle.Progress, now time.Time) string {
	parts := []string{p.Property + " " + p.Engine + " " + p.Stage}
	if p.Bound > 0 {
		parts = append(parts, fmt.Sprintf("bound %d", p.Bound))
	}
	if p.Events > 0 {
		parts = append(parts, fmt.Sprintf("%d events", p.Events))
	}
	if p.Clauses > 0 {
		parts = append(parts, fmt.Sprintf("%d clauses", p.Clauses))
	}
	if p.Conflicts > 0 {
		if d := now.Sub(l.at).Seconds(); p.Conflicts < l.conflicts || l.at.IsZero() {
			l.at, l.conflicts = now, p.Conflicts
		} else if d >= 1 {
			l.rate = float64(p.Conflicts-l.conflicts) / d
			l.at, l.conflicts = now, p.Conflicts
		}
		parts = append(parts, fmt.Sprintf("%.0f conflicts/s", l.rate))
	}
	if p.Steps > 0 {
		parts = append(parts, fmt.Sprintf("%d steps", p.Steps))
	}
	elapsed := fmt.Sprintf("%.0f s", p.Elapsed.Seconds())
	if p.Budget > 0 {
		elapsed = fmt.Sprintf("%.0f/%.0f s", p.Elapsed.Seconds(), p.Budget.Seconds())
	}
	return strings.Join(append(parts, elapsed), ", ")
}
