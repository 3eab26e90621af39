package fromefsm

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/circuit"
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/term"
)

// Step is one state of one thread, executed.
type Step struct {
	Thread efsm.ThreadID
	State  efsm.StateID
	Inputs map[efsm.VarID]term.Word
}

// Initial returns the first values of variables that have none.
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

// Steps returns what the threads do in an execution that ends before the step that
// is bad; the bad one's own step comes last, or both of a race, unless two threads are
// somewhere at once. The circuit says who steps: a reduction may hold the chosen thread
// back.
func (m *Composition) Steps(e *circuit.Execution, bad int) ([]Step, error) {
	sim := circuit.NewSimulator(m.Circuit, func(latch int) uint64 { return circuit.Word(e.Initial, latch) })
	initial := m.Initial(e)
	run := efsm.NewSimulator(m.System, func(v efsm.VarID) term.Word { return initial[v] })
	var steps []Step
	do := func(id efsm.ThreadID, inputs []bool) error {
		values := make(map[efsm.VarID]term.Word)
		for _, v := range m.System.Inputs(&m.System.Threads[id].States[run.At(id)]) {
			values[v] = m.value(v, inputs)
		}
		done, err := run.Step(id, func(v efsm.VarID) term.Word { return values[v] })
		steps = append(steps, Step{id, done.State, values})
		return err
	}
	last := len(e.Inputs) - 1
	for _, inputs := range e.Inputs[:last] {
		sim.Evaluate(func(i int) uint64 { return circuit.Word(inputs, i) })
		var movers []efsm.ThreadID // those of invisible steps first: such a step reads nothing that others write
		for i, moves := range m.Circuit.Outputs {
			id := efsm.ThreadID(i + 1)
			if sim.Value(moves.Edge)&1 == 0 {
				continue
			}
			if m.System.Threads[id].States[run.At(id)].IsVisible() {
				movers = append(movers, id)
			} else {
				movers = slices.Insert(movers, 0, id)
			}
		}
		for _, id := range movers {
			if err := do(id, inputs); err != nil {
				return nil, err
			}
		}
		sim.Step()
	}
	target := &m.Targets[bad]
	if target.Other != 0 && target.Var == 0 {
		return steps, nil
	}
	err := do(target.Thread, e.Inputs[last])
	if err == nil && target.Var != 0 {
		err = do(target.Other, e.Inputs[last])
	}
	return steps, err
}
