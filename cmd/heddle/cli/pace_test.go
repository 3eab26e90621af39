package cli

import (
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	began := time.Now()
	p := pace{began: began}
	for i, want := range []string{", 30s left", ", 14s left", ""} {
		if got := p.left(began.Add([]time.Duration{15, 28, 40}[i]*time.Second), 2-i); got != want {
			t.Errorf("row %d: got %q, want %q", i, got, want)
		}
	}
}
