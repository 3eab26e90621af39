package smc

import (
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Choices of DPOR: the script of a step has its choices in order, and all
// alternatives of each.

// use makes a script answer the choices of the next step.
func (x *dpor) use(script *[]decision) {
	x.script, x.next, x.inside, x.asking = script, 0, false, true
}

// nextScript changes a script to its next alternative. It reports whether there was one.
func nextScript(script *[]decision) bool {
	s := *script
	for len(s) > 0 {
		d := &s[len(s)-1]
		if d.at++; d.at < len(d.values) {
			*script = s
			return true
		}
		s = s[:len(s)-1]
	}
	*script = s
	return false
}

func (x *dpor) answer(values func() []wide.Word) wide.Word {
	if x.next == len(*x.script) {
		*x.script = append(*x.script, decision{values: values()})
	}
	d := &(*x.script)[x.next]
	x.next++
	x.inside = x.inside || x.m != nil && x.m.Attempting()
	return d.values[d.at]
}

// Choose implements Source.
func (x *dpor) Choose(c interp.Choice) (wide.Word, error) {
	if !x.asking {
		return c.Lowest(), nil // whether a thread is blocked does not depend on it
	}
	return x.answer(func() []wide.Word { return x.values(c) }), nil
}

// Uninit implements Source.
func (x *dpor) Uninit(interp.ObjectKey, uint64) (byte, error) {
	if !x.asking {
		return 0, nil
	}
	v := x.answer(func() []wide.Word {
		x.found.Exact = false
		return uninitValues
	})
	return byte(v.Lo), nil
}
