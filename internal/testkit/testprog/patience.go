package testprog

import (
	"context"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/host/cputime"
)

// stretch is how many times as long as on an idle processor a test waits.
const stretch = 20

// patience is a context that ends when this process has used some more processor time, so that a test
// finds as much where others keep the machine busy. Its deadline is the earliest time at which that can be.
type patience struct {
	context.Context
	until time.Duration // of cputime.Used
	done  chan struct{}
	mu    sync.Mutex
	err   error
}

// Wait returns a context that ends after so much processor time of this process, at the latest after twenty times
// as long by the clock, as at a deadline.
func Wait(d time.Duration) (context.Context, context.CancelFunc) {
	p := &patience{Context: context.Background(), until: cputime.Used() + d, done: make(chan struct{})}
	last := time.Now().Add(stretch * d)
	go func() {
		for left := d; left > 0 && time.Now().Before(last); left = p.until - cputime.Used() {
			select {
			case <-p.done:
				return
			case <-time.After(max(left, d/50)):
			}
		}
		p.end(context.DeadlineExceeded)
	}()
	return p, func() { p.end(context.Canceled) }
}

func byClock(d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), d)
}

func (p *patience) end(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = err
		close(p.done)
	}
}

// Deadline implements context.Context. The deadline moves on while other processes have the processor,
// so that shares of the time left are shares of this process's time.
func (p *patience) Deadline() (time.Time, bool) {
	return time.Now().Add(max(0, p.until-cputime.Used())), true
}

// Done implements context.Context.
func (p *patience) Done() <-chan struct{} { return p.done }

// Err implements context.Context.
func (p *patience) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}
