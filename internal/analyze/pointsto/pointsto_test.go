package pointsto_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestGolden compares the results for small programs with golden files.
func TestGolden(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		p := testprog.Source(t, input, ir.LP64)
		return func(string) string { return pointsto.Analyse(context.Background(), p).String() }
	})
}
