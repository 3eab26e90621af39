package testprog_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/host/cputime"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestWait checks that an operation which waits for a context ends with it: as at a deadline when the
// time is up, else as cancelled.
func TestWait(t *testing.T) {
	begun := cputime.Used()
	ctx, cancel := testprog.Wait(20 * time.Millisecond)
	defer cancel()
	part, end := context.WithTimeout(ctx, time.Hour)
	defer end()
	for part.Err() == nil {
	}
	if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) || !errors.Is(part.Err(), err) {
		t.Errorf("%v, and %v of its part, expected the deadline's error", err, part.Err())
	}
	if used := cputime.Used() - begun; begun > 0 && used < 20*time.Millisecond {
		t.Errorf("ended after %s of a processor", used)
	}
	if at, limited := ctx.Deadline(); !limited || at.After(time.Now()) {
		t.Errorf("the deadline is %v, expected one that is over", at)
	}
	ctx, cancel = testprog.Wait(time.Hour)
	if err := ctx.Err(); err != nil {
		t.Errorf("ended with %v", err)
	}
	cancel()
	<-ctx.Done()
	if err := ctx.Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v, expected that it was cancelled", err)
	}
}
