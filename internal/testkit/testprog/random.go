package testprog

import (
	"fmt"
	"iter"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
)

// Question identifies a generated program, and the settings for judging it.
type Question struct {
	Options     testgen.Options
	Model       ir.DataModel
	Environment ir.Environment
}

// String returns the seed and options from which the program can be generated again.
func (q Question) String() string {
	s := fmt.Sprintf("seed %d, %s", q.Options.Seed, q.Model)
	if q.Options.Features.Has(testgen.Undefined) {
		s += ", undefined behaviour"
	}
	for _, name := range q.Environment.Switches() {
		s += ", " + name
	}
	return s
}

// Choices lists the choices of the environment that a program can be judged with.
func Choices() []ir.ChooseReason {
	return []ir.ChooseReason{ir.ChooseSpurious, ir.ChooseAllocFail, ir.ChooseSpawnFail, ir.ChooseWeakFail}
}

// Ask returns the question of a seed. All features are allowed. One program in three may
// have undefined behaviour, one in seven has elements and locks that shared values choose, and one in eleven has
// helpers: functions that create threads, pipes, recursion of two functions.
// One in four is for ILP32, and one in five is judged with
// other choices of the environment than the default ones.
func Ask(seed uint64) Question {
	q := Question{Options: testgen.Options{Seed: seed, Features: testgen.AllFeatures &^ testgen.Undefined}, Model: ir.LP64,
		Environment: ir.DefaultEnvironment}
	if seed%3 == 2 {
		q.Options.Features = testgen.AllFeatures
	}
	if seed%7 == 6 {
		q.Options.Features |= testgen.Chains
	}
	if seed%11 == 7 {
		q.Options.Features |= testgen.Helpers
	}
	if seed%4 == 3 {
		q.Model = ir.ILP32
	}
	if seed%5 == 4 {
		q.Environment = 0
		for i, r := range Choices() {
			if seed/5>>i&1 != 0 {
				q.Environment |= ir.EnvironmentSet(r)
			}
		}
	}
	return q
}

// Random is a generated program, and the environment to judge it in.
type Random struct {
	Name        string // seed and whatever is not usual
	Text        string
	Program     *ir.Program
	Environment ir.Environment
}

// Generate returns the program of a seed's question.
func Generate(t testing.TB, seed uint64) *Random {
	t.Helper()
	q := Ask(seed)
	text := testgen.Concurrent(q.Options).C()
	return &Random{q.String(), text, Source(t, text, q.Model), q.Environment}
}

// Concurrent runs a test for each seed, on the text of a generated program, and prints the text if it
// fails. features returns the allowed features; nil: the usual ones.
func Concurrent(t *testing.T, seeds iter.Seq[uint64], features func(seed uint64) testgen.Features, test func(t *testing.T, seed uint64, text string)) {
	t.Helper()
	for seed := range seeds {
		o := testgen.Options{Seed: seed}
		if features != nil {
			o.Features = features(seed)
		}
		text := testgen.Concurrent(o).C()
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			test(t, seed, text)
			if t.Failed() {
				t.Log(text)
			}
		})
	}
}

// SomeChains are the usual features, for one seed in four with elements and locks that shared values choose.
func SomeChains(seed uint64) testgen.Features {
	if seed%4 == 3 {
		return testgen.DefaultFeatures | testgen.Chains
	}
	return testgen.DefaultFeatures
}

// HalfOfAll are the usual features for odd seeds, and all for even ones.
func HalfOfAll(seed uint64) testgen.Features {
	if seed%2 == 0 {
		return testgen.AllFeatures
	}
	return testgen.DefaultFeatures
}
