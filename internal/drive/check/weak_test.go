package check

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/weak"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	weakTwins = flag.Int("weak-twins", 2, "generated programs whose executions under each memory model are compared with those of litmus tests")
	firstTwin = flag.Uint64("first-twin", 6, "the seed of the first of them")
)

// TestWeakTwins compares the final states of generated programs under memory models with those of litmus tests: the
// program has all of them, of which some are tried, and no other. The engine order and the exploration of execution
// graphs answer; litmus tests enumerate all candidates, with models that have no code of the compilation schemes.
func TestWeakTwins(t *testing.T) {
	for _, name := range weakModels {
		t.Run(name, func(t *testing.T) {
			model := name
			switch name {
			case SC, RC11:
			case engine.IMM:
				model = filepath.Join(t.TempDir(), "t.cat")
				text := "\"T\"\nlet data = 0\nlet ctrl = 0\ninclude \"imm.cat\"\nacyclic po | rf as no-cycles\n"
				if err := os.WriteFile(model, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			default:
				model = filepath.Join("testdata", "compiled", name+".cat")
			}
			decided, asked, further := [2]int{}, 0, 0
			for seed := *firstTwin; seed < *firstTwin+uint64(*weakTwins); seed++ {
				w := twinOf(seed, true)
				states, sc := w.states(t, name, model), w.states(t, SC, SC)
				for _, s := range sc {
					if !slices.Contains(states, s) {
						t.Errorf("seed %d: %s has not the state %#x of sc", seed, name, s)
					}
				}
				ask := func(condition string, possible bool) {
					p := testprog.Source(t, "#include <assert.h>\n#define OBSERVE(state) assert("+condition+");\n"+w.source(name), ir.LP64)
					asked++
					if out := byStatic(t, p, name); possible && out.Verdict == verdict.Safe {
						t.Errorf("seed %d: %s is safe by static\n%s", seed, condition, w.source(name))
					}
					for i, answer := range []verdict.Verdict{byOrder(t, p, name), byGraphs(t, p, name)} {
						// The litmus tests have no dependencies.
						excludes := i == 1 && (name == engine.IMM || name == engine.AArch64 || name == engine.RISCV)
						if (answer == verdict.Safe || answer == verdict.Bounded) && possible && !excludes || answer == verdict.Violation && !possible {
							t.Errorf("seed %d: %s: %s by %s\n%s", seed, condition, answer, [...]string{"order", "explore"}[i], w.source(name))
						}
						if answer == verdict.Safe || answer == verdict.Bounded || answer == verdict.Violation {
							decided[i]++
						}
					}
				}
				var all []string
				for _, s := range states {
					all = append(all, fmt.Sprintf("state == %#x", s))
				}
				ask(strings.Join(all, " || "), false)
				// The states that SC does not have come first.
				states = slices.Concat(slices.DeleteFunc(slices.Clone(states), func(s uint64) bool { return slices.Contains(sc, s) }), sc)
				further += len(states) - len(sc)
				for _, s := range states[:min(3, len(states))] {
					ask(fmt.Sprintf("state != %#x", s), true)
				}
			}
			t.Logf("%d questions; order answers %d and the exploration %d; %s has %d further states", asked, decided[0], decided[1], name, further)
			testprog.AtLeast(t, decided[0], asked, 100)
			testprog.AtLeast(t, decided[1], asked, 100)
			if further == 0 && name != SC {
				t.Errorf("no program has further states under %s", name)
			}
		})
	}
}

// weakModels are the memory models of TestWeakTwins.
var weakModels = Models()

// byOrder returns the answer of the engine order about the executions of a memory model: a violation, if it says that one
// of them violates the assertion.
func byOrder(t *testing.T, p *ir.Program, model string) verdict.Verdict {
	t.Helper()
	if model == SC {
		model = ""
	}
	out := testprog.Judge(t, everything().kind("order").New(nil), &engine.Problem{Program: p, Property: verdict.Assert, Model: model}, time.Minute)
	if out.Reason == verdict.WeakMemory && strings.Contains(out.Detail, "violates") {
		return verdict.Violation
	}
	return out.Verdict
}

// byStatic returns the outcome of the engine static about the executions of a memory model; unknown if it does not know the model.
func byStatic(t *testing.T, p *ir.Program, model string) *engine.Outcome {
	t.Helper()
	k := everything().kind("static")
	if !slices.Contains(k.Models, model) {
		return &engine.Outcome{Verdict: verdict.Unknown}
	}
	return testprog.Judge(t, k.New(nil), &engine.Problem{Program: p, Property: verdict.Assert, Model: model}, time.Minute)
}

// byGraphs returns the answer of the exploration of execution graphs.
func byGraphs(t *testing.T, p *ir.Program, model string) verdict.Verdict {
	t.Helper()
	m, err := weak.ModelOf(model)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Explore(t.Context(), explore.Task{Code: interp.Prepare(p), Properties: interp.PropertySet(verdict.Assert), Environment: ir.DefaultEnvironment, Model: m})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict
}
