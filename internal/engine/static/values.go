package static

import (
	"context"
	"fmt"
	"sync"

	"github.com/heddle-mc/heddle/internal/analysis/values"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// memo keeps the last result of package values: one analysis serves all properties.
type memo struct {
	sync.Mutex
	program     *ir.Program
	environment ir.Environment
	result      *values.Result
}

func (m *memo) analyse(ctx context.Context, p *engine.Problem) *values.Result {
	m.Lock()
	defer m.Unlock()
	if program := p.Program; m.program != program || m.environment != p.Environment {
		r := values.Analyse(ctx, p.Facts(), p.Environment)
		if r.Lost != "" && ctx.Err() != nil {
			return r
		}
		m.program, m.environment, m.result = program, p.Environment, r
	}
	return m.result
}

// byValues proves a property by what values can be.
func (e *Engine) byValues(ctx context.Context, p *engine.Problem) *engine.Outcome {
	r := e.memo.analyse(ctx, p)
	proved, left := r.Proves(p.Property)
	switch {
	case proved && r.Unset:
		return &engine.Outcome{Verdict: verdict.Safe, Detail: "static values", Layout: engine.EveryLayout, Assumed: []string{Assumed}}
	case proved:
		return &engine.Outcome{Verdict: verdict.Safe, Detail: "static values", Layout: engine.EveryLayout}
	case r.Lost != "" && ctx.Err() != nil:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Timeout}
	case left == nil:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Detail: r.Lost}
	}
	return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved,
		Detail: fmt.Sprintf("%s: %s", place(r.Program, left.Pos), left.Why)}
}
