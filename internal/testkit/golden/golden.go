// Package golden compares the outputs of tests with files of expected outputs. With -update it rewrites
// the files; review the difference like code. Only tests import the package, and without -update it
// writes nothing.
//
// A program and its outputs are in one archive, testdata/*.txtar (see
// github.com/rogpeppe/go-internal/txtar). The comment describes the case, the first part is the input,
// and the name of every other part selects the kind of output.
package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var update = testflag.Update()

// File compares a text with a file.
func File(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		write(t, file, got)
	}
	if want := read(t, file); got != want {
		t.Errorf("%s: got\n%s\nwant\n%s\n(-update rewrites it)", file, got, want)
	}
}

// Part compares a text with the part of a file between two marks.
func Part(t testing.TB, file, begin, end, got string) {
	t.Helper()
	head, rest, ok := strings.Cut(read(t, file), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s: not found: %s … %s", file, begin, end)
	}
	File(t, file, head+begin+got+end+tail)
}

// Archives compares the outputs for the inputs of all archives in testdata. For each input prepare
// returns a function that makes a part, given its name.
func Archives(t *testing.T, prepare func(t *testing.T, input string) func(part string) string) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a := txtar.Parse([]byte(read(t, file)))
			if len(a.Files) < 2 {
				t.Fatalf("%s has no input, or no name of what to make of it", file)
			}
			made := prepare(t, string(a.Files[0].Data))
			for i := range a.Files[1:] {
				part := &a.Files[1+i]
				got := made(part.Name)
				if want := string(part.Data); got != want && !*update {
					t.Errorf("%s: got\n%s\nwant\n%s\n(-update rewrites it)", part.Name, got, want)
				}
				part.Data = []byte(got)
			}
			if *update {
				write(t, file, string(txtar.Format(a)))
			}
		})
	}
}

func read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
