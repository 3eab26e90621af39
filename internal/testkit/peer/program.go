package peer

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// NeedProgram returns the path of a program, and skips the test if it is not installed.
func NeedProgram(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed: %v", name, err)
	}
	return path
}

// NeedCsmith returns the path of csmith and the directories of the headers that its programs include.
// It skips the test if csmith or the headers are missing.
func NeedCsmith(t testing.TB) (path string, includes []string) {
	t.Helper()
	path = NeedProgram(t, "csmith")
	includes, err := filepath.Glob("/usr/include/csmith*")
	if err != nil {
		t.Fatal(err)
	}
	if len(includes) == 0 {
		t.Skip("csmith's headers are not installed")
	}
	return path, includes
}
