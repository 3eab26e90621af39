package check

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var weakTwins = flag.Int("weak-twins", 4, "generated programs whose executions under rc11 are compared with those of litmus tests")

// TestWeakTwins compares the final states of generated programs under RC11 with those of litmus tests: the program
// has all of them, of which some are tried, and no other.
func TestWeakTwins(t *testing.T) {
	order := everything().kind("order").New(nil)
	decided, asked, further := 0, 0, 0
	for seed := range uint64(*weakTwins) {
		w := twinOf(seed, true)
		states, sc := w.states(t, "rc11"), w.states(t, "sc")
		ask := func(condition string) *engine.Outcome {
			p := testprog.Source(t, "#include <assert.h>\n#define OBSERVE(state) assert("+condition+");\n"+w.c.String(), ir.LP64)
			asked++
			return testprog.Judge(t, order, &engine.Problem{Program: p, Property: verdict.Assert, Model: RC11}, time.Minute)
		}
		var all []string
		for _, s := range states {
			all = append(all, fmt.Sprintf("state == %#x", s))
		}
		switch out := ask(strings.Join(all, " || ")); {
		case out.Verdict == verdict.Safe:
			decided++
		case out.Reason == verdict.WeakMemory:
			t.Errorf("seed %d: further states: %s\n%s", seed, out.Detail, w.c.String())
		}
		// The states that SC does not have come first.
		states = slices.Concat(slices.DeleteFunc(slices.Clone(states), func(s uint64) bool { return slices.Contains(sc, s) }), sc)
		further += len(states) - len(sc)
		for _, s := range states[:min(3, len(states))] {
			switch out := ask(fmt.Sprintf("state != %#x", s)); {
			case out.Reason == verdict.WeakMemory && strings.Contains(out.Detail, "violates"):
				decided++
			case out.Verdict == verdict.Safe:
				t.Errorf("seed %d: the state %#x is missing\n%s", seed, s, w.c.String())
			}
		}
	}
	t.Logf("%d of %d answers; RC11 has %d further states", decided, asked, further)
	testprog.AtLeast(t, decided, asked, 100)
	if further == 0 {
		t.Error("no program has further states under RC11")
	}
}
