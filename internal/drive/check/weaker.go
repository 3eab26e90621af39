package check

import (
	"context"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/host/cputime"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// These are the limits of the judgement of a weaker model, as parts of the time left.
const (
	firstShare = 0.05 // for a first exploration, which finds most violations
	orderShare = 0.6  // then, for the engine that knows the model; most of the rest is for the exploration again
	lastShare  = 0.9
	// Without Options.Model, there is a smaller time, at most defaultTime. While properties are open,
	// reservedShare of the time is kept for it.
	defaultShare  = 0.5
	defaultTime   = 5 * time.Second
	reservedShare = 0.2
)

// keep returns the part of the time left that open properties may use. The rest is for the judgement of the weaker model.
func (r *runner) keep() time.Duration {
	left := r.budget.remaining()
	switch {
	case r.demanded():
		return scaled(left, 1-weakerShare)
	case r.weaker():
		return left - min(scaled(left, reservedShare), defaultTime)
	}
	return left
}

// judgeWeaker judges the executions of the weaker model, for the properties that need the gate, and adds the answers to it.
func (r *runner) judgeWeaker(list []Judgement, g *gate) error {
	rest := func() time.Duration { return min(r.budget.remaining(), unlimited) }
	if !r.demanded() {
		all, began := min(scaled(rest(), defaultShare), defaultTime), cputime.Used()
		rest = func() time.Duration { return all - (cputime.Used()-began)/time.Duration(r.opts.Jobs) }
	}
	var open []*Judgement
	for i := range list {
		if r.needsGate(list[i]) {
			open = append(open, &list[i])
		}
	}
	g.answers, g.found = make(map[string]*answer), make(map[string]*answer)
	err := r.exploreWeaker(open, g, func() time.Duration { return scaled(rest(), firstShare) })
	if err == nil {
		err = r.askWeaker(open, g, func() time.Duration { return scaled(rest(), orderShare) })
	}
	if err == nil {
		err = r.exploreWeaker(open, g, func() time.Duration { return scaled(rest(), lastShare) })
	}
	return err
}

// judged reports whether the gate has a proof or a violation of a property under the weaker model.
func (g *gate) judged(property string) bool {
	a := g.answers[property]
	return g.found[property] != nil || a != nil && (a.Verdict == verdict.Safe || a.Verdict == verdict.Bounded)
}

// staticShare is the part of the time for the static proof of a property, before other engines.
const staticShare = 0.3

// askWeaker asks the engines that know the weaker model about properties, until one knows the answer. Each property has an equal
// part of the time left.
func (r *runner) askWeaker(open []*Judgement, g *gate, rest func() time.Duration) error {
	sub := newRunner(r.budget, r.program, Options{Environment: r.opts.Environment, Bounds: r.opts.Bounds, Solver: r.opts.Solver, Seed: r.opts.Seed}, r.table)
	sub.allowed, sub.env, sub.tool = r.allowed, r.env, r.tool
	for i, j := range open {
		property, err := verdict.ParseProperty(j.Property)
		if err != nil {
			continue
		}
		sub.model = r.modelOf(property)
		for _, k := range r.table.knowing(sub.model, property) {
			part := rest() / time.Duration(len(open)-i)
			if g.judged(j.Property) || !r.asksOrder(j) || part <= 0 || r.budget.Context().Err() != nil {
				break
			}
			if k.Name == r.table.auto.prover {
				part = scaled(part, staticShare)
			}
			ctx, cancel := r.worth(r.budget.Context(), part)
			a, err := sub.one(ctx, property, k, r.memoryFor(1), r.progressUnder(property, sub.model))
			cancel()
			if err != nil {
				return err
			}
			g.answers[j.Property] = a
		}
	}
	return nil
}

// asksOrder reports whether askWeaker asks about a property. A bounded verdict stays one, so only violations matter.
func (r *runner) asksOrder(j *Judgement) bool {
	return j.Verdict == verdict.Safe || r.demanded()
}

// exploreWeaker explores the executions of the weaker model for the properties that are not judged. Each has an equal part
// of the time left. Under RC11 a data race is undefined behaviour, so a violation after one counts only if the options
// demand the model. A proof counts only without one.
func (r *runner) exploreWeaker(open []*Judgement, g *gate, rest func() time.Duration) error {
	k := r.table.kind("explore")
	for i, j := range open {
		property, err := verdict.ParseProperty(j.Property)
		if err != nil || k == nil {
			continue
		}
		model, err := explore.ModelOf(r.modelOf(property))
		if err != nil {
			return err
		}
		if !model.Properties().Has(property) || r.accepts(property) {
			continue
		}
		part := rest() / time.Duration(len(open)-i)
		if g.judged(j.Property) || part <= 0 || r.budget.Context().Err() != nil {
			continue
		}
		tell := r.progressUnder(property, model.Name())
		r.budget.At("executions of " + trace.MemoryTitle(model.Name()))
		ctx, cancel := r.worth(r.budget.Context(), part)
		report, err := executing(ctx, r, func(ctx context.Context, code *interp.Code) (*explore.Report, error) {
			return explore.Explore(ctx, explore.Task{Code: code, Properties: interp.PropertySet(property), Environment: r.env,
				Unwind: r.opts.Bounds.Unwind, Model: model, Memory: r.memoryFor(1), Progress: func(p engine.Progress) { tell(k.Name, p) }})
		})
		late := ctx.Err() != nil
		cancel()
		switch {
		case err == nil && report.Race != nil && (report.Verdict != verdict.Violation || !r.demanded()):
			a, b, which := places(r.program, []ir.Pos{report.Race.First.Pos}), places(r.program, []ir.Pos{report.Race.Pos}), "in one of them"
			if report.Verdict == verdict.Violation {
				which = "in one that violates the property"
			}
			g.answers[j.Property] = &answer{from: *k, Outcome: engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.WeakMemory,
				Detail: which + " nothing orders the accesses at " + a + " and " + b}}
		case err == nil && report.Verdict == verdict.Violation:
			g.found[j.Property] = &answer{Outcome: report.Outcome, from: *k}
		case err == nil && (report.Verdict == verdict.Safe || within(&report.Outcome)):
			g.answers[j.Property] = &answer{Outcome: report.Outcome, from: *k}
		case err != nil && !late && !Abandoned(err):
			return internalError("executions of "+trace.MemoryTitle(model.Name()), property, err)
		}
	}
	return nil
}

// within reports whether an outcome is about all executions within bounds that larger bounds do not change.
func within(out *engine.Outcome) bool {
	grows := func(m verdict.Mark) bool { return m.Bound.Grows() }
	return out.Verdict == verdict.Bounded && out.Reason == verdict.NoReason && !slices.ContainsFunc(out.Marks, grows)
}

// convict makes verdicts violations of which the gate has an execution of the weaker model, once this was replayed.
func (r *runner) convict(list []Judgement) error {
	g := r.gate.Load()
	if g == nil {
		return nil
	}
	for i := range list {
		j := &list[i]
		a := g.found[j.Property]
		if a == nil {
			continue
		}
		property, err := verdict.ParseProperty(j.Property)
		if err != nil {
			return err
		}
		v := Judgement{Property: j.Property, Verdict: verdict.Violation, Stats: j.Stats}
		v.Stats.Engine = a.from.Name
		if err := r.confirm(r.budget.Context(), property, a, &v); err != nil {
			return err
		}
		if v.Verdict == verdict.Violation {
			switch {
			case v.Trace.Memory == "": // it is sequentially consistent
			case j.Verdict == verdict.Safe:
				v.MemoryOrder = "memory order: there is a violation under " + trace.MemoryTitle(v.Trace.Memory) + ", not under sequential consistency; its trace is not minimised"
			default:
				v.MemoryOrder = "memory order: the violation is an execution of " + trace.MemoryTitle(v.Trace.Memory) + "; its trace is not minimised"
			}
			*j = v
			r.tell(j)
			if r.opts.First {
				r.budget.cancel(errAnswered)
			}
		}
	}
	return nil
}

// knowing lists the engines that can judge a property under a memory model.
func (t *table) knowing(model string, p verdict.Property) (list []*engine.Kind) {
	for i := range t.kinds {
		if k := &t.kinds[i]; slices.Contains(k.Models, model) && p.Is(k.ModelChecks) && k.Supports(p) {
			list = append(list, k)
		}
	}
	return list
}

// underWeaker makes a verdict that is about all executions one about the weaker model, if it needs the gate and the gate
// does not hold. If the executions of the model are not judged, it is unknown if the options demand this model. Otherwise a safe verdict
// becomes bounded, and a bounded one keeps its assumption.
func (r *runner) underWeaker(j *Judgement) {
	g := r.gate.Load()
	if !r.weaker() || !r.needsGate(*j) || g != nil && g.holds {
		return
	}
	a, demanded, why, model := (*answer)(nil), r.demanded(), "there was no time", RC11
	if p, err := verdict.ParseProperty(j.Property); err == nil {
		model = r.modelOf(p)
	}
	title := trace.MemoryTitle(model)
	if g != nil {
		a, why = g.answers[j.Property], g.why
	}
	switch {
	case a == nil:
	case a.Verdict == verdict.Safe:
		if j.Verdict != verdict.Safe { // the weaker model has the executions that were not judged
			*j = Judgement{Property: j.Property, Verdict: verdict.Safe, Assumptions: j.Assumptions, Accepted: j.Accepted, Stats: j.Stats}
			j.Stats.Engine = a.from.Name
		}
		for _, assumed := range a.Assumed {
			if !slices.Contains(j.Assumptions, assumed) {
				j.Assumptions = append(j.Assumptions, assumed)
			}
		}
		j.MemoryOrder = "memory order: " + a.from.Name + " judged all executions of " + title
		j.Proof, j.Certificate, j.Uncertified = nil, nil, a.Uncertified // the others are about sequential consistency
		return
	case a.Verdict == verdict.Bounded:
		*j = Judgement{Property: j.Property, Verdict: a.Verdict, Reason: a.Reason, Message: a.Detail, Bounds: a.Marks, Assumptions: j.Assumptions,
			Accepted: j.Accepted, Stats: j.Stats, MemoryOrder: "memory order: " + a.from.Name + " judged all executions of " + title + " within these bounds"}
		return
	case a.Reason == verdict.WeakMemory:
		why = a.Detail
	default:
		why += "; " + a.from.Name + " does not know whether one violates the property (" + string(a.Reason) + ")"
	}
	undecided := Judgement{Property: j.Property, Verdict: verdict.Bounded, Reason: verdict.WeakMemory, Message: title + " may allow further executions: " + why, Stats: j.Stats}
	switch {
	case demanded:
		undecided.Verdict = verdict.Unknown
		*j = undecided
	case j.Verdict == verdict.Safe:
		undecided.Accepted, undecided.Assumptions = j.Accepted, j.Assumptions
		*j = undecided
	}
}
