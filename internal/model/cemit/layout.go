package cemit

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// recordOf returns the printed form of a structure or union. If C's own layout of the members differs
// from the program's, the structure is packed, with its padding as members. If that fails too, its
// members have no names.
func (t *types) recordOf(id ir.CTypeID) *record {
	if r, ok := t.members[id]; ok {
		return r
	}
	r := &record{}
	t.members[id] = r // structures that contain themselves do not exist, but are no reason to hang
	c := t.at(id)
	var size int64
	ok := false
	for _, width := range []int64{1, 2, 4} { // narrow bit-fields are mostly accessed as narrow integers
		*r = record{union: c.Kind == ir.CUnion, fields: t.membersOf(c, width)}
		if size, r.align, ok = t.layout(r); ok && size == c.Size {
			break
		}
	}
	switch {
	case tagHeader[c.Name] != "":
	case ok && size == c.Size:
	case r.union:
		*r = record{union: true, opaque: true, align: 1}
	default:
		r.packed, r.align = true, 1
		t.pad(r, c.Size)
		if size, _, ok = t.layout(r); !ok || size != c.Size {
			*r = record{opaque: true, align: 1}
		}
	}
	return r
}

// membersOf lists the members of a structure, runs of bit-fields as integers, of the
// given width in bytes where fewer bytes remain.
func (t *types) membersOf(c *ir.CType, width int64) []member {
	var out []member
	used := make(map[string]bool)
	unique := func(name string) string {
		for i := 0; used[name]; i++ {
			name = fmt.Sprintf("%s_%d", name, i)
		}
		used[name] = true
		return name
	}
	for i := 0; i < len(c.Fields); i++ {
		f := &c.Fields[i]
		if f.BitWidth == 0 {
			name := f.Name
			if name == "" {
				name = "u"
			}
			out = append(out, member{name: unique(identifierOfMember(name)), off: f.BitOffset / 8, size: t.size(f.Type), typ: f.Type})
			continue
		}
		if c.Kind == ir.CUnion {
			bytes := int64(storageBits(int(f.BitWidth))) / 8
			out = append(out, member{name: unique("bits"), size: bytes, bits: int(bytes) * 8})
			continue
		}
		from, to := f.BitOffset/8, (f.BitOffset+int64(f.BitWidth)+7)/8
		for i+1 < len(c.Fields) && c.Fields[i+1].BitWidth > 0 {
			i++
			to = (c.Fields[i].BitOffset + int64(c.Fields[i].BitWidth) + 7) / 8
		}
		limit := c.Size
		if i+1 < len(c.Fields) {
			limit = c.Fields[i+1].BitOffset / 8
		}
		for _, w := range cover(from, to, limit, width) {
			out = append(out, member{name: unique("bits"), off: from, size: w, bits: int(w) * 8})
			from += w
		}
	}
	return out
}

// identifierOfMember keeps members apart from keywords and macros.
func identifierOfMember(name string) string {
	if slices.Contains(reserved, name) {
		return name + "_"
	}
	return identifier(name)
}

// cover splits the bytes from…to into aligned integers of up to four bytes. One for
// the last bytes has at least the given width, as far as it ends before limit.
func cover(from, to, limit, width int64) []int64 {
	var out []int64
	for from < to {
		w := width
		for w < 4 && from+w < to {
			w *= 2
		}
		for w > 1 && (from%w != 0 || from+w > limit) {
			w /= 2
		}
		out = append(out, w)
		from += w
	}
	return out
}

// pad fills the gaps of a structure with bytes.
func (t *types) pad(r *record, size int64) {
	var out []member
	at := int64(0)
	fill := func(to int64) {
		for ; at < to; at++ {
			out = append(out, member{name: fmt.Sprintf("pad_%d", at), off: at, size: 1, bits: 8})
		}
	}
	for _, m := range r.fields {
		fill(m.off)
		out = append(out, m)
		at = m.off + m.size
	}
	fill(size)
	r.fields = out
}

// layout computes the size and alignment that C gives to a record, and whether each
// member is where the program has it.
func (t *types) layout(r *record) (size, align int64, ok bool) {
	align, ok = 1, true
	end := int64(0)
	for i := range r.fields {
		m := &r.fields[i]
		a := min(m.size, 4)
		if m.typ != 0 {
			var printable bool
			a, printable = t.alignOf(m.typ)
			ok = ok && printable
		}
		if r.packed {
			a = 1
		}
		align = max(align, a)
		at := int64(0)
		if !r.union {
			at = (end + a - 1) / a * a
		}
		if at != m.off {
			ok = false
		}
		end = max(end, at+m.size)
	}
	return (end + align - 1) / align * align, align, ok
}

// alignOf returns the alignment of a member of a type in bytes, and whether the type
// can be a member.
func (t *types) alignOf(id ir.CTypeID) (int64, bool) {
	r := t.resolve(id)
	switch c := t.at(r); c.Kind {
	case ir.CArray:
		return t.alignOf(c.Elem)
	case ir.CStruct, ir.CUnion:
		return max(t.recordOf(r).align, 1), true
	case ir.CTypedef: // a header's structure: all contain a word, and an int at least
		if libraryAlign4[c.Name] {
			return 4, true
		}
		return int64(t.p.prog.Model.PtrBits() / 8), true
	case ir.CFloat:
		if c.Name == "long double" {
			return 1, false
		}
		return t.scalarAlign(c.Size), true
	case ir.CBool, ir.CInt, ir.CPointer:
		return t.scalarAlign(c.Size), true
	}
	return 1, false
}

// libraryAlign4 are the headers' structures without a word.
var libraryAlign4 = map[string]bool{
	"pthread_mutexattr_t": true, "pthread_condattr_t": true, "pthread_barrierattr_t": true,
}

// scalarAlign is the alignment of a scalar as a member: on i386 four at most.
func (t *types) scalarAlign(size int64) int64 {
	if t.p.prog.Model == ir.ILP32 && size > 4 && size < 16 {
		return 4
	}
	return max(size, 1)
}
