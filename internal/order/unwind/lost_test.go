package unwind_test

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestLost unwinds a program whose control cannot be followed: that is noticed.
func TestLost(t *testing.T) {
	testprog.Lost(t, func(p *ir.Program) error {
		_, err := unwind.Unwind(t.Context(), analyze.Of(p), term.New(term.Options{}), unwind.Options{Property: verdict.Assert, Loop: 2})
		return err
	})
}
