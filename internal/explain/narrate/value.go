package narrate

import (
	"fmt"
	"math"
	"strconv"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// value returns the value of an access in C notation.
func (n *Narrator) value(r *record, v wide.Word) string {
	if r.Instr == nil {
		return ""
	}
	return n.text(v, r.Instr.Type, n.names.prog.ResolveCType(r.Instr.CType))
}

// chosen returns the value of a choice. Its type is that of the variable that gets it or, without one,
// the return type of the called function.
func (n *Narrator) chosen(r *record) string {
	if r.Instr == nil {
		return ""
	}
	c := n.names.prog.ResolveCType(r.ctype)
	for f := 1; c == nil && r.call != "" && f < len(n.prog.Funcs); f++ {
		if fn := &n.prog.Funcs[f]; fn.Name == r.call {
			if t := n.names.prog.ResolveCType(fn.CType); t != nil {
				c = n.names.prog.ResolveCType(t.Elem)
			}
		}
	}
	v := r.New
	v.Lo += r.low
	if r.low != 0 && c != nil && c.Kind == ir.CInt && !c.Signed && c.Size < 8 {
		v.Lo &= 1<<(8*c.Size) - 1 // the variable holds fewer bits than the choice has
	}
	return n.text(v, r.Instr.Type, c)
}

// operandFirst returns which of the remaining operands is evaluated next.
func operandFirst(r *record) string {
	if r.New.Lo == 0 {
		return "the left operand before a right one"
	}
	return "a right operand before the left one"
}

// text returns a value of a type; c is its C type, or nil.
func (n *Narrator) text(v wide.Word, t ir.Type, c *ir.CType) string {
	switch {
	case t.IsPtr():
		return n.pointer(v)
	case t.IsFloat() && t == ir.F32:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(v.Lo))), 'g', -1, 32)
	case t.IsFloat():
		return strconv.FormatFloat(math.Float64frombits(v.Lo), 'g', -1, 64)
	}
	width := t.Bits(n.prog.Model)
	switch {
	case width == 1, c != nil && c.Kind == ir.CBool:
		return strconv.FormatBool(v.Lo != 0)
	case width > 64:
		if v.Hi == 0 {
			return strconv.FormatUint(v.Lo, 10)
		}
		return fmt.Sprintf("%#x%016x", v.Hi, v.Lo)
	case c != nil && c.Kind == ir.CInt && !c.Signed && c.Name != "char":
		return strconv.FormatUint(v.Lo, 10)
	}
	signed := int64(v.Lo<<(64-width)) >> (64 - width)
	text := strconv.FormatInt(signed, 10)
	if c != nil && c.Kind == ir.CInt && c.Name == "char" && signed >= ' ' && signed < 127 {
		text += " " + strconv.QuoteRune(rune(signed))
	}
	return text
}

// pointer returns a pointer's value: NULL, &object, a function, or a number.
func (n *Narrator) pointer(v wide.Word) string {
	if v.Hi == 0 {
		if v.Lo == 0 {
			return "NULL"
		}
		return fmt.Sprintf("%#x", v.Lo)
	}
	info, ok := n.m.ObjectInfo(v.Hi)
	switch {
	case !ok:
		return "a dead object"
	case info.Function:
		return n.prog.Funcs[info.Func].Name
	case info.Model:
		return "a library object"
	}
	s := "&" + n.names.location(n.m, v.Hi, v.Lo, 0, 0)
	if info.Dead {
		s += " (dead)"
	}
	return s
}
