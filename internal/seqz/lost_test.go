package seqz

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// TestLost inlines a program whose control cannot be followed: that is noticed.
func TestLost(t *testing.T) {
	testprog.Lost(t, func(p *ir.Program) error {
		_, err := Inline(t.Context(), p, Options{Property: verdict.Assert, Loop: 2})
		return err
	})
}
