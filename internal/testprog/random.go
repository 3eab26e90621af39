package testprog

import (
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testgen"
)

// Random is a generated program, and the environment to judge it in.
type Random struct {
	Name        string // seed and whatever is not usual
	Text        string
	Program     *ir.Program
	Environment ir.Environment
}

// Generate returns the program of a seed. One in three has undefined behaviour,
// one in four is for ILP32, and one in five is judged in an environment in which
// whatever can fail may fail.
func Generate(t testing.TB, seed uint64) *Random {
	t.Helper()
	opts := testgen.Options{Seed: seed}
	if seed%3 == 2 {
		opts.Features = testgen.UsualFeatures
	}
	r := &Random{Name: fmt.Sprintf("seed %d features %v", seed, opts.Features), Text: testgen.Concurrent(opts).C()}
	model := ir.LP64
	if seed%4 == 3 {
		model = ir.ILP32
		r.Name += " ilp32"
	}
	if seed%5 == 4 {
		r.Environment = ir.EnvironmentSet(ir.ChooseSpurious, ir.ChooseAllocFail, ir.ChooseSpawnFail, ir.ChooseWeakFail)
		r.Name += " environment"
	}
	r.Program = Source(t, r.Text, model)
	return r
}
