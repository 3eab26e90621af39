package circuit

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/member"
)

// Model returns the transition system that an outcome of this engine is about.
func (*Engine) Model(ctx context.Context, p *engine.Problem, _ *engine.Outcome) (member.Model, error) {
	s, err := depth.System(ctx, p, nil)
	if err != nil {
		return nil, err
	}
	return member.NewSystem(s), nil
}
