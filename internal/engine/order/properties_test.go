package order

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/interp/smc"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// undefined are the properties about what C leaves undefined in one thread.
var undefined = []verdict.Property{
	verdict.Memory, verdict.Lock, verdict.Overflow, verdict.Div, verdict.Shift, verdict.Uninit,
}

// deviates are programs whose verdict of a property is another than they state,
// as the explorer has it: an object whose address was looked at counts as
// reachable.
var deviates = map[string]string{"leak_after_address_was_looked_at.c": "memory"}

// mixtures are what generated programs use, in turn: whatever there is, what is
// defined, and heap objects.
var mixtures = []testgen.Features{
	testgen.AllFeatures,
	testgen.DefaultFeatures,
	testgen.Heap | testgen.UseAfterFree | testgen.BadAccess | testgen.Pointers | testgen.Atomics | testgen.Mutexes | testgen.Branches | testgen.Joins,
	testgen.UsualFeatures,
	testgen.Heap | testgen.Pointers | testgen.Atomics | testgen.Branches | testgen.Loops | testgen.Asserts,
}

// TestUndefined holds the engines against the explorer on programs of which most
// have undefined behaviour, each property alone.
func TestUndefined(t *testing.T) {
	count := make(map[string]int)
	for seed := *firstSeed; seed < *firstSeed+uint64(*generated); seed++ {
		opts := testgen.Options{Seed: seed, Features: mixtures[seed%uint64(len(mixtures))]}
		source := testgen.Concurrent(opts).C()
		file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.c", seed))
		if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			code := compile(t, file)
			for _, p := range undefined {
				compare(t, code, p, count)
			}
			if t.Failed() {
				t.Log(source)
			}
		})
	}
	testprog.Decided(t, count, 90)
}

// compare asks the engines and the explorer about one property. They agree if
// they find the same or one of them cannot say.
func compare(t *testing.T, code *interp.Code, p verdict.Property, count map[string]int) {
	t.Helper()
	found, err := smc.Explore(context.Background(), code, smc.Options{
		Properties: interp.PropertySet(p), Executions: 5_000, Reduction: smc.DPOR, StopAtFirst: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	violated := len(found.Violations) > 0
	for _, v := range variants {
		out := judge(t, v.opts, engine.Problem{Program: code.Program(), Property: p})
		count[fmt.Sprintf("%s %s %s, %t", v.name, p, out.Verdict, violated)]++
		switch {
		case out.Verdict == verdict.Unknown:
			t.Logf("%s %s: unknown: %s %s", v.name, p, out.Reason, out.Detail)
		case violated && out.Verdict != verdict.Violation:
			found := &found.Violations[0].Violation
			t.Errorf("%s %s: %s, but the explorer finds %s at line %d", v.name, p, out.Verdict, found.Message, found.Pos.Line)
		case !violated && out.Verdict == verdict.Violation && found.Complete && found.Exact:
			f := out.Violations[0].Trace.Failure
			t.Errorf("%s %s: %s at line %d, but the explorer finds nothing", v.name, p, f.Message, f.Line)
		}
	}
}
