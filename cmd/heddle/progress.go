package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/heddle-mc/heddle"
)

// progressLine shows how far a check is: on a terminal on one line, which it overwrites,
// elsewhere on a line every few seconds, as long as there is something to wait for.
type progressLine struct {
	w        io.Writer
	terminal bool

	mu     sync.Mutex
	began  time.Time
	latest string // what goes on; empty: nothing is known
	budget time.Duration
	shown  bool // on the terminal
	last   time.Time
	ticker *time.Timer // that writes the next line; nil: on a terminal
	// For the rate of conflicts.
	at        time.Time
	conflicts int64
	rate      float64
}

// progressInterval is the least time between two updates of a terminal; elsewhere the first
// line comes after firstLine, the others after nextLine each.
const (
	progressInterval = 100 * time.Millisecond
	firstLine        = 1500 * time.Millisecond
	nextLine         = 5 * time.Second
)

func newProgressLine(f *os.File) *progressLine {
	l := &progressLine{w: f, terminal: isTerminal(f), began: time.Now()}
	if !l.terminal {
		l.ticker = time.AfterFunc(firstLine, l.tick)
	}
	return l
}

// tick writes a line of its own.
func (l *progressLine) tick() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ticker != nil {
		fmt.Fprintf(l.w, "heddle: %s, %s\n", cmp.Or(l.latest, "getting ready"), spent(time.Since(l.began), l.budget))
		l.ticker.Reset(nextLine)
	}
}

func (l *progressLine) show(p heddle.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Sub(l.last) < progressInterval {
		return
	}
	l.last, l.latest, l.budget = now, l.text(p, now), p.Budget
	if l.terminal {
		l.shown = true
		fmt.Fprintf(l.w, "\r%s, %s\x1b[K", l.latest, spent(p.Elapsed, p.Budget))
	}
}

// say writes a line of news.
func (l *progressLine) say(text string) { l.hold(func() { fmt.Fprintln(l.w, text) }) }

// hold removes the line from the terminal while something else is written.
func (l *progressLine) hold(write func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		fmt.Fprint(l.w, "\r\x1b[K")
		l.shown = false
	}
	write()
}

// end removes the line for good.
func (l *progressLine) end() {
	l.hold(func() {
		if l.ticker != nil {
			l.ticker.Stop()
			l.ticker = nil
		}
	})
}

// text says what goes on: property, engine and stage, then what the engine counts.
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
	return strings.Join(parts, ", ")
}

// spent says how much of a time is over.
func spent(elapsed, budget time.Duration) string {
	if budget > 0 {
		return fmt.Sprintf("%.0f/%.0f s", elapsed.Seconds(), budget.Seconds())
	}
	return fmt.Sprintf("%.0f s", elapsed.Seconds())
}
