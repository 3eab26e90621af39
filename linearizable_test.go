package heddle

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestLinearizable judges four objects by HEDDLE_LINEARIZABLE, each without and with its mistake, with as
// few calls as show both, or two of each thread with -long. Without -long half of those without a mistake
// are left out.
func TestLinearizable(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "linearizable", "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		for _, c := range []struct {
			defines []string
			want    Verdict
		}{{nil, Safe}, {[]string{"WRONG"}, Violation}} {
			if c.want == Safe && !*long && !testprog.Chosen(t, file, 2) {
				continue
			}
			if c.want == Safe && !*long && filepath.Base(file) != "spsc_ring.c" {
				c.defines = append(c.defines, "CALLS=1")
			}
			opts := Options{Files: []string{file}, Defines: c.defines, Properties: []string{"assert"}, Timeout: 10 * time.Minute}
			tests, err := Tests(context.Background(), opts)
			if err != nil || len(tests) != 1 {
				t.Fatalf("%s: %d tests, expected one: %v", file, len(tests), err)
			}
			opts.Entry = tests[0].Entry
			result, err := Check(context.Background(), opts)
			if err != nil {
				t.Fatal(err)
			}
			if result.Verdict != c.want {
				t.Errorf("%s %v: %s %s, expected %s", file, c.defines, result.Verdict, result.Message, c.want)
			}
		}
	}
}

// TestLinearizableElsewhere compiles the same with a compiler that knows nothing of Heddle.
func TestLinearizableElsewhere(t *testing.T) {
	peer.NeedGCC(t)
	dir := t.TempDir()
	text, _ := header.Open("heddle.h")
	if err := os.WriteFile(filepath.Join(dir, "heddle.h"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join("testdata", "linearizable", "*.c"))
	for _, file := range files {
		cmd := exec.Command("gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", dir, "-c", "-o", filepath.Join(dir, "object.o"), file)
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", file, err, text)
		}
	}
}
