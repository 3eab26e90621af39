package static

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/analysis/values"
	"github.com/heddle-mc/heddle/internal/certify/threads"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/pathproof"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// memo keeps the last result of package values: one analysis serves all properties.
type memo struct {
	sync.Mutex
	program     *ir.Program
	environment ir.Environment
	result      *values.Result
	report      *threads.Report // of certifying it; nil: not done
	late        bool            // there was no time for that, which other properties need not find out again
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
		m.report, m.late = nil, false
	}
	return m.result
}

// Certifying may take one part in certifyShare of the time that is left, and certifyTime at most.
const (
	certifyShare = 5
	certifyTime  = 4 * time.Second
)

const noTime = "there was no time"

// byPaths says because of what a proof with package pathproof is not confirmed.
const byPaths = "relations between values were proved along paths"

// uncertified returns because of what a proof of a property is not confirmed; empty: it is.
func (m *memo) uncertified(ctx context.Context, r *values.Result, p *engine.Problem) string {
	m.Lock()
	defer m.Unlock()
	report, same := m.report, m.result == r
	if same && m.late {
		return noTime
	}
	if report == nil || !same {
		limit := certifyTime
		if deadline, ok := ctx.Deadline(); ok {
			limit = min(limit, time.Until(deadline)/certifyShare)
		}
		within, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		found, err := threads.Confirm(within, p.Program, r.Proof(within))
		if err != nil || within.Err() != nil {
			m.late = m.late || same && ctx.Err() == nil
			return noTime
		}
		if report = found; same {
			m.report = report
		}
	}
	ok, why := report.Confirms(p.Property)
	switch {
	case ok:
		return ""
	case r.Counted:
		return why + ", without counting how often something is added to variables"
	}
	return why
}

// byValues proves a property by what values can be.
func (e *Engine) byValues(ctx context.Context, p *engine.Problem) *engine.Outcome {
	r := e.memo.analyse(ctx, p)
	proved, left := r.Proves(p.Property)
	uncertified := byPaths
	if proved {
		uncertified = e.memo.uncertified(ctx, r, p)
	} else if left != nil {
		left = pathproof.Prove(ctx, r, p.Property)
		proved = left == nil
	}
	switch {
	case proved:
		out := &engine.Outcome{Verdict: verdict.Safe, Detail: "static values", Layout: engine.EveryLayout, Uncertified: uncertified}
		if r.Unset {
			out.Assumed = []string{Assumed}
		}
		return out
	case r.Lost != "" && ctx.Err() != nil:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Timeout}
	case left == nil:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Detail: r.Lost}
	}
	return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved,
		Detail: fmt.Sprintf("%s: %s", place(r.Program, left.Pos), left.Why)}
}
