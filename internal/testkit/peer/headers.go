package peer

import (
	"os"
	"path/filepath"
	"testing"
)

// NeedHeaders skips the test unless the host's C library has these headers in the directories of
// --system-headers. Generated headers show the data models of glibc: gnu/stubs-64.h and gnu/stubs-32.h.
func NeedHeaders(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		found := false
		for _, dir := range []string{"/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"} {
			_, err := os.Stat(filepath.Join(dir, name))
			found = found || err == nil
		}
		if !found {
			t.Skipf("the host's C library has no %s", name)
		}
	}
}
