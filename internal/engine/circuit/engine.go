package circuit

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/host/cputime"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/abc"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/circuit/walk"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/solver/process"
)

// Engine is an engine.
type Engine struct {
	method    method
	depth     int // the last to search; 0: there is none
	reduction int // in reduce.Values; -1: the default

	instances int // of the system of the last outcome; 0: as many as the problem's bounds say
}

var _ engine.Engine = (*Engine)(nil)

// Model returns the transition system that an outcome of this engine is about. The outcome must be that of
// the latest Run. A proof for any number of threads has none: executions have more threads than its system.
func (e *Engine) Model(ctx context.Context, p *engine.Problem, out *engine.Outcome) (inclusion.Model, error) {
	if c := out.Certificate; c != nil && c.Circuit != nil && c.Circuit.Kind == certificate.Replicas {
		return nil, nil
	}
	s, err := depth.System(ctx, depth.With(p, e.instances), nil)
	if err != nil {
		return nil, err
	}
	return inclusion.NewSystem(s)
}

// Stats counts the work that is specific to these engines.
type Stats struct {
	Depth   int `json:"depth,omitempty"`   // the last that was completed
	Latches int `json:"latches,omitempty"` // that can differ and matter
	Clauses int `json:"invariant_clauses,omitempty"`
	// Reduction names the reduction of the circuit; empty: there is none.
	Reduction string `json:"reduction,omitempty" text:"-"`
	// Depths holds the cost of each completed depth.
	Depths []depth.Level `json:"depths,omitempty" text:"-"`
}

// run is the work on one problem.
type run struct {
	*Engine
	*search.Run
	model    *fromefsm.Composition
	circuit  *circuit.Circuit // the circuit that is checked
	temporal temporal         // of a property of executions as a whole
	reduced  *circuit.Reduced
	checker  circuit.Checker // nil: it is not made
	open     []int           // the bad signals that are not known to be reached
	met      []*efsm.Mark
	start    time.Time
	used     time.Duration // processor time before that
	tried    bool          // a proof of any number of threads was looked for
	walked   int64         // gates that random executions may compute
	stats    Stats
}

// Run implements engine.Engine. If an execution of a system reaches a bound on its instances, a system with
// more of them is next, unless the problem is Shared.
func (e *Engine) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	e.instances = 0
	out, met, err := e.within(ctx, p, false)
	for n := fromir.DefaultInstances; err == nil && !p.Shared && complete(out) && depth.Outgrown(p, met, n); {
		var next *engine.Outcome
		n = depth.MoreInstances(n)
		if next, met, err = e.within(ctx, depth.With(p, n), true); err != nil {
			return nil, err
		}
		if next.Verdict == verdict.Unknown || next.Verdict == verdict.Bounded && !complete(next) {
			out.Reason, out.Detail = next.Reason, next.Detail
			break
		}
		out, e.instances = next, n
	}
	return out, err
}

// complete reports whether all executions within the bounds of an outcome are known.
func complete(out *engine.Outcome) bool {
	return out.Verdict == verdict.Bounded && out.Reason == verdict.NoReason
}

// within judges a problem with the instances of its bounds. tried: a proof for any number of threads was
// looked for. It also returns the marks that executions reach.
func (e *Engine) within(ctx context.Context, p *engine.Problem, tried bool) (*engine.Outcome, []*efsm.Mark, error) {
	r := &run{Engine: e, Run: search.Begin(p), start: time.Now(), used: cputime.Used(), walked: mostWalked, tried: tried}
	out, err := r.Grow(ctx, r.ask)
	if err == nil && r.checker != nil {
		out.Stats.Own = r.stats
	}
	return out, r.met, err
}

// ask runs the checker on the open bad signals. again reports that it reached one and others are left.
func (r *run) ask(ctx context.Context) (again bool, err error) {
	if r.circuit == nil {
		if shown, err := r.compose(ctx); shown == nil {
			return false, err
		}
	}
	if e, bad, err := r.walk(ctx); e != nil || err != nil {
		if err != nil {
			return false, err
		}
		return r.reached(ctx, e, bad)
	}
	if r.checker == nil {
		r.build()
		if proved, err := r.outgrown(ctx); proved || err != nil {
			return false, err
		}
	}
	end := r.Stage("search")
	answer, err := r.checker.Check(ctx, r.open)
	end(r.checker.Stats().Checks)
	r.count()
	switch {
	case err != nil && r.method.outside:
		return false, &process.Error{Solver: abc.Name, Err: err}
	case err != nil:
		return false, err
	case r.method.outside && (answer.Status == circuit.Claimed || answer.Status != circuit.Reached && r.Completed):
		r.Found.Assumed = append(r.Found.Assumed, "the model checker "+abc.Name+" is right where it says that nothing is reached (uncertified)")
	}
	switch answer.Status {
	case circuit.Unknown:
		return false, search.Answered(ctx, solver.Result{Reason: answer.Reason}, nil)
	case circuit.Reached:
		return r.reached(ctx, r.reduced.Execution(answer.Execution), answer.Bad)
	case circuit.Bounded:
		r.Found.Marks = append(r.Found.Marks, verdict.Mark{Bound: verdict.DepthBound, Limit: r.checker.Depth()})
	}
	if err := r.certify(ctx, answer); err != nil {
		return false, err
	}
	r.Completed = true
	return false, nil
}

// mostWalked bounds the gates that random executions compute, each 64 times, which is about a second.
const mostWalked = 500_000_000

// walk looks for a random execution of the circuit that reaches a bad signal; nil: it found none.
func (r *run) walk(ctx context.Context) (found *circuit.Execution, bad int, err error) {
	if !r.method.walks || r.Problem.Temporal != nil || !r.Problem.Uses(walks) || r.walked <= 0 {
		return nil, 0, nil
	}
	end := r.Stage(walks)
	found, left := walk.Find(ctx, r.circuit, r.open, walk.Options{Progress: moves(r.circuit), Depth: r.depth, Effort: r.walked})
	end(int(r.walked - left))
	if r.walked = left; found == nil {
		r.walked = 0 // there are no others
		return nil, 0, nil
	}
	answer, err := circuit.Found(r.circuit, found, r.open)
	if err != nil {
		return nil, 0, err
	}
	return found, answer.Bad, nil
}

// build makes a smaller circuit and its checker.
func (r *run) build() {
	end := r.Stage("reduce")
	r.reduced = r.shrink(r.circuit)
	end(len(r.reduced.Latches))
	r.stats.Latches = len(r.reduced.Latches)
	r.checker = r.method.make(r.reduced.Circuit, options{r.depth, r.Problem.Memory, func(d int) {
		r.completed(d)
		r.Now.Depth = d
		r.Tell("solve")
	}})
}

// compose builds the circuit. It also returns the composition for users, with justice in place of the bad
// signal, or nil if the program has no transition system.
func (r *run) compose(ctx context.Context) (shown *fromefsm.Composition, err error) {
	p := r.Problem
	s, err := depth.Begin(ctx, r.Run, nil)
	if s == nil {
		return nil, err
	}
	r.Unsupported = depth.NotAdjacent(p, s)
	if p.Temporal != nil || p.Property == verdict.Deadlock {
		if st := s.Choosy(); st != nil {
			r.Unsupported = depth.Construct(s, "an operation of which a choice says whether it can be done", st.Origin)
			return nil, nil
		}
	}
	if p.Temporal != nil {
		r.temporal.Temporal = depth.OfEach(s, p.Temporal)
		if r.temporal.atoms, err = depth.Atoms(p.Program, s, r.temporal.Temporal); err != nil {
			return nil, err
		}
	}
	end := r.Stage("circuit")
	r.model, err = r.composition(ctx, s, r.reducing(p))
	if err != nil {
		return nil, err
	}
	for b := range r.model.Targets {
		r.open = append(r.open, b)
	}
	r.circuit = r.model.Circuit
	shown = r.model
	if p.Temporal != nil {
		shown = r.pose()
	}
	if err := p.Made(compose, shown); err != nil {
		return nil, err
	}
	end(len(r.circuit.Latches))
	if r.isReduced() {
		r.stats.Reduction = reduce.Values[r.reducing(p)]
	}
	r.Found.Stats.Threads = len(s.Threads) - 1
	return shown, nil
}

// completed records the cost of depth d, once the checker knows that nothing bad is reached there.
func (r *run) completed(d int) {
	r.count()
	if n := len(r.stats.Depths); n > 0 && r.stats.Depths[n-1].Depth >= d {
		return // it was known
	}
	r.stats.Depths = append(r.stats.Depths, depth.Level{
		Depth: d, Time: time.Since(r.start), CPU: cputime.Used() - r.used, Memory: r.checker.Stats().Memory,
	})
}

// count copies the checker's counters to the statistics.
func (r *run) count() {
	s := r.checker.Stats()
	r.Found.Stats.Variables, r.Found.Stats.Clauses, r.Found.Stats.Conflicts = s.Variables, s.Clauses, s.Conflicts
	r.Completed = r.checker.Depth() >= 0
	r.stats.Depth = max(0, r.checker.Depth())
}

// reached records the mark or the violation that an execution reaches. It reports whether the checker
// should run again for the others.
func (r *run) reached(ctx context.Context, e *circuit.Execution, bad int) (again bool, err error) {
	if bad >= len(r.model.Targets) {
		err := r.endless(ctx, e, bad)
		r.open = slices.DeleteFunc(r.open, func(b int) bool { return b == bad })
		return false, err
	}
	target := &r.model.Targets[bad]
	if m := r.mark(target); m == nil {
		if again, err := r.violated(ctx, e, bad); !again || err != nil {
			return false, err
		}
	} else if m.Unsupported != "" {
		r.Unsupported = depth.Construct(r.model.System, m.Unsupported, m.Origin)
	} else {
		r.met = append(r.met, m)
		r.Found.Marks = depth.Marks(r.met)
	}
	if len(r.met) > 0 || r.Unsupported != "" {
		if proved, err := r.replicated(ctx); proved || err != nil {
			return false, err
		}
	}
	r.open = slices.DeleteFunc(r.open, func(b int) bool { return b < len(r.model.Targets) && r.same(target, &r.model.Targets[b]) })
	return true, nil
}

// unlocks is the reason for an unknown deadlock of some threads while others run.
const unlocks = "a deadlock that may end when somebody unlocks what another thread owns"

// violated records the trace of an execution that reaches a violation. It reports whether the problem asks
// for further violations.
func (r *run) violated(ctx context.Context, e *circuit.Execution, bad int) (again bool, err error) {
	w, err := r.witness(e, bad)
	if err != nil {
		return false, err
	}
	v, err := depth.Replay(r.Run, r.model.System, w)
	if v.Trace == nil || err != nil {
		return false, err
	}
	if r.model.Targets[bad].Deadlock == fromefsm.Apparent {
		if all, end := interp.ConfirmDeadlock(context.WithoutCancel(ctx), r.Problem.Code(), v.Trace, interp.Options{}); !all && !end {
			r.Unsupported = unlocks
			return true, nil
		}
	}
	r.Found.Violations = append(r.Found.Violations, v)
	return r.Problem.All, nil
}

// witness returns the execution of the system that the circuit's stands for.
func (r *run) witness(e *circuit.Execution, bad int) (*unroll.Witness, error) {
	steps, err := r.model.Steps(e, bad)
	if err != nil {
		return nil, err
	}
	target := &r.model.Targets[bad]
	w := &unroll.Witness{Initial: r.model.Initial(e), Obligation: target.Obligation}
	for _, s := range steps {
		w.Steps = append(w.Steps, unroll.Step{Thread: s.Thread, State: s.State, Inputs: s.Inputs})
	}
	if target.Deadlock != fromefsm.NoDeadlock {
		w.Together = w.Blocked(r.model.System)
	} else if target.Var != 0 {
		w.Var, w.First = target.Var, len(w.Steps)-2
	} else if target.Other != 0 {
		w.Together = []unroll.Position{{Thread: target.Thread, State: target.State}, {Thread: target.Other, State: target.OtherAt}}
	}
	if !unroll.Confirm(r.model.System, w) {
		return nil, errors.New("an execution of the circuit is none of the system")
	}
	return w, nil
}
