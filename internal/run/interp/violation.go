package interp

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Violation is a failure that an execution reached.
type Violation struct {
	Property verdict.Property
	Kind     verdict.Kind // of several that the property has; else empty
	Message  string
	Thread   string // that failed; of a deadlock, the first
	Pos      ir.Pos // in the innermost frame that is not a library model's
	Func     string // of that frame
	Stack    []Location
	Threads  []string     // a deadlock's threads
	First    *FirstAccess // of a race: the access that came before
	Object   ObjectID     // of a race: the object of both accesses; a byte of the later one is in it; of a leak: the lost object
	Offset   uint64       // at Offset
	Name     string       // of a race: the object of the later access, as in C
	Other    *Standing    // of an exclusion: the other thread

	tried *triedInputs // in an attempt that made choices
}

// triedInputs are the choices that an attempt made before it reached a violation. They lead to it even if
// the attempt then has to wait and is undone.
type triedInputs struct {
	before, uninitBefore int // how many inputs the thread, and uninitialised bytes the execution, had when it began
	inputs               []Input
	uninit               []UninitByte
}

// FirstAccess is the earlier access of a race; the violation itself is at the later one.
type FirstAccess struct {
	Thread string
	Func   string
	Pos    ir.Pos
}

// Location is a place in a call stack, innermost first.
type Location struct {
	Func  string
	Pos   ir.Pos
	Model bool
	Role  ir.Role // of the function
}

// Same reports whether two violations are the same for users: same property, kind and place. Of the two
// places of a race either may be the first.
func (v *Violation) Same(w *Violation) bool {
	if v.Property != w.Property || v.Kind != w.Kind {
		return false
	}
	if v.Other != nil && w.Other != nil && v.Other.Pos != w.Other.Pos {
		return false
	}
	if v.First == nil || w.First == nil {
		return v.Pos == w.Pos && v.Func == w.Func
	}
	return v.Pos == w.Pos && v.First.Pos == w.First.Pos || v.Pos == w.First.Pos && v.First.Pos == w.Pos
}

// stack returns the places where a thread is, innermost first.
func (t *Thread) stack() []Location {
	s := make([]Location, 0, len(t.frames))
	for i := len(t.frames) - 1; i >= 0; i-- {
		fr := &t.frames[i]
		s = append(s, Location{fr.fn.ir.Name, fr.fn.pos[fr.pc], fr.fn.ir.Model, fr.fn.ir.Role})
	}
	return s
}

// where returns the innermost place that is not a library model's, or the
// innermost one if all are.
func where(stack []Location) Location {
	for _, l := range stack {
		if !l.Model {
			return l
		}
	}
	if len(stack) > 0 {
		return stack[0]
	}
	return Location{}
}

// Where returns the place in the program where a thread is.
func (t *Thread) Where() Location { return where(t.stack()) }

// report records a violation of a checked property. The execution ends there, unless the machine keeps
// going and the violation does not end the process.
func (m *Machine) report(t *Thread, p verdict.Property, kind verdict.Kind, ends bool, format string, args ...any) {
	if !m.conf.Properties.Has(p) || m.probing {
		return
	}
	v := Violation{Property: p, Kind: kind, Message: fmt.Sprintf(format, args...), Thread: t.name, Stack: t.stack()}
	l := where(v.Stack)
	v.Pos, v.Func = l.Pos, l.Func
	m.addViolation(v)
	if ends || !m.conf.KeepGoing {
		m.end = End{Kind: Violated, Thread: t.name, Pos: v.Pos}
	}
}

// Violated returns the properties that were violated so far.
func (m *Machine) Violated() Properties { return m.violated }

// Forget drops the violations beyond the first n, and sets which properties count as violated. The caller
// continues as if they had not been found.
func (m *Machine) Forget(n int, violated Properties) {
	m.violations, m.violated = m.violations[:n], violated
}

func (m *Machine) addViolation(v Violation) {
	m.violated |= PropertySet(v.Property)
	if a := m.attempt; a != nil {
		v.tried = &triedInputs{a.inputs, a.uninit, slices.Clone(a.thread.inputs[a.inputs:]), slices.Clone(m.uninit[a.uninit:])}
	}
	for i := range m.violations {
		// A race both ways round is kept both ways: a trace promises either.
		if w := &m.violations[i]; w.Same(&v) && w.Pos == v.Pos {
			return
		}
	}
	m.violations = append(m.violations, v)
}

// fail is a failure that ends the process, checked or not: a visible
// operation.
func (m *Machine) fail(t *Thread, p verdict.Property, kind verdict.Kind, format string, args ...any) outcome {
	if !m.visible(t) {
		return wait
	}
	if m.commit(t) {
		return blocked
	}
	if m.conf.Memory != nil && (kind == verdict.UseAfterFree || kind == verdict.UseAfterScope || kind == verdict.DoubleFree) {
		m.conf.Memory.Dead(t)
	}
	if m.conf.GoOn {
		m.report(t, p, kind, false, format, args...)
		return m.stop(t)
	}
	m.report(t, p, kind, true, format, args...)
	if m.end.Kind == Running {
		m.end = End{Kind: Undefined, Text: fmt.Sprintf(format, args...), Thread: t.name, Pos: t.Where().Pos}
	}
	if p != verdict.Memory { // a leak behind it is judged by no property (semantics 9.11)
		m.processEnd()
	}
	return ended
}

// unsupported ends the execution at a construct without meaning.
func (m *Machine) unsupported(t *Thread, construct string) outcome {
	if !m.visible(t) {
		return wait
	}
	if m.commit(t) {
		return blocked
	}
	m.end = End{Kind: Unsupported, Text: construct, Thread: t.name, Pos: t.Where().Pos}
	return ended
}

// limit ends the execution at a bound.
func (m *Machine) limit(t *Thread, kind EndKind) outcome {
	if m.probing && m.commit(t) {
		return blocked
	}
	m.end = End{Kind: kind, Thread: t.name, Pos: t.Where().Pos}
	return ended
}

// mismatch ends the execution because the source has no answer.
func (m *Machine) mismatch(t *Thread, err error) outcome {
	if m.probing && m.commit(t) {
		return blocked
	}
	m.end = End{Kind: Mismatch, Text: err.Error(), Thread: t.name, Pos: t.Where().Pos}
	return ended
}
