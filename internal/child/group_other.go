//go:build !unix

package child

import (
	"os"
	"os/exec"
)

// isolate does nothing: a child is killed alone.
func isolate(*exec.Cmd) {}

// peakMemory is not known.
func peakMemory(*os.ProcessState) int64 { return 0 }
