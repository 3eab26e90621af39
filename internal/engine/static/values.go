package static

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
	"github.com/heddle-mc/heddle/internal/prove/pathproof"
)

// memo keeps the last result of package values: one analysis serves all properties.
type memo struct {
	sync.Mutex
	program     *ir.Program
	environment ir.Environment
	result      *values.Result
	certified   certified
}

// certified holds the results of certifying a values.Result.
type certified struct {
	base   *threadproof.Proof // written by package values; nil: not yet
	proof  *threadproof.Proof // the confirmed proof: base with the facts shown along paths
	report *threads.Report
	paths  []verdict.Property // that are
	bounds []threadproof.Bound
	late   bool // there was no time for that, which other properties need not find out again
	// guessLate: there was no time to choose among bounds, which takes longer than confirming: that may be
	// in time for other properties.
	guessLate bool
	chose     bool // among bounds of loops that were proposed: chosen and cells hold
	chosen    []threadproof.Bound
	cells     []threadproof.CellBound
	plain     *certified // of the values without elements' own locks; nil: not yet certified
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
		m.certified = certified{}
	}
	return m.result
}

// known returns the bounds on values in the program of p, if they were already computed; else nil.
func (m *memo) known(p *engine.Problem) *values.Result {
	m.Lock()
	defer m.Unlock()
	if m.program != p.Program || m.environment != p.Environment || m.result == nil || m.result.Lost != "" {
		return nil
	}
	return m.result
}

// confirmed returns a proof that was confirmed for another property and covers this one; nil: there is
// none.
func (m *memo) confirmed(p *engine.Problem) *threadproof.Proof {
	r := m.known(p)
	m.Lock()
	defer m.Unlock()
	if r == nil || r != m.result || m.certified.report == nil {
		return nil
	}
	if ok, _ := m.certified.report.Confirms(p.Property); !ok {
		return nil
	}
	return m.certified.proof
}

// Certifying may take one part in certifyShare of the time that is left, and certifyTime at most.
const (
	certifyShare = 5
	certifyTime  = 4 * time.Second
)

const noTime = "there was no time"

// byPaths is the reason for unconfirmed proofs of package pathproof.
const byPaths = "relations between values were proved along paths"

// certify returns the proof of a property if it is confirmed, else the reason why it is not. If paths is
// true, the proof is one along paths, and rests on bounds.
func (m *memo) certify(ctx context.Context, r *values.Result, p *engine.Problem, paths bool, bounds []threadproof.Bound) (*threadproof.Proof, string) {
	m.Lock()
	defer m.Unlock()
	c := &m.certified
	if m.result != r {
		c = new(certified)
	}
	if c.late {
		return nil, noTime
	}
	limit := certifyTime
	if deadline, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(deadline)/certifyShare)
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	proof, why := c.certify(within, r, p.Property, paths, bounds)
	if plain := r.Plain(); proof == nil && plain != nil && why != noTime {
		with, _ := r.Proves(p.Property)
		if without, _ := plain.Proves(p.Property); without || !with {
			if c.plain == nil {
				c.plain = new(certified)
			}
			proof, _ = c.plain.certify(within, plain, p.Property, paths, bounds)
		}
	}
	switch {
	case proof != nil:
		return proof, ""
	case why == noTime:
		c.late = ctx.Err() == nil
	case paths:
		why = byPaths + ": " + why
	}
	return nil, why
}

// certify is memo.certify within the time of ctx.
func (c *certified) certify(ctx context.Context, r *values.Result, p verdict.Property, paths bool, bounds []threadproof.Bound) (*threadproof.Proof, string) {
	if paths {
		c.follow(p, bounds)
	}
	for {
		if !c.confirm(ctx, r) {
			return nil, noTime
		}
		ok, why := c.report.Confirms(p)
		if ok {
			return c.proof, ""
		}
		if c.report.NotCovered != "" || !c.follow(p, nil) {
			return nil, why // more is not found along paths
		}
	}
}

// follow adds a property to the properties that are confirmed along paths, and reports whether it is
// new there.
func (c *certified) follow(p verdict.Property, bounds []threadproof.Bound) bool {
	if slices.Contains(c.paths, p) {
		return false
	}
	c.paths, c.report = append(c.paths, p), nil
	for _, b := range bounds {
		if !slices.Contains(c.bounds, b) {
			c.bounds = append(c.bounds, b)
		}
	}
	return true
}

// confirm confirms the proof unless it already was, and reports whether there was time for that.
func (c *certified) confirm(ctx context.Context, r *values.Result) bool {
	if c.report != nil {
		return true
	}
	if c.base == nil {
		base := r.Proof(ctx)
		if ctx.Err() != nil {
			return false
		}
		c.base = base
	}
	for {
		proof := *c.base
		proof.Paths, proof.Bounds = slices.Clone(c.paths), slices.Clone(c.bounds)
		report, err := threads.Confirm(ctx, r.Program, &proof)
		if err != nil || ctx.Err() != nil {
			return false
		}
		if c.proof, c.report = &proof, report; report.Unconfirmed == "" || len(proof.Counters) == 0 || len(proof.Paths) == 0 {
			return true
		}
		without := *c.base // the proof may hold without counters, too
		without.Counters, without.Trips = nil, nil
		c.base = &without
	}
}

// byValues proves a property by bounds on values.
func (e *Engine) byValues(ctx context.Context, p *engine.Problem) *engine.Outcome {
	for _, in := range p.Program.Funcs[p.Program.Start].Instrs() {
		if in.Op == ir.OpLimit { // executions beyond a limit of the inputs have no proof
			return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Detail: "limit: " + in.Text}
		}
	}
	r := e.memo.analyse(ctx, p)
	proved, left := r.Proves(p.Property)
	var bounds []threadproof.Bound
	paths := left != nil
	if paths {
		left, bounds = pathproof.Prove(ctx, r, p.Property)
		proved = left == nil
	}
	if left != nil {
		if proof := e.memo.guess(ctx, r, p); proof != nil {
			out := &engine.Outcome{Verdict: verdict.Safe, Detail: "static values", Layout: engine.EveryLayout, Certificate: &certificate.Claim{Values: proof}}
			if r.Unset {
				out.Assumed = []string{Assumed}
			}
			return out
		}
	}
	switch {
	case proved:
		proof, uncertified := e.memo.certify(ctx, r, p, paths, bounds)
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
	case left == nil && p.Property == verdict.Overflow && pathproof.ProveApart(ctx, r.Program, r.Lost):
		return &engine.Outcome{Verdict: verdict.Safe, Detail: "static values", Layout: engine.EveryLayout, Uncertified: "not covered: " + r.Lost}
	case left == nil:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Detail: r.Lost}
	}
	return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved,
		Detail: fmt.Sprintf("%s: %s", place(r.Program, left.Pos), left.Why)}
}
