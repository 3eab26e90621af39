package explore

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	patience = testflag.Patience(100 * time.Millisecond)
	long     = testflag.Long()
)

// knownWrong lists the expectations that no execution meets today (semantics_test.go at the root has the
// reasons).
var knownWrong = map[string]string{
	"leak_after_address_was_looked_at.c": "memory",
}

// TestSemantics explores the programs that state their verdicts without random
// schedules: no verdict contradicts the expected one, and most are reached.
func TestSemantics(t *testing.T) {
	reached, all := 0, 0
	for _, file := range testprog.Some(t, 12, *long) {
		code := testprog.FileCode(t, file)
		for property, want := range testprog.Stated(t, file) {
			if knownWrong[filepath.Base(file)] == property.String() {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), *patience)
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
				t.Errorf("%s: %s is %s, expected %s", filepath.Base(file), property, got.Verdict, want)
			}
		}
	}
	testprog.AtLeast(t, reached, all, 80)
}
