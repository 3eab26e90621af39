package ctype

import (
	"math"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// layout places the members of one record, one after the other.
//
// The position is kept in bits. An ordinary member goes to the next multiple of
// its alignment. A bit-field goes to the next bit, unless it would then touch
// more units of its declared type's alignment than that type has: then it goes
// to the next such unit (System V ABI, "Bit-Fields"). A packed one just takes
// the next bits. A zero-width bit-field only moves the position.
type layout struct {
	model ir.DataModel
	rec   *Record
	attr  Attr

	bit     int64 // the next free bit
	maxBits int64 // unions: the widest member so far
	align   int64
	user    bool
	large   bool // a position in bits exceeds int64
}

// maxMember bounds the bytes of a member and of all members, so that their bits can be counted.
const maxMember = 1 << 58

func (l *layout) run() {
	for i := range l.rec.fields {
		f := &l.rec.fields[i]
		if l.rec.Union {
			l.bit = 0
		}
		if f.BitField {
			l.bitField(f)
		} else {
			l.member(f)
		}
		l.maxBits = max(l.maxBits, l.bit)
	}
	if l.attr.Align > 0 {
		l.align = max(l.align, l.attr.Align)
		l.user = true
	}
	l.rec.align = l.align
	l.rec.userAlign = l.user
	l.rec.size = roundUp((l.maxBits+7)/8, l.align)
	if l.large {
		l.rec.size = math.MaxInt64 // Type.TooLarge
	}
}

// limit applies packed and #pragma pack to the alignment a of a member's type.
func (l *layout) limit(f *Field, a int64) int64 {
	if l.packed(f) {
		return 1
	}
	return l.capped(a)
}

// capped applies #pragma pack, which also binds aligned attributes of members.
func (l *layout) capped(a int64) int64 {
	if l.attr.Pack > 0 {
		return min(a, l.attr.Pack)
	}
	return a
}

func (l *layout) packed(f *Field) bool { return f.Packed || l.attr.Packed }

// member places an ordinary member.
func (l *layout) member(f *Field) {
	a, user := f.Type.memberAlign(l.model)
	a = l.limit(f, a)
	full, _ := f.Type.fullAlign(l.model)
	if f.Align > 0 && f.Align >= l.limit(f, full) { // a smaller attribute does not count
		a, user = l.capped(f.Align), true
	}
	l.align = max(l.align, a)
	l.user = l.user || user
	l.bit = roundUp(l.bit, a*8)
	f.Offset, f.BitOffset, f.Unit = l.bit/8, l.bit, a
	if f.Type.form != Incomplete && !f.Type.IsVariablySized() {
		f.size = f.Type.Size(l.model)
		if l.large = l.large || f.size > maxMember || l.bit > maxMember*8; !l.large {
			l.bit += f.size * 8
		}
	}
}

// bitField places a bit-field.
func (l *layout) bitField(f *Field) {
	a, user := f.Type.memberAlign(l.model)
	size := f.Type.Size(l.model) * 8
	if f.Bits == 0 {
		l.bit = roundUp(l.bit, max(a, f.Align)*8)
		f.Offset, f.BitOffset = l.bit/8, l.bit
		return
	}
	width := int64(f.Bits)
	ordinary := l.ordinary(width)
	if f.Align > 0 {
		l.bit = roundUp(l.bit, l.capped(f.Align)*8)
	}
	if !l.packed(f) && l.attr.Pack == 0 && ordinary == 0 {
		unit := a * 8
		if (l.bit%unit+width+unit-1)/unit > size/unit {
			l.bit = roundUp(l.bit, unit)
		}
	}
	if f.Name != "" {
		if l.attr.Pack > 0 || !l.packed(f) { // under #pragma pack, gcc ignores packed here
			l.align = max(l.align, l.capped(a))
		}
		l.align = max(l.align, l.capped(f.Align))
		if ordinary == 1 || !l.packed(f) {
			l.align = max(l.align, l.capped(ordinary))
		}
		l.user = l.user || user || f.Align > 0
	}
	f.Offset, f.BitOffset = l.bit/8, l.bit
	l.bit += width
}

// ordinary returns the alignment of the integer that a bit-field of the given width is at this place,
// or 0. gcc gives such a field that alignment, even if a typedef's aligned attribute gives another
// one.
func (l *layout) ordinary(width int64) int64 {
	switch width {
	case 8, 16, 32, 64:
		a := min(width, int64(l.model.PtrBits()))
		if l.bit%a == 0 {
			return a / 8
		}
	}
	return 0
}

// placeUnits chooses the units through which bit-fields are accessed: see Placement.
func placeUnits(r *Record) {
	for i := 0; i < len(r.fields); {
		if !r.fields[i].BitField || r.fields[i].Bits == 0 {
			i++
			continue
		}
		end := i + 1
		for !r.Union && end < len(r.fields) && r.fields[end].BitField && r.fields[end].Bits > 0 {
			end++
		}
		placeRun(r, i, end)
		i = end
	}
}

// placeRun chooses the units of the adjacent bit-fields fields[i:end].
func placeRun(r *Record, i, end int) {
	last := &r.fields[end-1]
	from, to := r.fields[i].BitOffset/8, (last.BitOffset+int64(last.Bits)+7)/8
	unit, unitOffset := int64(0), int64(0)
	for _, n := range []int64{1, 2, 4, 8} {
		at := from / n * n
		if at+n >= to && freeAround(r, i, end, at, at+n) {
			unit, unitOffset = n, at
			break
		}
	}
	for ; i < end; i++ {
		f := &r.fields[i]
		p := Placement{UnitOffset: unitOffset, UnitBytes: unit, Bits: f.Bits, Signed: f.Type.IsSigned()}
		if unit == 0 {
			p.UnitOffset = f.Offset
			p.UnitBytes = (f.BitOffset%8 + int64(f.Bits) + 7) / 8
		}
		if from < p.UnitOffset || to > p.UnitOffset+p.UnitBytes {
			p.RunBefore, p.RunBytes = p.UnitOffset-from, to-from
		}
		p.BitOffset = int(f.BitOffset - p.UnitOffset*8)
		f.Place = p
	}
}

// freeAround reports whether the bytes from..to lie in the record and belong to
// no member outside the run fields[i:end].
func freeAround(r *Record, i, end int, from, to int64) bool {
	if to > r.size {
		return false
	}
	if r.Union {
		return true
	}
	// Members lie in order, so that the neighbours decide.
	if i > 0 && fieldEnd(&r.fields[i-1]) > from {
		return false
	}
	if end < len(r.fields) && r.fields[end].Offset < to {
		return false
	}
	return true
}

// fieldEnd returns the first byte after a placed member.
func fieldEnd(f *Field) int64 {
	if f.BitField {
		return (f.BitOffset + int64(f.Bits) + 7) / 8
	}
	return f.Offset + f.size
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }
