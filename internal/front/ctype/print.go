package ctype

import (
	"strconv"
	"strings"
)

// String returns t as gcc's messages spell it: a typedef name where t was
// written with one, otherwise an abstract declarator, as in "int (*)[3]".
func (t *Type) String() string { return t.declare("") }

// Declare returns t as a declaration of name: "int (*name)[3]".
func (t *Type) Declare(name string) string { return t.declare(name) }

// declare wraps the declarator d in the declarator of t (pointer, array or function), from the inside
// out.
func (t *Type) declare(d string) string {
	if t == nil {
		return "<nil>"
	}
	if t.name != "" {
		return join(t.qual.String(), t.name, d)
	}
	switch t.kind {
	case Pointer:
		p := "*" + t.qual.String()
		if t.qual != 0 && d != "" {
			p += " "
		}
		d = p + d
		if e := t.elem; e.name == "" && (e.kind == Array || e.kind == Func) {
			d = "(" + d + ")"
		}
		return t.elem.declare(d)
	case Array:
		return t.elem.declare(d + "[" + t.bound() + "]")
	case Func:
		if d == "" {
			return t.elem.declare("(" + t.params() + ")")
		}
		return t.elem.declare(d + "(" + t.params() + ")")
	}
	return join(t.qual.String(), t.base(), d)
}

// base returns the specifier of a type without declarator.
func (t *Type) base() string {
	tag := func(word, tag string) string {
		if tag == "" {
			return word + " <anonymous>"
		}
		return word + " " + tag
	}
	switch t.kind {
	case Struct, Union:
		return tag(t.kind.String(), t.rec.Tag)
	case EnumKind:
		return tag("enum", t.enum.Tag)
	case BitInt, UBitInt:
		return t.kind.String() + "(" + strconv.FormatInt(t.len, 10) + ")"
	case Complex:
		return "_Complex " + t.elem.String()
	case Vector:
		return t.elem.String() + " __attribute__((vector_size(" + strconv.FormatInt(t.rec.size, 10) + ")))"
	}
	return t.kind.String()
}

func (t *Type) bound() string {
	switch t.form {
	case Fixed:
		return strconv.FormatInt(t.len, 10)
	case Star, Variable:
		return "*"
	}
	return ""
}

func (t *Type) params() string {
	if t.sig.OldStyle {
		return ""
	}
	var out []string
	for _, p := range t.sig.Params {
		out = append(out, p.Type.String())
	}
	if t.sig.Variadic {
		out = append(out, "...")
	}
	if len(out) == 0 {
		return "void"
	}
	return strings.Join(out, ", ")
}

// join puts blanks between the parts that are not empty.
func join(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " ")
}
