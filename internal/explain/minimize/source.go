package minimize

import (
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// source answers choices from a trace if its inputs fit, and otherwise with the least value. forced
// answers come first.
type source struct {
	recorded interp.Source
	forced   map[choiceKey]wide.Word
	asked    []asked // since the last reset
	probing  bool    // choices do not count: whether a thread is blocked does not depend on them
}

// choiceKey identifies a choice: a thread, and the number of its earlier choices.
type choiceKey struct {
	thread string
	index  int
}

// asked is a choice and its answer.
type asked struct {
	choice interp.Choice
	value  wide.Word
}

func newSource(t *trace.Trace) *source {
	recorded, err := interp.TraceSource(t)
	if err != nil {
		panic(err) // t was replayed before
	}
	return &source{recorded: recorded}
}

// Choose implements interp.Source.
func (s *source) Choose(c interp.Choice) (wide.Word, error) {
	if s.probing {
		return c.Lowest(), nil
	}
	v := s.answer(c)
	s.asked = append(s.asked, asked{c, v})
	return v, nil
}

func (s *source) answer(c interp.Choice) wide.Word {
	if v, ok := s.forced[choiceKey{c.Thread, c.Index}]; ok && fits(c, v) {
		return v
	}
	if v, err := s.recorded.Choose(c); err == nil && fits(c, v) {
		return v
	}
	return c.Lowest()
}

// Uninit implements interp.Source.
func (s *source) Uninit(key interp.ObjectKey, offset uint64) (byte, error) {
	return s.recorded.Uninit(key, offset)
}

// fits reports whether v is among the values that c allows.
func fits(c interp.Choice, v wide.Word) bool {
	switch {
	case c.Bits != 0:
		return v.Hi == 0 && v.Lo < 64 && c.Bits>>v.Lo&1 == 1
	case c.Range:
		return v.Hi == 0 && v.Lo >= c.Lo && v.Lo <= c.Hi
	}
	return true
}
