// Package validate checks verification witnesses. A violation witness is right if an execution that it
// represents violates the property. A correctness witness is right if its invariants and the property hold.
// Package waypoint puts the witness into the program; the explorer and the driver (package check) judge
// that program.
//
// The public package calls Check for heddle witness-check.
//
// # A violation
//
// Executions guided by the waypoints come first: they confirm a witness with much detail. Then every
// execution that the witness represents is explored. A violation found this way was executed. If none is
// found and no execution was left out, the witness is refuted. A race is not refuted in a program whose racing
// accesses need not be adjacent (depth.RacesApart). For properties other than race the witness is also refuted
// if the driver proves that the program with the waypoints does not violate the property at all.
//
// # A proof
//
// The property is judged as check does. The invariants are assertions of a separate program, since the
// reads that evaluate them are no accesses of the original program.
//
// # Limits
//
// The answer is Unknown if the budget ends first. Ghost variables are not supported, nor violation witnesses
// of some properties (verdict.SVCOMP.Witness): the answer is Unknown. A witness of which the reader dropped
// a constraint is never confirmed.
package validate

import (
	"context"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/explain/waypoint"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// Status is the result of checking a witness.
type Status string

// The statuses.
const (
	Confirmed Status = "confirmed"
	Refuted   Status = "refuted"
	Unknown   Status = "unknown"
)

// Compile compiles the program with code at places; the list then has the sites. Check calls it up to three
// times, for the same program.
type Compile func(*probe.List) (*ir.Program, error)

// Question holds a witness with the program and the property that it is about.
type Question struct {
	Name     string // of the witness, for messages
	Witness  *svcomp.Witness
	Property string        // that is violated, or holds
	Driver   check.Options // Check sets Properties; Environment also holds for executions
	Compile  Compile
}

// Answer holds the result of checking a witness.
type Answer struct {
	Status   Status
	Why      string // a sentence without a full stop
	Passed   int    // of a violation witness: segments that an execution passed at most
	Segments int    // of a violation witness
}

// Check checks the witness of a question. The error is an *svcomp.Error of the witness, an error of the
// compiler, a *check.InternalError, or the error for an unknown property or environment.
func Check(b *check.Budget, q Question) (*Answer, error) {
	property, err := verdict.ParseProperty(q.Property)
	if err != nil {
		return nil, err
	}
	empty := &probe.List{}
	prog, err := q.Compile(empty)
	if err != nil {
		return nil, err
	}
	sites := waypoint.NewSites(empty.Sites)
	if q.Witness.Kind == svcomp.Correctness {
		return q.proof(b, prog, sites)
	}
	return q.violation(b, sites, property)
}

// These are the shares of the time left for guided executions and exploration. Guided executions come
// twice: first for a moment, which is enough for a detailed witness.
const (
	guidedShare  = 4
	exploreShare = 2
	firstGuided  = 200 * time.Millisecond
	maxGuided    = 10 * time.Second
)

// violation validates a violation witness.
func (q *Question) violation(b *check.Budget, sites *waypoint.Sites, property verdict.Property) (*Answer, error) {
	if !property.Row().SVCOMP.Witness {
		return &Answer{Status: Unknown, Why: fmt.Sprintf("witnesses of %s are not supported", property)}, nil
	}
	plan, err := waypoint.Follow(q.Name, q.Witness, sites)
	if err != nil {
		return nil, err
	}
	prog, err := q.Compile(plan.List)
	if err != nil {
		return nil, err
	}
	if err := plan.Misplaced(q.Name); err != nil {
		return nil, err
	}
	allowed, err := ir.ParseEnvironment(q.Driver.Environment)
	if err != nil {
		return nil, err
	}
	v := &violation{Question: q, plan: plan, prog: prog, judge: plan.NewJudge(prog), code: interp.Prepare(prog),
		property: property, env: allowed.In(prog), answer: Answer{Status: Unknown, Why: "not all executions were looked at", Segments: len(q.Witness.Segments)}}
	return check.Within(b.Context(), b, func(ctx context.Context) (*Answer, error) { return v.find(ctx, b) })
}

// violation is a violation witness that is being validated.
type violation struct {
	*Question
	plan     *waypoint.Plan
	prog     *ir.Program
	judge    *waypoint.Judge
	code     *interp.Code
	property verdict.Property
	env      ir.Environment
	answer   Answer
}

// part returns a context for a part of the time that is left.
func part(ctx context.Context, share int, most time.Duration) (context.Context, context.CancelFunc) {
	left := most
	if deadline, limited := ctx.Deadline(); limited {
		left = min(left, time.Until(deadline)/time.Duration(share))
	}
	return context.WithTimeout(ctx, left)
}

// find looks for a violation at the targets in three ways.
func (v *violation) find(ctx context.Context, b *check.Budget) (*Answer, error) {
	if v.guided(ctx, firstGuided) {
		return &v.answer, nil
	}
	explored, cancel := part(ctx, exploreShare, time.Hour)
	done, err := v.explore(explored)
	cancel()
	if err != nil || done || v.guided(ctx, maxGuided) {
		return &v.answer, err
	}
	return v.prove(ctx, b)
}

// guided executes towards the waypoints. It reports whether that answers the question.
func (v *violation) guided(ctx context.Context, most time.Duration) bool {
	ctx, cancel := part(ctx, guidedShare, most)
	defer cancel()
	found, furthest := v.judge.Guided(ctx, v.code, interp.PropertySet(v.property), v.env)
	v.answer.Passed = max(v.answer.Passed, furthest)
	if found != nil {
		v.confirmed()
	}
	return found != nil
}

// confirmed returns the answer for a violation that was found. It is unknown if the reader dropped a part
// of the witness, since the whole witness may not represent the execution. A refutation stays valid in
// that case.
func (v *violation) confirmed() *Answer {
	if len(v.Witness.Dropped) > 0 {
		v.answer.Status, v.answer.Why = Unknown, v.Witness.Dropped[0].Text
		return &v.answer
	}
	v.answer.Status, v.answer.Passed = Confirmed, v.answer.Segments
	v.answer.Why = "an execution that it represents violates " + v.property.String()
	return &v.answer
}

func (v *violation) refuted(how string) *Answer {
	v.answer.Status = Refuted
	v.answer.Why = "no execution that it represents violates " + v.property.String() + ": " + how
	return &v.answer
}

// explore visits every execution that the witness represents. It reports whether that
// answers the question.
func (v *violation) explore(ctx context.Context) (bool, error) {
	constants := v.plan.Constants()
	x, err := smc.Explore(ctx, v.code, smc.Options{
		Properties: interp.PropertySet(v.property), Environment: v.env, Reduction: smc.DPOR, StopAtFirst: true, Counts: v.judge.Counts,
		Loops: interp.CutAwait, MaxSteps: 20_000_000, MaxDepth: 50_000,
		Domain: func(c interp.Choice) ([]wide.Word, bool) { return waypoint.Domain(c, constants) },
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return false, nil
	case err != nil:
		return false, err
	case len(x.Violations) > 0:
		v.confirmed()
		return true, nil
	case v.property == verdict.Race && depth.RacesApart(v.code.Program()):
		v.answer.Why = "accesses that race need not come one right after the other here"
		return false, nil
	case x.Complete && x.Exact && len(x.Cuts) == 0 && len(x.Limits) == 0 && !x.Bounded:
		v.refuted("all were executed")
		return true, nil
	}
	v.answer.Why = "not all executions were looked at"
	if x.Complete && !x.Exact {
		v.answer.Why = "not all values of inputs were tried"
	}
	return false, nil
}

// prove judges the program with the waypoints by the driver.
func (v *violation) prove(ctx context.Context, b *check.Budget) (*Answer, error) {
	if v.property == verdict.Race { // a read that evaluates a waypoint is no access, but not every engine treats it so
		return &v.answer, nil
	}
	opts := v.Driver
	opts.Properties = []string{v.property.String()}
	list, err := check.Run(b, v.prog, opts)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	for _, j := range list {
		switch {
		case j.Verdict == verdict.Safe:
			return v.refuted("the program with its waypoints is safe"), nil
		case j.Verdict == verdict.Violation && j.Trace != nil && v.replays(ctx, j.Trace):
			return v.confirmed(), nil
		}
	}
	return &v.answer, nil
}

// replays reports whether a trace of the program with the waypoints leads to a violation at
// the targets.
func (v *violation) replays(ctx context.Context, t *trace.Trace) bool {
	var machine *interp.Machine
	res, err := interp.ReplayCode(ctx, v.code, t, interp.ReplayOptions{Stepped: func(m *interp.Machine, _ *interp.Thread) { machine = m }})
	return err == nil && res.Violation != nil && machine != nil && v.judge.Counts(machine, res.Violation)
}

// proof validates a correctness witness.
func (q *Question) proof(b *check.Budget, prog *ir.Program, sites *waypoint.Sites) (*Answer, error) {
	if len(q.Witness.Ghosts)+len(q.Witness.Updates) > 0 {
		return &Answer{Status: Unknown, Why: "ghost variables are not supported"}, nil
	}
	claims, err := waypoint.Claim(q.Name, q.Witness, sites)
	if err != nil {
		return nil, err
	}
	if len(q.Witness.Invariants) > 0 {
		with, err := q.Compile(claims.List)
		if err != nil {
			return nil, err
		}
		if err := claims.Misplaced(q.Name); err != nil {
			return nil, err
		}
		j, err := q.judge(b, with, waypoint.Property.String())
		if err != nil {
			return nil, err
		}
		switch {
		case j.Verdict == verdict.Violation && claims.IsBroken(j.Message):
			return &Answer{Status: Refuted, Why: "an invariant does not hold at " + place(j)}, nil
		case j.Verdict != verdict.Safe:
			return &Answer{Status: Unknown, Why: "the invariants are not proved: " + reason(j)}, nil
		}
	}
	j, err := q.judge(b, prog, q.Property)
	switch {
	case err != nil:
		return nil, err
	case j.Verdict == verdict.Violation:
		return &Answer{Status: Refuted, Why: q.Property + " is violated at " + place(j)}, nil
	case j.Verdict != verdict.Safe:
		return &Answer{Status: Unknown, Why: q.Property + " is not proved: " + reason(j)}, nil
	case len(q.Witness.Dropped) > 0:
		return &Answer{Status: Unknown, Why: q.Witness.Dropped[0].Text}, nil
	case len(q.Witness.Invariants) == 0:
		return &Answer{Status: Confirmed, Why: q.Property + " holds; the witness has no invariants"}, nil
	}
	return &Answer{Status: Confirmed, Why: fmt.Sprintf("%s and the invariants hold (%d)", q.Property, len(q.Witness.Invariants))}, nil
}

// judge judges one property by the driver.
func (q *Question) judge(b *check.Budget, prog *ir.Program, property string) (*check.Judgement, error) {
	opts := q.Driver
	opts.Properties = []string{property}
	list, err := check.Run(b, prog, opts)
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

func place(j *check.Judgement) string {
	if j.Location == nil {
		return "no place in the source"
	}
	return j.Location.String()
}

// reason returns the reason why a judgement is no proof.
func reason(j *check.Judgement) string {
	switch {
	case j.Message != "":
		return j.Message
	case j.Reason != verdict.NoReason:
		return string(j.Reason)
	case len(j.Bounds) > 0:
		return "executions were cut by bounds"
	}
	return j.Verdict.String()
}
