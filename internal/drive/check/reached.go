package check

import (
	"context"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/coverage"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// NotReached is the reason when no execution within the bounds is known to evaluate a check of the
// property: the absence of failures is then no information.
const NotReached verdict.Reason = "not-reached"

// These are the limits of the random executions that find reachable checks. There are at most
// coveredExecutions. Each has at most coveredInstructions; the first coveredShortly have a fiftieth of
// that, and every fourth has ten times as many. All together have at most coveredTogether. When time is up
// they may take coveredTime, or a fiftieth of the time of the answer. In one of three, at most
// coveredThreads threads begin, main included, since with many threads each has few turns.
const (
	coveredShortly      = 12
	coveredThreads      = 4
	coveredExecutions   = 200
	coveredInstructions = 2_000_000
	coveredTogether     = 40_000_000
	coveredTime         = 150 * time.Millisecond
)

// cover adds the coverage of random executions to answers for a part of the executions, and with
// Options.Coverage to all. An answer for executions that evaluate no check becomes unknown.
func (r *runner) cover(list []Judgement) error {
	var c *coverage.Coverage
	failing := make(map[verdict.Property]*trace.Trace)
	for i := range list {
		j := &list[i]
		property, err := verdict.ParseProperty(j.Property)
		limited := j.Stats.Engine != "" && (j.Verdict == verdict.Bounded || j.Verdict == verdict.Unknown)
		if err != nil || !limited && !r.opts.Coverage {
			continue
		}
		if c == nil {
			if c, err = r.executed(failing); err != nil {
				return internalError("coverage", property, err)
			}
			if c == nil {
				return nil
			}
		}
		if k := r.table.kind(r.table.auto.joint); limited && failing[property] != nil && k != nil && r.takesAny(property) {
			ctx, cancel := r.afterwards()
			found := &answer{Outcome: engine.Outcome{Verdict: verdict.Violation, Violations: []engine.Violation{{Trace: failing[property]}}}, from: *k}
			*j, err = r.conclude(ctx, property, found, *j)
			if cancel(); err != nil {
				return err
			}
			continue
		}
		if j.Coverage = r.covered(c, property); j.Verdict == verdict.Bounded && !evaluated(j.Coverage, c, property) {
			if err := r.search(c, property); err != nil {
				return internalError("coverage", property, err)
			}
			j.Coverage = r.covered(c, property)
		}
		if j.Verdict == verdict.Bounded && !evaluated(j.Coverage, c, property) {
			j.Verdict, j.Reason, j.Message = verdict.Unknown, NotReached, string(j.Reason)
		}
	}
	return nil
}

// takesAny reports whether any violation of a property is an answer, by any engine at any time.
func (r *runner) takesAny(p verdict.Property) bool {
	return r.opts.Engine == Auto && r.opts.Bounds == (engine.Bounds{}) && !r.all(p) && context.Cause(r.budget.Context()) != errAnswered
}

// executed returns the coverage of random executions. It adds the traces of executions that fail a
// check of assert or reach to failing. nil: there was no time.
func (r *runner) executed(failing map[verdict.Property]*trace.Trace) (*coverage.Coverage, error) {
	c := coverage.New(r.program)
	ctx, cancel := r.afterwards()
	defer cancel()
	_, err := executing(ctx, r, func(ctx context.Context, code *interp.Code) (struct{}, error) {
		opts := interp.Options{MaxMemory: triedMemory, Properties: interp.PropertySet(verdict.Assert) | interp.PropertySet(verdict.Reach)}
		for instructions := uint64(0); c.Executions < coveredExecutions && instructions < coveredTogether; {
			opts.Seed, opts.Environment, opts.MaxSteps = uint64(c.Executions), r.env, coveredInstructions
			switch {
			case c.Executions < coveredShortly:
				opts.MaxSteps /= 50
			case c.Executions%4 == 1:
				opts.MaxSteps *= 10
			}
			opts.Ahead = opts.MaxSteps / 4 // main may go round for ever, and only its threads do something
			if c.Executions%2 == 0 {
				opts.Environment &^= spurious // loops around waits end sooner
			}
			if opts.Threads = 0; c.Executions%3 == 1 {
				opts.Threads = coveredThreads
			}
			res, t, err := c.Run(ctx, code, opts)
			if err != nil {
				return struct{}{}, err
			}
			if v := res.Violation; v != nil && failing[v.Property] == nil {
				failing[v.Property] = t
			}
			instructions += res.Instructions
		}
		return struct{}{}, nil
	})
	switch {
	case Abandoned(err):
		return nil, nil
	case ctx.Err() != nil:
		err = nil
	}
	return c, err
}

// evaluated reports whether an answer for the executions is meaningful for a property: they evaluated a check
// of it, or all unevaluated checks hold anyway.
func evaluated(c *Coverage, of *coverage.Coverage, property verdict.Property) bool {
	return of.Any(property) || len(c.Holding) > 0 && len(c.NotReached) == 0
}

// covered returns the coverage of a property.
func (r *runner) covered(c *coverage.Coverage, property verdict.Property) *Coverage {
	out := &Coverage{Executions: c.Executions, Threads: c.Threads}
	entered, others := c.Entered()
	out.Entered, out.NotEntered = append([]string{}, r.names(entered)...), r.names(others)
	if property.Is(verdict.StatedCheck) {
		reached, others := c.Reached(property)
		holds := r.holding(property, others)
		out.Reached, out.Holding, out.NotReached = r.locations(reached), r.locations(holds), r.locations(without(others, holds))
	}
	if r.opts.Coverage {
		out.Lines = r.lines(c)
	}
	return out
}

// holding returns the checks that hold in all executions, without any bounds: no code calls their function,
// or bounds on values prove it. They need not be evaluated.
func (r *runner) holding(property verdict.Property, open []coverage.Site) []coverage.Site {
	message, _ := CalledBack(r.budget.Context(), r.facts)
	if len(open) == 0 || message != "" {
		return nil // others may call anything
	}
	ctx, cancel := r.afterwards()
	defer cancel()
	pts := r.facts.PointsTo(ctx)
	if pts.Lost != "" {
		return nil
	}
	called := make([]bool, len(r.program.Funcs))
	for _, n := range pts.Nodes {
		called[n.Func] = true
	}
	out := slices.DeleteFunc(slices.Clone(open), func(s coverage.Site) bool { return called[s.Func] })
	if len(out) == len(open) || !property.Is(values.Checks) {
		return out
	}
	known := values.Analyse(ctx, r.facts, r.env)
	if known.Lost != "" {
		return out
	}
	for _, s := range open {
		left := slices.ContainsFunc(known.Left, func(o values.Obligation) bool { return o.Property == property && o.Pos == s.Pos })
		if called[s.Func] && s.Itself && !left {
			out = append(out, s)
		}
	}
	return out
}

// without returns the sites of a list that are not among others.
func without(list, others []coverage.Site) []coverage.Site {
	return slices.DeleteFunc(list, func(s coverage.Site) bool {
		return slices.ContainsFunc(others, func(o coverage.Site) bool { return o.Func == s.Func && o.Pos == s.Pos })
	})
}

// afterwards returns a context for work after the answers. The end of the budget's time does not end it.
func (r *runner) afterwards() (context.Context, context.CancelFunc) {
	return r.budget.afterwards(max(coveredTime, r.budget.Elapsed()/50))
}

func (r *runner) lines(c *coverage.Coverage) []result.FileLines {
	var out []result.FileLines
	for _, l := range c.Lines() {
		at := l.Pos.In(r.program.Files, "")
		if n := len(out); n == 0 || out[n-1].File != at.File {
			out = append(out, result.FileLines{File: at.File})
		}
		last := &out[len(out)-1].Lines
		*last = append(*last, result.Line{Line: at.Line, Reached: l.Reached})
	}
	return out
}

func (r *runner) names(list []ir.FuncID) []string {
	var out []string
	for _, id := range list {
		out = append(out, r.program.Funcs[id].Name)
	}
	return out
}

func (r *runner) locations(list []coverage.Site) []verdict.Location {
	var out []verdict.Location
	for _, s := range list {
		out = append(out, s.Pos.In(r.program.Files, r.program.Funcs[s.Func].Name))
	}
	return out
}
