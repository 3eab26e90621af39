package instrument

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/cmd/heddle/cli"
	"github.com/heddle-mc/heddle/internal/lab/bench"
)

// rowsView shows a run of many rows, with a permanent line for each finished one. On a terminal, lines
// below these are overwritten: one for each running row, and one with the remaining time.
type rowsView struct {
	w      io.Writer
	screen *cli.Screen // nil: w is no terminal

	mu    sync.Mutex
	pace  pace
	going []going
	rest  int // rows that are not done; known from the first result on
	end   chan struct{}
}

// going is a row that has begun.
type going struct {
	*bench.Row
	began time.Time
}

// rowsInterval is the time between two updates of a terminal.
const rowsInterval = time.Second

func newRowsView(w io.Writer, s *cli.Screen) *rowsView {
	v := &rowsView{w: w, screen: s, pace: pace{began: time.Now()}, end: make(chan struct{})}
	if s != nil {
		go v.tick()
	}
	return v
}

// tick updates the terminal until the view is closed.
func (v *rowsView) tick() {
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

// begun adds a row that begins.
func (v *rowsView) begun(row *bench.Row) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.going = append(v.going, going{row, time.Now()})
}

// done shows a result.
func (v *rowsView) done(r *bench.Result, done, all int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if at := slices.IndexFunc(v.going, func(g going) bool { return *g.Row == r.Row }); at >= 0 {
		v.going = slices.Delete(v.going, at, at+1)
	}
	now := time.Now()
	v.rest = all - done
	if v.screen != nil {
		v.screen.Clear()
	}
	fmt.Fprintf(v.w, "%d/%d %s %s %s: %s (%s) %.1f s, %d MB%s\n",
		done, all, r.File, r.Property, r.Expected, r.Score, r.Verdict, r.Time.Seconds(), r.Memory>>20, v.pace.left(now, v.rest))
	v.draw(now)
}

// draw shows the running rows and the remaining time.
func (v *rowsView) draw(now time.Time) {
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
		lines = append(lines, fmt.Sprintf("%s %s, %.0f s", g.File, g.Property, now.Sub(g.began).Seconds()))
	}
	if v.rest > 0 {
		lines = append(lines, fmt.Sprintf("%s left", v.pace.rest(now, v.rest)))
	}
	v.screen.Draw(lines)
}

// close removes the temporary lines permanently.
func (v *rowsView) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	close(v.end)
	if v.screen != nil {
		v.screen.Clear()
	}
}
