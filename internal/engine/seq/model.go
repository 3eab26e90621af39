package seq

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/member"
	"github.com/heddle-mc/heddle/internal/seqz"
)

// Model returns the flat form that the method began from within the last bounds that
// an outcome of this engine is about; nil if none were completed. Which schedules the
// method gives it is not looked at.
func (s *Seq) Model(ctx context.Context, p *engine.Problem, _ *engine.Outcome) (member.Model, error) {
	if s.done == (limits{}) {
		return nil, nil
	}
	flat, err := seqz.Flatten(ctx, p.Program, s.method.flatOptions(p.Alone(), s.done))
	if err != nil {
		return nil, err
	}
	return member.NewFlat(flat), nil
}

// flatOptions returns the options of the flat form of a problem within bounds.
func (m *method) flatOptions(p *engine.Problem, at limits) seqz.Options {
	return m.options(seqz.Options{Property: p.Property, Environment: p.Environment, Loop: at.loop, Visible: at.visible, Threads: at.threads})
}
