package fromefsm

import (
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
func (m *Model) Initial(e *circuit.Execution) map[efsm.VarID]term.Word {
	values := make(map[efsm.VarID]term.Word)
	for v := 1; v < len(m.System.Vars); v++ {
		if w := &m.System.Vars[v]; w.Class != efsm.Input && w.Init == term.None {
			values[efsm.VarID(v)] = m.value(efsm.VarID(v), e.Initial)
		}
	}
	return values
}

// value reads a variable from the values of latches, or of inputs.
func (m *Model) value(v efsm.VarID, bit []bool) term.Word {
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
// somewhere at once.
func (m *Model) Steps(e *circuit.Execution, bad int) ([]Step, error) {
	initial := m.Initial(e)
	run := efsm.NewRun(m.System, func(v efsm.VarID) term.Word { return initial[v] })
	target := &m.Targets[bad]
	var steps []Step
	stopped := make([]bool, len(m.System.Threads)) // by a mark, which the run does not mind
	do := func(id efsm.ThreadID, inputs []bool) error {
		values := make(map[efsm.VarID]term.Word)
		at := run.At(id)
		if at == 0 || stopped[id] {
			return nil
		}
		for _, v := range m.System.Inputs(&m.System.Threads[id].States[at]) {
			values[v] = m.value(v, inputs)
		}
		done, err := run.Step(id, func(v efsm.VarID) term.Word { return values[v] })
		if err == nil && done.Progress == efsm.Stepped {
			steps = append(steps, Step{id, done.State, values})
			for _, i := range done.Marks {
				stopped[id] = stopped[id] || !m.System.Threads[id].States[done.State].Marks[i].GoesOn
			}
		}
		return err
	}
	for k, inputs := range e.Inputs {
		last := k == len(e.Inputs)-1
		if last && target.Other != 0 && target.Var == 0 {
			break
		}
		chosen := m.chosen(inputs)
		if last {
			err := do(target.Thread, inputs)
			if err == nil && target.Var != 0 {
				err = do(target.Other, inputs)
			}
			return steps, err
		}
		for i := 1; i < len(m.System.Threads); i++ {
			id := efsm.ThreadID(i)
			if at := run.At(id); id != chosen && at != 0 && !m.System.Threads[i].States[at].IsVisible() {
				if err := do(id, inputs); err != nil {
					return nil, err
				}
			}
		}
		if err := do(chosen, inputs); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// chosen returns the thread whose execute holds under inputs.
func (m *Model) chosen(inputs []bool) efsm.ThreadID {
	n := 0
	for i, at := range m.choice {
		if at < len(inputs) && inputs[at] {
			n |= 1 << i
		}
	}
	return efsm.ThreadID(min(n+1, len(m.System.Threads)-1))
}
