package heddle

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// switching returns the files of a program of heddle compare paper-d.
func switching(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("examples", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("files %v, error %v", files, err)
	}
	return files
}

// TestSwitches checks that the programs of heddle compare paper-d are as their texts state: each is right,
// and wrong with BUG; without -long one row in six.
func TestSwitches(t *testing.T) {
	const (
		download = "DOWNLOAD_BLOCK=1 DOWNLOAD_BLOCKS=2 DOWNLOAD_TRIES=1"
		compress = "COMPRESS_BLOCK=1 COMPRESS_LETTERS=2 COMPRESS_MOST=1 COMPRESS_JOBS=1 COMPRESS_WORKERS=1"
		usual    = "assert,race,deadlock,memory"
	)
	for _, c := range []struct {
		files, defines string
		engines        string
		properties     string
		unwind         int // 0: bounds grow
		want           Verdict
	}{
		{"switches/fsbench.c", "THREADS=3", "order explore", usual, 0, Safe},
		{"switches/fsbench.c", "THREADS=26", "order", "assert", 0, Safe},
		{"switches/fsbench.c", "THREADS=27 BUG", "order", "memory", 0, Violation},
		{"switches/indexer.c", "THREADS=13", "order", "assert", 0, Safe},
		{"switches/indexer.c", "THREADS=12 BUG", "order", "assert", 0, Violation},
		{"switches/reorder.c", "", "order explore", usual, 0, Safe},
		{"switches/reorder.c", "BUG", "order explore", "assert", 0, Violation},
		{"switches/twostage.c", "", "order explore", usual, 0, Safe},
		{"switches/twostage.c", "BUG", "order explore", "assert", 0, Violation},
		{"switches/wronglock.c", "", "order explore", usual, 0, Safe},
		{"switches/wronglock.c", "BUG", "order explore", "assert", 0, Violation},
		{"switches/micro.c", "", "order", usual, 0, Safe},
		{"switches/micro.c", "BUG", "order", "assert", 0, Violation},
		{"download/*.c", download, "order", usual, 0, Safe},
		{"download/*.c", download + " BUG", "order", "assert", 0, Violation},
		{"compress/*.c", compress, "order", usual, 2, Bounded},
		{"compress/*.c", compress + " BUG", "order", "assert", 2, Violation},
	} {
		for _, engine := range strings.Fields(c.engines) {
			name := strings.Join([]string{c.files, c.defines, engine}, " ")
			if !*long && !testprog.Chosen(t, name, 6) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				result, err := Check(context.Background(), Options{
					Files: switching(t, c.files), Defines: strings.Fields(c.defines), Args: "source target",
					Engine: engine, Properties: strings.Split(c.properties, ","), Unwind: c.unwind, Jobs: 1, Timeout: 5 * time.Minute,
				})
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range result.Results {
					if r.Verdict != c.want {
						t.Errorf("%s: %s (%s), want %s", r.Property, r.Verdict, r.Message, c.want)
					}
				}
			})
		}
	}
}

// TestSwitchesRun compiles the larger ones of these programs with gcc, and runs them on a file.
func TestSwitchesRun(t *testing.T) {
	flags := []string{"-std=gnu11", "-Wall", "-Wextra", "-Werror", "-pthread"}
	peer.NeedGCC(t, flags...)
	dir := t.TempDir()
	const source, packed, target = "source", "packed", "target"
	text := bytes.Repeat([]byte("abracadabra, said the sorted rotation\n"), 1000)
	if err := os.WriteFile(filepath.Join(dir, source), text, 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
	}
	same := func(name string) {
		t.Helper()
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s has %d other bytes, error %v", name, len(got), err)
		}
	}
	build := func(program string) string {
		t.Helper()
		out := filepath.Join(dir, program)
		if text, err := exec.Command("gcc", append(append(flags, "-o", out), switching(t, program+"/*.c")...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return out
	}
	run(build("download"), source, "copy")
	same("copy")
	compress := build("compress")
	run(compress, source, packed)
	if about, err := os.Stat(filepath.Join(dir, packed)); err != nil || about.Size() > int64(len(text)/4) {
		t.Errorf("packed: %v, error %v", about, err)
	}
	run(compress, "-d", packed, target)
	same(target)
}
