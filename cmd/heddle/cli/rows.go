package cli

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// RowsView shows a run of many rows, with a permanent line for each finished one. On a terminal, lines
// below these are overwritten: one for each running row, and one with the remaining time.
type RowsView struct {
	w      io.Writer
	screen *Screen // nil: w is no terminal

	mu    sync.Mutex
	pace  pace
	going []going
	rest  int // rows that are not done; known from the first result on
	end   chan struct{}
}

// going is a row that has begun.
type going struct {
	name  string
	began time.Time
}

// rowsInterval is the time between two updates of a terminal.
const rowsInterval = time.Second

// NewRowsView returns the view of a run that begins, on a screen; nil: w is no terminal.
func NewRowsView(w io.Writer, s *Screen) *RowsView {
	v := &RowsView{w: w, screen: s, pace: pace{began: time.Now()}, end: make(chan struct{})}
	if s != nil {
		go v.tick()
	}
	return v
}

// tick updates the terminal until the view is closed.
func (v *RowsView) tick() {
	t := time.NewTicker(rowsInterval)
	defer t.Stop()
	for {
		select {
		case now := <-t.C:
			v.mu.Lock()
			v.draw(now)
			v.mu.Unlock()
		case <-v.end:
			return
		}
	}
}

// Begun adds a row that begins, by its name.
func (v *RowsView) Begun(name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.going = append(v.going, going{name, time.Now()})
}

// Done shows the result of a row, and how many of all rows are done.
func (v *RowsView) Done(name, result string, done, all int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if at := slices.IndexFunc(v.going, func(g going) bool { return g.name == name }); at >= 0 {
		v.going = slices.Delete(v.going, at, at+1)
	}
	now := time.Now()
	v.rest = all - done
	if v.screen != nil {
		v.screen.Clear()
	}
	fmt.Fprintf(v.w, "%d/%d %s%s\n", done, all, result, v.pace.left(now, v.rest))
	v.draw(now)
}

// draw shows the running rows and the remaining time.
func (v *RowsView) draw(now time.Time) {
	select {
	case <-v.end:
		return
	default:
	}
	if v.screen == nil {
		return
	}
	var lines []string
	for _, g := range v.going {
		lines = append(lines, fmt.Sprintf("%s, %.0f s", g.name, now.Sub(g.began).Seconds()))
	}
	if v.rest > 0 {
		lines = append(lines, fmt.Sprintf("%s left", v.pace.rest(now, v.rest)))
	}
	v.screen.Draw(lines)
}

// Close removes the temporary lines permanently.
func (v *RowsView) Close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	close(v.end)
	if v.screen != nil {
		v.screen.Clear()
	}
}
