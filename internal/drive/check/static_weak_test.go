package check

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/weak"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var weakProofs = flag.Uint64("weak-proofs", 4, "generated programs whose static proofs for weaker memory models are compared with executions")

// TestWeakProofs compares the static proofs of generated programs for weaker memory models with the exploration of execution
// graphs and with the engine order: neither finds a violation.
func TestWeakProofs(t *testing.T) {
	const features = testgen.Atomics | testgen.Builtins | testgen.Fences | testgen.Arrays | testgen.Pointers | testgen.Arguments | testgen.Heap | testgen.Mutexes | testgen.SpinLocks |
		testgen.RWLocks | testgen.TryLocks | testgen.Blocking | testgen.Inputs | testgen.Asserts | testgen.Branches | testgen.Loops | testgen.Joins | testgen.NestedSpawns | testgen.Arithmetic | testgen.BadAccess
	k := everything().kind("static")
	proofs, compared := 0, 0
	seeds := func(yield func(uint64) bool) {
		for seed := uint64(0); seed < *weakProofs && yield(seed); seed++ {
		}
	}
	testprog.Concurrent(t, seeds, func(uint64) testgen.Features { return features }, func(t *testing.T, seed uint64, text string) {
		p := testprog.Source(t, text, ir.LP64)
		code := interp.Prepare(p)
		for _, property := range k.ModelChecks.Properties() {
			model := k.Models[seed%uint64(len(k.Models))]
			if property == verdict.Race {
				model = RC11
			}
			problem := &engine.Problem{Program: p, Property: property, Model: model, Environment: ir.DefaultEnvironment}
			if testprog.Judge(t, k.New(nil), problem, time.Minute).Verdict != verdict.Safe {
				continue
			}
			proofs++
			out := testprog.Judge(t, everything().kind("order").New(nil), problem, 2*time.Second)
			if out.Reason == verdict.WeakMemory && strings.Contains(out.Detail, "violates") {
				t.Errorf("%s under %s is safe by static, but %s", property, model, out.Detail)
			}
			decided := out.Verdict == verdict.Safe || out.Verdict == verdict.Bounded
			m, err := weak.ModelOf(model)
			if err != nil {
				t.Fatal(err)
			}
			if m.Properties().Has(property) {
				ctx, cancel := testprog.Wait(2 * time.Second)
				r, err := explore.Explore(ctx, explore.Task{Code: code, Properties: interp.PropertySet(property), Environment: ir.DefaultEnvironment, Model: m})
				cancel()
				if err == nil && (r.Verdict == verdict.Violation || r.Race != nil) {
					t.Errorf("%s under %s is safe by static, but an execution violates it or has a race", property, model)
				}
				decided = decided || err == nil && (r.Verdict == verdict.Safe || r.Verdict == verdict.Bounded)
			}
			if decided {
				compared++
			}
		}
	})
	t.Logf("%d proofs, %d of them compared with all executions within bounds", proofs, compared)
	if proofs == 0 {
		t.Error("there is no proof")
	}
}
