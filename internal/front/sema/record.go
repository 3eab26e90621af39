package sema

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// structOrUnion reads a struct or union specifier. only is set if the declaration consists of it
// alone, which declares the tag anew in an inner scope (C11 6.7.2.3 paragraph 7).
func (a *analyzer) structOrUnion(n *cc.StructOrUnionSpecifier, only bool) *ctype.Type {
	union := n.StructOrUnion.Case == cc.StructOrUnionUnion
	name := ""
	pos := a.pos(n.StructOrUnion.Token)
	if n.Token.SrcStr() != "" {
		name = n.Token.SrcStr()
		pos = a.pos(n.Token)
	}
	defines := n.Case == cc.StructOrUnionSpecifierDef
	t := a.recordTag(name, union, defines || only, pos)
	if !defines {
		return t
	}
	rec := t.Record()
	if rec.IsComplete() || a.tags[rec] {
		a.fail(pos, "redefinition", "redefinition of %q", t.String())
	}
	a.tags[rec] = true
	defer delete(a.tags, rec)

	var at attributes
	a.collect(&at, n.AttributeSpecifierList)
	a.collect(&at, n.AttributeSpecifierList2)
	a.checkRefused(&at)
	rec.Transparent = at.transparent
	var fields []ctype.Field
	for l := n.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		d := l.StructDeclaration
		if d == nil {
			continue
		}
		if d.Case == cc.StructDeclarationAssert {
			a.staticAssert(d.StaticAssertDeclaration)
			continue
		}
		fields = a.members(fields, d)
	}
	a.checkMembers(fields, union)
	rec.Complete(a.model, fields, ctype.Attr{Packed: at.packed, Align: at.align, Pack: a.pack})
	a.variableLayout(rec, pos)
	if t.TooLarge(a.model) {
		a.fail(pos, "too-large", "size of %q is too large", t.String())
	}
	return t
}

// recordTag finds or declares the tag of a struct or union.
func (a *analyzer) recordTag(name string, union, here bool, pos ir.Pos) *ctype.Type {
	if name != "" {
		if g := a.scope.findTag(name, here); g != nil {
			if r := g.typ.Record(); r == nil || r.Union != union {
				a.fail(pos, "tag", "%q defined as wrong kind of tag", name)
			}
			return g.typ
		}
	}
	rec := ctype.NewRecord(union, name)
	t := ctype.RecordOf(rec)
	if name != "" {
		a.scope.declareTag(name, &tag{t})
	}
	return t
}

// members reads one declaration of members.
func (a *analyzer) members(fields []ctype.Field, n *cc.StructDeclaration) []ctype.Field {
	s := a.specQuals(n.SpecifierQualifierList)
	a.collect(&s.attr, n.AttributeSpecifierList)
	if n.StructDeclaratorList == nil {
		if s.typ.IsRecord() && s.tagOnly && s.typ.Record().Tag == "" {
			fields = append(fields, ctype.Field{Type: s.typ, Pos: s.pos, Align: max(s.align, s.attr.align)})
		}
		return fields
	}
	for l := n.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
		fields = append(fields, a.member(s, l.StructDeclarator))
	}
	return fields
}

func (a *analyzer) member(s *specifiers, n *cc.StructDeclarator) ctype.Field {
	d := a.declarator(n.Declarator, s.typ, &s.attr)
	pos := s.pos
	if d.name != "" {
		pos = a.pos(d.tok)
	}
	f := ctype.Field{
		Name: d.name, Type: a.attributed(d.typ, &s.attr), Pos: pos,
		Packed: s.attr.packed, Align: max(s.align, s.attr.align),
	}
	if n.Case == cc.StructDeclaratorBitField {
		a.bitFieldWidth(&f, n.ConstantExpression, pos)
		return f
	}
	switch {
	case f.Type.IsFunc():
		a.fail(pos, "member", "member %q declared as a function", f.Name)
	case !f.Type.IsComplete() && !(f.Type.IsArray() && f.Type.ArrayForm() == ctype.Incomplete && f.Type.Elem().IsComplete()):
		a.fail(pos, "incomplete", "member %q has incomplete type %q", f.Name, f.Type.String())
	}
	return f
}

func (a *analyzer) bitFieldWidth(f *ctype.Field, n cc.ExpressionNode, pos ir.Pos) {
	w := a.constInt(n)
	f.BitField = true
	f.Bits = int(w)
	switch {
	case !f.Type.IsInteger():
		a.fail(pos, "bit-field", "bit-field has invalid type %q", f.Type.String())
	case !f.Type.IsComplete():
		a.fail(pos, "incomplete", "bit-field has incomplete type %q", f.Type.String())
	case w < 0:
		a.fail(pos, "bit-field", "negative width in bit-field")
	case w > int64(f.Type.Bits(a.model)):
		a.fail(pos, "bit-field", "width of bit-field exceeds its type")
	case w == 0 && f.Name != "":
		a.fail(pos, "bit-field", "zero width for bit-field %q", f.Name)
	}
}

// checkMembers reports duplicate names and misplaced flexible arrays.
func (a *analyzer) checkMembers(fields []ctype.Field, union bool) {
	seen := map[string]bool{}
	var walk func(fs []ctype.Field)
	walk = func(fs []ctype.Field) {
		for i := range fs {
			f := &fs[i]
			if f.Name == "" {
				if f.Type.IsRecord() && !f.BitField {
					walk(f.Type.Record().Fields())
				}
				continue
			}
			if seen[f.Name] {
				a.fail(f.Pos, "redefinition", "duplicate member %q", f.Name)
			}
			seen[f.Name] = true
		}
	}
	walk(fields)
	for i := range fields {
		f := &fields[i]
		if f.Type.IsArray() && f.Type.ArrayForm() == ctype.Incomplete && (i < len(fields)-1 && !union) {
			a.fail(f.Pos, "member", "flexible array member %q not at end of struct", f.Name)
		}
	}
}

// pragmaPack applies #pragma pack, given the text after "pack": (n), (), (push), (push, n), (pop),
// with an optional identifier, which is ignored.
func (a *analyzer) pragmaPack(args string) {
	args = strings.Trim(strings.TrimSpace(args), "()")
	next := a.pack
	if strings.TrimSpace(args) == "" {
		next = 0
	}
	for _, word := range strings.Split(args, ",") {
		switch word = strings.TrimSpace(word); word {
		case "push":
			a.packs = append(a.packs, a.pack)
		case "pop":
			if k := len(a.packs); k > 0 {
				next = a.packs[k-1]
				a.packs = a.packs[:k-1]
			}
		default:
			if n, err := strconv.ParseInt(word, 10, 64); err == nil && n >= 0 && n <= 16 && n&(n-1) == 0 {
				next = n
			}
		}
	}
	a.pack = next
}
