//go:build !unix

package process

import "os/exec"

// isolate does nothing: a program is killed alone.
func isolate(*exec.Cmd) {}

// killGroup kills a program.
func killGroup(cmd *exec.Cmd) {
	// It can only fail because the program has ended.
	_ = cmd.Process.Kill()
}

// signalled is not known.
func signalled(*exec.Cmd) bool { return false }
