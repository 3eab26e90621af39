package order

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// cellsPer is the number of programs of cells for each other generated program: they are fast.
const cellsPer = 10

// TestCells compares the engine with the explorer, with all passes and without each of them. The programs
// compute from values that wrap around and lose bits. Most of them reach the violation, so that a bound
// which lacks a value causes a wrong verdict.
func TestCells(t *testing.T) {
	count, explored := make(testprog.Tally), 0
	for seed := range generated.Next(cellsPer * generated.N()) {
		target := testgen.Targets[seed%uint64(len(testgen.Targets))]
		property, err := verdict.ParseProperty(string(target))
		if err != nil {
			t.Fatal(err)
		}
		text := testgen.Cells(seed, target)
		code := testprog.Code(t, text)
		found, err := smc.Explore(context.Background(), code, smc.Options{
			Properties: interp.PropertySet(property), StopAtFirst: true, Executions: 20_000, Reduction: smc.DPOR, Domain: inputs,
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if found.Complete || len(found.Violations) > 0 {
			explored++
		}
		for _, without := range []string{"", narrowing, pruning} {
			problem := engine.Problem{Program: code.Program(), Property: property}
			name := "order"
			if without != "" {
				problem.Without = []string{without}
				name = "order without " + without
			}
			count.Agree(t, name, judge(t, Options{}, problem), found, verdict.Bounded)
		}
		if t.Failed() {
			t.Fatalf("seed %d, %s:\n%s", seed, target, text)
		}
	}
	testprog.AtLeast(t, explored, cellsPer*generated.N(), 99)
	testprog.Decided(t, count, 99)
}

// inputs returns the values of choices to explore. Programs of cells end at once if an input is greater
// than testgen.MostInput.
func inputs(interp.Choice) (values []wide.Word, exact bool) {
	for v := range uint64(testgen.MostInput + 2) {
		values = append(values, wide.Word{Lo: v})
	}
	return values, true
}
