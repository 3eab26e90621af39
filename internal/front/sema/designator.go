package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// designate initialises the part of t that a designator list names and returns the index of the part
// at which the list continues.
func (b *initBuilder) designate(t *ctype.Type, off int64, c *initCursor, l *cc.DesignatorList) int64 {
	d := l.Designator
	switch d.Case {
	case cc.DesignatorField, cc.DesignatorField2:
		tok := d.Token2
		if d.Case == cc.DesignatorField2 {
			tok = d.Token
		}
		if !t.IsRecord() {
			b.a.fail(b.a.pos(d.Token), "designator", "field name not in record initializer")
		}
		return b.designateField(t, off, c, tok, l.DesignatorList)
	case cc.DesignatorIndex, cc.DesignatorIndex2:
		if !t.IsArray() {
			b.a.fail(b.a.pos(d.Token), "designator", "array index in non-array initializer")
		}
		return b.designateIndex(t, off, c, l)
	}
	b.a.fail(b.a.pos(d.Token), "syntax", "unsupported designator")
	return 0
}

// designateField handles .name; a member of an anonymous record is reached
// through it.
func (b *initBuilder) designateField(t *ctype.Type, off int64, c *initCursor, tok cc.Token, rest *cc.DesignatorList) int64 {
	r := t.Record()
	m, ok := r.Lookup(tok.SrcStr())
	if !ok {
		b.a.fail(b.a.pos(tok), "member", "%q has no member named %q", t.String(), tok.SrcStr())
	}
	i := m.Path[0]
	f := &r.Fields()[i]
	next := placeOf(r, i) + 1
	if r.Union {
		b.activate(t, off, i)
	}
	switch {
	case len(m.Path) > 1:
		inner := off + f.Offset
		index := b.designateField(f.Type, inner, c, tok, rest)
		b.fill(f.Type, inner, c, index, false)
	case f.BitField:
		if rest != nil {
			b.a.fail(b.a.pos(tok), "designator", "designator below a bit-field")
		}
		b.element(f.Type, off, placement(f.Place), c)
	default:
		b.below(f.Type, off+f.Offset, c, rest)
	}
	return next
}

// activate notes which member of a union is initialised; another one's pieces go.
func (b *initBuilder) activate(t *ctype.Type, off int64, field int) {
	key := unionPlace{t.Record(), off}
	if old, ok := b.active[key]; ok && old != field {
		b.forget(t, off)
	}
	if b.active == nil {
		b.active = map[unionPlace]int{}
	}
	b.active[key] = field
}

// below initialises a designated part, or the part of it that further designators name.
func (b *initBuilder) below(t *ctype.Type, off int64, c *initCursor, rest *cc.DesignatorList) {
	if rest == nil {
		b.element(t, off, nil, c)
		return
	}
	index := b.designate(t, off, c, rest)
	b.fill(t, off, c, index, false)
}

// designateIndex handles [i] and GNU's [lo ... hi]: the items of the first
// element are repeated for the others.
func (b *initBuilder) designateIndex(t *ctype.Type, off int64, c *initCursor, l *cc.DesignatorList) int64 {
	d := l.Designator
	lo := b.a.constInt(d.ConstantExpression)
	hi := lo
	if d.Case == cc.DesignatorIndex2 {
		hi = b.a.constInt(d.ConstantExpression2)
	}
	pos := b.a.pos(d.Token)
	if lo < 0 || hi < lo || t.ArrayForm() == ctype.Fixed && hi >= t.Len() {
		b.a.fail(pos, "designator", "array index in initializer is out of bounds")
	}
	elem := t.Elem()
	size := elem.Size(b.a.model)
	if size > 0 && hi >= 1<<40/size {
		b.a.fail(pos, "too-large", "array index in initializer is too large")
	}
	if lo == hi {
		b.below(elem, off+lo*size, c, l.DesignatorList)
		return lo + 1
	}
	b.forget(ctype.ArrayOf(elem, hi-lo+1), off+lo*size)
	first := len(b.items)
	b.below(elem, off+lo*size, c, l.DesignatorList)
	b.repeat(first, hi-lo+1, size)
	return hi + 1
}

// repeat makes the items from first on count times, stride bytes apart.
func (b *initBuilder) repeat(first int, count, stride int64) {
	items := append([]tree.InitItem(nil), b.items[first:]...)
	b.items = b.items[:first]
	for _, it := range items {
		if it.Repeat <= 1 {
			it.Repeat, it.Stride = count, stride
			b.add(it)
			continue
		}
		for i := range count {
			again := it
			again.Offset += i * stride
			b.add(again)
		}
	}
}

// isCharacterArray reports whether t is an array that a string may initialise.
func isCharacterArray(t *ctype.Type) bool { return t.IsArray() && t.Elem().IsInteger() }

// takesString reports whether an array takes a string literal with its element size.
func (b *initBuilder) takesString(t *ctype.Type, lit *tree.StringLit) bool {
	if !isCharacterArray(t) {
		return false
	}
	elem, from := t.Elem(), lit.T.Elem()
	if from.Kind() == ctype.Char {
		return elem.IsCharacter()
	}
	return !elem.IsCharacter() && elem.Size(b.a.model) == from.Size(b.a.model)
}

// str fills an array with a string, cut to its length, and returns its type.
func (b *initBuilder) str(t *ctype.Type, off int64, lit *tree.StringLit) *ctype.Type {
	b.a.unlist(lit.Object)
	text := lit.Bytes
	size := t.Elem().Size(b.a.model)
	if t.ArrayForm() == ctype.Incomplete {
		t = ctype.ArrayOf(t.Elem(), int64(len(text))/size)
	}
	if n := t.Len() * size; int64(len(text)) > n {
		if int64(len(text))-size > n {
			b.a.warn(lit.P, "initializer", "string is too long for the array and cut")
		}
		text = text[:n]
	}
	v := &tree.StringLit{Node: tree.Node{T: t.Unqualified(), P: lit.P}, Bytes: text}
	b.add(tree.InitItem{Offset: off, Type: t, Value: v})
	return t
}

// unlist takes the object of a string that only initialises an array off the
// unit; it is the last one, or near it.
func (a *analyzer) unlist(o *tree.Object) {
	for i := len(a.unit.Objects) - 1; i >= 0 && i >= len(a.unit.Objects)-4; i-- {
		if a.unit.Objects[i] == o {
			a.unit.Objects = append(a.unit.Objects[:i], a.unit.Objects[i+1:]...)
			delete(a.listed, o)
			return
		}
	}
}
