package interp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// With Config.Places, threads pause at two lines (ir.Func.Pauses). Leaving a place is a step of its own, so
// a state exists in which the thread is about to execute the code there. Two threads at the two places at
// once are a violation, which ends the execution. Threads do not pause in an atomic section: other threads
// cannot see its inside.

// Standing is a thread at a queried place.
type Standing struct {
	Thread string
	Func   string
	Pos    ir.Pos
	Stack  []Location
}

// placeInfo holds the data of the hook at an instruction.
type placeInfo struct {
	op     inst  // the instruction
	places uint8 // that it is at, by bit; of a library model the caller's count
}

// asked holds functions decoded with the hooks of places.
type asked struct {
	places [2]ir.Place
	loops  *loops.Info // whose hooks they have, too
	funcs  []*function
}

// withPlaces returns the program's functions to be decoded with the hooks of places.
func (c *Code) withPlaces(places [2]ir.Place, info *loops.Info) []*function {
	if a := &c.asked; a.funcs == nil || a.places != places || a.loops != info {
		*a = asked{places, info, make([]*function, len(c.Program().Funcs))}
	}
	return c.asked.funcs
}

// addPlaces replaces the instructions at the places by hooks.
func (d *decoder) addPlaces() {
	if d.asked == nil {
		return
	}
	for at, in := range d.f.Instrs() {
		places := placesAt(d.asked, in.Pos)
		if places == 0 && !d.f.Model || !d.f.Pauses(at.Block, at.Index) {
			continue
		}
		hook := &d.out.code[int(d.out.blockPC[at.Block])+at.Index]
		d.out.places = append(d.out.places, placeInfo{*hook, places})
		*hook = inst{code: cPlace, aux: int32(len(d.out.places) - 1)}
	}
}

// placesAt returns the places that a position is at, by bit.
func placesAt(places *[2]ir.Place, pos ir.Pos) uint8 {
	at := uint8(0)
	for i := range places {
		if places[i].Has(pos) {
			at |= 1 << i
		}
	}
	return at
}

// placesOf returns the places of the hook at which a thread is.
func (m *Machine) placesOf(t *Thread) uint8 {
	fr := t.top()
	if !fr.fn.ir.Model {
		return fr.fn.places[fr.fn.code[fr.pc].aux].places
	}
	for i := len(t.frames) - 2; i >= 0; i-- {
		if caller := &t.frames[i]; !caller.fn.ir.Model {
			return placesAt(m.conf.Places, caller.fn.pos[caller.pc])
		}
	}
	return 0
}

// pauses reports whether a thread has to stop at a hook. If not it leaves the place,
// or has left it before: it was at an operation there when its last step ended.
func (m *Machine) pauses(t *Thread, steps uint64) bool {
	first := steps == m.began+1
	switch {
	case m.attempt != nil, first && t.begun, m.placesOf(t) == 0:
		return false
	case m.spent:
		t.begun = false
		return true
	}
	m.spent, t.begun = true, true
	return false
}

// at returns the places that a thread is at, by bit, and has not left.
func (m *Machine) at(t *Thread) uint8 {
	if t.state != Ready || len(t.frames) == 0 || t.begun {
		return 0
	}
	if fr := t.top(); fr.fn.code[fr.pc].code == cPlace {
		return m.placesOf(t)
	}
	return 0
}

// IsAtPlace reports whether a thread is at one of Config.Places and has not begun the code there.
func (m *Machine) IsAtPlace(t *Thread) bool { return m.conf.Places != nil && m.at(t) != 0 }

// checkPlaces ends the execution when two threads are at the two places.
func (m *Machine) checkPlaces() {
	if m.conf.Places == nil || m.end.Kind != Running {
		return
	}
	for _, t := range m.ready {
		if m.at(t)&1 == 0 {
			continue
		}
		for _, other := range m.ready {
			if other != t && m.at(other)&2 != 0 {
				m.meet(t, other)
				return
			}
		}
	}
}

// meet ends the execution with the violation that two threads are at the two places.
func (m *Machine) meet(t, other *Thread) {
	v := Violation{Property: verdict.Exclusion, Thread: t.name, Stack: t.stack()}
	l, o := where(v.Stack), other.Where()
	v.Pos, v.Func = l.Pos, l.Func
	v.Other = &Standing{Thread: other.name, Func: o.Func, Pos: o.Pos, Stack: other.stack()}
	v.Message = fmt.Sprintf("%s is at %s while %s is at %s", t.name, l.Pos.Text(m.prog.Files), other.name, o.Pos.Text(m.prog.Files))
	m.addViolation(v)
	m.end = End{Kind: Violated, Thread: t.name, Pos: v.Pos}
}

// PlacesOf returns the places that a failure is about; nil: none.
func PlacesOf(p *ir.Program, f *trace.Failure) (*[2]ir.Place, error) {
	if f == nil || f.Property != verdict.Exclusion.String() {
		return nil, nil
	}
	if f.Other == nil {
		return nil, errors.New("the trace does not say where the other thread is")
	}
	first, second := slices.Index(p.Files, f.File), slices.Index(p.Files, f.Other.File)
	if first < 0 || second < 0 {
		return nil, errors.New("the trace is about a file that the program has not")
	}
	return &[2]ir.Place{{File: ir.FileID(first), Line: int32(f.Line)}, {File: ir.FileID(second), Line: int32(f.Other.Line)}}, nil
}
