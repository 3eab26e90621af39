//go:build !linux

package child

import "time"

// processorTime is unknown here while a process runs.
func processorTime(int) (time.Duration, bool) { return 0, false }
