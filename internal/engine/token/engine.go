package token

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Engine is the engine.
type Engine struct{ depth.Engine }

// New returns an engine.
func New(opts depth.Options) *Engine {
	return &Engine{depth.Engine{
		Options: opts, Weight: weight,
		New: func(p *engine.Problem, s *efsm.System, host solver.Solver, terms *term.Store, maxDepth int) depth.Unrolling {
			return &unrolling{Encoding: NewEncoding(s, host, terms, Options{
				Property: p.Property, MaxDepth: maxDepth, Places: p.Places, CSR: p.Uses(depth.Reach), MTX: p.Uses(mtx), POR: p.Uses(por) && opts.Witnesses == 0, Fewest: opts.Witnesses > 0,
			})}
		},
	}}
}

// unrolling is an encoding as a depth.Unrolling.
type unrolling struct {
	*Encoding
	last *Witness
}

var _ depth.Unrolling = (*unrolling)(nil)

// Find implements depth.Unrolling.
func (u *unrolling) Find(ctx context.Context) (*unroll.Witness, string, solver.Result, error) {
	w, result, err := u.Encoding.Find(ctx)
	if w == nil {
		return nil, "", result, err
	}
	u.last = w
	return &w.Witness, w.Via(), result, err
}

// Block implements depth.Unrolling.
func (u *unrolling) Block() bool { return u.Encoding.Block(u.last) }
