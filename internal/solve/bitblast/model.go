package bitblast

import (
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Model returns the values of all variables seen so far: bits from the values
// of literals, arrays from the last call of Refine. Variables and bits that no
// clause mentions are 0, array elements that nothing reads are 0.
//
// requires: value describes the model that the last Refine accepted.
func (b *Blaster) Model(value func(sat.Lit) bool) *term.Assignment {
	asg := &term.Assignment{}
	for _, t := range b.vars {
		var w term.Word
		for i, e := range b.word(t) {
			if b.inputValue(e, value) {
				w = w.Or(term.WordOf(1).Shl(uint(i)))
			}
		}
		asg.Set(t, w)
	}
	elems := map[term.ID]map[term.Word]term.Word{}
	for c, v := range b.cells {
		if elems[c.array] == nil {
			elems[c.array] = map[term.Word]term.Word{}
		}
		elems[c.array][c.index] = v.value
	}
	for array, e := range elems {
		asg.SetArray(array, term.ArrayValue{Elems: e})
	}
	return asg
}

// inputValue returns the value of the positive edge of an input; false if it
// has no variable.
func (b *Blaster) inputValue(e Edge, value func(sat.Lit) bool) bool {
	v := b.cnf.Var(e)
	return v != 0 && value(v.Pos())
}

// edgeValue returns the value of an edge under the last candidate model.
func (b *Blaster) edgeValue(e Edge) bool { return b.value[e.Node()] != e.IsNeg() }

// wordValue returns the value of a built term under the last candidate model.
func (b *Blaster) wordValue(t term.ID) term.Word {
	var w term.Word
	for i, e := range b.word(t) {
		if b.edgeValue(e) {
			w = w.Or(term.WordOf(1).Shl(uint(i)))
		}
	}
	return w
}
