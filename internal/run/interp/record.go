package interp

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
)

// ProgramID identifies a program by its text form.
func ProgramID(p *ir.Program) string {
	h := fnv.New64a()
	p.WriteTo(h) // a hash never fails
	return fmt.Sprintf("%016x", h.Sum64())
}

func (c *Code) programID() string {
	if c.id == "" {
		c.id = ProgramID(c.Program())
	}
	return c.id
}

// Trace returns the execution so far without its schedule, which the caller knows: it picked the threads. v
// is the violation at its end, or nil.
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
				Value: in.Value, Place: in.Pos.Text(m.prog.Files)})
		}
		t.Threads = append(t.Threads, list)
	}
	for _, u := range uninit {
		t.Uninit = append(t.Uninit, trace.Uninit{Object: trace.Object{Global: u.Object.Global,
			Site: int(u.Object.Site), Thread: u.Object.Thread, Count: u.Object.Count, Process: u.Object.Process}, Offset: u.Offset, Value: u.Value})
	}
	return t
}

func (m *Machine) failure(v *Violation) trace.Failure {
	f := trace.Failure{Property: v.Property.String(), Kind: string(v.Kind), Message: v.Message,
		Thread: v.Thread, Function: v.Func, Threads: v.Threads}
	at := v.Pos.In(m.prog.Files, "")
	f.File, f.Line, f.Column = at.File, at.Line, at.Column
	if o := v.Other; o != nil {
		at := o.Pos.In(m.prog.Files, "")
		f.Other = &trace.Other{Thread: o.Thread, Function: o.Func, File: at.File, Line: at.Line, Column: at.Column}
	}
	return f
}
