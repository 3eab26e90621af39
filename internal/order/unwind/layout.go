package unwind

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// The bytes of an object are divided into cells such that every access of the last passes covers whole
// cells.
//
// If all accesses to an object have constant offsets, each part that is always accessed in the same way is
// a cell. If offsets are known only modulo a power of two, the stride, the object is a table with rows of
// that size, and a cell is a column. So the members of an array of structures have separate cells.

// use is the shape of an access: a constant offset, or in a table one modulo the
// stride, and a size, in bytes.
type use struct{ off, size int64 }

// shape is a use at an offset whose lower bits are known.
type shape struct {
	use
	stride int64 // off is the offset modulo this
}

// place is a granule of a cell: number k or, if k is negative, the number that index evaluates to.
type place struct {
	c     *cell
	k     int64
	index term.ID
}

// maxStride bounds the rows of tables, in bytes.
const maxStride = 1 << 12

// places returns the granules that an access of size bytes at an offset covers,
// lowest first. It returns nil where the object's cells do not fit the access:
// they will in the next pass.
func (u *unwinder) places(o *object, off term.ID, size int64) []place {
	if w, ok := u.terms.Value(off); ok {
		shape := use{int64(w.Lo), size}
		if !slices.Contains(o.uses, shape) {
			o.uses = append(o.uses, shape)
		}
		if o.stride == 0 {
			return u.tile(o, term.None, 0, shape)
		}
		return u.tile(o, term.None, shape.off/o.stride, use{shape.off % o.stride, size})
	}
	s := u.knownModulo(off)
	s.size = size
	if !slices.Contains(o.shapes, s) {
		o.shapes = append(o.shapes, s)
	}
	if o.stride == 0 || s.stride < o.stride {
		o.stale, u.w.changed = true, true
		return nil
	}
	row := u.terms.Lshr(off, u.ptrConst(uint64(log2(o.stride))))
	return u.tile(o, row, 0, use{s.off % o.stride, size})
}

// knownModulo returns the known lower bits of an offset as a shape.
func (u *unwinder) knownModulo(off term.ID) shape {
	known := u.terms.Known(off)
	s := shape{stride: 1}
	for bit := known.Zeros.Or(known.Ones); s.stride < maxStride && bit.Bit(uint(log2(s.stride))) == 1; {
		s.stride *= 2
	}
	s.off = int64(known.Ones.Lo) & (s.stride - 1)
	return s
}

func log2(n int64) int {
	k := 0
	for n>>k > 1 {
		k++
	}
	return k
}

// tile returns the granules of an access that begins in a row, which is a term or
// a number.
func (u *unwinder) tile(o *object, row term.ID, k int64, at use) []place {
	misfit := func() []place {
		o.stale, u.w.changed = true, true
		return nil
	}
	if o.stale {
		return nil
	}
	var list []place
	for first := true; at.size > 0; first = false {
		i, found := slices.BinarySearchFunc(o.cells, at.off, func(c *cell, off int64) int { return cmp.Compare(c.off, off) })
		if !found {
			overlaps := i > 0 && o.cells[i-1].off+o.cells[i-1].granule > at.off ||
				i < len(o.cells) && o.cells[i].off < at.off+at.size
			if overlaps || !first || o.stride != 0 && at.off+at.size > o.stride {
				return misfit()
			}
			o.cells = slices.Insert(o.cells, i, u.column(o, at.off, at.size))
		}
		c := o.cells[i]
		if c.granule > at.size {
			return misfit()
		}
		list = append(list, u.placeIn(c, row, k))
		at.off += c.granule
		at.size -= c.granule
		if o.stride != 0 && at.off >= o.stride {
			at.off -= o.stride
			k++
		}
	}
	return list
}

// placeIn returns the granule of a cell in the row that is k rows after another.
func (u *unwinder) placeIn(c *cell, row term.ID, k int64) place {
	if c.count == 1 {
		return place{c: c}
	}
	s := u.terms
	w := indexBits(c.count)
	if row == term.None {
		return place{c, k, s.Uint(uint64(k), w)}
	}
	return place{c, -1, s.Add(s.Extract(row, w-1, 0), s.Uint(uint64(k), w))}
}

// column returns a new cell for the bytes at an offset, in every row.
func (u *unwinder) column(o *object, off, size int64) *cell {
	count := int64(1)
	if o.stride != 0 {
		count = max((o.size-off-size)/o.stride+1, 1)
	}
	c := u.newCell(o, event.Data, off, size, uint(8*size), count)
	c.step = o.stride
	return c
}

// at returns the offset of a granule in its object, in bytes.
func (c *cell) at(k int64) int64 { return c.off + k*c.step }

// layOut makes new cells for an object that fit all its uses.
func (u *unwinder) layOut(o *object) {
	o.stale, o.cells, o.stride, o.shares = false, nil, 0, false
	uses := o.uses
	if len(o.shapes) > 0 {
		o.stride = maxStride
		for _, s := range o.shapes {
			o.stride = min(o.stride, s.stride)
		}
		uses = nil
		for _, s := range o.shapes {
			uses = wrapped(uses, s.use, o.stride)
		}
		for _, s := range o.uses {
			uses = wrapped(uses, s, o.stride)
		}
	}
	slices.SortFunc(uses, func(a, b use) int {
		return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(a.size, b.size))
	})
	for i := 0; i < len(uses); {
		lo, hi := uses[i].off, uses[i].off+uses[i].size
		g := uses[i].size
		j := i + 1
		for ; j < len(uses) && uses[j].off < hi; j++ {
			g = gcd(gcd(g, uses[j].size), uses[j].off-lo)
			hi = max(hi, uses[j].off+uses[j].size)
		}
		g = gcd(g, hi-lo)
		for at := lo; at < hi; at += g {
			o.cells = append(o.cells, u.column(o, at, g))
		}
		i = j
	}
}

// wrapped adds a use to a list, modulo a stride: in pieces if it crosses rows.
func wrapped(list []use, s use, stride int64) []use {
	for off, size := s.off%stride, s.size; size > 0; off = 0 {
		n := min(size, stride-off)
		list = append(list, use{off, n})
		size -= n
	}
	return list
}
