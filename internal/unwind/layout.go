package unwind

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/term"
)

// place is a granule of a cell: number k, or the one that index says when k is
// negative.
type place struct {
	c     *cell
	k     int64
	index term.ID
}

// places returns the granules that an access of size bytes at an offset covers,
// lowest first. It returns nil where the object's cells do not fit the access:
// they will in the next pass.
func (u *unwinder) places(o *object, off term.ID, size int64) []place {
	if w, ok := u.terms.Value(off); ok {
		return u.constPlaces(o, int64(w.Lo), size)
	}
	step := gcd(size, 1<<min(u.trailingZeros(off), 4))
	if o.array == nil || step%o.array.granule != 0 {
		o.dynamic = gcd(o.dynamic, step)
		o.stale, u.changed = true, true
		return nil
	}
	c := o.array
	s := u.terms
	w := indexBits(c.count)
	index := s.Extract(u.divide(off, c.granule), w-1, 0)
	list := make([]place, size/c.granule)
	for i := range list {
		list[i] = place{c, -1, s.Add(index, s.Uint(uint64(i), w))}
	}
	return list
}

// trailingZeros returns how many low bits of a term are known to be zero.
func (u *unwinder) trailingZeros(id term.ID) uint {
	return u.terms.Known(id).Zeros.Not().TrailingZeros()
}

// divide returns an offset divided by a number of bytes.
func (u *unwinder) divide(off term.ID, by int64) term.ID {
	s := u.terms
	if by&(by-1) == 0 {
		n := uint64(0)
		for by>>n > 1 {
			n++
		}
		return s.Lshr(off, u.ptrConst(n))
	}
	return s.Udiv(off, u.ptrConst(uint64(by)))
}

func (u *unwinder) constPlaces(o *object, off, size int64) []place {
	shape := use{off, size}
	if !slices.Contains(o.uses, shape) {
		o.uses = append(o.uses, shape)
	}
	if o.stale {
		return nil
	}
	if c := o.array; c != nil {
		if off%c.granule != 0 || size%c.granule != 0 {
			o.stale, u.changed = true, true
			return nil
		}
		list := make([]place, size/c.granule)
		for i := range list {
			k := off/c.granule + int64(i)
			list[i] = place{c, k, u.terms.Uint(uint64(k), indexBits(c.count))}
		}
		return list
	}
	at := off
	i, _ := slices.BinarySearchFunc(o.cells, off, func(c *cell, off int64) int { return cmp.Compare(c.off, off) })
	if i > 0 && o.cells[i-1].off+o.cells[i-1].granule > off {
		o.stale, u.changed = true, true
		return nil
	}
	var list []place
	for j := i; j < len(o.cells) && o.cells[j].off < off+size; j++ {
		c := o.cells[j]
		if c.off != at || at+c.granule > off+size {
			o.stale, u.changed = true, true
			return nil
		}
		list = append(list, place{c: c})
		at += c.granule
	}
	switch at {
	case off + size:
		return list
	case off:
		c := u.newCell(o, event.Data, off, size, uint(8*size), 1)
		o.cells = slices.Insert(o.cells, i, c)
		return []place{{c: c}}
	}
	o.stale, u.changed = true, true
	return nil
}

// layOut makes new cells for an object that fit all its uses.
func (u *unwinder) layOut(o *object) {
	o.stale = false
	o.cells, o.array = nil, nil
	slices.SortFunc(o.uses, func(a, b use) int {
		return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(a.size, b.size))
	})
	if o.dynamic > 0 {
		g := gcd(o.dynamic, o.size)
		for _, s := range o.uses {
			g = gcd(gcd(g, s.off), s.size)
		}
		if g > 0 && o.size > 0 {
			o.array = u.newCell(o, event.Data, 0, g, uint(8*g), o.size/g)
		}
		return
	}
	for i := 0; i < len(o.uses); {
		lo, hi := o.uses[i].off, o.uses[i].off+o.uses[i].size
		g := o.uses[i].size
		j := i + 1
		for ; j < len(o.uses) && o.uses[j].off < hi; j++ {
			g = gcd(gcd(g, o.uses[j].size), o.uses[j].off-lo)
			hi = max(hi, o.uses[j].off+o.uses[j].size)
		}
		g = gcd(g, hi-lo)
		for at := lo; at < hi; at += g {
			o.cells = append(o.cells, u.newCell(o, event.Data, at, g, uint(8*g), 1))
		}
		i = j
	}
}
