package minimize

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/trace"
)

// source answers choices from a trace where its inputs fit, with the least value
// elsewhere. forced answers come first.
type source struct {
	inputs  map[string][]trace.Input
	uninit  map[byteKey]byte
	forced  map[choiceKey]interp.Value
	asked   []asked // since the last reset
	probing bool    // nobody's choice: whether a thread is blocked does not depend on it
}

type byteKey struct {
	object interp.ObjectKey
	offset uint64
}

// choiceKey names a choice: a thread, and how many it made before.
type choiceKey struct {
	thread string
	index  int
}

// asked is a choice and the answer that it got.
type asked struct {
	choice interp.Choice
	value  interp.Value
}

func newSource(t *trace.Trace) *source {
	s := &source{inputs: make(map[string][]trace.Input), uninit: make(map[byteKey]byte)}
	for _, th := range t.Threads {
		s.inputs[th.Thread] = th.Inputs
	}
	for _, u := range t.Uninit {
		key := interp.ObjectKey{Global: u.Object.Global, Site: ir.SiteID(u.Object.Site), Thread: u.Object.Thread, Count: u.Object.Count}
		s.uninit[byteKey{key, u.Offset}] = u.Value
	}
	return s
}

// Choose implements interp.Source.
func (s *source) Choose(c interp.Choice) (interp.Value, error) {
	if s.probing {
		return least(c), nil
	}
	v := s.answer(c)
	s.asked = append(s.asked, asked{c, v})
	return v, nil
}

func (s *source) answer(c interp.Choice) interp.Value {
	if v, ok := s.forced[choiceKey{c.Thread, c.Index}]; ok && fits(c, v) {
		return v
	}
	if list := s.inputs[c.Thread]; c.Index < len(list) {
		in := list[c.Index]
		v := interp.Value(in.Value)
		if in.Reason == c.Reason.String() && in.Width == c.Width && fits(c, v) {
			return v
		}
	}
	return least(c)
}

// Uninit implements interp.Source.
func (s *source) Uninit(key interp.ObjectKey, offset uint64) (byte, error) {
	return s.uninit[byteKey{key, offset}], nil
}

// fits reports whether v is among the values that c allows.
func fits(c interp.Choice, v interp.Value) bool {
	switch {
	case c.Bits != 0:
		return v.Hi == 0 && v.Lo < 64 && c.Bits>>v.Lo&1 == 1
	case c.Range:
		return v.Hi == 0 && v.Lo >= c.Lo && v.Lo <= c.Hi
	}
	return true
}

// least returns the least value that c allows.
func least(c interp.Choice) interp.Value {
	switch {
	case c.Bits != 0:
		return interp.Value{Lo: uint64(bits.TrailingZeros64(c.Bits))}
	case c.Range:
		return interp.Value{Lo: c.Lo}
	}
	return interp.Value{}
}
