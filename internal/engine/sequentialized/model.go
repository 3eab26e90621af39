package sequentialized

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
)

// Model returns the inlined program of the last completed bounds, to which an outcome of this engine
// refers; nil if none were completed. The model does not cover the schedules of the method.
func (s *Seq) Model(ctx context.Context, p *engine.Problem, _ *engine.Outcome) (inclusion.Model, error) {
	if s.done == (limits{}) {
		return nil, nil
	}
	inlined, err := sequential.Inline(ctx, p.Program, s.method.inlineOptions(p.Alone(), s.done))
	if err != nil {
		return nil, err
	}
	return inclusion.NewInlined(inlined), nil
}

// inlineOptions returns the options of the inlined program of a problem within bounds.
func (m *method) inlineOptions(p *engine.Problem, at limits) sequential.Options {
	return m.options(sequential.Options{Property: p.Property, Environment: p.Environment, Loop: at.loop, Visible: at.visible, Threads: at.threads})
}
