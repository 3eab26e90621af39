package check

import (
	"context"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// These are values of Options.Model: executions are sequentially consistent; or those of a weaker model as well, so safe and
// bounded verdicts need the gate, or else an engine that knows the model.
const (
	SC   = "sc"
	RC11 = engine.RC11
)

// Models lists the values of Options.Model.
func Models() []string {
	return []string{SC, RC11, engine.IMM, engine.TSO, engine.PSO, engine.AArch64, engine.RISCV}
}

// demanded reports whether the options demand a weaker model.
func (r *runner) demanded() bool { return r.opts.Model != "" && r.opts.Model != SC }

// modelOf returns the weaker model for a property. A data race is an error of C, so it is judged under the model of C.
func (r *runner) modelOf(p verdict.Property) string {
	if p == verdict.Race || !r.demanded() {
		return RC11
	}
	return r.opts.Model
}

// gate is the answer whether RC11 allows only the sequentially consistent executions of a program. By the
// theorem DRF-SC (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential consistency in C/C++11, PLDI
// 2017, theorem 4) it does if, in each of these, happens-before orders all conflicting accesses that are not
// both seq_cst. That is the absence of races in the program with ir.Program.WeakRaces, for all executions. The compilation
// schemes are correct for RC11, so a processor has no further executions either.
type gate struct {
	holds   bool
	why     string   // it does not hold, or there was no proof
	assumed []string // of the proof
	// answers are those of engines about the executions of the weaker model, by property, if the gate does not hold
	// (weaker.go).
	answers map[string]*answer
	// found are, likewise, violations in executions of the model.
	found map[string]*answer
}

// drfSC returns the description of a gate that holds.
func (r *runner) drfSC() string {
	model := RC11
	if r.demanded() {
		model = r.opts.Model
	}
	return "memory order: accesses that are not both seq_cst never race, so " + trace.MemoryTitle(model) + " allows no further execution (DRF-SC)"
}

// These are the limits of the gate: a part of the time left, and a time unless Options.Model is a weaker model.
const (
	gateShare   = 0.1
	gateTime    = 2 * time.Second
	weakerShare = 0.5 // of the time left, if the options demand a weaker model: for the gate, and before for all that needs it
)

// gateEngines answer the gate, with their parts of its time left. Others have no notion of ir.Program.WeakRaces.
var gateEngines = []turn{{engine: "static", share: 0.5}, {engine: "order", share: 0.5}, {engine: "explore", share: 1}}

// openGate answers the gate if a verdict needs it and is about a weaker model. If the gate does not hold, the executions of
// the model are judged.
func (r *runner) openGate(list []Judgement) error {
	at := slices.IndexFunc(list, r.needsGate)
	if at < 0 || !r.weaker() {
		return nil
	}
	r.budget.At("memory order")
	start := time.Now()
	g, err := r.askGate(list)
	if err == nil && !g.holds {
		err = r.judgeWeaker(list, g)
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

// weaker reports whether verdicts are about the executions of a weaker model.
func (r *runner) weaker() bool {
	return r.demanded() || r.opts.Model != SC && weakOrders(r.program) != ""
}

// needsGate reports whether a verdict is about all executions, by an engine, or is left to the executions of a model in a file.
func (r *runner) needsGate(j Judgement) bool {
	return j.Reason == verdict.WeakMemory && memmodel.IsFile(r.opts.Model) || (j.Verdict == verdict.Safe || j.Verdict == verdict.Bounded) && j.Stats.Engine != ""
}

func (r *runner) askGate(list []Judgement) (*gate, error) {
	if memmodel.IsFile(r.opts.Model) {
		return &gate{why: "they were not all explored"}, nil
	}
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
	ctx, cancel := context.WithTimeoutCause(r.budget.Context(), scaled(all, weakerShare), errTimeout)
	if !r.demanded() {
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
