package unroll

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Unroller makes frames of one system in one store.
type Unroller struct {
	System *efsm.System
	Terms  *term.Store

	inputs [][][]efsm.VarID // of the states, by thread and state; nil: not looked for yet
}

// New returns an unroller of a system into a store, which need not be the system's.
func New(s *efsm.System, terms *term.Store) *Unroller {
	u := &Unroller{System: s, Terms: terms, inputs: make([][][]efsm.VarID, len(s.Threads))}
	for i := range s.Threads {
		u.inputs[i] = make([][]efsm.VarID, len(s.Threads[i].States))
	}
	return u
}

// Fresh returns a new variable of the sort of a variable of the system. Its name has the depth, and the
// thread if it is a copy of a shared variable.
func (u *Unroller) Fresh(v efsm.VarID, t efsm.ThreadID, depth int) term.ID {
	w := &u.System.Vars[v]
	return u.Terms.Var(fmt.Sprintf("%s.%d@%d", w.Name, t, depth), w.Sort)
}

// Initial returns the value of a variable before the first step: its constant, or
// a new variable.
func (u *Unroller) Initial(v efsm.VarID) term.ID {
	w := &u.System.Vars[v]
	if w.Init == term.None {
		return u.Fresh(v, w.Thread, 0)
	}
	return term.NewTranslator(u.System.Terms, u.Terms).Term(w.Init)
}

// Frame holds the terms of one thread at one depth: one for each variable that its steps mention.
type Frame struct {
	u      *Unroller
	thread efsm.ThreadID
	depth  int
	values []term.ID // by VarID; term.None for variables that the thread does not know
	tr     *term.Translator
}

// Frame returns the frame of a thread at a depth, with values of the variables before the step, by VarID;
// term.None for a missing one. The frame keeps them.
func (u *Unroller) Frame(t efsm.ThreadID, depth int, values []term.ID) *Frame {
	return &Frame{u: u, thread: t, depth: depth, values: values}
}

// Values returns the values with which the frame was made, and those of the inputs of states that were
// entered. They are the frame's.
func (f *Frame) Values() []term.ID { return f.values }

// Enter prepares the terms of a state: its inputs become new variables, unless
// another state of the frame had them before.
func (f *Frame) Enter(c efsm.StateID) {
	if f.tr == nil {
		f.bind()
	}
	list := f.u.inputs[f.thread][c]
	if list == nil {
		list = append([]efsm.VarID{}, f.u.System.Inputs(&f.u.System.Threads[f.thread].States[c])...)
		f.u.inputs[f.thread][c] = list
	}
	for _, v := range list {
		if f.values[v] == term.None {
			f.values[v] = f.u.Fresh(v, f.thread, f.depth)
			f.tr.Bind(f.u.System.Vars[v].Term, f.values[v])
		}
	}
}

// bind makes the translator on first use; many frames never need one.
func (f *Frame) bind() {
	f.tr = term.NewTranslator(f.u.System.Terms, f.u.Terms)
	for v := 1; v < len(f.values); v++ {
		if f.values[v] != term.None {
			f.tr.Bind(f.u.System.Vars[v].Term, f.values[v])
		}
	}
}

// Term returns a term of the system at the frame's depth.
//
// requires: the state that the term belongs to was entered.
func (f *Frame) Term(id term.ID) term.ID { return f.tr.Term(id) }
