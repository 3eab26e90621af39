package check

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/weak"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var everyLock = flag.Bool("every-lock", false, "judge all programs of testdata/locks, under each model")

// TestLocks judges locks and other algorithms with atomics. With the published orders there is no violation under RC11, and no
// thread goes round for ever. With any of the numbered orders weakened it is otherwise. The first line of a program has the number of its orders.
func TestLocks(t *testing.T) {
	files, err := filepath.Glob("testdata/locks/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		if !*everyLock && !slices.Contains([]string{"peterson", "seqlock"}, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			orders := 0
			if _, err := fmt.Sscanf(string(text), "/* %d orders.", &orders); err != nil || orders == 0 {
				t.Fatal(orders, err)
			}
			for weakened := range orders + 1 {
				list := judgeLock(t, string(text), weakened, RC11)
				wrong := slices.ContainsFunc(list, violated)
				if !wrong {
					wrong = endless(t, string(text), weakened)
				}
				if wrong != (weakened > 0) || weakened == 0 && list[0].Verdict != verdict.Safe {
					t.Errorf("with order %d weakened: %s, %s: %s", weakened, list[0].Verdict, list[1].Verdict, list[0].Message)
				}
			}
			if *everyLock {
				for _, model := range Models() {
					if list := judgeLock(t, string(text), 0, model); list[0].Verdict != verdict.Safe && list[0].Verdict != verdict.Bounded {
						t.Errorf("under %s: %s: %s", model, list[0].Verdict, list[0].Message)
					}
				}
			}
		})
	}
}

func violated(j Judgement) bool { return j.Verdict == verdict.Violation }

// endless reports whether an execution of RC11 lasts for ever in such a program.
func endless(t *testing.T, text string, weakened int) bool {
	t.Helper()
	model, err := weak.ModelOf(RC11)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Explore(context.Background(), explore.Task{Code: testprog.Code(t, fmt.Sprintf("#define WEAK %d\n", weakened)+text),
		Properties: interp.PropertySet(verdict.Termination), Unwind: 4, Model: model})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict == verdict.Violation
}

// judgeLock judges assert and race of a program of testdata/locks, of which an order is weakened; 0: none is.
func judgeLock(t *testing.T, text string, weakened int, model string) []Judgement {
	t.Helper()
	p := testprog.Source(t, fmt.Sprintf("#define WEAK %d\n", weakened)+text, ir.LP64)
	b := NewBudget(context.Background(), time.Minute, 0)
	defer b.Stop()
	list, err := Run(b, p, Options{Properties: []string{"assert", "race"}, Model: model, First: weakened > 0})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
