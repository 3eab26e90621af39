package fromir_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func compile(t *testing.T, file string) *ir.Program {
	t.Helper()
	r, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{file}, Model: ir.LP64})
	if err != nil || r.Program == nil {
		t.Fatal(file, err, r.Diagnostics)
	}
	return r.Program
}

// programs returns the examples and the programs about semantics.
func programs(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"../../../examples/*.c", "../../../testdata/semantics/*.c"} {
		more, err := filepath.Glob(pattern)
		if err != nil || len(more) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, more...)
	}
	return files
}

// TestWellFormed: what is made passes the checker, and its text is read back. The
// properties take turns.
func TestWellFormed(t *testing.T) {
	for i, file := range programs(t) {
		property := []verdict.Property{verdict.Assert, verdict.Race}[i%2]
		s, err := fromir.Build(context.Background(), compile(t, file), fromir.Options{Property: property})
		var refused *fromir.Error
		if errors.As(err, &refused) {
			continue
		}
		if err != nil {
			t.Error(file, err)
			continue
		}
		if err := efsm.Check(s); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		text := s.String()
		again, err := efsm.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		} else if again.String() != text {
			t.Errorf("%s: the text read back is another one", file)
		}
	}
}

// TestGolden shows what becomes of a program.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		s, err := fromir.Build(context.Background(), compile(t, file), fromir.Options{Property: verdict.Assert})
		if err != nil {
			t.Error(file, err)
			continue
		}
		golden(t, strings.TrimSuffix(file, ".c")+".efsm", withoutFiles(s))
	}
}

// withoutFiles returns the text of a system without the names of files.
func withoutFiles(s *efsm.System) string {
	var b strings.Builder
	for line := range strings.Lines(s.String()) {
		if !strings.HasPrefix(line, "file ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// golden compares a text with a file, or rewrites it.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%swant\n%s", file, got, want)
	}
}
