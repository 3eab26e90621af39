package check

import (
	"context"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/weak"
)

// These are the values of Options.Model: executions are sequentially consistent; or those of RC11 as well,
// so safe and bounded verdicts need the gate, or else an engine that knows RC11.
const (
	SC   = "sc"
	RC11 = engine.RC11
)

// gate is the answer whether RC11 allows only the sequentially consistent executions of a program. By the
// theorem DRF-SC (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential consistency in C/C++11, PLDI
// 2017, theorem 4) it does if, in each of these, happens-before orders all conflicting accesses that are not
// both seq_cst. That is the absence of races in the program with ir.Program.WeakRaces, for all executions.
type gate struct {
	holds   bool
	why     string   // it does not hold, or there was no proof
	assumed []string // of the proof
	// answers are those of an engine about the executions of RC11, by property, if the gate does not hold and
	// Options.Model is RC11.
	answers map[string]*answer
	// found are, likewise, violations in executions of RC11.
	found map[string]*answer
}

// drfSC describes a gate that holds.
const drfSC = "memory order: accesses that are not both seq_cst never race, so RC11 allows no further execution (DRF-SC)"

// These are the limits of the gate: a part of the time left, and a time unless Options.Model is RC11.
const (
	gateShare = 0.1
	gateTime  = 2 * time.Second
	rc11Share = 0.5 // of the time left, if Options.Model is RC11: for the gate, and before for all that needs it
	// orderShare is the part of the time left, if the gate does not hold, for the engine that knows RC11. Most of the
	// rest is for the exploration of executions.
	orderShare = 0.6
)

// gateEngines answer the gate, with their parts of its time left. Others have no notion of ir.Program.WeakRaces.
var gateEngines = []turn{{engine: "static", share: 0.5}, {engine: "order", share: 0.5}, {engine: "explore", share: 1}}

// openGate answers the gate if a verdict needs it, and the program has atomic operations weaker than seq_cst
// or the options demand RC11.
func (r *runner) openGate(list []Judgement) error {
	at := slices.IndexFunc(list, r.needsGate)
	if at < 0 || r.opts.Model == SC || r.opts.Model != RC11 && weakOrders(r.program) == "" {
		return nil
	}
	r.budget.At("memory order")
	start := time.Now()
	g, err := r.askGate(list)
	if err == nil && !g.holds && r.opts.Model == RC11 {
		if g.answers, err = r.askRC11(list); err == nil {
			g.found, err = r.exploreRC11(list, g.answers)
		}
	}
	if err != nil {
		return err
	}
	r.gate.Store(g)
	took := time.Since(start)
	list[at].Stats.Time += took
	list[at].Stats.Stages = append(list[at].Stats.Stages, engine.StageStats{Name: "memory order", Time: took})
	return nil
}

// needsGate reports whether a verdict is about all executions, by an engine.
func (r *runner) needsGate(j Judgement) bool {
	return (j.Verdict == verdict.Safe || j.Verdict == verdict.Bounded) && j.Stats.Engine != ""
}

func (r *runner) askGate(list []Judgement) (*gate, error) {
	if NothingToViolate(r.program, verdict.Race) {
		return &gate{holds: true}, nil
	}
	for i := range list {
		if j := &list[i]; j.Property == verdict.Race.String() && j.Verdict == verdict.Violation && j.Location != nil {
			return &gate{why: "data race at " + j.Location.String()}, nil
		}
	}
	p := *r.program
	p.WeakRaces = true
	sub := newRunner(r.budget, &p, Options{Environment: r.opts.Environment, Solver: r.opts.Solver, Seed: r.opts.Seed}, r.table)
	sub.allowed, sub.env, sub.tool = r.allowed, r.env, r.tool
	all := min(r.budget.remaining(), unlimited)
	ctx, cancel := context.WithTimeoutCause(r.budget.Context(), scaled(all, rc11Share), errTimeout)
	if r.opts.Model != RC11 {
		cancel()
		ctx, cancel = r.worth(r.budget.Context(), min(scaled(all, gateShare), gateTime))
	}
	defer cancel()
	if v, err := sub.randomRace(ctx); v != nil || err != nil {
		return &gate{why: sub.unordered(v)}, err
	}
	g := &gate{}
	for _, t := range gateEngines {
		k := r.table.kind(t.engine)
		if k == nil || ctx.Err() != nil {
			continue
		}
		part, end := context.WithTimeoutCause(ctx, scaled(left(ctx), t.share), errTimeout)
		a, err := sub.one(part, verdict.Race, k, r.memoryFor(1), r.progress(verdict.Race))
		end()
		switch {
		case err != nil:
			return nil, err
		case a.Verdict == verdict.Safe:
			return &gate{holds: true, assumed: a.Assumed}, nil
		case a.Verdict == verdict.Violation:
			e, err := sub.replay(r.budget.Context(), verdict.Race, a.Violations[0].Trace, false)
			if e == nil {
				e = &execution{}
			}
			return &gate{why: sub.unordered(e.violation)}, err
		case a.Races != nil && len(a.Races.Suspects) > 0:
			s := &a.Races.Suspects[0]
			g.why = "no proof that something orders the accesses at " + s.First.String() + " and " + s.Second.String() + notBoth
		}
	}
	if g.why == "" {
		g.why = "no proof that something orders all conflicting accesses" + notBoth
	}
	return g, nil
}

// notBoth ends the description of a pair that breaks the premise.
const notBoth = ", which are not both seq_cst"

// gateExecutions is the number of random executions that look for a race first: most programs that
// communicate by weak atomics have one in nearly every execution.
const gateExecutions = 10

// randomRace returns the race of a random execution; nil: there was none.
func (r *runner) randomRace(ctx context.Context) (*interp.Violation, error) {
	v, err := executing(ctx, r, func(ctx context.Context, code *interp.Code) (*interp.Violation, error) {
		opts := interp.Options{Properties: interp.PropertySet(verdict.Race), Environment: r.env.For(verdict.Race), MaxSteps: triedInstructions, MaxMemory: triedMemory, AtRace: true}
		for ; opts.Seed < gateExecutions; opts.Seed++ {
			res, _, err := interp.RunCode(ctx, code, opts)
			switch {
			case err != nil:
				return nil, err
			case len(res.Races) > 0:
				return &res.Races[0], nil
			}
		}
		return nil, nil
	})
	if ctx.Err() != nil || Abandoned(err) {
		return nil, nil
	}
	return v, err
}

// unordered names the accesses of a race; nil: there was no time to find them out.
func (r *runner) unordered(v *interp.Violation) string {
	if v == nil || v.First == nil {
		return "nothing orders conflicting accesses" + notBoth
	}
	return "nothing orders the accesses at " + places(r.program, []ir.Pos{v.First.Pos}) + " and " + places(r.program, []ir.Pos{v.Pos}) + notBoth
}

// askRC11 asks an engine that knows RC11 about the properties that need the gate. Each has an equal part of the time
// left.
func (r *runner) askRC11(list []Judgement) (map[string]*answer, error) {
	sub := newRunner(r.budget, r.program, Options{Environment: r.opts.Environment, Bounds: r.opts.Bounds, Solver: r.opts.Solver, Seed: r.opts.Seed}, r.table)
	sub.allowed, sub.env, sub.tool, sub.model = r.allowed, r.env, r.tool, RC11
	answers := make(map[string]*answer)
	for i := range list {
		property, err := verdict.ParseProperty(list[i].Property)
		if err != nil || !r.needsGate(list[i]) {
			continue
		}
		k := r.table.knows(RC11, property)
		if k == nil || r.budget.Context().Err() != nil {
			continue
		}
		ctx, cancel := r.worth(r.budget.Context(), scaled(min(r.budget.remaining(), unlimited), orderShare/float64(len(list)-i)))
		a, err := sub.one(ctx, property, k, r.memoryFor(1), r.progress(property))
		cancel()
		if err != nil {
			return nil, err
		}
		answers[list[i].Property] = a
	}
	return answers, nil
}

// exploreRC11 explores the executions of RC11 for the properties that need the gate and have no proof among answers.
// It returns the violations. Each property has an equal part of the time left.
func (r *runner) exploreRC11(list []Judgement, answers map[string]*answer) (map[string]*answer, error) {
	model, err := weak.ModelOf(RC11)
	if err != nil {
		return nil, err
	}
	k := r.table.kind("explore")
	found := make(map[string]*answer)
	for i := range list {
		name := list[i].Property
		property, err := verdict.ParseProperty(name)
		if err != nil || k == nil || !r.needsGate(list[i]) || !model.Properties().Has(property) || r.accepts(property) {
			continue
		}
		if a := answers[name]; a != nil && (a.Verdict == verdict.Safe || a.Verdict == verdict.Bounded) || r.budget.Context().Err() != nil {
			continue
		}
		r.budget.At("executions of RC11")
		ctx, cancel := context.WithTimeoutCause(r.budget.Context(), scaled(min(r.budget.remaining(), unlimited), 0.9/float64(len(list)-i)), errTimeout)
		report, err := executing(ctx, r, func(ctx context.Context, code *interp.Code) (*explore.Report, error) {
			return explore.Explore(ctx, explore.Task{Code: code, Properties: interp.PropertySet(property), Environment: r.env,
				Unwind: r.opts.Bounds.Unwind, Model: model, Memory: r.memoryFor(1)})
		})
		late := ctx.Err() != nil
		cancel()
		switch {
		case err == nil && report.Verdict == verdict.Violation:
			found[name] = &answer{Outcome: report.Outcome, from: *k}
		case err != nil && !late && !Abandoned(err):
			return nil, internalError("executions of RC11", property, err)
		}
	}
	return found, nil
}

// convict makes verdicts violations of which the gate has an execution of RC11, once this execution was replayed.
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
				v.MemoryOrder = notSequential
			default:
				v.MemoryOrder = ofRC11
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

// These statements describe the execution of a violation.
const (
	ofRC11        = "memory order: the violation is an execution of RC11; its trace is not minimised"
	notSequential = "memory order: there is a violation under RC11, not under sequential consistency; its trace is not minimised"
)

// knows returns an engine that can judge a property under a memory model; nil: there is none.
func (t *table) knows(model string, p verdict.Property) *engine.Kind {
	for i := range t.kinds {
		if k := &t.kinds[i]; slices.Contains(k.Models, model) && p.Is(k.ModelChecks) && k.Supports(p) {
			return k
		}
	}
	return nil
}

// demandModel makes a verdict that is about all executions that of an engine that knows RC11, if the options demand
// this model and the gate does not hold. Without an answer the verdict is unknown.
func (r *runner) demandModel(j *Judgement) {
	g := r.gate.Load()
	if r.opts.Model != RC11 || !r.needsGate(*j) || g != nil && g.holds {
		return
	}
	message := "there was no time"
	if g != nil {
		message = g.why
		switch a := g.answers[j.Property]; {
		case a == nil:
		case a.Verdict == verdict.Safe || a.Verdict == verdict.Bounded:
			if a.Verdict == verdict.Bounded {
				j.Verdict, j.Reason, j.Message, j.Bounds = a.Verdict, a.Reason, a.Detail, a.Marks
			}
			j.Proof, j.Certificate, j.Uncertified = nil, nil, ""
			j.MemoryOrder = "memory order: " + a.from.Name + " judged all executions of RC11"
			return
		case a.Reason == verdict.WeakMemory:
			message = a.Detail
		default:
			message += "; " + a.from.Name + " does not know whether one violates the property (" + string(a.Reason) + ")"
		}
	}
	*j = Judgement{Property: j.Property, Verdict: verdict.Unknown, Reason: verdict.WeakMemory, Message: "RC11 may allow further executions: " + message, Stats: j.Stats}
}
