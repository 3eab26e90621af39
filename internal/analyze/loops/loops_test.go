package loops

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// TestGolden compares the analysis of testdata/*.txtar (program.ir; loops.txt).
func TestGolden(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		p, err := ir.Parse(input)
		if err != nil {
			t.Fatal(err)
		}
		if err := ir.Check(p); err != nil {
			t.Fatal(err)
		}
		return func(string) string { return Analyse(p).String() }
	})
}
