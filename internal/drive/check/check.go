package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/layout"
	"github.com/heddle-mc/heddle/internal/analyze/wakeup"
	"github.com/heddle-mc/heddle/internal/drive/check/shrink"
	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/solver/process"
)

// Options holds the properties to judge, the environment, and the search options.
type Options struct {
	Properties  []string        // names, each once; empty: DefaultProperties
	Places      []string        // FILE:LINE or LINE, two, of the properties exclusion and progress; else none
	Formula     string          // of linear-time logic, of the property ltl; else empty
	Fair        string          // one of Fairness; empty: the first
	Model       string          // of Models; empty: sc and rc11, if the program has weaker orders than seq_cst (package comment)
	Engine      string          // a name of the table; empty: Auto
	Solver      string          // one of Solvers; empty: Embedded
	Seed        uint64          // chooses among equally good search orders of the embedded solver; 0: the usual one
	Environment []string        // switches of the environment's choices (ir.ParseEnvironment)
	Bounds      engine.Bounds   // Unwind: work with this bound only
	Part        *engine.Part    // the executions that the requested engine judges, of one property; nil: all
	Settings    engine.Settings // options that only the requested engine has
	Without     []string        // passes that are left out, by name
	Jobs        int             // engines that may run side by side; below 1: one
	Paranoid    bool            // random executions must be among those that the engine explored
	All         bool            // every violation that the engine with the answer finds, not only the first
	Coverage    bool            // of every verdict, with lines
	// StrictExternals makes verdicts unknown that depend on effects of undefined functions (semantics 14.10).
	StrictExternals bool
	First           bool // the check ends with the first violation, of whichever property
	// Progress, if not nil, is called from time to time with the current stage. Calls do not overlap.
	Progress func(Progress)
	// Found, if not nil, is called twice with each violation: once its trace was replayed, and when the
	// judgement is complete, with the story if there was time. Calls do not overlap.
	Found func(*Judgement)
	// Accepted lists violations that do not count for the verdict.
	Accepted []accept.Acceptance
	// Sources returns the lines of a source file, for narration; nil: none.
	Sources func(file string) []string
	// Constants returns the texts of the values that can be set, by name, and of the numbers
	// that were, by place; nil: none.
	Constants func() map[string]string

	places   *[2]ir.Place     // Places in the program, once located
	temporal *engine.Temporal // Formula, once located
}

// Progress holds the progress of a check.
type Progress struct {
	Property string
	Decided  bool // the property has its verdict; the other fields are then empty
	Engine   string
	engine.Progress
}

// These are types of package result. Run returns judgements.
type (
	Judgement = result.Judgement
	Other     = result.Other
	Coverage  = result.Coverage
)

// Valid returns an error that names the first option that is not understood.
func (o *Options) Valid() error {
	return o.valid(everything())
}

func (o *Options) valid(t *table) error {
	o.Engine, o.Solver = cmp.Or(o.Engine, Auto), cmp.Or(o.Solver, Embedded)
	if _, err := ValidProperties(o.Properties); err != nil {
		return err
	}
	if err := o.validPlaces(); err != nil {
		return err
	}
	if err := o.validFormula(); err != nil {
		return err
	}
	if memmodel.IsFile(o.Model) {
		if _, err := explore.ModelOf(o.Model); err != nil {
			return fmt.Errorf("--model: %w", err)
		}
	} else if o.Model != "" && !slices.Contains(Models(), o.Model) {
		return fmt.Errorf("--model: found %q, expected %s; heddle litmus judges tests under other models", o.Model, strings.Join(Models(), ", "))
	}
	b := o.Bounds
	if least := min(b.Unwind, b.Contexts, b.Rounds, b.Writes, b.Threads); least < 0 {
		return fmt.Errorf("found the bound %d, expected at least 1", least)
	}
	if _, err := ir.ParseEnvironment(o.Environment); err != nil {
		return err
	}
	if _, err := o.tool(); err != nil {
		return err
	}
	return o.validFor(t)
}

// Run judges a program's properties, in the order of the options. The error is an *InternalError, for the
// first property that had one; the judgements then still hold the results that are known.
//
// requires: opts are valid, and their places located in the program. An error may also be an
// *engine.InputError.
func Run(b *Budget, p *ir.Program, opts Options) ([]Judgement, error) {
	r := newRunner(b, p, opts, everything())
	r.minimise = minimise
	return r.run()
}

// run judges the properties and abandons a phase that does not end in its time.
func (r *runner) run() ([]Judgement, error) {
	if len(r.opts.Properties) == 0 {
		r.opts.Properties = DefaultProperties()
	}
	return r.within(r.judgements)
}

// runner judges one program.
type runner struct {
	budget   *Budget
	program  *ir.Program
	facts    *analyze.Facts // of the program
	codes    codes
	opts     Options
	table    *table
	minimise minimiser
	allowed  ir.Environment // the environment's choices that are on
	env      ir.Environment // the choices in allowed that the program has
	tool     *process.Tool  // that solves; nil: the embedded solver does

	known      knowledge  // at any moment
	judging    sync.Mutex // held while one property is judged
	telling    sync.Mutex // held while progress is reported
	accepted   acceptedOnes
	placesOnce sync.Once
	races      atomic.Pointer[engine.Races] // the pairs of accesses that an engine judged last
	waits      atomic.Pointer[[]wakeup.Wait]
	gate       atomic.Pointer[gate] // nil: it was not asked
	model      string               // engine.Problem.Model
	returning  []string             // assumptions about calls by undefined functions
	places     []layout.Dependence  // where it may make a difference where objects lie
	text       func() *shrink.Text  // for hints
}

func newRunner(b *Budget, p *ir.Program, opts Options, table *table) *runner {
	facts := analyze.Of(p)
	opts.Engine = cmp.Or(opts.Engine, Auto)
	opts.Jobs = max(1, opts.Jobs)
	r := &runner{budget: b, program: p, facts: facts, codes: codes{facts: facts}, opts: opts, table: table,
		accepted: acceptedOnes{used: make([]bool, len(opts.Accepted))}}
	r.text = r.readText()
	return r
}

// judgements judges the properties one after the other.
func (r *runner) judgements() ([]Judgement, error) {
	var err error
	if r.allowed, err = ir.ParseEnvironment(r.opts.Environment); err != nil {
		return nil, err
	}
	r.env = r.allowed.In(r.program)
	if r.tool, err = r.opts.tool(); err != nil {
		return nil, err
	}
	out := make([]Judgement, len(r.opts.Properties))
	r.budget.At("at once")
	var open []int // those that take time
	for i, name := range r.opts.Properties {
		j, done := r.atOnce(name)
		j.Property = name
		out[i] = j
		if !done {
			open = append(open, i)
		} else {
			r.known.note(name, j)
		}
	}
	r.findWaits()
	if memmodel.IsFile(r.opts.Model) { // of which sequentially consistent executions need not be some
		for _, i := range open {
			out[i].Verdict, out[i].Reason = verdict.Unknown, verdict.WeakMemory
		}
	} else {
		err = r.judgeAll(out, open)
	}
	return out, cmp.Or(err, r.state(out))
}

// Internal is the reason of the verdict that accompanies an *InternalError.
const Internal verdict.Reason = "internal-error"

// state tries the assumptions of proofs, and adds them to the verdicts that have some.
func (r *runner) state(list []Judgement) error {
	r.budget.At("callbacks")
	r.heedCallbacks(list)
	r.budget.At("assumptions")
	err := r.tryAssumptions(list, provedBy(list))
	if err == nil {
		err = r.openGate(list)
	}
	if err == nil {
		err = r.convict(list)
	}
	for i := range list {
		r.underWeaker(&list[i])
	}
	proved := provedBy(list)
	for i := range list {
		j := &list[i]
		p, failed := verdict.ParseProperty(j.Property)
		if failed != nil || j.Verdict != verdict.Safe {
			continue
		}
		r.stale(j, p)
		if j.Stats.Engine != "" {
			r.assume(j, p, proved)
		} else {
			j.Assumptions = slices.Concat(r.program.Externals(), r.returning, r.program.Assumed)
		}
	}
	r.known.settle(r.withoutBounded(list))
	if err == nil {
		r.budget.At("coverage")
		err = r.cover(list)
	}
	for i := range list {
		j := &list[i]
		if p, failed := verdict.ParseProperty(j.Property); failed == nil && j.Verdict == verdict.Bounded {
			r.stale(j, p)
			if j.Stats.Engine != "" {
				r.assume(j, p, proved)
			}
		}
	}
	r.known.settle(list)
	if err == nil {
		r.budget.At("note")
		err = r.note(list)
		r.noteInversions(list)
		r.known.settle(list)
	}
	for i := range list {
		r.reportSuspects(&list[i])
	}
	r.budget.At("advise")
	r.advise(list)
	return err
}

// provedBy returns the properties that are judged safe.
func provedBy(list []Judgement) interp.Properties {
	var proved interp.Properties
	for i := range list {
		if p, err := verdict.ParseProperty(list[i].Property); err == nil && list[i].Verdict == verdict.Safe {
			proved |= interp.PropertySet(p)
		}
	}
	return proved
}

// withoutBounded returns the judgements for a partial answer. A bounded verdict becomes unknown: random
// executions have not shown yet that a check is reached within the bounds.
func (r *runner) withoutBounded(list []Judgement) []Judgement {
	out := slices.Clone(list)
	for i := range out {
		j := &out[i]
		if j.Verdict == verdict.Bounded {
			*j = Judgement{Property: j.Property, Verdict: verdict.Unknown, Reason: cmp.Or(r.budget.Reason(), verdict.Timeout), Bounds: j.Bounds,
				Stats: result.Stats{Cost: result.Cost{Engine: j.Stats.Engine, Time: j.Stats.Time}, Stats: j.Stats.Stats}}
		}
	}
	return out
}

// assume adds the assumptions of a verdict.
func (r *runner) assume(j *Judgement, p verdict.Property, proved interp.Properties) {
	j.Assumptions = slices.Concat(r.returning, r.consistency(j), assumptions(r.program, p, r.allowed, proved), j.Assumptions)
	if r.tool != nil {
		j.Assumptions = append(j.Assumptions, trusted(r.tool))
	}
}

// atOnce judges a property that needs no exploration, or that no engine can judge.
func (r *runner) atOnce(name string) (Judgement, bool) {
	property, err := verdict.ParseProperty(name)
	switch {
	case err != nil:
		return Judgement{Verdict: verdict.Unknown, Reason: NotBuilt, Message: err.Error()}, true
	case NothingToViolate(r.program, property):
		return Judgement{Verdict: verdict.Safe, Message: "nothing in the program could violate it"}, true
	case len(r.plan(property)) == 0:
		return Judgement{Verdict: verdict.Unknown, Reason: NotBuilt,
			Message: fmt.Sprintf("the engine %s cannot judge %s", r.opts.Engine, name)}, true
	}
	return Judgement{}, false
}

// conclude turns the best answer into a judgement.
func (r *runner) conclude(ctx context.Context, property verdict.Property, a *answer, j Judgement) (Judgement, error) {
	j = Judgement{Property: j.Property, Verdict: a.Verdict, Reason: a.Reason, Message: a.Detail, Bounds: a.Marks, Assumptions: a.Assumed,
		Stats: result.Stats{Cost: result.Cost{Engine: a.from.Name, Time: j.Stats.Time}, Stats: a.Stats}}
	j.Accepted = r.acceptedOf(property)
	if a.Verdict == verdict.Safe {
		j.Proof, j.Certificate, j.Uncertified = a.Proof, a.Certificate, a.Uncertified
	}
	if a.Verdict != verdict.Violation {
		return j, r.doubt(ctx, property, a, &j)
	}
	j.Reason, j.Message, j.Bounds = "", "", nil
	err := r.confirm(ctx, property, a, &j)
	if err == nil && j.Verdict == verdict.Violation {
		r.tell(&j)
		if r.opts.First {
			r.budget.cancel(errAnswered)
		}
	}
	return j, err
}

// tell records a judgement with a violation and calls Options.Found.
func (r *runner) tell(j *Judgement) {
	r.known.note(j.Property, *j)
	if r.opts.Found != nil {
		r.opts.Found(j)
	}
}

// internalError wraps the error of an engine or a later stage.
func internalError(stage string, property verdict.Property, err error) *InternalError {
	e := &InternalError{Stage: stage, Property: property.String(), Err: err}
	var t *engine.TraceError
	if errors.As(err, &t) {
		e.Trace = t.Trace
	}
	var lost *inclusion.LostError
	if errors.As(err, &lost) && lost.Execution != nil {
		e.Trace = lost.Execution.Found
	}
	var p *PanicError
	if errors.As(err, &p) {
		e.Stack = p.Stack
	}
	return e
}
