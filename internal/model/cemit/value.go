package cemit

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// The precedences of C's operators that matter here, from loose to tight.
const (
	precAssign = 1 + iota
	precCond
	precOrElse
	precAndThen
	precOr
	precXor
	precAnd
	precEqual
	precLess
	precShift
	precSum
	precProduct
	precUnary
	precPostfix
	precPrimary
)

// ctyp is the C type of a value.
type ctyp struct {
	t      ir.Type
	signed bool       // integers
	elem   ir.CTypeID // pointers: the target type; 0: void
}

// value is a C expression. The C type of an integer is exactly typ when it has 32
// bits or more; a narrower one may have been promoted to int, with the same value.
type value struct {
	text string
	prec int
	typ  ctyp
	not  string    // of a truth value: its negation, of precedence np; "" if there is none
	np   int       // the precedence of not
	k    *ir.Const // the constant that it is, or nil
	bit  bool      // it is 0 or 1
	arr  bool      // it is an array that becomes a pointer
}

// in returns the text as an operand of an operator of a precedence.
func (v value) in(prec int) string {
	if v.prec < prec {
		return "(" + v.text + ")"
	}
	return v.text
}

func (p *printer) intName(bits int, signed bool) string {
	name := ""
	switch width := storageBits(bits); {
	case bits == 1:
		return "_Bool"
	case width == 8:
		if signed {
			return "signed char"
		}
		return "unsigned char"
	case width == 16:
		name = "short"
	case width == 32:
		name = "int"
	case width == 64 && p.prog.Model == ir.LP64:
		name = "long"
	case width == 64:
		name = "long long"
	default:
		if p.prog.Model == ir.ILP32 {
			p.fail(ir.Pos{}, "an integer of %d bits, of which ilp32 has none,", bits)
		}
		name = "__int128"
	}
	if signed {
		return name
	}
	return "unsigned " + name
}

// storageBits returns the width of the C type that holds an integer.
func storageBits(bits int) int {
	w := 8
	for w < bits {
		w *= 2
	}
	return w
}

func (p *printer) typeName(t ctyp) string { return p.declare(t, "") }

func (p *printer) declare(t ctyp, name string) string {
	base := ""
	switch {
	case t.t.IsPtr():
		return p.types.pointer(t.elem, name)
	case t.t == ir.F32:
		base = "float"
	case t.t == ir.F64:
		base = "double"
	default:
		base = p.intName(t.t.Bits(p.prog.Model), t.signed)
	}
	if name == "" {
		return base
	}
	return base + " " + name
}

func (p *printer) cast(t ctyp, v value) value {
	return value{text: fmt.Sprintf("(%s)%s", p.typeName(t), v.in(precUnary)), prec: precUnary, typ: t}
}

func (p *printer) bitsOf(t ir.Type) int { return t.Bits(p.prog.Model) }

// as returns an integer as an operand that is signed or not.
func (p *printer) as(v value, signed bool) value {
	if !v.typ.t.IsInt() || v.typ.signed == signed {
		return v
	}
	bits := p.bitsOf(v.typ.t)
	t := ctyp{t: v.typ.t, signed: signed}
	switch {
	case v.k != nil:
		return p.constant(*v.k, signed)
	case bits == 1 && signed:
		return value{text: "-" + v.in(precUnary), prec: precUnary, typ: t}
	case bits == 1:
		return value{text: "(_Bool)" + v.in(precUnary), prec: precUnary, typ: t}
	case bits == storageBits(bits):
		return p.cast(t, v)
	case signed:
		// The value is between 0 and 2^bits-1: the sign bit is moved down.
		sign := p.constant(ir.Const{Type: ir.Int(storageBits(bits)), Word: wide.Word{Lo: 1 << (bits - 1)}}, true)
		wide := ctyp{t: ir.Int(storageBits(bits)), signed: true}
		x := p.cast(wide, v)
		return value{text: fmt.Sprintf("(%s ^ %s) - %s", x.text, sign.text, sign.text), prec: precSum, typ: t}
	}
	p.fail(ir.Pos{}, "a signed value of %d bits", bits)
	return v
}
