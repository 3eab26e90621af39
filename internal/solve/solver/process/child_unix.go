//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// isolate makes a program the leader of a process group.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program's process group.
func killGroup(cmd *exec.Cmd) {
	// It can only fail if no process of the group is left.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

// signalled reports whether a program was ended by a signal.
func signalled(cmd *exec.Cmd) bool {
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}
