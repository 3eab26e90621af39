package ctype

// Identical reports whether a and b are the same type, qualifiers included.
// Typedef names and parameter names do not matter.
func Identical(a, b *Type) bool { return match(a, b, true) }

// Compatible reports whether a and b are compatible (C11 6.2.7): they are the same type, or differ
// only in parts that one of them leaves open. Top-level qualifiers must agree.
func Compatible(a, b *Type) bool { return match(a, b, false) }

// match compares a and b; exact requires identity.
func match(a, b *Type, exact bool) bool {
	if a == b {
		return true
	}
	if a.qual != b.qual {
		return false
	}
	if a.kind != b.kind {
		return !exact && enumMatch(a, b)
	}
	switch a.kind {
	case Pointer:
		return match(a.elem, b.elem, exact)
	case BitInt, UBitInt:
		return a.len == b.len
	case Array:
		if !match(a.elem, b.elem, exact) {
			return false
		}
		if a.form == Fixed && b.form == Fixed {
			return a.len == b.len
		}
		return !exact || a.form == b.form && a.vla == b.vla
	case Struct, Union, Vector, Complex:
		return a.rec == b.rec
	case EnumKind:
		return a.enum == b.enum
	case Func:
		return match(a.elem, b.elem, exact) && matchParams(a.sig, b.sig, exact)
	}
	return true
}

// enumMatch reports whether one of a and b is an enumeration and the other its
// integer type.
func enumMatch(a, b *Type) bool {
	if b.kind == EnumKind {
		a, b = b, a
	}
	return a.kind == EnumKind && a.arith() == b.kind
}

func matchParams(a, b *Signature, exact bool) bool {
	if a.OldStyle && b.OldStyle {
		return true
	}
	if a.OldStyle || b.OldStyle {
		return !exact && oldStyleMatch(a, b)
	}
	if a.Variadic != b.Variadic || len(a.Params) != len(b.Params) {
		return false
	}
	for i := range a.Params {
		if !match(a.Params[i].Type.Unqualified(), b.Params[i].Type.Unqualified(), exact) {
			return false
		}
	}
	return true
}

// oldStyleMatch reports whether a call without prototype passes the arguments that the prototype
// expects (C11 6.7.6.3 paragraph 15). One of a and b has the prototype.
func oldStyleMatch(a, b *Signature) bool {
	if a.OldStyle {
		a = b
	}
	if a.Variadic {
		return false
	}
	for _, p := range a.Params {
		switch k := p.Type.arith(); {
		case k >= Bool && k < Int, k == Float:
			return false
		}
	}
	return true
}

// Composite returns the composite type of two compatible types (C11 6.2.7): it has the information of
// both.
func Composite(a, b *Type) *Type {
	if a == b || a.kind != b.kind {
		return a
	}
	switch a.kind {
	case Pointer:
		return a.withElem(Composite(a.elem, b.elem))
	case Array:
		c := a
		if a.form != Fixed && (b.form == Fixed || a.form == Incomplete) {
			c = b
		}
		return c.withElem(Composite(a.elem, b.elem))
	case Func:
		return compositeFunc(a, b)
	}
	return a
}

// withElem returns t with another element type.
func (t *Type) withElem(e *Type) *Type {
	if e == t.elem {
		return t
	}
	c := *t
	c.elem = e
	return &c
}

// WithInnermost returns t with the type behind its pointers, arrays and function results replaced by f of it.
func (t *Type) WithInnermost(f func(*Type) *Type) *Type {
	if t.kind != Pointer && t.kind != Array && t.kind != Func {
		return f(t)
	}
	return t.withElem(t.elem.WithInnermost(f))
}

func compositeFunc(a, b *Type) *Type {
	if a.sig.OldStyle && !b.sig.OldStyle {
		a, b = b, a
	}
	sig := Signature{
		Variadic: a.sig.Variadic,
		OldStyle: a.sig.OldStyle,
		NoReturn: a.sig.NoReturn || b.sig.NoReturn,
		Params:   append([]Param(nil), a.sig.Params...),
	}
	if len(a.sig.Params) == len(b.sig.Params) {
		for i, p := range b.sig.Params {
			q := &sig.Params[i]
			q.Type = Composite(q.Type, p.Type)
			if q.Name == "" {
				q.Name = p.Name
			}
		}
	}
	c := *a
	c.elem = Composite(a.elem, b.elem)
	c.sig = &sig
	return &c
}
