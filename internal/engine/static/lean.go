package static

import (
	"context"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
)

// lean keeps thread-modular proofs of the last program for properties that have another proof: no race, or
// no deadlock. The other proof is fast but has no checker. These proofs state the same facts in terms of
// values, which confirm/threads checks.
type lean struct {
	sync.Mutex
	program     *ir.Program
	environment ir.Environment
	next        *values.Lean
	tried       []attempt
	late        bool // there was no time, which other properties need not find out again
}

// attempt is a proof and the report of its confirmation.
type attempt struct {
	proof  *threadproof.Proof
	report *threads.Report
}

// leanShare and leanTime limit the confirmation of other analyses' proofs: at most 1/leanShare of the time
// left, and at most leanTime. The work is also bounded by a number of operations, which takes a tenth of
// that on idle processors. So the answer does not depend on the load of the machine.
const (
	leanShare = 2
	leanTime  = 10 * time.Second
)

// certify looks for a confirmed proof by values of a property that another analysis proved. It stores the
// proof in out or, without one, the reason in out.Uncertified.
func (e *Engine) certify(ctx context.Context, p *engine.Problem, out *engine.Outcome) {
	start := time.Now()
	proof, why := e.memo.confirmed(p), ""
	if proof == nil {
		proof, why = e.lean.certify(ctx, p)
	}
	if proof == nil && why != noTime {
		if r := e.memo.known(p); r != nil { // that the other proof may rest on
			if with, because := e.memo.certify(ctx, r, p, false, nil); with != nil {
				proof = with
			} else if why == "" {
				why = because
			}
		}
	}
	out.Stats.Stage("certify").Time += time.Since(start)
	if proof == nil {
		out.Uncertified = why
		return
	}
	out.Certificate = &certificate.Claim{Values: proof}
}

// certify returns the first confirmed proof of a property, in order of cost, or the reason why the last one
// failed.
func (l *lean) certify(ctx context.Context, p *engine.Problem) (proof *threadproof.Proof, why string) {
	l.Lock()
	defer l.Unlock()
	if l.late && l.program == p.Program {
		return nil, noTime
	}
	limit := leanTime
	if deadline, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(deadline)/leanShare)
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if l.program != p.Program || l.environment != p.Environment {
		l.program, l.environment, l.tried, l.late = p.Program, p.Environment, nil, false
		l.next = values.NewLean(within, p.Facts(), p.Environment)
	}
	if within.Err() != nil {
		l.late = true
		return nil, noTime
	}
	for i := 0; ; i++ {
		if i == len(l.tried) {
			next, ok := l.attempt(within)
			if !ok {
				l.late = true
				return nil, noTime
			}
			if next == nil {
				break
			}
			l.tried = append(l.tried, *next)
		}
		ok, because := l.tried[i].report.Confirms(p.Property)
		if ok {
			return l.tried[i].proof, ""
		}
		why = because
	}
	if len(l.tried) == 0 {
		return nil, "not covered: " + l.next.Lost()
	}
	last := &l.tried[len(l.tried)-1]
	if last.report.NotCovered != "" {
		return nil, why
	}
	along := *last.proof
	along.Paths = []verdict.Property{p.Property}
	report, err := threads.Confirm(within, p.Program, &along)
	if err != nil || within.Err() != nil {
		return nil, noTime
	}
	ok, because := report.Confirms(p.Property)
	if ok {
		return &along, ""
	}
	return nil, because
}

// attempt confirms the next proof, and reports whether there was time for that. It returns nil if there is
// none.
func (l *lean) attempt(ctx context.Context) (*attempt, bool) {
	proof := l.next.Next(ctx)
	if proof == nil || ctx.Err() != nil {
		return nil, ctx.Err() == nil
	}
	report, err := threads.Confirm(ctx, l.program, proof)
	if err != nil || ctx.Err() != nil {
		return nil, false
	}
	return &attempt{proof, report}, true
}
