package fromefsm

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Step is an executed state of a thread.
type Step struct {
	Thread efsm.ThreadID
	State  efsm.StateID
	Inputs map[efsm.VarID]term.Word
}

// Initial returns the first values of variables without an initial value.
func (m *Composition) Initial(e *circuit.Execution) map[efsm.VarID]term.Word {
	values := make(map[efsm.VarID]term.Word)
	for v := 1; v < len(m.System.Vars); v++ {
		if w := &m.System.Vars[v]; w.Class != efsm.Input && w.Init == term.None {
			values[efsm.VarID(v)] = m.value(efsm.VarID(v), e.Initial)
		}
	}
	return values
}

// value reads a variable from the values of latches, or of inputs.
func (m *Composition) value(v efsm.VarID, bit []bool) term.Word {
	var w term.Word
	for i := range m.vars[v] {
		if at := m.latch[v] + i; at < len(bit) && bit[at] {
			w = w.Or(term.WordOf(1).Shl(uint(i)))
		}
	}
	return w
}

// Steps returns the steps of the threads in an execution that ends before the bad step. Then follows
// the bad step itself, or both steps of a race; for two threads at places, or a deadlock, none. The
// circuit determines which threads move.
func (m *Composition) Steps(e *circuit.Execution, bad int) ([]Step, error) {
	w, err := m.walk(e)
	target := &m.Targets[bad]
	if err != nil || target.Other != 0 && target.Var == 0 || target.Deadlock != NoDeadlock {
		return w.steps, err
	}
	last := e.Inputs[len(e.Inputs)-1]
	err = w.do(target.Thread, last)
	if err == nil && target.Var != 0 {
		err = w.do(target.Other, last)
	}
	return w.steps, err
}

// Lasso returns the steps of the threads in an execution before its last step: those before step start,
// and those from there on.
func (m *Composition) Lasso(e *circuit.Execution, start int) (stem, loop []Step, err error) {
	w, err := m.walk(e)
	if err != nil {
		return nil, nil, err
	}
	return w.steps[:w.before[start]], w.steps[w.before[start]:], nil
}

// walk holds the steps of the threads in an execution.
type walk struct {
	*Composition
	run    *efsm.Simulator
	steps  []Step
	before []int // by step of the circuit: the number of earlier steps of threads
}

// do executes a step of a thread.
func (w *walk) do(id efsm.ThreadID, inputs []bool) error {
	values := make(map[efsm.VarID]term.Word)
	for _, v := range w.System.Inputs(&w.System.Threads[id].States[w.run.At(id)]) {
		values[v] = w.value(v, inputs)
	}
	done, err := w.run.Step(id, func(v efsm.VarID) term.Word { return values[v] })
	w.steps = append(w.steps, Step{id, done.State, values})
	return err
}

// walk executes all steps but the last.
func (m *Composition) walk(e *circuit.Execution) (*walk, error) {
	sim := circuit.NewSimulator(m.Circuit, func(latch int) uint64 { return circuit.Word(e.Initial, latch) })
	initial := m.Initial(e)
	w := &walk{Composition: m, run: efsm.NewSimulator(m.System, func(v efsm.VarID) term.Word { return initial[v] })}
	last := len(e.Inputs) - 1
	for _, inputs := range e.Inputs[:last] {
		w.before = append(w.before, len(w.steps))
		sim.Evaluate(func(i int) uint64 { return circuit.Word(inputs, i) })
		var movers []efsm.ThreadID // invisible steps first: such a step reads nothing that others write
		for i, moves := range m.Circuit.Outputs {
			id := efsm.ThreadID(i + 1)
			if sim.Value(moves.Edge)&1 == 0 {
				continue
			}
			if m.System.Threads[id].States[w.run.At(id)].IsVisible() {
				movers = append(movers, id)
			} else {
				movers = slices.Insert(movers, 0, id)
			}
		}
		for _, id := range movers {
			if err := w.do(id, inputs); err != nil {
				return w, err
			}
		}
		sim.Step()
	}
	return w, nil
}
