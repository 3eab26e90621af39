package hunt

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/host/cputime"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// Explorer is the name under which the exploration of all executions answers.
const Explorer = "exploration"

// Answer is the verdict of one engine on one property.
type Answer struct {
	Engine   string
	Property verdict.Property
	Verdict  verdict.Verdict
	Detail   string // of a violation: its message and place; else the reason why there is no proof
	Time     time.Duration
	// Given: a proof that takes it for granted that nothing is accessed through a pointer
	// without a value. Unset: a violation in which something without a value is read.
	Given, Unset bool
	Failure      string // the error of the engine; empty: none
}

// String is one line.
func (a *Answer) String() string {
	s := fmt.Sprintf("%s: %s is %s", a.Engine, a.Property, a.Verdict)
	if a.Failure != "" {
		return s + ": FAILURE: " + a.Failure
	}
	return strings.TrimSuffix(s+": "+a.Detail, ": ")
}

// Judge runs an engine and replays the violation that it finds.
func (s *Subject) Judge(m engine.Kind, p verdict.Property, patience time.Duration) (a Answer) {
	a = Answer{Engine: m.Name, Property: p, Verdict: verdict.Unknown}
	started := time.Now()
	defer func() {
		a.Time = time.Since(started)
		if r := recover(); r != nil {
			a.Failure = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	ctx, cancel := within(patience)
	defer cancel()
	out, err := m.New(nil).Run(ctx, &engine.Problem{Program: s.code.Program(), Property: p, Environment: s.Environment.For(p), Memory: 1 << 30})
	if err != nil {
		if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
			a.Failure = err.Error()
		}
		return a
	}
	a.Verdict, a.Failure = out.Verdict, rejected(&out.Stats)
	a.Given = len(out.Assumed) > 0
	if out.Verdict != verdict.Violation {
		a.Detail = strings.TrimSpace(fmt.Sprintf("%s %s %v", out.Reason, out.Detail, out.Marks))
		return a
	}
	if len(out.Violations) == 0 {
		a.Failure = "a violation without a trace"
	}
	for i := range out.Violations {
		t := out.Violations[i].Trace
		res, err := interp.ReplayCode(context.Background(), s.code, t, interp.ReplayOptions{Properties: interp.PropertySet(p)})
		if err != nil {
			a.Failure = "the trace does not replay: " + err.Error()
			return a
		}
		v := res.Violation
		a.Unset = len(t.Uninit) > 0
		a.Detail = fmt.Sprintf("%s %s at line %d", v.Kind, v.Message, v.Pos.Line)
	}
	return a
}

// rejected returns the results of passes that checkers rejected: the verdict is right, but a pass is not.
func rejected(s *engine.Stats) string { return strings.Join(s.Rejected, "; ") }

// slowness is how much longer than its processor time something may take: the machine
// may have other things to do.
const slowness = 20

// within returns a context that ends when the process has used some processor time, and
// at the latest after a multiple of that.
func within(patience time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), patience*slowness)
	begun := cputime.Used()
	go func() {
		for ctx.Err() == nil && cputime.Used()-begun < patience {
			time.Sleep(patience / 20)
		}
		cancel()
	}()
	return ctx, cancel
}

// JudgeJointly runs the driver on all properties together, as a user does.
func (s *Subject) JudgeJointly(properties []verdict.Property, patience time.Duration) (answers []Answer) {
	started := time.Now()
	var opts check.Options
	for _, p := range properties {
		opts.Properties = append(opts.Properties, p.String())
		answers = append(answers, Answer{Engine: check.Auto, Property: p, Verdict: verdict.Unknown})
	}
	opts.Environment = s.Environment.Switches()
	fail := func(p verdict.Property, text string) {
		for i := range answers {
			if answers[i].Property == p || p == verdict.NumProperties {
				answers[i].Failure = text
				return
			}
		}
	}
	defer func() {
		if r := recover(); r != nil {
			fail(verdict.NumProperties, fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
		}
	}()
	ctx, cancel := within(patience)
	defer cancel()
	budget := check.NewBudget(ctx, patience*slowness, 0)
	defer budget.Stop()
	list, err := check.Run(budget, s.code.Program(), opts)
	for i, j := range list {
		answers[i].Verdict, answers[i].Time = j.Verdict, time.Since(started)/time.Duration(len(list))
		answers[i].Given = j.Stats.Engine == "static"
		answers[i].Detail = strings.TrimSpace(fmt.Sprintf("%s %s %s %v", j.Stats.Engine, j.Reason, j.Message, j.Bounds))
		if j.Reason == check.Internal {
			fail(answers[i].Property, j.Message)
		} else if text := rejected(&j.Stats.Stats); text != "" {
			fail(answers[i].Property, text)
		}
	}
	if err != nil && !slices.ContainsFunc(answers, func(a Answer) bool { return a.Failure != "" }) {
		fail(verdict.NumProperties, err.Error())
	}
	return answers
}

// executions bounds the executions of one exploration. It is a count, not a time, so that the result
// does not depend on the machine.
const executions = 3000

// Explore judges properties by executing everything.
func (s *Subject) Explore(properties []verdict.Property, reduction smc.Reduction) (answers []Answer) {
	for _, group := range s.together(properties) {
		started := time.Now()
		x, err := smc.Explore(context.Background(), s.code, smc.Options{
			Properties: interp.PropertySet(group...), Environment: s.Environment.For(group[0]), Reduction: reduction,
			Loops: interp.CutAwait, Executions: executions, MaxSteps: 100_000, Budget: 10 * time.Second,
		})
		for _, p := range group {
			a := Answer{Engine: Explorer, Property: p, Verdict: verdict.Unknown, Time: time.Since(started) / time.Duration(len(group))}
			if err != nil {
				a.Failure = err.Error()
				answers = append(answers, a)
				continue
			}
			switch {
			case x.Complete && x.Exact && len(x.Cuts) == 0 && len(x.Limits) == 0:
				a.Verdict = verdict.Safe
			case !x.Exact:
				a.Detail = "inputs"
			default:
				a.Detail = fmt.Sprintf("%s %v %v", x.Incomplete, x.Cuts, x.Limits)
			}
			for i := range x.Violations {
				v := &x.Violations[i].Violation
				if v.Property == p {
					a.Unset = len(x.Violations[i].Trace.Uninit) > 0
					a.Verdict, a.Detail = verdict.Violation, fmt.Sprintf("%s %s at line %d", v.Kind, v.Message, v.Pos.Line)
				}
			}
			answers = append(answers, a)
		}
	}
	return answers
}

// together groups properties that one exploration can judge: in one environment, and
// races alone, which take the most executions.
func (s *Subject) together(properties []verdict.Property) [][]verdict.Property {
	groups := map[string][]verdict.Property{}
	for _, p := range properties {
		key := fmt.Sprint(s.Environment.For(p), p == verdict.Race)
		groups[key] = append(groups[key], p)
	}
	var out [][]verdict.Property
	for _, p := range properties {
		key := fmt.Sprint(s.Environment.For(p), p == verdict.Race)
		if groups[key] != nil {
			out = append(out, groups[key])
			groups[key] = nil
		}
	}
	return out
}
