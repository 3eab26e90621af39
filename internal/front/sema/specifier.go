package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// storageClass is the storage-class specifier of a declaration.
type storageClass uint8

const (
	classNone storageClass = iota
	classTypedef
	classExtern
	classStatic
	classAuto
	classRegister
)

// specifiers holds the meaning of a list of declaration specifiers.
type specifiers struct {
	typ         *ctype.Type
	class       storageClass
	threadLocal bool
	inline      bool
	align       int64 // from _Alignas
	attr        attributes
	pos         ir.Pos
	tagOnly     bool       // the type is a struct, union or enum specifier: the declaration may end there
	enum        *enumRange // of the enumeration that is defined here
}

// baseType collects the basic type specifiers of one list (C11 6.7.2).
type baseType struct {
	void, char, boolean, double      int
	short, integer, long             int
	signed, unsigned, complex        int
	float, float128, int128, uint128 int
	bitInt                           int         // _BitInt
	bits                             int64       // its width
	other                            *ctype.Type // struct, union, enum, typedef, typeof, atomic
	quals                            ctype.Qual
}

// declSpecifiers reads the specifiers of a declaration.
func (a *analyzer) declSpecifiers(n *cc.DeclarationSpecifiers, only bool) *specifiers {
	s := &specifiers{}
	if n != nil {
		s.pos = a.nodePos(n)
	}
	var b baseType
	for ; n != nil; n = n.DeclarationSpecifiers {
		a.collect(&s.attr, n.AttributeSpecifierList)
		switch n.Case {
		case cc.DeclarationSpecifiersStorage:
			a.storage(s, n.StorageClassSpecifier)
		case cc.DeclarationSpecifiersTypeSpec:
			a.typeSpecifier(&b, s, n.TypeSpecifier, only)
		case cc.DeclarationSpecifiersTypeQual:
			b.quals |= a.qualifier(n.TypeQualifier, &s.attr)
		case cc.DeclarationSpecifiersFunc:
			if n.FunctionSpecifier.Case == cc.FunctionSpecifierInline {
				s.inline = true
			} else {
				s.attr.noReturn = true
			}
		case cc.DeclarationSpecifiersAlignSpec:
			s.align = max(s.align, a.alignmentSpecifier(n.AlignmentSpecifier))
		}
	}
	a.packEnum(s)
	s.typ = a.finishBase(&b, s)
	return s
}

// specQuals reads the specifiers of a member or type name.
func (a *analyzer) specQuals(n *cc.SpecifierQualifierList) *specifiers {
	s := &specifiers{}
	if n != nil {
		s.pos = a.nodePos(n)
	}
	var b baseType
	for ; n != nil; n = n.SpecifierQualifierList {
		a.collect(&s.attr, n.AttributeSpecifierList)
		switch n.Case {
		case cc.SpecifierQualifierListTypeSpec:
			a.typeSpecifier(&b, s, n.TypeSpecifier, false)
		case cc.SpecifierQualifierListTypeQual:
			b.quals |= a.qualifier(n.TypeQualifier, &s.attr)
		case cc.SpecifierQualifierListAlignSpec:
			s.align = max(s.align, a.alignmentSpecifier(n.AlignmentSpecifier))
		}
	}
	a.packEnum(s)
	s.typ = a.finishBase(&b, s)
	return s
}

func (a *analyzer) storage(s *specifiers, n *cc.StorageClassSpecifier) {
	class := classNone
	switch n.Case {
	case cc.StorageClassSpecifierTypedef:
		class = classTypedef
	case cc.StorageClassSpecifierExtern:
		class = classExtern
	case cc.StorageClassSpecifierStatic:
		class = classStatic
	case cc.StorageClassSpecifierAuto:
		class = classAuto
	case cc.StorageClassSpecifierRegister:
		class = classRegister
	case cc.StorageClassSpecifierThreadLocal:
		s.threadLocal = true
		return
	default:
		a.fail(a.pos(n.Token), "syntax", "unsupported storage class specifier")
	}
	if s.class != classNone && s.class != class {
		a.fail(a.pos(n.Token), "specifier", "multiple storage classes in declaration specifiers")
	}
	s.class = class
}

func (a *analyzer) qualifier(n *cc.TypeQualifier, at *attributes) ctype.Qual {
	switch n.Case {
	case cc.TypeQualifierConst:
		return ctype.QConst
	case cc.TypeQualifierRestrict:
		return ctype.QRestrict
	case cc.TypeQualifierVolatile:
		return ctype.QVolatile
	case cc.TypeQualifierAtomic:
		return ctype.QAtomic
	case cc.TypeQualifierAttr:
		a.collect(at, n.AttributeSpecifierList)
	}
	return ctype.NoQual
}

func (a *analyzer) alignmentSpecifier(n *cc.AlignmentSpecifier) int64 {
	if n.Case == cc.AlignmentSpecifierType {
		t := a.typeName(n.TypeName)
		a.requireComplete(t, a.pos(n.Token))
		return t.AlignOf(a.model)
	}
	v := a.constInt(n.ConstantExpression)
	if v < 0 || v&(v-1) != 0 {
		a.fail(a.pos(n.Token), "alignment", "requested alignment is not a power of two")
	}
	return v
}

func (a *analyzer) typeSpecifier(b *baseType, s *specifiers, n *cc.TypeSpecifier, only bool) {
	switch n.Case {
	case cc.TypeSpecifierVoid:
		b.void++
	case cc.TypeSpecifierChar:
		b.char++
	case cc.TypeSpecifierShort:
		b.short++
	case cc.TypeSpecifierInt:
		b.integer++
	case cc.TypeSpecifierInt128:
		b.int128++
	case cc.TypeSpecifierUint128:
		b.uint128++
	case cc.TypeSpecifierLong:
		b.long++
	case cc.TypeSpecifierFloat, cc.TypeSpecifierFloat32:
		b.float++
	case cc.TypeSpecifierDouble, cc.TypeSpecifierFloat64, cc.TypeSpecifierFloat32x:
		b.double++
	case cc.TypeSpecifierFloat64x:
		b.double++
		b.long++
	case cc.TypeSpecifierFloat128, cc.TypeSpecifierFloat128x:
		b.float128++
	case cc.TypeSpecifierSigned:
		b.signed++
	case cc.TypeSpecifierUnsigned:
		b.unsigned++
	case cc.TypeSpecifierBool:
		b.boolean++
	case cc.TypeSpecifierComplex:
		b.complex++
	case cc.TypeSpecifierStructOrUnion:
		b.setOther(a, a.structOrUnion(n.StructOrUnionSpecifier, only), s.pos)
		s.tagOnly = true
	case cc.TypeSpecifierEnum:
		b.setOther(a, a.enumSpecifier(n.EnumSpecifier, s), s.pos)
		s.tagOnly = true
	case cc.TypeSpecifierTypeName:
		b.setOther(a, a.typedefName(n.Token), s.pos)
	case cc.TypeSpecifierTypeofExpr:
		if width := bitIntWidth(n.ExpressionList); width != nil {
			b.bitInt++
			b.bits = a.constInt(width)
			break
		}
		b.setOther(a, a.typeofExpr(n.ExpressionList), s.pos)
	case cc.TypeSpecifierTypeofType:
		b.setOther(a, a.typeName(n.TypeName), s.pos)
	case cc.TypeSpecifierAtomic:
		t := a.typeName(n.AtomicTypeSpecifier.TypeName)
		if t.IsArray() || t.IsFunc() {
			a.fail(a.pos(n.AtomicTypeSpecifier.Token), "specifier", "_Atomic applied to %s", t)
		}
		if t.IsBitInt() {
			a.refuse(s.pos, "_Atomic "+t.String())
		}
		b.setOther(a, t.Unqualified().Qualified(ctype.QAtomic), s.pos)
	default:
		a.fail(s.pos, "unsupported-type", "unsupported type %s", n.Token.SrcStr())
	}
}

func (b *baseType) setOther(a *analyzer, t *ctype.Type, pos ir.Pos) {
	if b.other != nil {
		a.fail(pos, "specifier", "two or more data types in declaration specifiers")
	}
	b.other = t
}

func (a *analyzer) typedefName(t cc.Token) *ctype.Type {
	name := t.SrcStr()
	sym := a.scope.lookup(name)
	switch {
	case sym == nil && name == "__builtin_va_list":
		return charPtr
	case sym == nil:
		a.fail(a.pos(t), "undeclared", "unknown type name %q", name)
	case sym.kind == symRefused:
		a.refused(sym, a.pos(t))
	case sym.kind != symTypedef:
		a.fail(a.pos(t), "type-name", "%q is not a type name", name)
	}
	return sym.typ
}

// finishBase turns the collected specifiers into a type. Without any, it is
// int, as in C89.
func (a *analyzer) finishBase(b *baseType, s *specifiers) *ctype.Type {
	t := b.other
	if b.bitInt > 0 && b.other == nil {
		t = a.bitInt(b, s.pos)
	} else if t == nil {
		kind, ok := b.kind()
		if !ok {
			a.fail(s.pos, "specifier", "invalid combination of type specifiers")
		}
		t = ctype.Basic(kind)
		if b.complex > 0 {
			if t.IsVoid() || t.IsBool() {
				a.fail(s.pos, "specifier", "invalid combination of type specifiers")
			}
			t = ctype.ComplexOf(a.model, t)
		}
	} else if b.void+b.char+b.boolean+b.double+b.short+b.integer+b.long+b.signed+b.unsigned+b.float+b.float128+b.int128+b.uint128+b.complex+b.bitInt > 0 {
		a.fail(s.pos, "specifier", "two or more data types in declaration specifiers")
	}
	t = a.applyMode(t, &s.attr, s.pos)
	if b.quals&ctype.QAtomic != 0 && t.IsBitInt() {
		a.refuse(s.pos, "_Atomic "+t.String())
	}
	if b.quals&ctype.QAtomic != 0 && (t.IsArray() || t.IsFunc()) {
		a.fail(s.pos, "specifier", "_Atomic applied to %s", t)
	}
	if b.quals&ctype.QRestrict != 0 {
		elem := t
		for elem.IsArray() {
			elem = elem.Elem()
		}
		if !elem.IsPointer() {
			a.fail(s.pos, "specifier", "restrict applied to %s", elem)
		}
	}
	return t.Qualified(b.quals)
}

// kind returns the basic kind that the specifiers name.
func (b *baseType) kind() (ctype.Kind, bool) {
	words := b.void + b.char + b.boolean + b.double + b.float + b.float128 + b.int128 + b.uint128
	sizes := b.short + b.long
	signs := b.signed + b.unsigned
	pick := func(signed, unsigned ctype.Kind) ctype.Kind {
		if b.unsigned > 0 {
			return unsigned
		}
		return signed
	}
	if words > 1 || b.signed > 0 && b.unsigned > 0 || b.short > 0 && b.long > 0 || b.integer > 1 && sizes == 0 && signs == 0 {
		return 0, false
	}
	switch {
	case b.double > 0 && b.long == 1 && b.short+signs+b.integer == 0:
		return ctype.LongDouble, true
	case words == 1 && b.int128 > 0:
		return pick(ctype.Int128, ctype.UInt128), true
	case words == 1 && b.char > 0 && sizes == 0 && b.integer == 0:
		if signs == 0 {
			return ctype.Char, true
		}
		return pick(ctype.SChar, ctype.UChar), true
	case words == 1:
		if sizes+signs+b.integer > 0 {
			return 0, false
		}
		switch {
		case b.void > 0:
			return ctype.Void, true
		case b.boolean > 0:
			return ctype.Bool, true
		case b.double > 0:
			return ctype.Double, true
		case b.float > 0:
			return ctype.Float, true
		case b.float128 > 0:
			return ctype.Float128, true
		}
		return ctype.UInt128, true
	case b.complex > 0 && sizes+signs+b.integer == 0:
		return ctype.Double, true
	case b.short > 0:
		return pick(ctype.Short, ctype.UShort), true
	case b.long == 1:
		return pick(ctype.Long, ctype.ULong), true
	case b.long > 1:
		return pick(ctype.LLong, ctype.ULLong), b.long == 2
	}
	return pick(ctype.Int, ctype.UInt), true
}

// applyMode applies GNU's mode attribute to an integer or floating type.
func (a *analyzer) applyMode(t *ctype.Type, at *attributes, pos ir.Pos) *ctype.Type {
	var k ctype.Kind
	switch at.mode {
	case "":
		return t
	case "QI", "byte":
		k = ctype.SChar
	case "HI":
		k = ctype.Short
	case "SI":
		k = ctype.Int
	case "DI":
		k = ctype.LLong
		if a.model == ir.LP64 {
			k = ctype.Long
		}
	case "TI":
		k = ctype.Int128
	case "word", "pointer", "unwind_word":
		k = ctype.Int
		if a.model == ir.LP64 {
			k = ctype.Long
		}
	case "SF":
		k = ctype.Float
	case "DF":
		k = ctype.Double
	case "SC":
		return ctype.ComplexOf(a.model, floatType).Qualified(t.Qual())
	case "DC":
		return ctype.ComplexOf(a.model, doubleType).Qualified(t.Qual())
	default:
		a.fail(pos, "unsupported-type", "unsupported mode %s", at.mode)
	}
	m := ctype.Basic(k)
	if t.IsUnsigned() && m.IsInteger() {
		m = m.ToUnsigned()
	}
	return m.Qualified(t.Qual())
}

// typeName reads a type name.
func (a *analyzer) typeName(n *cc.TypeName) *ctype.Type {
	s := a.specQuals(n.SpecifierQualifierList)
	t := s.typ
	if n.AbstractDeclarator != nil {
		t = a.abstractDeclarator(n.AbstractDeclarator, t)
	}
	t = a.attributed(t, &s.attr)
	if s.attr.align > 0 {
		t = t.WithAlign(s.attr.align)
	}
	return t
}

// attributed returns the type that attributes make of t; some are refused.
func (a *analyzer) attributed(t *ctype.Type, at *attributes) *ctype.Type {
	a.checkRefused(at)
	if at.vector != 0 {
		return a.vectorType(t, at.vector, a.pos(at.vectorAt))
	}
	return t
}

// requireComplete reports a type whose size must be known and is not.
func (a *analyzer) requireComplete(t *ctype.Type, pos ir.Pos) {
	if !t.IsComplete() {
		a.fail(pos, "incomplete", "incomplete type %q", t.String())
	}
	if t.TooLarge(a.model) {
		a.fail(pos, "too-large", "size of type %q is too large", t.String())
	}
}
