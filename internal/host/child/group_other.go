//go:build !unix

package child

import (
	"os"
	"os/exec"
)

// isolate does nothing here: only the child itself is killed.
func isolate(*exec.Cmd) {}

// peakMemory returns 0: it is unknown here.
func peakMemory(*os.ProcessState) int64 { return 0 }

// Limited returns the command unchanged, without a bound on its memory.
func Limited(_ int64, command []string) []string { return command }
