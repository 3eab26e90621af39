package sequentialized

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Sequential makes the sequential program of a method, within bounds. l.Number is in the method's unit, see
// BoundsWrites.
func Sequential(ctx context.Context, name string, p *ir.Program, o sequential.Options, l sequential.Limits) (*sequential.Sequential, error) {
	m := New(name).method
	inlined, err := sequential.Inline(ctx, p, m.options(o))
	if err != nil {
		return nil, fmt.Errorf("inline: %w", err)
	}
	s, err := m.make(ctx, inlined, l)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// BoundsWrites reports whether a method bounds writes, and not rounds or contexts.
func BoundsWrites(name string) bool { return New(name).method.measure != bySwitches }
