package static

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/analysis/modular"
	"github.com/heddle-mc/heddle/internal/analysis/values"
	"github.com/heddle-mc/heddle/internal/certificate"
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
	proof       *modular.Proof  // that was certified
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
		m.report, m.proof, m.late = nil, nil, false
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

// certify returns the proof of a property if it is confirmed, or because of what it is not.
func (m *memo) certify(ctx context.Context, r *values.Result, p *engine.Problem) (*modular.Proof, string) {
	m.Lock()
	defer m.Unlock()
	report, proof, same := m.report, m.proof, m.result == r
	if same && m.late {
		return nil, noTime
	}
	if report == nil || !same {
		limit := certifyTime
		if deadline, ok := ctx.Deadline(); ok {
			limit = min(limit, time.Until(deadline)/certifyShare)
		}
		within, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		proof = r.Proof(within)
		found, err := threads.Confirm(within, p.Program, proof)
		if err != nil || within.Err() != nil {
			m.late = m.late || same && ctx.Err() == nil
			return nil, noTime
		}
		if report = found; same {
			m.report, m.proof = report, proof
		}
	}
	ok, why := report.Confirms(p.Property)
	switch {
	case ok:
		return proof, ""
	case r.Counted:
		return nil, why + ", without counting how often something is added to variables"
	}
	return nil, why
}

// byValues proves a property by what values can be.
func (e *Engine) byValues(ctx context.Context, p *engine.Problem) *engine.Outcome {
	r := e.memo.analyse(ctx, p)
	proved, left := r.Proves(p.Property)
	var proof *modular.Proof
	uncertified := byPaths
	if proved {
		proof, uncertified = e.memo.certify(ctx, r, p)
	} else if left != nil {
		left = pathproof.Prove(ctx, r, p.Property)
		proved = left == nil
	}
	switch {
	case proved:
		out := &engine.Outcome{Verdict: verdict.Safe, Detail: "static values", Layout: engine.EveryLayout, Uncertified: uncertified}
		if proof != nil {
			out.Certificate = &certificate.Claim{Values: proof}
		}
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
