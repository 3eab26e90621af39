package fromefsm

import (
	"bytes"
	"io"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/aiger"
)

// Shown returns the circuit for other tools with a comment. It has no outputs, because other tools take
// outputs for bad states.
func (m *Composition) Shown() (c *circuit.Circuit, comment string) {
	shown := *m.Circuit
	shown.Outputs = nil
	return &shown, "The circuit of a program, for the property " + m.property.String() +
		".\nBad states are its violations, and what keeps the circuit from being all of the program."
}

// WriteTo writes it as AIGER, in the text form. It implements io.WriterTo.
func (m *Composition) WriteTo(w io.Writer) (int64, error) {
	c, comment := m.Shown()
	var text bytes.Buffer
	if err := aiger.Write(&text, c, aiger.Text, comment); err != nil {
		return 0, err
	}
	return text.WriteTo(w)
}
