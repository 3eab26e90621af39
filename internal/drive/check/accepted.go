package check

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// acceptedOnes are the violations that were found and are accepted.
type acceptedOnes struct {
	mu   sync.Mutex
	list [verdict.NumProperties][]Other
	used []bool // by acceptance
}

// accepts reports whether violations of a property may be accepted.
func (r *runner) accepts(p verdict.Property) bool {
	return slices.ContainsFunc(r.opts.Accepted, func(a accept.Acceptance) bool { return a.Property == p })
}

// all reports whether engines look for every violation of a property.
func (r *runner) all(p verdict.Property) bool { return r.opts.All || r.accepts(p) }

// finding returns a violation as acceptances see it, with its key.
func (r *runner) finding(p verdict.Property, v *interp.Violation) (f *accept.Finding, key string) {
	f = &accept.Finding{Property: p, Kind: v.Kind}
	if at := locationOf(r.program, v); at != nil {
		f.Places = append(f.Places, *at)
	}
	if v.First != nil && v.First.Pos.IsValid() {
		f.Places = append(f.Places, v.First.Pos.In(r.program.Files, v.First.Func))
	}
	lines := accept.Lines(func(string) []string { return nil })
	if r.opts.Sources != nil {
		lines = r.opts.Sources
	}
	return f, f.Key(lines)
}

// accept records a violation that the options accept. It reports whether they do.
func (r *runner) accept(p verdict.Property, v *interp.Violation, t *trace.Trace) bool {
	f, key := r.finding(p, v)
	r.accepted.mu.Lock()
	defer r.accepted.mu.Unlock()
	var by *accept.Acceptance // the first
	for i := range r.opts.Accepted {
		if a := &r.opts.Accepted[i]; a.Accepts(f, key) {
			by, r.accepted.used[i] = cmp.Or(by, a), true
		}
	}
	if by == nil {
		return false
	}
	known := func(o Other) bool { return o.Key == key }
	if list := &r.accepted.list[p]; !slices.ContainsFunc(*list, known) {
		*list = append(*list, Other{Key: key, Kind: v.Kind, Location: locationOf(r.program, v), Message: v.Message + spuriousNote(t), Cause: cause(p, v), Trace: t, By: by})
	}
	return true
}

// acceptedOf returns the accepted violations of a property that were found.
func (r *runner) acceptedOf(p verdict.Property) []Other {
	r.accepted.mu.Lock()
	defer r.accepted.mu.Unlock()
	return slices.Clone(r.accepted.list[p])
}

// stale adds the acceptances without a matching violation to a judgement. Those of the baseline are absent.
func (r *runner) stale(j *Judgement, p verdict.Property) {
	j.Stale, j.Absent = nil, nil
	r.accepted.mu.Lock() // an engine that is not waited for may still find one
	defer r.accepted.mu.Unlock()
	for i, a := range r.opts.Accepted {
		switch {
		case a.Property != p || r.accepted.used[i]:
		case a.Origin == accept.InBaseline:
			j.Absent = append(j.Absent, result.Finding{Property: p.String(), Key: a.Key, Message: a.Message, Location: a.Place})
		default:
			j.Stale = append(j.Stale, a.String())
		}
	}
}

// withoutAccepted removes the accepted violations from an answer. If there are no others, the answer
// becomes the engine's result for the executions without a violation: at best, bounded by the accepted
// violations.
func (r *runner) withoutAccepted(ctx context.Context, property verdict.Property, a *answer) error {
	if a.Verdict != verdict.Violation || !r.accepts(property) {
		return nil
	}
	var others []engine.Violation
	var marks []verdict.Mark
	for _, found := range a.Violations {
		e, err := r.replay(ctx, property, found.Trace, false)
		if err != nil {
			return err
		}
		if e == nil || !r.accept(property, e.violation, found.Trace) {
			others = append(others, found)
			continue
		}
		v := e.violation
		m := verdict.Mark{Bound: verdict.AcceptedBound}
		if at := locationOf(r.program, v); at != nil {
			m.Location = *at
		}
		if !slices.Contains(marks, m) {
			marks = append(marks, m)
		}
	}
	if len(others) > 0 {
		a.Violations = others
		return nil
	}
	rest := a.Rest
	if rest == nil {
		rest = &engine.Outcome{Verdict: verdict.Unknown, Reason: NotBuilt, Detail: "engine " + a.from.Name + " ends with the first violation, which is accepted"}
	}
	rest.Stats = a.Stats
	a.Outcome = *rest
	r.limitToLayout(a)
	if a.Verdict == verdict.Safe {
		a.Verdict, a.settled = verdict.Bounded, true
	}
	if a.Verdict == verdict.Bounded {
		a.Marks = append(marks, a.Marks...)
	}
	return nil
}
