package token

import (
	"context"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
)

// Engine is the engine.
type Engine struct{ opts depth.Options }

var _ engine.Engine = (*Engine)(nil)

// New returns an engine.
func New(opts depth.Options) *Engine { return &Engine{opts} }

// Run implements engine.Engine.
func (e *Engine) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	return depth.Run(ctx, p, e.opts, weight, func(s *efsm.System, host solver.Solver, terms *term.Store, maxDepth int) depth.Model {
		return &model{Encoding: NewEncoding(s, host, terms, Options{
			Property: p.Property, MaxDepth: maxDepth, Places: p.Places, CSR: p.Uses(depth.Reach), MTX: p.Uses(mtx),
		})}
	})
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
