package eager

import (
	"context"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
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
	return depth.Run(ctx, p, e.opts, single, func(s *efsm.System, host solver.Solver, terms *term.Store, _ int) depth.Model {
		return NewEncoding(s, host, terms, Options{Property: p.Property, Places: p.Places, CSR: p.Uses(depth.Reach)})
	})
}

// single is the weight of every state.
func single(*efsm.State) int { return 1 }
