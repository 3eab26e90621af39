package sema

import (
	"math"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// enumSpecifier reads an enumeration. As in gcc its type is unsigned int unless
// an enumerator is negative or needs more bits; enumerators that fit are ints.
func (a *analyzer) enumSpecifier(n *cc.EnumSpecifier, s *specifiers) *ctype.Type {
	name := n.Token2.SrcStr()
	pos := a.pos(n.Token)
	defines := n.EnumeratorList != nil
	t := a.enumTag(n, name, defines)
	if n.EnumTypeSpecifier != nil {
		base := a.specQuals(n.EnumTypeSpecifier.SpecifierQualifierList).typ
		if !base.IsInteger() {
			a.fail(pos, "enum", "underlying type of an enumeration is not an integer")
		}
		t.Enum().Type = base.Unqualified()
	}
	if !defines {
		return t
	}
	e := t.Enum()
	if e.Done {
		a.fail(pos, "redefinition", "redefinition of %q", t.String())
	}
	fixed := e.Type
	next := ctype.IntConst(a.model, intType, 0)
	low, high := next, next
	var symbols []*symbol
	for l := n.EnumeratorList; l != nil; l = l.EnumeratorList {
		m := l.Enumerator
		if m == nil {
			continue
		}
		value := next
		if m.Case == cc.EnumeratorExpr {
			value = a.constValue(m.ConstantExpression)
		}
		sym := &symbol{kind: symEnumerator, name: m.Token.SrcStr(), pos: a.pos(m.Token)}
		a.checkRedeclared(sym)
		sym.typ, sym.val = a.enumeratorType(value, fixed), int64(value.Lo)
		a.scope.declare(sym.name, sym)
		symbols = append(symbols, sym)
		if value.IsNegative() {
			if c, _ := ctype.Convert(a.model, value, int128); less(c, low) {
				low = c
			}
		} else if c, _ := ctype.Convert(a.model, value, int128); less(high, c) {
			high = c
		}
		one := ctype.IntConst(a.model, int128, 1)
		wide, _ := ctype.Convert(a.model, value, int128)
		next, _ = ctype.Binary(a.model, ctype.OpAdd, wide, one)
		next, _ = ctype.Convert(a.model, next, a.enumeratorType(next, nil))
	}
	if fixed == nil {
		e.Type = a.enumType(low, high)
		s.enum = &enumRange{e, low, high}
	}
	e.Done = true
	// After the list, an enumerator that fits int is an int, another one has the
	// enumeration's type (gcc before C23).
	for _, sym := range symbols {
		switch {
		case fixed != nil:
		case sym.typ.Kind() == ctype.Int:
		default:
			sym.typ = e.Type
		}
	}
	return t
}

// enumRange is an enumeration whose type its values choose, with the least of them
// and 0, and the greatest and 0.
type enumRange struct {
	enum      *ctype.Enum
	low, high ctype.Const
}

// packEnum gives an enumeration that is declared packed the smallest integer type that holds its
// values. The attribute comes after the list.
func (a *analyzer) packEnum(s *specifiers) {
	if s.enum == nil || !s.attr.packed {
		return
	}
	low, _ := s.enum.low.Int64()
	high, fits := s.enum.high.Int64()
	for _, t := range []*ctype.Type{ctype.Basic(ctype.SChar), ctype.Basic(ctype.Short), intType} {
		bits := t.Bits(a.model)
		switch {
		case low < 0 && low >= -1<<(bits-1) && fits && high < 1<<(bits-1):
			s.enum.enum.Type = t
			return
		case low >= 0 && fits && high < 1<<bits:
			s.enum.enum.Type = t.ToUnsigned()
			return
		}
	}
}

func less(x, y ctype.Const) bool {
	y.Type = x.Type
	order, _ := ctype.Compare(x, y)
	return order < 0
}

// enumeratorType returns the type of an enumerator inside the list: int if the
// value fits, else the type of the value.
func (a *analyzer) enumeratorType(v ctype.Const, fixed *ctype.Type) *ctype.Type {
	if fixed != nil {
		return fixed
	}
	n, ok := v.Int64()
	switch {
	case ok && n >= math.MinInt32 && n <= math.MaxInt32:
		return intType
	case ok && n >= 0 && n <= math.MaxUint32:
		return uintType
	case ok:
		return longOf64(a)
	}
	return longOf64(a).ToUnsigned()
}

// longOf64 returns the 64-bit integer type that gcc prefers.
func longOf64(a *analyzer) *ctype.Type {
	if longType.Bits(a.model) == 64 {
		return longType
	}
	return llongType
}

// enumType chooses the integer type of an enumeration whose values lie between
// low and high.
func (a *analyzer) enumType(low, high ctype.Const) *ctype.Type {
	l, _ := low.Int64()
	h, fits := high.Int64()
	switch {
	case l < 0 && l >= math.MinInt32 && fits && h <= math.MaxInt32:
		return intType
	case l < 0:
		return longOf64(a)
	case fits && h <= math.MaxUint32:
		return uintType
	}
	return longOf64(a).ToUnsigned()
}

func (a *analyzer) enumTag(n *cc.EnumSpecifier, name string, defines bool) *ctype.Type {
	if name != "" {
		if g := a.scope.findTag(name, defines); g != nil {
			if g.typ.Enum() == nil {
				a.fail(a.pos(n.Token2), "tag", "%q defined as wrong kind of tag", name)
			}
			return g.typ
		}
	}
	t := ctype.EnumOf(&ctype.Enum{Tag: name})
	if name != "" {
		a.scope.declareTag(name, &tag{t})
	}
	return t
}

// checkRedeclared reports an identifier without linkage that its scope knows.
func (a *analyzer) checkRedeclared(sym *symbol) {
	if old := a.scope.names[sym.name]; old != nil && old.kind != symRefused && old.kind != symFuncName {
		a.fail(sym.pos, "redefinition", "redefinition of %q", sym.name)
	}
}

// enumerator returns the constant that an enumerator's name stands for.
func (a *analyzer) enumerator(sym *symbol, node tree.Node) tree.Expr {
	c := ctype.IntConst(a.model, sym.typ, sym.val)
	return a.constNode(c, node.P)
}
