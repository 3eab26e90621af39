package pdr

import (
	"encoding/binary"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
)

// cube is a set of states: those in which all its literals hold. Literals are ascending.
type cube []circuit.Literal

// within reports whether every literal of c is in d, so that the states of d are states of c.
func (c cube) within(d cube) bool {
	if len(c) > len(d) {
		return false
	}
	j := 0
	for _, l := range c {
		for j < len(d) && d[j] < l {
			j++
		}
		if j == len(d) || d[j] != l {
			return false
		}
		j++
	}
	return true
}

// key returns a text that is equal for equal cubes.
func (c cube) key() string {
	text := make([]byte, 0, 4*len(c))
	for _, l := range c {
		text = binary.LittleEndian.AppendUint32(text, uint32(l))
	}
	return string(text)
}

func (c cube) clause() circuit.Clause {
	out := make(circuit.Clause, len(c))
	for i, l := range c {
		out[i] = l.Not()
	}
	return out
}

func (c cube) without(l circuit.Literal) cube {
	return slices.DeleteFunc(slices.Clone(c), func(k circuit.Literal) bool { return k == l })
}

// initial reports whether some initial state is in the cube.
func (k *Checker) initial(c cube) bool {
	return !slices.ContainsFunc(c, k.never)
}

// never reports whether a literal holds in no initial state.
func (k *Checker) never(l circuit.Literal) bool {
	switch k.c.Latches[l.Latch()].Init {
	case circuit.Zero:
		return l.Value()
	case circuit.One:
		return !l.Value()
	}
	return false
}
