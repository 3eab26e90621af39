package relax

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/explain/narrate"
	"github.com/heddle-mc/heddle/internal/explain/report"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/weak"
)

// Question holds the memory model, the properties and the bounds under which a program is judged.
type Question struct {
	Model       string            // one of Models
	Properties  interp.Properties // with verdict.Termination: no thread goes round in a waiting loop for ever
	Environment []string          // as check.Options.Environment
	Allowed     ir.Environment
	Unwind      int
	Memory      int64
	Strict      bool // check.Options.StrictExternals
	Sources     func(file string) []string

	first time.Duration // the time of the first answer; zero: there was none
}

// These divide the time that is left.
const (
	firstShare   = 3 // for the program as it is
	stepShare    = 4 // for any other
	patience     = 10
	leastTime    = time.Second
	exploreShare = 2 // of the time for one program
)

// Models lists the memory models under which orders are found. Others have executions with a cycle of program order and
// reads-from. No property is judged in these, so an order that forbids them would be missing.
func Models() (names []string) {
	for _, name := range weak.Models() {
		if m, err := weak.ModelOf(name); err == nil && name != check.SC && !m.Cycles() {
			names = append(names, name)
		}
	}
	return names
}

// Judge is a Judge. It explores the executions of the model, and asks check if that gives no answer: its engines judge
// inputs of every value, and programs with many executions.
func (q *Question) Judge(ctx context.Context, p *ir.Program) (*Answer, error) {
	began := time.Now()
	limit := time.Duration(0)
	if end, limited := ctx.Deadline(); limited {
		left := max(time.Until(end), 0)
		if limit = left / firstShare; q.first > 0 {
			limit = min(left/stepShare, patience*q.first+leastTime)
		}
	}
	a, err := q.judge(ctx, p, limit)
	q.first = cmp.Or(q.first, time.Since(began))
	return a, err
}

// judge judges a program in a time; zero: there is no limit.
func (q *Question) judge(ctx context.Context, p *ir.Program, limit time.Duration) (*Answer, error) {
	if ctx.Err() != nil {
		return &Answer{Verdict: verdict.Unknown, Detail: string(verdict.Timeout)}, nil
	}
	limited, cancel := ctx, context.CancelFunc(func() {})
	if limit > 0 {
		limited, cancel = context.WithTimeout(ctx, limit/exploreShare)
	}
	defer cancel()
	facts := analyze.Of(p)
	code := interp.PrepareFrom(facts)
	r, err := q.explore(limited, code, p)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Verdict == verdict.Violation:
		return q.convict(ctx, facts, code, r.Found[0].Trace)
	case explored(r):
		return q.exonerate(ctx, facts, &Answer{Verdict: r.Verdict, Marks: r.Marks}), nil
	}
	a, err := q.check(ctx, p, limit)
	if err == nil && a.holds() && q.Properties.Has(verdict.Termination) && waits(facts) {
		if q.first > 0 {
			return &Answer{Verdict: verdict.Unknown, Detail: "there was no time to explore all executions, so a thread may wait for ever"}, nil
		}
		q.Properties &^= interp.PropertySet(verdict.Termination)
	}
	return a, err
}

// explore explores the executions of the model. A data race is an error of C, so the property race is judged under RC11 in any
// case.
func (q *Question) explore(ctx context.Context, code *interp.Code, p *ir.Program) (*explore.Report, error) {
	under := func(name string, properties interp.Properties) (*explore.Report, error) {
		model, err := weak.ModelOf(name)
		if err != nil {
			return nil, err
		}
		return explore.Explore(ctx, explore.Task{Code: code, Properties: properties, Environment: q.Allowed.In(p), Unwind: q.Unwind,
			Model: model, Memory: q.Memory})
	}
	race := interp.PropertySet(verdict.Race)
	if q.Model == check.RC11 {
		return under(q.Model, q.Properties)
	}
	r, err := under(q.Model, q.Properties&^race)
	if err != nil || !explored(r) {
		return r, err
	}
	races, err := under(check.RC11, race)
	if err == nil && races.Verdict == verdict.Safe {
		return r, nil
	}
	return races, err
}

// explored reports whether an exploration visited all executions, within the bounds on loops, and found no violation.
func explored(r *explore.Report) bool {
	return r.Verdict == verdict.Safe || r.Verdict == verdict.Bounded && r.Reason == verdict.NoReason
}

// waits reports whether a function of the program has a loop that can wait for another thread.
func waits(facts *analyze.Facts) bool {
	for id := range facts.Program.Funcs {
		if !facts.Program.Funcs[id].Model && slices.ContainsFunc(facts.Loops().Func(ir.FuncID(id)).Loops, func(l loops.Loop) bool { return l.Await }) {
			return true
		}
	}
	return false
}

// Names lists the properties of the question that package check judges as well. It judges race under RC11 in any case.
func (q *Question) Names() (names []string) {
	for _, property := range verdict.FiniteChecks.Properties() {
		if q.Properties.Has(property) {
			names = append(names, property.String())
		}
	}
	return names
}

// exonerate returns an answer without a violation. It is Unknown if undefined functions could be the reason for one
// and the question is strict.
func (q *Question) exonerate(ctx context.Context, facts *analyze.Facts, a *Answer) *Answer {
	if q.Strict {
		if doubt, _ := check.CalledBack(ctx, facts); doubt != "" {
			return &Answer{Verdict: verdict.Unknown, Detail: doubt}
		}
	}
	return a
}

// check asks package check.
func (q *Question) check(ctx context.Context, p *ir.Program, limit time.Duration) (*Answer, error) {
	budget := check.NewBudget(ctx, limit, q.Memory)
	defer budget.Stop()
	opts := check.Options{Properties: q.Names(), Model: q.Model, Environment: q.Environment, Bounds: engine.Bounds{Unwind: q.Unwind}, StrictExternals: q.Strict, First: true}
	list, err := check.Run(budget, p, opts)
	if err != nil {
		return nil, err
	}
	a := &Answer{Verdict: verdict.Safe}
	for i := range list {
		j := &list[i]
		switch {
		case j.Verdict == verdict.Violation:
			facts := analyze.Of(p)
			return q.convict(ctx, facts, interp.PrepareFrom(facts), j.Trace)
		case j.Verdict == verdict.Unknown, j.Verdict == verdict.Bounded && j.Reason != verdict.NoReason:
			a.Verdict, a.Detail = verdict.Unknown, j.Property+": "+cmp.Or(j.Message, string(j.Reason))
		case j.Verdict == verdict.Bounded && a.Verdict == verdict.Safe:
			a.Verdict = verdict.Bounded
		}
		a.Marks = append(a.Marks, j.Bounds...)
	}
	return a, nil
}

// convict replays a trace. An answer without a violation means that undefined functions cause it.
func (q *Question) convict(ctx context.Context, facts *analyze.Facts, code *interp.Code, t *trace.Trace) (*Answer, error) {
	calls, narrator, ran := check.ExternalCalls{Facts: facts}, narrate.New(facts.Program, t, q.Sources), &places{seen: make(map[ir.Pos]bool)}
	res, err := interp.ReplayCode(context.WithoutCancel(ctx), code, t, interp.ReplayOptions{Observer: interp.Observers{&calls, narrator, ran}, Stepped: narrator.Stepped})
	if err != nil {
		return nil, fmt.Errorf("a violation of %s was found, but its trace does not replay: %w", t.Failure.Property, err)
	}
	if message, _ := calls.Doubt(ctx, res.Violation); message != "" {
		return &Answer{Verdict: verdict.Unknown, Detail: message}, nil
	}
	return &Answer{Verdict: verdict.Violation, Trace: t, Why: why(narrator.Story(res.Violation), t.Memory), Ran: ran.list}, nil
}

// why describes a violation in a line: the failure, and the last read of an older value.
func why(s *story.Story, memory string) string {
	f := &s.Failure
	text, _ := strings.CutSuffix(report.Headline(s), " (under "+trace.MemoryTitle(memory)+")")
	if f.Place.Line > 0 {
		text = fmt.Sprintf("%s (line %d)", text, f.Place.Line)
	}
	for i := len(s.Actions) - 1; i >= 0; i-- {
		a := &s.Actions[i]
		if !a.Stale {
			continue
		}
		which, relation := "an older value", ":"
		if f.Property == verdict.Termination.String() { // whose last reads find the last writes
			which, relation = "the last value", ", before which"
		}
		text += fmt.Sprintf("; %s %s (line %d), %s", a.Thread, report.Phrase(a), a.Place.Line, which)
		if a.Latest > 0 {
			w := &s.Actions[a.Latest-1]
			text += relation + " " + w.Thread + " wrote " + w.Value
		}
		break
	}
	return text
}

// places collects the places of the operations with an order that an execution has.
type places struct {
	seen map[ir.Pos]bool
	list []ir.Pos
}

// Observe implements interp.Observer.
func (l *places) Observe(_ *interp.Machine, _ *interp.Thread, o *interp.Observation) {
	if o.Instr != nil && o.Instr.Order != ir.NonAtomic && !l.seen[o.Instr.Pos] {
		l.seen[o.Instr.Pos] = true
		l.list = append(l.list, o.Instr.Pos)
	}
}

// Properties lists the properties that can be judged.
func Properties() (names []string) {
	model, err := weak.ModelOf(check.RC11)
	if err != nil {
		return nil
	}
	for _, property := range verdict.FiniteChecks.Properties() {
		if model.Properties().Has(property) {
			names = append(names, property.String())
		}
	}
	return names
}

// Judged returns the properties that can be judged: those of a list, or of the default properties. A data race is
// undefined behaviour, so race is always among them, and so is termination.
func Judged(names []string) (set interp.Properties, err error) {
	can, list := Properties(), names
	if len(list) == 0 {
		list = check.DefaultProperties()
	}
	for _, name := range list {
		property, err := verdict.ParseProperty(name)
		switch {
		case err != nil:
			return 0, err
		case slices.Contains(can, name):
			set |= interp.PropertySet(property)
		case slices.Contains(names, name):
			return 0, fmt.Errorf("%s is not judged under a memory model", name)
		}
	}
	return set | interp.PropertySet(verdict.Race, verdict.Termination), nil
}
