package fromefsm

import (
	"bytes"
	"io"

	"github.com/heddle-mc/heddle/internal/circuit/aiger"
)

// Write writes the circuit without its output, which tools take for a bad state.
func (m *Composition) Write(w io.Writer, form aiger.Form) error {
	c := *m.Circuit
	c.Outputs = nil
	return aiger.Write(w, &c, form, "The circuit of a program, for the property "+m.property.String()+
		".\nBad states are its violations, and what keeps the circuit from being all of the program.")
}

// WriteTo writes it as text. It implements io.WriterTo.
func (m *Composition) WriteTo(w io.Writer) (int64, error) {
	var text bytes.Buffer
	if err := m.Write(&text, aiger.Text); err != nil {
		return 0, err
	}
	return text.WriteTo(w)
}
