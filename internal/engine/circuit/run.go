package circuit

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/certify"
	"github.com/heddle-mc/heddle/internal/circuit"
	"github.com/heddle-mc/heddle/internal/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/schedule"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// run is the work on one problem.
type run struct {
	*engine.Problem
	model   *fromefsm.Model
	reduced *circuit.Reduced
	checker circuit.Checker
	start   time.Time
	out     *engine.Outcome
	met     []*efsm.Mark
}

// search asks the checker until there is an answer for every bad signal.
func (r *run) search(ctx context.Context) error {
	var open []int
	for b := range r.model.Targets {
		open = append(open, b)
	}
	for {
		answer, err := r.checker.Check(ctx, open)
		if err != nil {
			return err
		}
		if answer.Status != circuit.Reached {
			if err := r.certify(ctx, answer, open); err != nil && ctx.Err() == nil {
				return err
			} else if err != nil {
				answer = &circuit.Answer{Reason: sat.ReasonTime}
			}
			r.conclude(ctx, answer)
			return nil
		}
		target := &r.model.Targets[answer.Bad]
		if m := r.mark(target); m != nil {
			r.met = append(r.met, m)
		} else if done, err := r.violated(ctx, answer); done || err != nil {
			return err
		}
		open = slices.DeleteFunc(open, func(b int) bool { return r.same(target, &r.model.Targets[b]) })
	}
}

// certify confirms a proof, if the answer is one, on the circuit that was not reduced.
func (r *run) certify(ctx context.Context, answer *circuit.Answer, open []int) (err error) {
	start, clauses := time.Now(), r.reduced.Invariant(answer.Invariant)
	switch answer.Status {
	case circuit.Proved:
		err = certify.Invariant(ctx, r.model.Circuit, clauses, open)
	case circuit.Induction:
		err = certify.Induction(ctx, r.model.Circuit, clauses, r.reduced.Latches, open, answer.Steps)
	default:
		return nil
	}
	r.stage("certify", start, len(clauses))
	return err
}

// mark returns the mark that a target is; nil: a violation of the property.
func (r *run) mark(t *fromefsm.Target) *efsm.Mark {
	st := &r.model.System.Threads[t.Thread].States[t.State]
	switch {
	case t.Mark >= 0:
		return &st.Marks[t.Mark]
	case t.Ordered:
		return unroll.NotAdjacent(st)
	}
	return nil
}

func (r *run) origin(t efsm.ThreadID, c efsm.StateID) efsm.Origin {
	return r.model.System.Threads[t].States[c].Origin
}

// same reports whether two targets are one place's: whoever reaches it.
func (r *run) same(a, b *fromefsm.Target) bool {
	m, n := r.mark(a), r.mark(b)
	switch {
	case (m == nil) != (n == nil):
		return false
	case m != nil:
		return m.Origin == n.Origin && m.Bound == n.Bound && m.Unsupported == n.Unsupported
	case a.Var != 0:
		return r.origin(a.Thread, a.State) == r.origin(b.Thread, b.State) && r.origin(a.Other, a.OtherAt) == r.origin(b.Other, b.OtherAt)
	case a.Other != 0:
		return true // they are of the two places that are asked about
	}
	state := func(t *fromefsm.Target) *efsm.Obligation {
		return &r.model.System.Threads[t.Thread].States[t.State].Obligations[t.Obligation]
	}
	return state(a).Origin == state(b).Origin && state(a).Kind == state(b).Kind
}

// violated replays an execution that reaches a violation and keeps its trace. It
// reports whether that ends the search.
func (r *run) violated(ctx context.Context, answer *circuit.Answer) (done bool, err error) {
	e := r.reduced.Execution(answer.Execution)
	steps, err := r.model.Steps(e, answer.Bad)
	if err != nil {
		return false, err
	}
	target := &r.model.Targets[answer.Bad]
	w := &unroll.Witness{Initial: r.model.Initial(e), Obligation: target.Obligation}
	for _, s := range steps {
		w.Steps = append(w.Steps, unroll.Step{Thread: s.Thread, State: s.State, Inputs: s.Inputs})
	}
	if target.Var != 0 {
		w.Var, w.First = target.Var, len(w.Steps)-2
	} else if target.Other != 0 {
		w.Together = []unroll.Position{{Thread: target.Thread, State: target.State}, {Thread: target.Other, State: target.OtherAt}}
	}
	if !unroll.Confirm(r.model.System, w) {
		return false, errors.New("an execution of the circuit is none of the system")
	}
	t, err := depth.Follow(r.Problem, r.model.System, w)
	var first *schedule.FirstValueError
	if errors.As(err, &first) {
		if len(r.out.Violations) == 0 {
			r.out.Detail = "what was never written (an address, or an object that is made again)" +
				r.place(efsm.Origin{Func: first.At.Func, Pos: first.At.Pos})
		}
		r.end(verdict.Unknown, verdict.Unsupported)
		return true, nil
	}
	if err == nil {
		_, err = interp.ReplayCode(context.WithoutCancel(ctx), r.Code, t, interp.ReplayOptions{Properties: interp.PropertySet(r.Property)})
	}
	if err != nil {
		return false, &engine.TraceError{Trace: t, Err: err}
	}
	r.out.Violations = append(r.out.Violations, engine.Violation{Trace: t})
	r.end(verdict.Violation, verdict.NoReason)
	return !r.All, nil
}

// end sets the verdict, unless violations were found.
func (r *run) end(v verdict.Verdict, reason verdict.Reason) {
	if len(r.out.Violations) > 0 {
		v, reason = verdict.Violation, verdict.NoReason
	}
	r.out.Verdict, r.out.Reason = v, reason
}

// conclude judges what is left when nothing more is reached.
func (r *run) conclude(ctx context.Context, answer *circuit.Answer) {
	for _, m := range r.met {
		if m.Unsupported != "" {
			r.out.Detail = m.Unsupported + r.place(m.Origin)
			r.end(verdict.Unknown, verdict.Unsupported)
			return
		}
		r.out.Marks = append(r.out.Marks, verdict.Mark{Bound: m.Bound, Limit: m.Limit, Location: m.Origin.Pos.In(r.model.System.Files, m.Origin.Func)})
	}
	if r.Property == verdict.Race {
		if construct, at := depth.NotAdjacent(r.Code.Program()); construct != "" {
			r.out.Detail, r.out.Marks = "a race of accesses that are not adjacent: "+construct+r.place(at), nil
			r.end(verdict.Unknown, verdict.Unsupported)
			return
		}
	}
	switch answer.Status {
	case circuit.Unknown:
		r.gaveUp(ctx, answer.Reason)
		return
	case circuit.Bounded:
		r.out.Marks = append(r.out.Marks, verdict.Mark{Bound: verdict.DepthBound, Limit: r.Bounds.Depth})
	}
	v := verdict.Safe
	if len(r.out.Marks) > 0 {
		v = verdict.Bounded
	}
	r.end(v, verdict.NoReason)
}

// gaveUp judges a search that ended early: what was completed stands.
func (r *run) gaveUp(ctx context.Context, why sat.Reason) {
	v := verdict.Bounded
	if r.checker.Depth() < 0 {
		v, r.out.Marks = verdict.Unknown, nil
	}
	switch {
	case ctx.Err() != nil:
		r.end(v, engine.WhyEnded(ctx))
	case why == sat.ReasonMemory:
		r.end(v, verdict.OutOfMemory)
	default:
		r.out.Detail = "the solver gave up: " + why.String()
		r.end(v, verdict.Timeout)
	}
}

// place returns " at …", or nothing for no place.
func (r *run) place(o efsm.Origin) string {
	if l := o.Pos.In(r.model.System.Files, o.Func); l.Line > 0 {
		return " at " + l.String()
	}
	return ""
}
