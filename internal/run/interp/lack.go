package interp

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Bits without a value (property uninit, semantics 5). A byte whose contents were chosen at its first read
// (object.uninit) still has no value, nor have copies of it. If the property is checked, an object has a
// record of its bits without a value. A store gives a value to the bits that it writes. A copying store
// writes the bits that its copying load read, with or without values. All other loads are uses, those of
// library models included.

// maxAccess is the size of the largest access, in bytes.
const maxAccess = 16

// lack holds, for each byte of an access, the bits without a value.
type lack [maxAccess]byte

// lackKey names a register of a frame.
type lackKey struct{ frame, reg int32 }

// forgets makes all bits of an object have no value, if anybody wants to know.
func (m *Machine) forgets(o *object) {
	if m.conf.Properties.Has(verdict.Uninit) {
		o.lack = make([]byte, o.size)
		for i := range o.lack {
			o.lack[i] = 0xff
		}
		m.live += o.size
	}
}

// lacking returns which bits have no value among n bytes at off, and whether there are any.
func (o *object) lacking(off, n uint64) (l lack, any bool) {
	if o.lack == nil {
		return l, false
	}
	for i := range n {
		l[i] = o.lack[off+i]
		any = any || l[i] != 0
	}
	return l, any
}

// uses reports a violation of uninit if a load that is no copy reads bits without a value. The bits of an
// external global are merely unknown.
func (m *Machine) uses(t *Thread, o *object, off, n uint64, src *ir.Instr) outcome {
	l, any := o.lacking(off, n)
	if !any || o.external {
		return next
	}
	any = false
	for i := range n {
		any = any || l[i]&fieldBits(src, i) != 0
	}
	if !any {
		return next
	}
	m.report(t, verdict.Uninit, "", false, "read of %s, which has no value", m.describe(o))
	if m.end.Kind != Running {
		return ended
	}
	if m.attempt != nil {
		m.attempt.logBytes(o, off, n)
	}
	clear(o.lack[off : off+n])
	return next
}

// fieldBits returns the bits of the i-th byte of an access that it is about.
func fieldBits(src *ir.Instr, i uint64) byte {
	if src.Field.Bits == 0 {
		return 0xff
	}
	var b byte
	for k := range uint64(8) {
		if at := 8*i + k; uint64(src.Field.First) <= at && at < uint64(src.Field.First)+uint64(src.Field.Bits) {
			b |= 1 << k
		}
	}
	return b
}

// copied records which bits read by a copying load have no value.
func (m *Machine) copied(t *Thread, in *inst, o *object, off uint64) {
	key := lackKey{int32(len(t.frames)), in.dst}
	l, any := o.lacking(off, uint64(in.size))
	if !any || o.external {
		delete(t.lacks, key)
		return
	}
	if t.lacks == nil {
		t.lacks = make(map[lackKey]lack)
	}
	t.lacks[key] = l
}

// leaves returns which bits have no value after a store.
func (m *Machine) leaves(t *Thread, in *inst, o *object, off uint64, src *ir.Instr) (l lack, any bool) {
	switch {
	case src.Flags&ir.Copying != 0:
		l, any = t.lacks[lackKey{int32(len(t.frames)), in.b}]
	case src.Field.Bits != 0:
		l, _ = o.lacking(off, uint64(in.size))
		for i := range l {
			l[i] &^= fieldBits(src, uint64(i))
			any = any || l[i] != 0
		}
	}
	return l, any
}

// lose marks bits of an object as bits without a value.
func (m *Machine) lose(o *object, off, n uint64, l *lack) {
	if o.lack == nil {
		o.lack = make([]byte, o.size)
		m.live += o.size
	}
	copy(o.lack[off:off+n], l[:n])
}
