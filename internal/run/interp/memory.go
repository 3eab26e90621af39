package interp

import (
	"encoding/binary"

	"github.com/heddle-mc/heddle/internal/program/wide"
)

// The slow paths of memory accesses. All take an object and an offset that
// were checked.

// anyUninit reports whether o has a byte without value among n at off.
func (o *object) anyUninit(off, n uint64) bool {
	if o.uninit == nil {
		return false
	}
	for i := off; i < off+n; i++ {
		if o.uninit[i/64]&(1<<(i%64)) != 0 {
			return true
		}
	}
	return false
}

// provAt returns the reference of the pointer whose bytes are exactly the n at
// off, or zero.
func (o *object) provAt(off, n uint64) ref {
	if o.prov == nil {
		return 0
	}
	first := o.prov[off]
	if first == 0 || first&(1<<fragmentBits-1) != 0 {
		return 0
	}
	for k := uint64(1); k < n; k++ {
		if o.prov[off+k] != first+k {
			return 0
		}
	}
	return first >> fragmentBits
}

// anyProv reports whether any of n bytes at off is part of a pointer.
func (o *object) anyProv(off, n uint64) bool {
	if o.prov == nil {
		return false
	}
	for _, p := range o.prov[off : off+n] {
		if p != 0 {
			return true
		}
	}
	return false
}

// raw returns n ≤ 8 bytes at off as they are stored.
func (o *object) raw(off, n uint64) uint64 {
	if off+8 <= o.size {
		return binary.LittleEndian.Uint64(o.data[off:]) & (^uint64(0) >> (64 - 8*n))
	}
	var v uint64
	for i := n; i > 0; i-- {
		v = v<<8 | uint64(o.data[off+i-1])
	}
	return v
}

// putRaw stores n ≤ 8 bytes at off.
func (o *object) putRaw(off, n, v uint64) {
	switch n {
	case 1:
		o.data[off] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(o.data[off:], uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(o.data[off:], uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(o.data[off:], v)
	default:
		for i := range n {
			o.data[off+i] = byte(v >> (8 * i))
		}
	}
}

// base returns the address of the object that r identifies. Objects without one, and references to objects
// that no longer exist, have address zero.
func (m *Machine) base(r ref) uint64 {
	if o := m.object(r); o != nil && o.hasAddr {
		return o.base
	}
	return 0
}

// putPointer writes a pointer into o's bytes: its address, with its target object marked in each byte.
func (m *Machine) putPointer(o *object, off uint64, p wide.Word) {
	n := uint64(m.ptrBytes)
	if p.Hi == 0 {
		o.putRaw(off, n, p.Lo)
		if o.prov != nil {
			clear(o.prov[off : off+n])
		}
		return
	}
	o.putRaw(off, n, m.base(p.Hi)+p.Lo)
	m.mark(o, off, n, p.Hi<<fragmentBits)
	m.pointerStored(o, p.Hi)
}

// getPointer reads a pointer from o's bytes: of the object that they are marked
// with, else of the one whose address range holds their value.
func (m *Machine) getPointer(o *object, off uint64) wide.Word {
	n := uint64(m.ptrBytes)
	v := o.raw(off, n)
	if r := o.provAt(off, n); r != 0 {
		return wide.Word{Lo: m.offset(v-m.base(r), r), Hi: r}
	}
	return m.intToPtr(v)
}

// mark records that n bytes at off are part of a pointer, from the given fragment on.
func (m *Machine) mark(o *object, off, n, fragment uint64) {
	if o.prov == nil {
		o.prov = make([]uint64, o.size)
		m.live += 8 * o.size
	}
	for k := uint64(0); k < n; k++ {
		o.prov[off+k] = fragment + k
	}
}

// getInt reads an integer or float of n ≤ 8 bytes from bytes that may be part of a pointer; the second half
// of the result then identifies the part.
func (o *object) getInt(off, n uint64) wide.Word {
	v := wide.Word{Lo: o.raw(off, n), Hi: o.prov[off]}
	for k := uint64(1); k < n && v.Hi != 0; k++ {
		if o.prov[off+k] != v.Hi+k {
			v.Hi = 0
		}
	}
	return v
}

// putInt writes an integer or float of n ≤ 8 bytes that may carry part of a
// pointer, over bytes that may be part of one.
func (m *Machine) putInt(o *object, off, n uint64, v wide.Word) {
	o.putRaw(off, n, v.Lo)
	if v.Hi != 0 {
		m.mark(o, off, n, v.Hi)
		m.pointerStored(o, v.Hi>>fragmentBits)
	} else if o.prov != nil {
		clear(o.prov[off : off+n])
	}
}

// looksAtHidden reports whether n bytes at off belong to a pointer that has no
// address, so that their value means nothing.
func (m *Machine) looksAtHidden(o *object, off, n uint64) bool {
	for _, f := range o.prov[off : off+n] {
		if f != 0 {
			if q := m.object(f >> fragmentBits); q == nil || !q.hasAddr {
				return true
			}
		}
	}
	return false
}
