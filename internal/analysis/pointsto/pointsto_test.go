package pointsto_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/analysis/pointsto"
	"github.com/heddle-mc/heddle/internal/golden"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testprog"
)

// TestGolden compares the results for small programs with golden files.
func TestGolden(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		p := testprog.Source(t, input, ir.LP64)
		return func(string) string { return pointsto.Analyse(context.Background(), p).String() }
	})
}
