package tree

import (
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// maxSpelled is the longest expression that is spelled, in bytes: half a line of a report.
const maxSpelled = 48

// Spell returns the C text of an lvalue that is reached through a pointer, such as node->buf[i]. It
// returns the empty string for an object with a name, or a part of it, and for an lvalue without a
// short form. The text contains no macros, no conversions between numbers and none from pointers to
// void.
func Spell(m ir.DataModel, lvalue Expr) string {
	s := speller{model: m}
	text := s.object(lvalue).text
	if !s.through || s.unclear || len(text) > maxSpelled {
		return ""
	}
	return text
}

type speller struct {
	model   ir.DataModel
	through bool // a pointer was followed
	unclear bool // there is no short form
}

// spelled is the text of an expression, with its outermost operator.
type spelled struct {
	text  string
	binds binding
}

type binding uint8

// From loose to tight.
const (
	asBinary binding = iota
	asUnary
	asPostfix
)

// in returns the text as an operand of an operator that binds as tightly as that.
func (t spelled) in(b binding) string {
	if t.binds < b {
		return "(" + t.text + ")"
	}
	return t.text
}

func (s *speller) object(e Expr) spelled {
	switch e := e.(type) {
	case *Ref:
		s.unclear = s.unclear || e.Object.Name == ""
		return spelled{e.Object.Name, asPostfix}
	case *Deref:
		if t, ok := s.element(e.X); ok {
			return t
		}
		return spelled{"*" + s.pointer(e.X).in(asUnary), asUnary}
	case *Member:
		return s.member(e)
	}
	s.unclear = true
	return spelled{}
}

// member spells a member; one without a name is left out, as in C.
func (s *speller) member(e *Member) spelled {
	record := e.X
	for m, ok := record.(*Member); ok && m.Name == ""; m, ok = record.(*Member) {
		record = m.X
	}
	d, ok := record.(*Deref)
	if !ok {
		return spelled{s.value(record).in(asPostfix) + "." + e.Name, asPostfix}
	}
	if t, ok := s.element(d.X); ok {
		return spelled{t.in(asPostfix) + "." + e.Name, asPostfix}
	}
	return spelled{s.pointer(d.X).in(asPostfix) + "->" + e.Name, asPostfix}
}

// element spells the target of a pointer that is computed from an array or an object: buf[i] for *(buf
// + i), x for *&x.
func (s *speller) element(pointer Expr) (t spelled, ok bool) {
	switch p := silent(pointer).(type) {
	case *AddrOf:
		return s.object(p.X), true
	case *Decay:
		return spelled{s.object(p.X).in(asPostfix) + "[0]", asPostfix}, true
	case *PtrAdd:
		if p.Negate {
			return t, false
		}
		var array spelled
		if d, ok := silent(p.X).(*Decay); ok {
			array = s.object(d.X)
		} else {
			array = s.pointer(p.X)
		}
		return spelled{array.in(asPostfix) + "[" + s.value(p.Index).text + "]", asPostfix}, true
	}
	return t, false
}

// pointer spells a pointer that is followed.
func (s *speller) pointer(e Expr) spelled {
	s.through = true
	return s.value(e)
}

// silent returns the operand of a conversion that is not spelled, or e itself.
func silent(e Expr) Expr {
	for c, ok := e.(*Convert); ok; c, ok = e.(*Convert) {
		from := c.X.Type()
		if c.Explicit && !(from.IsArithmetic() && c.T.IsArithmetic()) && !(from.IsPointer() && from.Elem().IsVoid()) {
			break
		}
		e = c.X
	}
	return e
}

func (s *speller) value(e Expr) spelled {
	switch e := silent(e).(type) {
	case *Const:
		if e.T.IsInteger() {
			return s.integer(e)
		}
	case *FuncRef:
		return spelled{e.Func.Name, asPostfix}
	case *Load:
		return s.object(e.X)
	case *Decay:
		return s.value(e.X)
	case *AddrOf:
		return spelled{"&" + s.object(e.X).in(asUnary), asUnary}
	case *Convert:
		return spelled{"(" + e.T.String() + ")" + s.value(e.X).in(asUnary), asUnary}
	case *Unary:
		return spelled{e.Op.String() + s.value(e.X).in(asUnary), asUnary}
	case *Binary:
		return s.binary(e.X, e.Op.String(), e.Y)
	case *PtrAdd:
		if e.Negate {
			return s.binary(e.X, "-", e.Index)
		}
		return s.binary(e.X, "+", e.Index)
	case *IncDec:
		op := "++"
		if e.Dec {
			op = "--"
		}
		if e.Post {
			return spelled{s.object(e.X).in(asPostfix) + op, asPostfix}
		}
		return spelled{op + s.object(e.X).in(asUnary), asUnary}
	case *Call:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = s.value(a).text
		}
		return spelled{s.value(e.F).in(asPostfix) + "(" + strings.Join(args, ", ") + ")", asPostfix}
	default:
		return s.object(e)
	}
	s.unclear = true
	return spelled{}
}

func (s *speller) binary(x Expr, op string, y Expr) spelled {
	return spelled{s.value(x).in(asUnary) + " " + op + " " + s.value(y).in(asUnary), asBinary}
}

func (s *speller) integer(c *Const) spelled {
	if v := ir.SignExtend(c.Lo, c.T.Bits(s.model)); c.T.IsSigned() && v < 0 {
		return spelled{strconv.FormatInt(v, 10), asUnary}
	}
	return spelled{strconv.FormatUint(c.Lo, 10), asPostfix}
}
