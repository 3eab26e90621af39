//go:build unix

package child

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// isolate makes a child the leader of a process group, which is killed as a
// whole.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// peakMemory returns the peak resident set of a child that has ended, in bytes.
func peakMemory(state *os.ProcessState) int64 {
	if state == nil {
		return 0
	}
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	peak := int64(usage.Maxrss)
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
		peak *= 1024 // elsewhere it counts kilobytes
	}
	return peak
}

// Limited returns a command with a bound on its address space, in bytes; 0: none. Limits can
// only be set by the process itself, hence the shell.
func Limited(memory int64, command []string) []string {
	if memory <= 0 {
		return command
	}
	script := fmt.Sprintf(`ulimit -v %d && exec "$@"`, max(1, memory/1024))
	return append([]string{"/bin/sh", "-c", script, "sh"}, command...)
}
