package unwind

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// constantOffsets splits cases whose offset is one of few constants, unless the object is an array of
// elements of the accessed size.
func (u *unwinder) constantOffsets(cases []target, size int64) []target {
	out := make([]target, 0, len(cases))
	for i := range cases {
		c := &cases[i]
		list := u.fewOffsets(c, size)
		if list == nil {
			out = append(out, *c)
		}
		for _, l := range list {
			if cond := u.terms.And(c.cond, l.cond); cond != term.False {
				out = append(out, target{c.obj, cond, l.term})
			}
		}
	}
	return out
}

// fewOffsets returns the constants that an offset may be, if that is all it is.
func (u *unwinder) fewOffsets(c *target, size int64) []leaf {
	if c.obj == nil || u.terms.IsConst(c.off) || u.isColumn(c.obj, c.off, size) {
		return nil
	}
	list := u.leaves(c.off)
	if len(list) > maxTargets || slices.ContainsFunc(list, func(l leaf) bool { return !u.terms.IsConst(l.term) }) {
		return nil
	}
	return list
}

// isColumn reports whether an access is to a whole column of a table, and no
// pointer, whose targets are kept apart where offsets are constants.
func (u *unwinder) isColumn(o *object, off term.ID, size int64) bool {
	s := u.knownModulo(off)
	if o.stride == 0 || s.stride < o.stride || uint(8*size) == u.ptrBits {
		return false
	}
	return slices.ContainsFunc(o.cells, func(c *cell) bool { return c.off == s.off%o.stride && c.granule == size })
}
