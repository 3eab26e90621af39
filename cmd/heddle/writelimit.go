package main

import (
	"context"
	"fmt"
	"os"
	"time"
)

// The times for writing files after the timeout of the check, and after a signal.
const (
	lateWriting        = 1500 * time.Millisecond
	interruptedWriting = 200 * time.Millisecond
)

// writeLimit ends the writing of files in time, so that the answer is printed.
type writeLimit struct {
	ctx  context.Context
	left time.Duration // from the beginning of the writing; 0: no limit
	from time.Time
}

// newWriteLimit returns the limit of a check that began at a time and has a timeout; none if that is not
// above 0.
func newWriteLimit(ctx context.Context, timeout time.Duration, began time.Time) *writeLimit {
	l := &writeLimit{ctx: ctx, from: time.Now()}
	if timeout > 0 {
		l.left = max(0, timeout-time.Since(began)) + lateWriting
	}
	return l
}

// write calls do, which writes a file. A file whose writing does not end in time is reported and left as it is.
func (l *writeLimit) write(name string, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	var late <-chan time.Time
	if l.left > 0 {
		late = time.After(max(0, l.left-time.Since(l.from)))
	}
	interrupted := make(chan struct{})
	stop := context.AfterFunc(l.ctx, func() { time.AfterFunc(interruptedWriting, func() { close(interrupted) }) })
	defer stop()
	select {
	case err := <-done:
		return err
	case <-late:
	case <-interrupted:
	}
	fmt.Fprintf(os.Stderr, "heddle: %s is not complete: there was no time to write it\n", name)
	return nil
}
