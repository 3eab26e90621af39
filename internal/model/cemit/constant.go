package cemit

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// constant returns a constant; integers as signed or unsigned ones.
func (p *printer) constant(c ir.Const, signed bool) value {
	v := value{prec: precPrimary, typ: ctyp{t: c.Type, signed: signed}, k: &c}
	switch {
	case c.Type.IsPtr() && c.Lo == 0:
		v.text = "0"
	case c.Type.IsPtr():
		v.text, v.prec = fmt.Sprintf("(void *)%#x", c.Lo), precUnary
	case c.Type == ir.F32:
		v.text = floatText(float64(math.Float32frombits(uint32(c.Lo))), 32)
		if f := math.Float32frombits(uint32(c.Lo)); f != f && uint32(c.Lo) != 0x7fc00000 {
			v.text = fmt.Sprintf("%s(%#xu)", p.need("float_of_bits"), uint32(c.Lo))
		}
		v.prec = floatPrec(v.text)
	case c.Type == ir.F64:
		f := math.Float64frombits(c.Lo)
		v.text = floatText(f, 64)
		if f != f && c.Lo != 0x7ff8000000000000 {
			v.text = fmt.Sprintf("%s(%#xull)", p.need("double_of_bits"), c.Lo)
		}
		v.prec = floatPrec(v.text)
	case c.Type.Bits(p.prog.Model) == 1:
		v.text, v.typ.signed = strconv.FormatUint(c.Lo, 10), false
	case signed:
		v.text, v.prec = p.signedText(c)
	default:
		v.text, v.prec = p.unsignedText(c)
	}
	return v
}

// suffix returns the suffix of an integer constant of a width.
func (p *printer) suffix(bits int, signed bool) string {
	s := ""
	if !signed {
		s = "u"
	}
	switch {
	case bits <= 32:
		return s
	case p.prog.Model == ir.LP64:
		return s + "l"
	}
	return s + "ll"
}

// signedText prints the sign-extended constant.
func (p *printer) signedText(c ir.Const) (string, int) {
	bits := c.Type.Bits(p.prog.Model)
	if bits > 64 {
		u, _ := p.unsignedText(c)
		return "(__int128)(" + u + ")", precUnary
	}
	x := int64(c.Lo) << (64 - bits) >> (64 - bits)
	suffix := p.suffix(bits, true)
	switch {
	case bits == 32 && x == math.MinInt32, x == math.MinInt64:
		return fmt.Sprintf("(%d%s - 1)", x+1, suffix), precPrimary
	case x < 0:
		return strconv.FormatInt(x, 10) + suffix, precUnary
	}
	return strconv.FormatInt(x, 10) + suffix, precPrimary
}

func (p *printer) unsignedText(c ir.Const) (string, int) {
	bits := c.Type.Bits(p.prog.Model)
	if bits > 64 {
		if c.Hi == 0 {
			return fmt.Sprintf("(unsigned __int128)%s", number(c.Lo, "ull")), precUnary
		}
		return fmt.Sprintf("(unsigned __int128)%s << 64 | %s", number(c.Hi, "ull"), number(c.Lo, "ull")), precOr
	}
	if bits < 32 {
		return number(c.Lo, ""), precPrimary
	}
	return number(c.Lo, p.suffix(bits, false)), precPrimary
}

// number prints small numbers in decimal and large ones, which are masks or
// addresses more often, in hexadecimal.
func number(x uint64, suffix string) string {
	if x < 1<<16 {
		return strconv.FormatUint(x, 10) + suffix
	}
	return "0x" + strconv.FormatUint(x, 16) + suffix
}

// floatText prints a float so that it reads back as the same one.
func floatText(f float64, bits int) string {
	suffix := ""
	if bits == 32 {
		suffix = "f"
	}
	switch {
	case f != f:
		return "__builtin_nan" + suffix + `("")`
	case math.IsInf(f, 1):
		return "__builtin_inf" + suffix + "()"
	case math.IsInf(f, -1):
		return "-__builtin_inf" + suffix + "()"
	}
	s := strconv.FormatFloat(f, 'g', -1, bits)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s + suffix
}

func floatPrec(text string) int {
	if strings.HasPrefix(text, "-") {
		return precUnary
	}
	return precPrimary
}
