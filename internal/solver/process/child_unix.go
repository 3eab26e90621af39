//go:build unix

package process

import (
	"fmt"
	"os/exec"
	"syscall"
)

// limited returns the command that runs a program with a bound on its address
// space. Limits can only be set by the process itself, hence the shell.
func limited(memory int64, path string, args []string) *exec.Cmd {
	if memory <= 0 {
		return exec.Command(path, args...)
	}
	script := fmt.Sprintf(`ulimit -v %d && exec "$@"`, max(1, memory/1024))
	return exec.Command("/bin/sh", append([]string{"-c", script, "sh", path}, args...)...)
}

// isolate makes a program the leader of a process group.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program's process group.
func killGroup(cmd *exec.Cmd) {
	// It can only fail because there is nobody left.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

// signalled reports whether a program was ended by a signal.
func signalled(cmd *exec.Cmd) bool {
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}
