package interp

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/footprint"
)

// ReplayOptions holds the properties, limits and callbacks of a replay.
type ReplayOptions struct {
	Properties Properties // zero: the property of the trace's failure
	Output     io.Writer
	MaxSteps   uint64
	MaxMemory  uint64
	// Observer gets the observations of the execution, the blocks included; nil: there is no observer.
	Observer Observer
	// Stepped, if not nil, is called at the start and after each step of the schedule, with the thread of
	// the step.
	Stepped func(m *Machine, t *Thread)
}

// MisfitError describes the place at which a trace stops fitting its program.
type MisfitError struct {
	Step   uint64 // visible operations done before
	Thread string // whose turn it was
	Place  string // file:line:column where that thread was, if known
	Msg    string
}

// LimitError is the error for a limit of the machine that ended a replay: the rest of the trace was not
// checked.
type LimitError struct{ End End }

// Error names the limit.
func (e *LimitError) Error() string { return "the execution ends: " + e.End.Kind.String() }

// Error returns the place in the trace and the reason.
func (e *MisfitError) Error() string {
	s := fmt.Sprintf("after %d steps", e.Step)
	if e.Thread != "" {
		s += ", thread " + e.Thread
	}
	if e.Place != "" {
		s += " at " + e.Place
	}
	return s + ": " + e.Msg
}

// ReplayCode executes a program along a trace. A trace with a failure must reach it: the same property and
// kind at the same place, by its last step. A *MisfitError has the place where the trace stops fitting. A
// *LimitError means that a limit came before its end.
func ReplayCode(ctx context.Context, c *Code, t *trace.Trace, opts ReplayOptions) (*Result, error) {
	src, err := ReplaySource(t)
	if err != nil {
		return nil, &MisfitError{Msg: err.Error()}
	}
	if t.Model != "" && t.Model != c.Program().Model.String() {
		return nil, &MisfitError{Msg: fmt.Sprintf("the trace is for %s, the program for %s", t.Model, c.Program().Model)}
	}
	if id := c.programID(); t.Program != "" && t.Program != id {
		return nil, &MisfitError{Msg: "the trace is for another program"}
	}
	env, err := EnvironmentOf(t)
	if err != nil {
		return nil, &MisfitError{Msg: err.Error()}
	}
	if opts.Properties == 0 && t.Failure != nil {
		prop, err := verdict.ParseProperty(t.Failure.Property)
		if err != nil {
			return nil, &MisfitError{Msg: err.Error()}
		}
		opts.Properties = PropertySet(prop)
	}
	places, err := PlacesOf(c.Program(), t.Failure)
	if err != nil {
		return nil, &MisfitError{Msg: err.Error()}
	}
	var memory Memory
	var names *footprint.Names
	reads := memoryOf(t)
	if reads != nil {
		memory, names = reads, c.NewNames()
	}
	m := NewMachine(c, Config{Properties: opts.Properties, Places: places, Environment: env, Source: src, Loops: CutIdle,
		Output: opts.Output, MaxSteps: opts.MaxSteps, MaxMemory: opts.MaxMemory, Done: ctx.Done(),
		Observer: opts.Observer, Blocks: opts.Observer != nil, Names: names, Memory: memory})
	if reads != nil {
		reads.m = m
	}
	temporal := t.Failure != nil && m.isTemporal()
	var loop lasso
	if temporal {
		opts.Stepped = loop.watch(t, opts.Stepped)
	}
	steps, err := m.follow(ctx, t.Schedule, opts.Stepped)
	if m.end.Limit() {
		return nil, &LimitError{m.end}
	}
	if err != nil {
		return nil, err
	}
	if reads != nil && reads.wrong != nil {
		return nil, &MisfitError{Step: steps, Msg: reads.wrong.Error()}
	}
	if m.end.Kind == Running && opts.Properties.Has(verdict.Deadlock) {
		if m.Deadlock() != nil {
			m.endDeadlocked(t.Failure)
		}
	}
	if err := m.Flush(); err != nil {
		return nil, err
	}
	res := m.result(steps)
	if temporal {
		if msg := loop.misses(m); msg != "" {
			return nil, &MisfitError{Step: steps, Msg: msg}
		}
		res.Violation = &Violation{Property: m.conf.Properties.one(), Message: t.Failure.Message}
	}
	m.chooseRace(res, t.Failure)
	m.chooseLeak(res, t.Failure)
	if t.Failure != nil {
		if msg := m.misses(t.Failure, res.Violation); msg != "" {
			return nil, &MisfitError{Step: steps, Msg: msg}
		}
	}
	return res, nil
}

// chooseRace makes a race the result's violation if the trace leads to it, or if nothing else was violated.
// If several are at one place, the trace's message selects one.
func (m *Machine) chooseRace(res *Result, f *trace.Failure) {
	var exact, there, first *Violation
	for i := range res.Races {
		v := &res.Races[i]
		switch here := f != nil && m.misses(f, v) == ""; {
		case here && v.Message == f.Message:
			exact = v
		case here && there == nil:
			there = v
		case first == nil && res.Violation == nil:
			first = v
		}
	}
	chosen := cmp.Or(exact, there, first)
	if chosen != nil {
		res.Violation = chosen
		res.End = End{Kind: Violated, Thread: chosen.Thread, Pos: chosen.Pos}
	}
}

// chooseLeak makes the leak that the trace leads to the result's violation:
// there may be several at the end of a process.
func (m *Machine) chooseLeak(res *Result, f *trace.Failure) {
	if f == nil || res.Violation == nil || res.Violation.Kind != verdict.Leak {
		return
	}
	for i := range m.violations {
		if v := m.violations[i]; m.misses(f, &v) == "" {
			res.Violation = &v
			res.End.Thread, res.End.Pos = v.Thread, v.Pos
			return
		}
	}
}

// follow executes a schedule to its end or the execution's.
// stepped, if any, is called before the first step and after each.
func (m *Machine) follow(ctx context.Context, schedule []trace.Segment, stepped func(*Machine, *Thread)) (steps uint64, err error) {
	if stepped != nil {
		stepped(m, m.threads[0])
	}
	misfit := func(s *trace.Segment, t *Thread, msg string) error {
		e := &MisfitError{Step: steps, Thread: s.Thread, Msg: msg}
		if t != nil && len(t.frames) > 0 {
			e.Place = t.Where().Pos.Text(m.prog.Files)
		}
		return e
	}
	byName := make(map[string]*Thread)
	for i := range schedule {
		s := &schedule[i]
		for len(byName) < len(m.threads) {
			t := m.threads[len(byName)]
			byName[t.name] = t
		}
		t := byName[s.Thread]
		for n := uint64(0); n < s.Steps; n++ {
			if steps%1024 == 0 && ctx.Err() != nil {
				return steps, context.Cause(ctx)
			}
			switch {
			case m.end.Kind == Mismatch:
				return steps, m.mismatchError(steps)
			case m.end.Kind != Running:
				return steps, misfit(s, t, fmt.Sprintf("the execution has ended (%s), but the trace goes on", m.end.Kind))
			case t == nil:
				return steps, misfit(s, t, "there is no such thread yet")
			}
			switch m.Step(t) {
			case Waits:
				return steps, misfit(s, t, "it has to wait for "+t.wait.Kind.String())
			case Idle:
				return steps, misfit(s, t, "it does not run any more")
			}
			switch m.end.Kind {
			case Mismatch:
				return steps, m.mismatchError(steps)
			case Interrupted:
				return steps, context.Cause(ctx)
			}
			steps++
			if stepped != nil {
				stepped(m, t)
			}
		}
	}
	if m.end.Kind == Mismatch {
		return steps, m.mismatchError(steps)
	}
	return steps, nil
}

// mismatchError returns the error for a choice for which the trace has no answer.
func (m *Machine) mismatchError(steps uint64) error {
	return &MisfitError{Step: steps, Thread: m.end.Thread, Place: m.end.Pos.Text(m.prog.Files), Msg: m.end.Text}
}

// misses returns the difference between a violation and the failure of a trace, or an empty string.
func (m *Machine) misses(f *trace.Failure, v *Violation) string {
	if v == nil {
		return fmt.Sprintf("the execution ends (%s) without the failure", m.end.Kind)
	}
	got := m.failure(v)
	if got.Property != f.Property || got.Kind != f.Kind || got.File != f.File || got.Line != f.Line || got.Column != f.Column {
		return fmt.Sprintf("the execution fails with %s %s at %s:%d:%d, the trace says %s %s at %s:%d:%d",
			got.Property, got.Kind, got.File, got.Line, got.Column, f.Property, f.Kind, f.File, f.Line, f.Column)
	}
	if a, b := got.Other, f.Other; a != nil && b != nil && (a.File != b.File || a.Line != b.Line || a.Column != b.Column) {
		return fmt.Sprintf("the other thread is at %s:%d:%d, the trace says %s:%d:%d", a.File, a.Line, a.Column, b.File, b.Line, b.Column)
	}
	return ""
}

// EnvironmentOf returns the environment choices that are on in a trace.
func EnvironmentOf(t *trace.Trace) (ir.Environment, error) {
	var env ir.Environment
	for _, name := range t.Environment {
		r, ok := ir.ParseChooseReason(name)
		if !ok || !r.IsEnvironment() {
			return 0, fmt.Errorf("%q is no environment choice", name)
		}
		env |= ir.EnvironmentSet(r)
	}
	return env, nil
}
