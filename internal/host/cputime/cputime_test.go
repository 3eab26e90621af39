package cputime

import (
	"runtime"
	"testing"
	"time"
)

// TestUsed: the time grows with work.
func TestUsed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system need not tell processor time")
	}
	start := Used()
	for begun := time.Now(); Used() == start; {
		if time.Since(begun) > time.Minute {
			t.Fatalf("still %s after a minute of work", start)
		}
	}
	if Used() < start {
		t.Error("time runs backwards")
	}
}
