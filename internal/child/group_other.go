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

// Limited returns the command: its memory is not bounded.
func Limited(_ int64, command []string) []string { return command }
