package waypoint

import (
	"context"
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Marks returns a list with code without effect at every statement and branching. A trace of the
// program is also a trace of the program with marks, and there it shows when the statements and
// branchings are reached.
func Marks(sites *Sites) *probe.List {
	l := &probe.List{Functions: functions, Codes: make(map[probe.SiteID]probe.Code)}
	for i := range sites.list {
		id := probe.SiteID(i)
		s := sites.At(id)
		switch {
		case !sites.canonical(id):
		case s.Kind == probe.Statement:
			l.Codes[id] = probe.Code{Text: fmt.Sprintf("__heddle_waypoint_visit(%d, 0)", id)}
		case s.Kind == probe.Condition && s.Simple && s.Value.Int:
			l.Codes[id] = probe.Code{Text: fmt.Sprintf("__heddle_waypoint_visit(%d, (%s) != 0)", id, probe.Value)}
		}
	}
	return l
}

// visit is the arrival of a thread at a site.
type visit struct {
	thread string
	site   probe.SiteID
	value  wide.Word // of a condition or a choice
	child  string    // of a call that creates a thread: the new thread
	inside bool      // in an atomic section, so part of the visible operation
}

// execution holds the visits and the violation of a trace's execution.
type execution struct {
	visits    []visit // in an order in which they can be evaluated one after the other
	violation *interp.Violation
	program   *ir.Program
}

// recorder observes the execution of a trace.
type recorder struct {
	prog    *ir.Program
	visitor ir.FuncID               // the library model called by marks
	returns map[ir.Pos]probe.SiteID // calls whose result is recorded, by the place where they begin
	enters  map[ir.Pos]probe.SiteID
	fresh   []visit            // visits of the current step
	pending map[string][]visit // by thread: visits since its last step; may be evaluated until the next one
	out     []visit
}

// record executes a trace on the program with marks.
//
// The marks after a visible operation are executed with it, but could run as late as just before the
// thread's next operation. They are listed at that point, so that the visits of other threads in
// between come first.
func record(ctx context.Context, sites *Sites, code *interp.Code, t *trace.Trace) (*execution, error) {
	r := &recorder{prog: code.Program(), pending: make(map[string][]visit),
		returns: make(map[ir.Pos]probe.SiteID), enters: make(map[ir.Pos]probe.SiteID)}
	for f := range r.prog.Funcs {
		if r.prog.Funcs[f].Name == "__heddle_waypoint_visit" {
			r.visitor = ir.FuncID(f)
		}
	}
	files := make(map[string]ir.FileID)
	for i, name := range r.prog.Files {
		files[name] = ir.FileID(i)
	}
	for i := range sites.list {
		id := probe.SiteID(i)
		s := sites.At(id)
		at := ir.Pos{File: files[s.File], Line: s.Start.Line, Col: s.Start.Col}
		switch {
		case !sites.canonical(id):
		case s.Kind == probe.Enter:
			r.enters[at] = id
		case s.Kind == probe.Return && s.Value.Int && s.Callee != "":
			r.returns[at] = id
		}
	}
	copied := *t
	copied.Program = ""
	res, err := interp.ReplayCode(ctx, code, &copied, interp.ReplayOptions{Observer: r, Stepped: r.stepped})
	if err != nil {
		return nil, fmt.Errorf("follow the trace: %w", err)
	}
	if res.Violation == nil {
		return nil, errors.New("the trace leads to no violation")
	}
	r.flush(res.Violation.Thread)
	return &execution{r.out, res.Violation, r.prog}, nil
}

// Observe implements interp.Observer.
func (r *recorder) Observe(m *interp.Machine, t *interp.Thread, o *interp.Observation) {
	switch o.Kind {
	case interp.ObservedRollback:
		r.fresh = r.fresh[:0]
	case interp.ObservedBlock:
		f, b, _ := t.Next()
		if f != r.visitor || f == 0 || b != 1 {
			return
		}
		params := r.prog.Funcs[f].Params
		r.fresh = append(r.fresh, visit{thread: t.Name(), site: probe.SiteID(t.Register(params[0]).Lo), value: t.Register(params[1]), inside: t.InSection()})
	case interp.ObservedChoice:
		if o.Instr == nil || o.Bookkeeping || ir.ChooseReason(o.Instr.Sub) != ir.ChooseNondet {
			return
		}
		if f, _, _ := t.Next(); f != 0 && r.prog.Funcs[f].Model {
			return
		}
		if id, ok := r.returns[o.Instr.Pos]; ok {
			r.fresh = append(r.fresh, visit{thread: t.Name(), site: id, value: o.New, inside: t.InSection()})
		}
	case interp.ObservedSpawn:
		if o.Other == nil {
			return
		}
		v := visit{thread: t.Name(), site: noSite, child: o.Other.Name()}
		for _, l := range t.Stack() {
			if !l.Model {
				if id, ok := r.enters[l.Pos]; ok {
					v.site = id
				}
				break
			}
		}
		r.fresh = append(r.fresh, v)
	}
}

// noSite is the site of a creation without a call.
const noSite = probe.SiteID(-1)

// stepped orders the visits observed in a step of t.
func (r *recorder) stepped(_ *interp.Machine, t *interp.Thread) {
	r.flush(t.Name())
	for _, v := range r.fresh {
		if (v.child != "" || v.inside) && v.thread == t.Name() {
			r.flush(t.Name())
			r.out = append(r.out, v)
			continue
		}
		r.pending[v.thread] = append(r.pending[v.thread], v)
	}
	r.fresh = r.fresh[:0]
}

// flush lists the visits of a thread before its next step.
func (r *recorder) flush(thread string) {
	r.out = append(r.out, r.pending[thread]...)
	r.pending[thread] = r.pending[thread][:0]
}

// isLeak reports whether a violation has no place.
func isLeak(v *interp.Violation) bool { return v.Kind == verdict.Leak }
