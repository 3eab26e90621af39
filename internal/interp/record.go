package interp

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/trace"
)

// ProgramID identifies a program by its text form.
func ProgramID(p *ir.Program) string {
	h := fnv.New64a()
	p.WriteTo(h) // a hash never fails
	return fmt.Sprintf("%016x", h.Sum64())
}

func (c *Code) programID() string {
	if c.id == "" {
		c.id = ProgramID(c.prog)
	}
	return c.id
}

// Trace returns the execution so far without its schedule, which is the
// caller's: it picked the threads. v is what it leads to, or nil.
func (m *Machine) Trace(v *Violation) *trace.Trace {
	t := &trace.Trace{Program: m.from.programID(), Model: m.prog.Model.String()}
	for r := ir.ChooseSpurious; m.conf.Environment>>r != 0; r++ {
		if m.conf.Environment.Has(r) {
			t.Environment = append(t.Environment, r.String())
		}
	}
	if v != nil {
		f := m.failure(v)
		t.Failure = &f
	}
	uninit := m.uninit
	for _, th := range m.threads {
		inputs := th.inputs
		if v != nil && v.tried != nil && v.Thread == th.name {
			if len(inputs) == v.tried.before {
				inputs = slices.Concat(inputs, v.tried.inputs)
			}
			if len(uninit) == v.tried.uninitBefore {
				uninit = slices.Concat(uninit, v.tried.uninit)
			}
		}
		if len(inputs) == 0 {
			continue
		}
		list := trace.ThreadInputs{Thread: th.name}
		for _, in := range inputs {
			list.Inputs = append(list.Inputs, trace.Input{Reason: in.Reason.String(), Width: in.Width,
				Lo: in.Value.Lo, Hi: in.Value.Hi, Place: m.placeText(in.Pos)})
		}
		t.Threads = append(t.Threads, list)
	}
	for _, u := range uninit {
		t.Uninit = append(t.Uninit, trace.Uninit{Object: trace.Object{Global: u.Object.Global,
			Site: int(u.Object.Site), Thread: u.Object.Thread, Count: u.Object.Count}, Offset: u.Offset, Value: u.Value})
	}
	return t
}

func (m *Machine) failure(v *Violation) trace.Failure {
	f := trace.Failure{Property: v.Property.String(), Kind: string(v.Kind), Message: v.Message,
		Thread: v.Thread, Function: v.Func, Threads: v.Threads}
	if v.Pos.IsValid() {
		f.File, f.Line, f.Column = m.file(v.Pos), int(v.Pos.Line), int(v.Pos.Col)
	}
	if o := v.Other; o != nil {
		f.Other = &trace.Standing{Thread: o.Thread, Function: o.Func, File: m.file(o.Pos), Line: int(o.Pos.Line), Column: int(o.Pos.Col)}
	}
	return f
}

func (m *Machine) file(p ir.Pos) string {
	if int(p.File) < len(m.prog.Files) {
		return m.prog.Files[p.File]
	}
	return ""
}

// placeText returns file:line:column, or nothing for no place.
func (m *Machine) placeText(p ir.Pos) string {
	if !p.IsValid() {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", m.file(p), p.Line, p.Col)
}
