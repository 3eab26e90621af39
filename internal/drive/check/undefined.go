package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// UndefinedBehaviour is the reason for an unknown verdict when an execution breaks an assumption of a safe
// verdict: that undefined behaviour of C which no judged property covers does not happen (semantics 16.6).
const UndefinedBehaviour verdict.Reason = "undefined-behaviour"

// These are the limits of the random executions that try to break an assumption: their number, the
// instructions of each and of all together, and the part of the time left. The verdict shall be the same on
// every machine, so the instructions end them and not the time.
const (
	triedExecutions   = 200
	triedInstructions = 20_000
	triedTogether     = 400_000
	triedShare        = 0.05
	triedMemory       = 64 << 20 // bytes of one
)

// misbehaviour is undefined behaviour of an execution, of a kind that a property checks.
type misbehaviour struct {
	property verdict.Property
	kind     verdict.Kind
	location *verdict.Location
	found    bool // in the same run, which judged that property
}

// String names the behaviour and its place. If its property is not judged, it names the flag for that.
func (m *misbehaviour) String() string {
	what := cmp.Or(string(m.kind), m.property.String())
	if m.location != nil {
		what += " at " + m.location.String()
	}
	if m.found {
		return fmt.Sprintf("%s, which violates %s", what, m.property)
	}
	return fmt.Sprintf("%s: --property %s judges it", what, m.property)
}

// tryAssumptions makes safe verdicts unknown if their assumption that there is no undefined behaviour is
// false. It is false if a violation was found of a property that checks it, or if one of some random
// executions has it. The properties in proved are known to hold.
func (r *runner) tryAssumptions(list []Judgement, proved interp.Properties) error {
	var unchecked interp.Properties
	known := make(map[ir.Environment]*misbehaviour) // by the environment of an execution
	for i := range list {
		j := &list[i]
		p, err := verdict.ParseProperty(j.Property)
		if err != nil || j.Stats.Engine == "" || j.Verdict != verdict.Safe {
			continue
		}
		if len(known) == 0 {
			if unchecked, err = r.unchecked(proved); err != nil || unchecked == 0 {
				return err
			}
		}
		env := r.env.For(p)
		bad, tried := known[env]
		if !tried {
			start := time.Now()
			executions := 0
			if bad = r.found(list, env); bad == nil {
				if bad, executions, err = r.misbehave(env, unchecked); err != nil {
					return internalError("assumptions", p, err)
				}
			}
			known[env] = bad
			took := time.Since(start)
			j.Stats.Time += took
			j.Stats.Stages = append(j.Stats.Stages, engine.StageStats{Name: "assumptions", Time: took, Size: executions})
		}
		if bad != nil {
			j.Verdict, j.Reason, j.Message, j.Assumptions = verdict.Unknown, UndefinedBehaviour, bad.String(), nil
		}
	}
	return nil
}

// unchecked returns the properties that check undefined behaviour and are not proved. For programs of one
// thread it tries the static proofs, which were computed for the other properties of such a program. With
// more threads executions cost less.
func (r *runner) unchecked(proved interp.Properties) (out interp.Properties, err error) {
	for _, p := range result.Undefined {
		if proved.Has(p) || NothingToViolate(r.program, p) {
			continue
		}
		if r.sequential() {
			shown, err := r.proved(r.budget.Context(), p)
			if err != nil {
				return 0, err
			}
			if shown != nil {
				continue
			}
		}
		out |= interp.PropertySet(p)
	}
	return out, nil
}

// sequential reports whether the program has one thread.
func (r *runner) sequential() bool { return NothingToViolate(r.program, verdict.Race) }

// found returns undefined behaviour among the violations of the run, if an execution in the environment has
// it.
func (r *runner) found(list []Judgement, env ir.Environment) *misbehaviour {
	for i := range list {
		j := &list[i]
		p, err := verdict.ParseProperty(j.Property)
		if err != nil || p.Row().Undefined == "" {
			continue
		}
		all := slices.Clone(j.Accepted)
		if j.Verdict == verdict.Violation {
			all = append(all, Other{Kind: j.Kind, Location: j.Location, Trace: j.Trace})
		}
		for _, v := range all {
			if v.Kind != verdict.Leak && (env.Has(ir.ChooseSpurious) || !wakesSpuriously(v.Trace)) {
				return &misbehaviour{p, v.Kind, v.Location, true}
			}
		}
	}
	return nil
}

// misbehave executes the program at random until something happens that properties check,
// and returns how often; nil: nothing did, or the time is up.
func (r *runner) misbehave(env ir.Environment, properties interp.Properties) (*misbehaviour, int, error) {
	type result struct {
		bad        *misbehaviour
		executions int
	}
	left := scaled(min(r.budget.remaining(), unlimited), triedShare)
	ctx, cancel := context.WithTimeoutCause(r.budget.Context(), left, errTimeout)
	defer cancel()
	out, err := executing(ctx, r, func(ctx context.Context, code *interp.Code) (out result, err error) {
		sequential := r.sequential()
		opts := interp.Options{Properties: properties, MaxSteps: triedInstructions, MaxMemory: triedMemory}
		for instructions := uint64(0); out.executions < triedExecutions && instructions < triedTogether; {
			opts.Seed = uint64(out.executions)
			opts.Environment = env
			if out.executions%2 == 0 {
				opts.Environment &^= spurious // loops around waits end sooner
			}
			res, t, err := interp.RunCode(ctx, code, opts)
			if err != nil {
				return out, err
			}
			out.executions++
			if v := res.Violation; v != nil && v.Kind != verdict.Leak {
				out.bad = &misbehaviour{v.Property, v.Kind, locationOf(r.program, v), false}
				return out, nil
			}
			if sequential && len(t.Threads) == 0 && len(t.Uninit) == 0 {
				return out, nil // there is no other execution
			}
			instructions += res.Instructions
		}
		return out, nil
	})
	if ctx.Err() != nil || Abandoned(err) {
		err = nil
	}
	return out.bad, out.executions, err
}
