package seq

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/member"
	"github.com/heddle-mc/heddle/internal/seqz"
)

// Model returns the inlined program that the method began from within the last bounds that
// an outcome of this engine is about; nil if none were completed. Which schedules the
// method gives it is not looked at.
func (s *Seq) Model(ctx context.Context, p *engine.Problem, _ *engine.Outcome) (member.Model, error) {
	if s.done == (limits{}) {
		return nil, nil
	}
	inlined, err := seqz.Inline(ctx, p.Program, s.method.inlineOptions(p.Alone(), s.done))
	if err != nil {
		return nil, err
	}
	return member.NewInlined(inlined), nil
}

// inlineOptions returns the options of the inlined program of a problem within bounds.
func (m *method) inlineOptions(p *engine.Problem, at limits) seqz.Options {
	return m.options(seqz.Options{Property: p.Property, Environment: p.Environment, Loop: at.loop, Visible: at.visible, Threads: at.threads})
}
