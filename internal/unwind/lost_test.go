package unwind_test

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/analysis"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/unwind"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// TestLost unwinds a program whose control cannot be followed: that is noticed.
func TestLost(t *testing.T) {
	testprog.Lost(t, func(p *ir.Program) error {
		_, err := unwind.Unwind(t.Context(), analysis.Of(p), term.New(term.Options{}), unwind.Options{Property: verdict.Assert, Loop: 2})
		return err
	})
}
