package explore

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/interp/smc"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var semanticsLimit = flag.Duration("semantics.limit", 100*time.Millisecond, "the time of a program of testdata/semantics, per property")

// knownWrong are the expectations that no execution meets today (semantics_test.go
// at the root says why).
var knownWrong = map[string]string{
	"leak_after_address_was_looked_at.c": "memory",
}

// TestSemantics explores the programs of testdata/semantics without random
// schedules: no verdict contradicts the expected one, and most are reached.
func TestSemantics(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "semantics", "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	reached, all := 0, 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{file}})
		if err != nil || r.Program == nil {
			t.Fatalf("%s: %v", file, err)
		}
		code := interp.Prepare(r.Program)
		_, line, _ := strings.Cut(string(source), "// expect: ")
		line, _, _ = strings.Cut(line, "\n")
		for _, word := range strings.Fields(line) {
			name, want, _ := strings.Cut(word, "=")
			property, err := verdict.ParseProperty(name)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if knownWrong[filepath.Base(file)] == name {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), *semanticsLimit)
			got, err := Explore(ctx, Task{Code: code, Properties: interp.PropertySet(property), Environment: testprog.Environment(t, file), Reduction: smc.DPOR})
			cancel()
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			all++
			switch {
			case got.Verdict.String() == want:
				reached++
			case got.Verdict == verdict.Safe, got.Verdict == verdict.Violation:
				t.Errorf("%s: %s is %s, expected %s", filepath.Base(file), name, got.Verdict, want)
			}
		}
	}
	t.Logf("%d of %d verdicts reached", reached, all)
	if 10*reached < 8*all {
		t.Errorf("%d of %d verdicts reached, expected 80 %%", reached, all)
	}
}
