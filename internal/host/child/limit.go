package child

import (
	"os"
	"time"
)

// limitCPU watches a child and interrupts it, as Ctrl-C does, when it and its descendants have used up
// their processor time. The child can then report partial results. It returns when done is closed, and
// reports whether it interrupted.
func limitCPU(p *os.Process, limit time.Duration, done <-chan struct{}) bool {
	over, pause := false, firstPause
	for {
		select {
		case <-done:
			return over
		case <-time.After(pause):
		}
		spent, known := processorTime(p.Pid)
		if known && spent > limit && !over {
			over = true
			_ = p.Signal(os.Interrupt) // it may just have ended
		}
		// The next look is at the earliest time when the limit can be reached.
		pause = min(max(firstPause, (limit-spent)/2), longestPause)
	}
}

// The times between looks at a child.
const (
	firstPause   = 5 * time.Millisecond
	longestPause = 100 * time.Millisecond
)
