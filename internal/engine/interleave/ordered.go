package interleave

import (
	"context"
	"strings"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/interleave"
	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// ordered looks for violations that an interleaving does not decide: races, since happens-before allows
// other orders, and deadlocks, whose waits see the last values. Package consistency encodes them. Its
// relations are constrained by the schedule, which has a bounded number of contexts.
type ordered struct {
	*run
	*interleave.Formula
	g    *event.Graph
	s    asker
	e    *consistency.Encoding
	tree *interleave.Tree // of the interleavings that are solved one by one; nil: all at once
}

func (r *run) ordered(ctx context.Context, p *interleave.Program, s asker, contexts int) (looker, error) {
	f := interleave.NewSchedule(p, s, contexts)
	g := r.program.graph
	e, err := consistency.New(ctx, g, s.Solver, consistency.Options{Eager: true, Candidates: r.program.candidates, Schedule: f})
	if err != nil {
		return nil, err
	}
	for _, at := range r.raced {
		e.ExcludeRace(at)
	}
	o := &ordered{run: r, Formula: f, g: g, s: s, e: e}
	switch {
	case r.one:
		o.tree = r.tree(p, s, contexts)
		o.tree.Ask = o.ask
	case r.widen:
		f.Narrow()
	}
	return o, nil
}

// ask solves one interleaving.
func (o *ordered) ask(ctx context.Context, turns []interleave.Turn) (bool, error) {
	return o.each(ctx, func(what term.ID) (bool, error) {
		return o.s.Satisfiable(ctx, append(o.Blocks(turns), what)...)
	})
}

// each asks whether there is a violation. If all races are wanted, it keeps them, and returns false.
func (o *ordered) each(ctx context.Context, ask func(what term.ID) (bool, error)) (bool, error) {
	for {
		what := o.e.Question()
		if what == term.False {
			return false, nil
		}
		if found, err := ask(what); !found || err != nil || !o.problem.All || o.problem.Property != verdict.Race {
			return found, err
		}
		if err := o.keep(ctx); err != nil {
			return false, err
		}
	}
}

func (o *ordered) search(ctx context.Context) (bool, error) {
	if o.tree == nil {
		return o.each(ctx, func(what term.ID) (bool, error) { return o.Ask(ctx, what) })
	}
	found, err := o.tree.Search(ctx)
	return found != nil, err
}

// Reached implements looker.
func (o *ordered) Reached(ctx context.Context) (marks []int, cut bool, err error) {
	if o.tree == nil {
		return o.Formula.Reached(ctx)
	}
	return o.tree.Reached(ctx)
}

// Stats implements looker.
func (o *ordered) Stats() interleave.Stats {
	if o.tree == nil {
		return o.Formula.Stats()
	}
	return o.tree.Stats()
}

func (o *ordered) keep(ctx context.Context) error {
	if o.problem.Property == verdict.Race {
		r, err := o.e.DecodeRace()
		if err != nil {
			return err
		}
		o.raced = append(o.raced, r.Locations)
		o.e.ExcludeRace(r.Locations)
		return o.run.search.Raced(ctx, r.Trace, o.g.Touches[r.First].Pos, o.g.Touches[r.Second].Pos)
	}
	f, err := o.e.Decode()
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	for _, t := range []*trace.Trace{f.Trace, f.Longer} {
		found, err := o.problem.Replay(ctx, t)
		if err != nil {
			return err
		}
		if all, end := interp.ConfirmDeadlock(ctx, o.problem.Code(), t, interp.Options{}); all || end {
			o.run.search.Found.Violations = []engine.Violation{found}
			return nil
		}
	}
	at := f.Trace.Failure
	o.run.search.Unsupported = strings.Join([]string{"a deadlock that may end when somebody unlocks what another thread owns, at",
		verdict.Location{File: at.File, Line: at.Line, Column: at.Column}.String()}, " ")
	return nil
}
