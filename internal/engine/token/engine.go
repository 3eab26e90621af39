package token

import (
	"context"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/member"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
)

// Engine is the engine.
type Engine struct{ depth.Engine }

// New returns an engine.
func New(opts depth.Options) *Engine {
	return &Engine{depth.Engine{
		Options: opts, Weight: weight,
		New: func(p *engine.Problem, s *efsm.System, host solver.Solver, terms *term.Store, maxDepth int) depth.Model {
			return &model{Encoding: NewEncoding(s, host, terms, Options{
				Property: p.Property, MaxDepth: maxDepth, Places: p.Places, CSR: p.Uses(depth.Reach), MTX: p.Uses(mtx),
			})}
		},
	}}
}

// Model returns the transition system that an outcome of this engine is about.
func (e *Engine) Model(ctx context.Context, p *engine.Problem, _ *engine.Outcome) (member.Model, error) {
	s, err := depth.System(ctx, p, e.Weight)
	if err != nil {
		return nil, err
	}
	return member.NewSystem(s), nil
}

// model is an encoding as a depth.Model.
type model struct {
	*Encoding
	last *Witness
}

var _ depth.Model = (*model)(nil)

// Find implements depth.Model.
func (m *model) Find(ctx context.Context) (*unroll.Witness, string, solver.Result, error) {
	w, result, err := m.Encoding.Find(ctx)
	if w == nil {
		return nil, "", result, err
	}
	m.last = w
	return &w.Witness, w.Via(), result, err
}

// Block implements depth.Model.
func (m *model) Block() bool { return m.Encoding.Block(m.last) }
