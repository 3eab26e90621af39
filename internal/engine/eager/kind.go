package eager

import (
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Engine is the engine.
type Engine struct{ depth.Engine }

// New returns an engine.
func New(opts depth.Options) *Engine {
	return &Engine{depth.Engine{
		Options: opts,
		Weight:  weight(opts),
		New: func(p *engine.Problem, s *efsm.System, host solver.Solver, terms *term.Store, _ int) depth.Unrolling {
			return NewEncoding(s, host, terms, Options{Property: p.Property, Places: p.Places, CSR: p.Uses(depth.Reach), Tokens: opts.Tokens})
		},
	}}
}

// Kind describes the engine.
func Kind() engine.Kind {
	k := depth.Kind()
	k.Name = "eager"
	k.Bounds = depth.Bounds
	k.Summary = "the same systems composed step by step with a scheduler, the baseline of `token`"
	k.Options = append(k.Options, engine.Option{Name: "composition", Values: []string{"scheduler", tokenComposition},
		Help: "how threads take turns: by a scheduler at visible states (`scheduler`, the default), or as in the paper by synchronisation states and a token (`token`)"})
	k.New = func(s engine.Settings) engine.Engine {
		opts := depth.OptionsOf(s)
		opts.Tokens = s["composition"] == tokenComposition
		return New(opts)
	}
	return k
}
