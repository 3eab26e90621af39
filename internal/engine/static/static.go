// Package static is the engine that executes nothing: it proves properties from
// the program's text, for every bound at once, or knows nothing. It knows data
// races (package analyze/raceproof), deadlocks (package analyze/lockorder), and what
// depends on the values of variables (package analyze/values). It stores a proof with the outcome if package
// confirm/threads confirms it; another proof counts as uncertified. Some proofs also hold for weaker memory (rc11.go).
//
// Package drive/check runs it by its Kind, before the other engines. It never reports a
// violation.
//
// # The order of suspects
//
// A report on races orders the accesses without a proof by location, the most suspicious first (report.go):
//
//   - Most places of a location are under one lock, or atomic. So the program means to protect it, and the others are few.
//   - An update may be lost: two threads write, and one computes its value from the old one. That is an error for all uses
//     of the value. Other accesses may be ordered by means that the proof does not know.
//   - No protection is known. A thread often writes such a location before others run.
//   - It is not even known that both accesses are to the location, or only not that their lock excludes others.
package static

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/lockorder"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Engine is the engine of static proofs. It keeps the results of the last program for further properties.
type Engine struct {
	memo   memo
	lean   lean
	weakly weakly
}

// New returns an engine.
func New() *Engine { return &Engine{} }

// Assumed is the assumption of some proofs beyond those of every verdict.
const Assumed = "no access through a pointer that was never given a value"

// teamsUncertified is the reason why no certificate is looked for: package values does not know what constructs of OpenMP promise.
const teamsUncertified = "certificates do not know the constructs of OpenMP"

// Run implements engine.Engine. Bounds only cut executions, so a property of all executions holds for those
// within bounds.
func (e *Engine) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	if p.Model != "" {
		return e.underRC11(ctx, p), nil
	}
	switch p.Property {
	case verdict.Race, verdict.Deadlock:
		judge := e.races
		if p.Property == verdict.Deadlock {
			judge = deadlocks
		}
		out := judge(ctx, p)
		if out.Verdict == verdict.Safe && out.Uncertified == "" && !p.Program.WeakRaces { // whose proofs are not shown
			e.certify(ctx, p, out)
		}
		return out, nil
	}
	return e.byValues(ctx, p), nil
}

func deadlocks(ctx context.Context, p *engine.Problem) *engine.Outcome {
	why := lockorder.Analyse(ctx, p.Facts())
	switch {
	case why == "":
		return &engine.Outcome{Verdict: verdict.Safe, Detail: "static deadlock freedom", Layout: engine.EveryLayout, Assumed: []string{Assumed}}
	case ctx.Err() != nil:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Timeout}
	}
	return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Detail: why}
}

// fewPairs is the largest number of undecided pairs of accesses for which values are analysed: with more,
// most would stay undecided.
const fewPairs = 20

// largeProgram is the number of instructions from which on a brief survey comes first, so that there is a report
// even if the time ends in a later phase.
const largeProgram = 4000

// races judges the pairs of accesses, with at least a report for a large program.
func (e *Engine) races(ctx context.Context, p *engine.Problem) *engine.Outcome {
	n := 0
	for range p.Program.Instrs() {
		n++
	}
	if program := gathered(p.Program); program != p.Program {
		other := *p
		other.Program, other.Known = program, nil
		p = &other
	}
	j := judges{ctx: ctx, p: p, env: p.Environment.For(verdict.Race)}
	var brief *engine.Races
	if n >= largeProgram && !p.Program.WeakRaces {
		if r := j.ask(raceproof.SurveyBriefly); r.Lost == "" {
			brief = report(r)
		}
	}
	if brief != nil && p.Races != nil {
		p.Races(brief)
	}
	out := e.proveRaces(&j)
	if out.Verdict == verdict.Unknown && brief != nil && (out.Races == nil || j.ctx.Err() != nil && openShare(brief) < openShare(out.Races)) {
		out.Races = brief
	}
	out.Stats.Stage("points-to").Time += j.pointers
	out.Stats.Stage("race proof").Time += j.pairs
	return out
}

// openShare returns the part of the pairs that are not proved.
func openShare(r *engine.Races) float64 {
	open := r.Pairs
	for _, p := range r.Proved {
		open -= p.Pairs
	}
	return float64(open) / float64(max(r.Pairs, 1))
}

// judges runs package raceproof, and adds up its time.
type judges struct {
	ctx             context.Context
	p               *engine.Problem
	env             ir.Environment
	pointers, pairs time.Duration
}

func (j *judges) ask(judge func(context.Context, *analyze.Facts, ir.Environment) *raceproof.Result) *raceproof.Result {
	start := time.Now()
	r := judge(j.ctx, j.p.Facts(), j.env)
	j.pointers += r.Pointers
	j.pairs += time.Since(start) - r.Pointers
	return r
}

// proveRaces runs package raceproof. If few pairs are left, bounds on values may show that control does not
// reach an access, or that two indices differ.
func (e *Engine) proveRaces(j *judges) *engine.Outcome {
	ctx, p := j.ctx, j.p
	r := j.ask(raceproof.Analyse)
	if !r.RaceFree() && len(r.Pairs) <= fewPairs && ctx.Err() == nil && j.env.In(p.Program) == p.Environment.In(p.Program) {
		if known := e.memo.analyse(ctx, p); known.Lost == "" {
			r = j.ask(func(ctx context.Context, f *analyze.Facts, env ir.Environment) *raceproof.Result {
				return raceproof.AnalyseKnowing(ctx, f, env, known)
			})
		}
	}
	if r.Lost != "" && ctx.Err() == nil {
		if s := j.ask(raceproof.Survey); s.Lost == "" {
			return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Detail: r.Lost, Races: report(s)}
		}
	}
	switch {
	case r.RaceFree():
		out := &engine.Outcome{Verdict: verdict.Safe, Detail: "static race freedom", Layout: engine.EveryLayout, Assumed: []string{Assumed}}
		if r.Teams {
			out.Uncertified = teamsUncertified
		}
		return out
	case r.Lost != "" && ctx.Err() != nil:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Timeout}
	case r.Lost != "":
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Detail: r.Lost}
	case ctx.Err() != nil:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Timeout, Races: report(r)}
	case len(r.Pairs) == 0:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Detail: "the program is too large", Races: report(r)}
	}
	first := r.Pairs[0]
	detail := fmt.Sprintf("accesses at %s and %s may race", place(r.Program, first.PosA), place(r.Program, first.PosB))
	if n := len(r.Pairs) - 1; n > 0 {
		detail += fmt.Sprintf(", and %d more pairs", n)
	}
	return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Detail: detail, Races: report(r)}
}

// place writes a place in the source.
func place(p *ir.Program, at ir.Pos) string {
	return cmp.Or(at.Text(p.Files), "an unknown place")
}
