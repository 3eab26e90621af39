package fromefsm

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Value reads a variable from the values of latches.
func (m *Composition) Value(v efsm.VarID, latches []bool) term.Word { return m.value(v, latches) }

// Place returns the place of a thread, from the values of the latches; zero: none.
func (m *Composition) Place(id efsm.ThreadID, latches []bool) efsm.StateID {
	at := efsm.StateID(0)
	for i, l := range m.places[id] {
		if latches[l] {
			at |= 1 << i
		}
	}
	return at
}

// Encode returns the inputs of a step in which a thread is chosen and the inputs of its
// state have values.
func (m *Composition) Encode(id efsm.ThreadID, value func(efsm.VarID) term.Word) []bool {
	inputs := make([]bool, len(m.Circuit.Inputs))
	choice := inputs[len(inputs)-bits.Len(uint(max(0, len(m.System.Threads)-2))):]
	for i := range choice {
		choice[i] = uint(id-1)>>i&1 != 0
	}
	for v := 1; v < len(m.System.Vars); v++ {
		if m.System.Vars[v].Class == efsm.Input {
			w := value(efsm.VarID(v))
			for i := range m.vars[v] {
				inputs[m.latch[v]+i] = w.Bit(uint(i)) != 0
			}
		}
	}
	return inputs
}
