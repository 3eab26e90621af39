//go:build !unix

package process

import "os/exec"

// isolate does nothing here, so that only the program itself can be killed.
func isolate(*exec.Cmd) {}

// killGroup kills a program.
func killGroup(cmd *exec.Cmd) {
	// It can only fail because the program has ended.
	_ = cmd.Process.Kill()
}

// signalled returns false: the signal is not known here.
func signalled(*exec.Cmd) bool { return false }
