package cemit

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// literal returns the string literal that a constant object is, if it is one.
func (p *printer) literal(g ir.GlobalID) (string, bool) {
	glob := &p.prog.Globals[g]
	if glob.Storage != ir.Constant || !strings.HasPrefix(glob.Name, ".str") || glob.Size == 0 || glob.Size > 4096 {
		return "", false
	}
	if glob.CType != 0 {
		t := p.types.at(p.types.resolve(glob.CType))
		if t.Kind != ir.CArray || p.types.size(t.Elem) != 1 {
			return "", false
		}
	}
	for i := range glob.Init {
		if glob.Init[i].Bytes == nil {
			return "", false
		}
	}
	bytes, _ := flatten(glob.Init, 0, glob.Size)
	if bytes[len(bytes)-1] != 0 {
		return "", false
	}
	return quote(bytes[:len(bytes)-1]), true
}

// flatten returns n bytes of an initial value from an offset, and whether no address
// begins before their end.
func flatten(init []ir.InitItem, off, n int64) (bytes []byte, plain bool) {
	bytes, plain = make([]byte, n), true
	for i := range init {
		if init[i].Offset >= off+n {
			break
		}
		plain = plain && !isAddress(&init[i])
		for k, x := range init[i].Bytes {
			if at := init[i].Offset + int64(k) - off; at >= 0 && at < n {
				bytes[at] = x
			}
		}
	}
	return bytes, plain
}

func isAddress(it *ir.InitItem) bool { return it.Global != 0 || it.Func != 0 }

func quote(text []byte) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString("\\n")
		case c == '\t':
			b.WriteString("\\t")
		case c == '?' && strings.HasSuffix(b.String(), "?"): // no trigraphs
			b.WriteString("\\?")
		case c < 32 || c > 126:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}

// globalType returns the declared type of a global as printed, or 0 if it is printed
// as bytes.
func (p *printer) globalType(g ir.GlobalID) ir.CTypeID {
	glob := &p.prog.Globals[g]
	if t, ok := p.globTypes[g]; ok {
		return t
	}
	id := glob.CType
	if guess := p.guessed[g]; guess != 0 {
		id = guess
	}
	t := p.objectType(id, glob.Size, glob.Init)
	p.globTypes[g] = t
	return t
}

// objectType returns the declared type of an object if the object can be printed with
// it, or 0.
func (p *printer) objectType(id ir.CTypeID, size int64, init []ir.InitItem) ir.CTypeID {
	if id == 0 || p.types.size(id) != size || size == 0 {
		return 0
	}
	e := p.types.resolve(id)
	for p.types.at(e).Kind == ir.CArray {
		e = p.types.resolve(p.types.at(e).Elem)
	}
	if _, ok := p.types.alignOf(e); !ok {
		return 0
	}
	// While the types are decided, only whether there is a text matters.
	if len(init) > 0 {
		if _, ok := p.initial(p.types.resolve(id), 0, init, true); !ok {
			return 0
		}
	}
	return id
}

func (p *printer) declareObject(id ir.CTypeID, size, align int64, name string, volatile, initialised bool, init []ir.InitItem) string {
	text := ""
	if volatile {
		name = "volatile " + name
	}
	if id == 0 {
		body, values := p.chunks(size, init)
		text = fmt.Sprintf("struct { %s} __attribute__((packed, aligned(%d))) %s", body, max(align, 1), name)
		if initialised && len(init) > 0 {
			text += " = { " + values + " }"
		}
	} else {
		text = p.types.declare(id, name)
		if a, _ := p.types.alignOf(id); align > a && align > p.naturalAlignOf(id) {
			text = fmt.Sprintf("_Alignas(%d) %s", align, text)
		}
		if initialised {
			if v, ok := p.initial(p.types.resolve(id), 0, init, false); ok && (v != "" && len(init) > 0) {
				text += " = " + v
			} else if ok {
				text += " = " + p.zero(id)
			}
		}
	}
	return text
}

// naturalAlignOf is the alignment that gcc gives to a variable: on i386 a scalar of
// eight bytes has eight.
func (p *printer) naturalAlignOf(id ir.CTypeID) int64 {
	c := p.types.at(p.types.strip(id))
	if c.Kind == ir.CInt || c.Kind == ir.CFloat {
		return c.Size
	}
	return 0
}

// zero is the initial value of an object that is all zero.
func (p *printer) zero(id ir.CTypeID) string {
	c := p.types.at(p.types.resolve(id))
	switch {
	case c.Kind == ir.CArray:
		return "{ " + p.zero(c.Elem) + " }"
	case isRecord(c), isRecordOrLibrary(p.types, id):
		return "{}"
	}
	return "0"
}

// chunks returns the members of a structure that has the bytes and addresses of an
// initial value, and their values.
func (p *printer) chunks(size int64, init []ir.InitItem) (body, values string) {
	var b strings.Builder
	var v []string
	ptr := int64(p.prog.Model.PtrBits() / 8)
	bytes := func(from, to int64, text []byte) {
		if to > from {
			fmt.Fprintf(&b, "unsigned char b%d[%d]; ", from, to-from)
			v = append(v, byteList(text))
		}
	}
	at := int64(0)
	flat, _ := flatten(init, 0, size)
	for i := range init {
		it := &init[i]
		if !isAddress(it) {
			continue
		}
		bytes(at, it.Offset, flat[at:it.Offset])
		fmt.Fprintf(&b, "void *p%d; ", it.Offset)
		v = append(v, p.itemAddress(it, ctyp{t: ir.Ptr}).text)
		at = it.Offset + ptr
	}
	bytes(at, size, flat[at:])
	if size == 0 {
		b.WriteString("unsigned char b0[1]; ")
	}
	return b.String(), strings.Join(v, ", ")
}

// byteList prints bytes as an array's value.
func byteList(text []byte) string {
	n := len(text)
	for n > 1 && text[n-1] == 0 {
		n--
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprint(text[i])
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func (p *printer) itemAddress(it *ir.InitItem, t ctyp) value {
	var v value
	if it.Func != 0 {
		v = p.functionPointer(it.Func)
		if it.Addend != 0 {
			p.fail(ir.Pos{}, "an address inside a function")
		}
	} else {
		a := p.objectAddress(it.Global)
		a.off += it.Addend
		v = p.pointerTo(a, t.elem, t.elem != 0)
	}
	return p.converted(v, t)
}

// initial returns the initial value of a part of an object: of the type id at an
// offset. With dry set only whether it has one counts, and no name is used.
func (p *printer) initial(id ir.CTypeID, off int64, init []ir.InitItem, dry bool) (string, bool) {
	c := p.types.at(id)
	items := within(init, off, c.Size)
	if allZero(items, off, c.Size) {
		return "", true
	}
	switch c.Kind {
	case ir.CArray:
		return p.initialArray(c, off, items, dry)
	case ir.CStruct, ir.CUnion:
		r := p.types.recordOf(id)
		if r.opaque || tagHeader[c.Name] != "" {
			return "", false
		}
		return p.initialRecord(c, r, off, items, dry)
	case ir.CBool, ir.CInt, ir.CFloat, ir.CPointer:
		return p.initialScalar(id, off, items, dry)
	}
	return "", false
}

// within returns the items that reach into a range.
func within(init []ir.InitItem, off, size int64) []ir.InitItem {
	lo, _ := slices.BinarySearchFunc(init, off, func(it ir.InitItem, off int64) int {
		if it.Offset+max(int64(len(it.Bytes)), 1) <= off {
			return -1
		}
		return 1
	})
	hi := lo
	for hi < len(init) && init[hi].Offset < off+size {
		hi++
	}
	return init[lo:hi]
}

// allZero reports whether items leave a range zero.
func allZero(items []ir.InitItem, off, size int64) bool {
	for i := range items {
		it := &items[i]
		if isAddress(it) {
			return false
		}
		for k, x := range it.Bytes {
			if at := it.Offset + int64(k); x != 0 && at >= off && at < off+size {
				return false
			}
		}
	}
	return true
}

func (p *printer) initialArray(c *ir.CType, off int64, init []ir.InitItem, dry bool) (string, bool) {
	e := p.types.resolve(c.Elem)
	size := p.types.size(e)
	if size == 0 || c.Len < 0 {
		return "", false
	}
	if t := p.types.at(e); t.Kind == ir.CInt && size == 1 {
		if text, ok := stringValue(init, off, c.Len); ok {
			return text, true
		}
	}
	var parts []string
	next := int64(0)
	for i := int64(0); i < c.Len; i++ {
		v, ok := p.initial(e, off+i*size, init, dry)
		if !ok {
			return "", false
		}
		if v == "" {
			continue
		}
		switch {
		case i-next > 4:
			v = fmt.Sprintf("[%d] = %s", i, v)
		default:
			for ; next < i; next++ {
				parts = append(parts, p.zero(e))
			}
		}
		next = i + 1
		parts = append(parts, v)
	}
	return "{ " + strings.Join(parts, ", ") + " }", true
}

// stringValue returns the value of a character array as a string literal when it is
// text that ends with a zero.
func stringValue(init []ir.InitItem, off, n int64) (string, bool) {
	bytes, plain := flatten(init, off, n)
	end := slices.Index(bytes, 0)
	if !plain || end < 0 {
		return "", false
	}
	for i, x := range bytes {
		if i < end && (x < 32 || x > 126) && x != '\n' && x != '\t' || i > end && x != 0 {
			return "", false
		}
	}
	return quote(bytes[:end]), true
}

func (p *printer) initialRecord(c *ir.CType, r *record, off int64, init []ir.InitItem, dry bool) (string, bool) {
	var parts []string
	covered := make([]bool, c.Size)
	for i := range r.fields {
		m := &r.fields[i]
		var v string
		ok := true
		if m.typ == 0 {
			v, ok = p.bitsValue(m, off+m.off, init)
		} else {
			v, ok = p.initial(p.types.resolve(m.typ), off+m.off, init, dry)
		}
		if !ok {
			if r.union {
				continue
			}
			return "", false
		}
		if r.union && !allZero(outside(init, off+m.off+m.size), off+m.off+m.size, c.Size-m.size) {
			continue
		}
		for k := m.off; k < m.off+m.size && k < c.Size; k++ {
			covered[k] = true
		}
		if v != "" {
			parts = append(parts, fmt.Sprintf(".%s = %s", m.name, v))
		}
		if r.union {
			break
		}
	}
	for i := range init { // items outside of all members
		for k, x := range init[i].Bytes {
			if at := init[i].Offset + int64(k) - off; x != 0 && at >= 0 && at < c.Size && !covered[at] {
				return "", false
			}
		}
		if at := init[i].Offset - off; isAddress(&init[i]) && (at < 0 || at >= c.Size || !covered[at]) {
			return "", false
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }", true
}

// outside returns the items that reach beyond an offset.
func outside(init []ir.InitItem, off int64) []ir.InitItem { return within(init, off, 1<<62-off) }

// bitsValue returns the initial value of an integer that covers bit-fields.
func (p *printer) bitsValue(m *member, off int64, init []ir.InitItem) (string, bool) {
	x, ok := number64(init, off, int64(m.bits)/8)
	if !ok || x == 0 {
		return "", ok
	}
	return p.constant(ir.Const{Type: ir.Int(m.bits), Word: wide.Word{Lo: x}}, m.signed).text, true
}

// number64 returns the bytes of an initial value as a little-endian number, if no
// address is among them.
func number64(init []ir.InitItem, off, size int64) (uint64, bool) {
	bytes, plain := flatten(init, off, size)
	return binary.LittleEndian.Uint64(append(bytes, make([]byte, 8)...)), plain && size <= 8
}

func (p *printer) initialScalar(id ir.CTypeID, off int64, init []ir.InitItem, dry bool) (string, bool) {
	c := p.types.at(id)
	for i := range init {
		it := &init[i]
		if !isAddress(it) {
			continue
		}
		if it.Offset != off || c.Kind != ir.CPointer || len(init) != 1 {
			return "", false
		}
		if dry {
			return "address", true
		}
		return p.itemAddress(it, ctyp{t: ir.Ptr, elem: c.Elem}).text, true
	}
	x, ok := number64(init, off, c.Size)
	if !ok {
		return "", false
	}
	switch c.Kind {
	case ir.CFloat:
		t, ok := scalarOf(c)
		text := p.constant(ir.Const{Type: t, Word: wide.Word{Lo: x}}, false).text
		return text, ok && !strings.Contains(text, "_of_bits") // a float with a payload needs a call
	case ir.CPointer:
		return fmt.Sprintf("(%s)%#x", p.types.pointer(c.Elem, ""), x), true
	case ir.CBool:
		return fmt.Sprint(x), x <= 1
	}
	return p.constant(ir.Const{Type: ir.Int(int(c.Size) * 8), Word: wide.Word{Lo: x}}, c.Signed).text, true
}

// initialise returns the statements that give a local its initial value.
func (p *printer) initialise(id ir.CTypeID, l *ir.Local, name string) []string {
	p.include("string.h")
	if allZero(l.Init, 0, l.Size) {
		return []string{fmt.Sprintf("memset((void *)&%s, 0, sizeof %s);", name, name)}
	}
	decl := p.declareObject(id, l.Size, l.Align, "initial", false, true, l.Init)
	return []string{"{", "\tstatic const " + decl + ";", fmt.Sprintf("\tmemcpy((void *)&%s, &initial, sizeof initial);", name), "}"}
}
