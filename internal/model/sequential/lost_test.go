package sequential

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestLost inlines a program whose control cannot be followed: that is noticed.
func TestLost(t *testing.T) {
	testprog.Lost(t, func(p *ir.Program) error {
		_, err := Inline(t.Context(), p, Options{Property: verdict.Assert, Loop: 2})
		return err
	})
}
