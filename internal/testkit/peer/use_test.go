package peer

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// execution matches calls with which a test executes a program by its name.
var execution = regexp.MustCompile(`exec\.Command(?:Context\(\w+, |\()"([^"]+)"`)

// TestTestsAsk: tests that execute programs of the system first check for them, with this package or
// with solver/process.
func TestTestsAsk(t *testing.T) {
	root, count := filepath.Join("..", "..", ".."), 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Name() == "browsertest" {
			return fs.SkipDir // a module of its own
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") || filepath.Dir(path) == filepath.Join(root, "internal", "testkit", "peer") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := string(source)
		if strings.Contains(text, "exec.LookPath(") {
			t.Errorf("%s looks a program up: package peer tries it", path)
		}
		for _, m := range execution.FindAllStringSubmatch(text, -1) {
			count++
			if !strings.Contains(text, "peer.") && !strings.Contains(text, "process.Find(") {
				t.Errorf("%s executes %s, and does not ask package peer for it", path, m[1])
			}
		}
		return nil
	})
	if err != nil || count < 10 {
		t.Errorf("%d executions found, %v", count, err)
	}
}
