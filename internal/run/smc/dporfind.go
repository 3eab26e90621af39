package smc

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Violations that DPOR finds: which count, and the traces that lead to them.

// finding is a violation with the steps that lead to it: those of the first events of the path that are in
// the clock, or all, and then a step, if there is one.
type finding struct {
	v      interp.Violation
	at     int
	clock  []int32
	all    bool
	step   bool
	tid    int32
	script []decision
}

// noteStart handles the violations that main caused before its first visible operation.
func (x *dpor) noteStart() {
	x.start = 0
	x.start = x.noteViolations(finding{}, nil)
}

// noteStep handles the violations of the event at an index of the path.
func (x *dpor) noteStep(at int, ev *event) {
	if len(x.m.Violations()) > 0 {
		all := ev.last || slices.ContainsFunc(x.m.Violations(), func(v interp.Violation) bool { return v.Kind == verdict.Leak })
		ev.violated = x.noteViolations(finding{at: at, step: true, tid: ev.tid, all: all}, ev.clock)
	}
}

// noteAttempt handles the violations of a section that a thread attempted but could not complete (semantics
// 4). The attempt comes after the first k events of the path without those in without; foot and the script
// have its reads and choices. The execution continues as if the thread had not tried.
func (x *dpor) noteAttempt(tid, before int32, k int, without bits64, foot *footprint.Footprint) {
	foot.Violates = true
	var clock []int32
	if before >= 0 {
		clock = append(clock, x.path[before].ev.clock...)
	}
	looked := foot.Clone(true)
	clock, _ = x.dependences(k, without, tid, looked, clock, nil)
	x.noteViolations(finding{at: k, step: true, tid: tid}, clock)
}

// noteViolations records those of the machine's violations that count. f has the place; clock has the steps
// before it.
func (x *dpor) noteViolations(f finding, clock []int32) interp.Properties {
	before := x.start
	for i := range x.path[:f.at] {
		if e := &x.path[i].ev; e.violated != 0 && !e.ended && (f.all || e.isIn(clock)) {
			before |= e.violated
		}
	}
	now := judge(x.m.Violations(), before, func(v *interp.Violation) {
		if x.counts(x.m, v) {
			f.v, f.clock, f.script = *v, slices.Clone(clock), slices.Clone(*x.script)
			x.findings = append(x.findings, f)
		}
	})
	x.m.Forget(0, x.m.Violated())
	return now
}

// recordFindings executes the steps that happen before each wanted violation, and the step itself, and
// records it.
func (x *dpor) recordFindings() {
	for i := range x.findings {
		f := &x.findings[i]
		if x.wanted(&f.v) && !x.recordFinding(f) && x.ctx.Err() == nil {
			x.cut("a violation did not repeat")
		}
	}
	x.findings = x.findings[:0]
}

func (x *dpor) recordFinding(f *finding) (found bool) {
	if !x.begin() {
		return false
	}
	var schedule trace.Trace
	for _, nd := range x.path[:f.at] {
		if nd.ev.ended || !f.all && !nd.ev.isIn(f.clock) {
			continue
		}
		schedule.AddStep(x.byID[nd.tid].Name())
		x.use(&nd.script)
		if x.m.Step(x.byID[nd.tid]) != interp.Stepped || x.m.End().Kind != interp.Running {
			return false
		}
		x.found.Steps++
		x.meet()
	}
	if f.step {
		schedule.AddStep(x.byID[f.tid].Name())
		x.use(&f.script)
		x.m.Step(x.byID[f.tid])
		x.found.Steps++
	}
	for _, v := range x.m.Violations() {
		if v.Same(&f.v) {
			x.record(x.m, v, schedule.Schedule)
			return true
		}
	}
	return false
}

// needsStrict reports whether the execution ended the process where other
// threads could have been elsewhere, and that matters.
func (x *dpor) needsStrict() bool {
	foreign := slices.ContainsFunc(x.path, func(nd *node) bool { return nd.ev.foot.Foreign })
	if !(x.m.HasHeap() && x.opts.Properties&interp.PropertySet(verdict.Leak.Properties()...) != 0 || foreign && x.opts.Properties.Has(verdict.Deadlock)) {
		return false
	}
	for i, nd := range x.path {
		if !nd.ev.ended {
			continue
		}
		for j, other := range x.path {
			if i != j && !nd.ev.follows(&other.ev) && !other.ev.follows(&nd.ev) {
				return true
			}
			if j > i && !other.ev.ended {
				return true
			}
		}
	}
	return false
}

// findDeadlocks records the deadlocks of the present state. In it no thread can continue, or it is the last
// state before the process ends. Steps that ended the process have not been done.
func (x *dpor) findDeadlocks() {
	if !x.opts.Properties.Has(verdict.Deadlock) {
		return
	}
	x.asking = false
	for _, v := range x.m.FindDeadlocks() {
		if x.wanted(&v) {
			x.record(x.m, v, x.schedule())
		}
	}
}

// schedule returns the schedule of the path, without the steps that ended the process.
func (x *dpor) schedule() []trace.Segment {
	var t trace.Trace
	for _, n := range x.path {
		if !n.ev.ended {
			t.AddStep(x.byID[n.tid].Name())
		}
	}
	return t.Schedule
}
