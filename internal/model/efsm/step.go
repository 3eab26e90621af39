package efsm

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Simulator executes a system concretely, one step at a time. The caller chooses the stepping thread
// and the inputs.
type Simulator struct {
	s      *System
	at     []StateID                 // by thread; zero: finished
	values []term.Word               // by VarID
	arrays map[VarID]term.ArrayValue // nil: there are none
	stuck  []bool                    // by thread: stopped for good
	over   bool                      // the process has ended
	vars   map[term.ID]VarID
	terms  *term.Partial // for the step at hand; copies share it
}

// NewSimulator returns an execution before its first step. Variables without an initial
// value get what initial returns, all elements of an array the same; nil: zero.
func NewSimulator(s *System, initial func(VarID) term.Word) *Simulator {
	r := &Simulator{s: s, at: make([]StateID, len(s.Threads)), values: make([]term.Word, len(s.Vars)), stuck: make([]bool, len(s.Threads)),
		vars: make(map[term.ID]VarID, len(s.Vars)), terms: term.NewPartial(s.Terms)}
	for i := 1; i < len(s.Threads); i++ {
		r.at[i] = s.Threads[i].Entry
	}
	for i := 1; i < len(s.Vars); i++ {
		v := &s.Vars[i]
		r.vars[v.Term] = VarID(i)
		if v.Sort.IsArray() {
			first := term.Word{}
			if initial != nil {
				first = initial(VarID(i)).Mask(v.Sort.Width())
			}
			r.SetArray(VarID(i), term.ArrayValue{Default: first})
		} else if v.Init != term.None {
			r.values[i], _ = s.Terms.Value(v.Init)
		} else if initial != nil {
			r.values[i] = initial(VarID(i)).Mask(valueBits(v.Sort))
		}
	}
	return r
}

func valueBits(s term.Sort) uint {
	if s == term.Bool {
		return 1
	}
	return s.Width()
}

// At returns the state of a thread; zero: it is finished.
func (r *Simulator) At(t ThreadID) StateID { return r.at[t] }

// SetArray gives a variable of arrays a value, which must not be changed afterwards.
func (r *Simulator) SetArray(v VarID, a term.ArrayValue) {
	if r.arrays == nil {
		r.arrays = make(map[VarID]term.ArrayValue)
	}
	r.arrays[v] = a
}

// Array returns the value of a variable of arrays.
func (r *Simulator) Array(v VarID) term.ArrayValue { return r.arrays[v] }

// Value returns the value of a variable of another sort.
func (r *Simulator) Value(v VarID) term.Word { return r.values[v] }

// Clone returns a copy of the execution.
func (r *Simulator) Clone() *Simulator {
	c := *r
	c.at, c.values, c.stuck, c.arrays = slices.Clone(r.at), slices.Clone(r.values), slices.Clone(r.stuck), maps.Clone(r.arrays)
	return &c
}

// Key returns a text that two executions share iff they are in the same state.
func (r *Simulator) Key() string {
	var b []byte
	for i, at := range r.at {
		stuck := byte(0)
		if r.stuck[i] {
			stuck = 1
		}
		b = append(binary.AppendUvarint(b, uint64(at)), stuck)
	}
	for _, v := range r.values {
		b = binary.AppendUvarint(binary.AppendUvarint(b, v.Lo), v.Hi)
	}
	for _, v := range slices.Sorted(maps.Keys(r.arrays)) {
		b = append(b, keyOf(r.arrays[v])...)
	}
	return string(b)
}

// keyOf returns a text that arrays share only if they are the same.
func keyOf(a term.ArrayValue) []byte {
	word := func(b []byte, w term.Word) []byte { return binary.AppendUvarint(binary.AppendUvarint(b, w.Lo), w.Hi) }
	indices := slices.SortedFunc(maps.Keys(a.Elems), func(x, y term.Word) int {
		return cmp.Or(cmp.Compare(x.Hi, y.Hi), cmp.Compare(x.Lo, y.Lo))
	})
	b := binary.AppendUvarint(word(nil, a.Default), uint64(len(indices)))
	for _, i := range indices {
		b = word(word(b, i), a.Elems[i])
	}
	return b
}

// Over reports whether the process has ended.
func (r *Simulator) Over() bool { return r.over }

// Progress says whether a thread did a step.
type Progress uint8

// The answers of Step.
const (
	Stepped  Progress = iota
	Waiting           // its Enable, or Alive, does not hold
	Halted            // the process has ended
	Finished          // the thread has
	Stuck             // the thread is stopped for good
)

// Step is the effect of one step of a thread.
type Step struct {
	Thread      ThreadID
	State       StateID
	Progress    Progress
	Inputs      map[VarID]term.Word // of the choices that were made
	Choices     []int               // indices of State.Choices that were made
	Obligations []int               // that were violated: indices of State.Obligations
	Marks       []int               // that were met: indices of State.Marks
}

// Step makes a thread do one step; input gives the values of inputs (nil: zero). An error means that
// the system is wrong: two edges could be taken.
func (r *Simulator) Step(id ThreadID, input func(VarID) term.Word) (*Step, error) {
	t := &r.s.Threads[id]
	done := &Step{Thread: id, State: r.at[id]}
	switch {
	case r.over:
		done.Progress = Halted
	case done.State == 0:
		done.Progress = Finished
	case done.State == t.Entry && !r.Alive(id):
		done.Progress = Waiting
	case r.stuck[id] || t.States[done.State].Kind == Stopped:
		done.Progress = Stuck
	default:
		return done, r.execute(t, &t.States[done.State], done, input)
	}
	return done, nil
}

func (r *Simulator) execute(t *Thread, st *State, done *Step, input func(VarID) term.Word) error {
	value := func(v VarID) term.Word {
		if input == nil {
			return term.Word{}
		}
		return input(v).Mask(valueBits(r.s.Vars[v].Sort))
	}
	eval := r.evaluator(value)
	if !eval.holds(st.Enable) {
		done.Progress = Waiting
		return nil
	}
	done.Inputs = make(map[VarID]term.Word)
	for i, c := range st.Choices {
		if eval.holds(c.When) {
			done.Choices = append(done.Choices, i)
			done.Inputs[c.Input] = value(c.Input)
		}
	}
	for i, o := range st.Obligations {
		if eval.holds(o.When) {
			done.Obligations = append(done.Obligations, i)
		}
	}
	for i, m := range st.Marks {
		if eval.holds(m.When) {
			done.Marks = append(done.Marks, i)
		}
	}
	next, taken := StateID(0), 0
	for _, e := range st.Edges {
		if eval.holds(e.Guard) {
			next = e.To
			taken++
		}
	}
	if taken > 1 {
		return fmt.Errorf("thread %s, state %s: %d edges can be taken", t.Name, st.Name, taken)
	}
	values, arrays := make([]term.Word, len(st.Updates)), make(map[VarID]term.ArrayValue)
	for i, u := range st.Updates {
		if r.s.Vars[u.Var].Sort.IsArray() {
			arrays[u.Var] = r.array(eval, u.Value)
		} else {
			values[i] = eval.word(u.Value)
		}
	}
	for i, u := range st.Updates {
		if a, is := arrays[u.Var]; is {
			r.arrays[u.Var] = a
		} else {
			r.values[u.Var] = values[i]
		}
	}
	switch {
	case st.Kind == Halt:
		r.over = true
	case taken == 1 || len(st.Edges) == 0:
		r.at[done.Thread] = next
	default:
		r.stuck[done.Thread] = true
	}
	return nil
}

// Alive reports whether a thread has been created.
func (r *Simulator) Alive(id ThreadID) bool {
	alive := r.s.Threads[id].Alive
	return alive == 0 || !r.values[alive].IsZero()
}

// Holds reports whether a term over shared variables is true.
func (r *Simulator) Holds(id term.ID) bool { return r.evaluator(nil).holds(id) }

// IsStuck reports whether a thread is stopped for good.
func (r *Simulator) IsStuck(id ThreadID) bool { return r.stuck[id] }

// Races reports whether the next operation of thread a races with the operation of thread b right after
// it. Both access the same variable of class Data, at least one writes, and at least one is not atomic.
// Not both are sections that the program wrote, and there is no handover. Inputs are zero.
func (r *Simulator) Races(a, b ThreadID) bool {
	if !r.Enabled(a) || r.at[b] == 0 {
		return false
	}
	none := func(VarID) term.Word { return term.Word{} }
	x, y := &r.s.Threads[a].States[r.at[a]], &r.s.Threads[b].States[r.at[b]]
	after := r.Clone()
	if _, err := after.Step(a, none); err != nil || !after.Enabled(b) || x.Section && y.Section {
		return false
	}
	after.terms = term.NewPartial(r.s.Terms) // beside the other
	inX, inY := r.evaluator(none), after.evaluator(none)
	for _, h := range Handovers(x, y) {
		if inX.holds(h.Write.When) && inY.holds(h.Read.When) {
			return false
		}
	}
	for i := range x.Accesses {
		for j := range y.Accesses {
			p, q := &x.Accesses[i], &y.Accesses[j]
			if r.s.Conflict(p, q) && inX.holds(p.When) && inY.holds(q.When) {
				return true
			}
		}
	}
	return false
}

// Enabled reports whether a thread could do a step now. The condition to wait for
// may depend on inputs: they are zero.
func (r *Simulator) Enabled(id ThreadID) bool {
	t := &r.s.Threads[id]
	at := r.at[id]
	if r.over || r.stuck[id] || at == 0 || at == t.Entry && !r.Alive(id) {
		return false
	}
	st := &t.States[at]
	none := func(VarID) term.Word { return term.Word{} }
	return st.Kind != Stopped && r.evaluator(none).holds(st.Enable)
}

// evaluator is the values of terms before a step.
type evaluator struct{ terms *term.Partial }

// evaluator returns an evaluator of terms under the current values, valid up to the
// next one.
func (r *Simulator) evaluator(input func(VarID) term.Word) evaluator {
	r.terms.Undo(0)
	r.terms.Ask = func(id term.ID) (term.Word, bool) {
		v := r.vars[id]
		if r.s.Vars[v].Class == Input {
			return input(v), true
		}
		return r.values[v], true
	}
	r.terms.AskElement = func(id term.ID, index term.Word) (term.Word, bool) { return r.arrays[r.vars[id]].At(index), true }
	return evaluator{r.terms}
}

// array returns the value of an array term.
func (r *Simulator) array(eval evaluator, id term.ID) term.ArrayValue {
	terms := r.s.Terms
	switch args := terms.Args(id); terms.Op(id) {
	case term.OpStore:
		below := r.array(eval, args[0])
		elems := maps.Clone(below.Elems)
		if elems == nil {
			elems = make(map[term.Word]term.Word)
		}
		elems[eval.word(args[1])] = eval.word(args[2])
		return term.ArrayValue{Default: below.Default, Elems: elems}
	case term.OpIte:
		if eval.holds(args[0]) {
			return r.array(eval, args[1])
		}
		return r.array(eval, args[2])
	case term.OpConstArray:
		return term.ArrayValue{Default: eval.word(args[0])}
	}
	return r.arrays[r.vars[id]]
}

func (e evaluator) word(id term.ID) term.Word {
	w, _ := e.terms.Word(id)
	return w
}

func (e evaluator) holds(id term.ID) bool { return !e.word(id).IsZero() }

// Inputs returns the inputs that the terms of a state mention, ascending.
func (s *System) Inputs(st *State) []VarID {
	mentioned := make(map[term.ID]bool)
	for _, id := range st.below(s.Terms) {
		mentioned[id] = true
	}
	var inputs []VarID
	for i := 1; i < len(s.Vars); i++ {
		if s.Vars[i].Class == Input && mentioned[s.Vars[i].Term] {
			inputs = append(inputs, VarID(i))
		}
	}
	return inputs
}
