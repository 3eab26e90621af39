package lower

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A call of snprintf or sprintf with a literal format becomes one call for each piece of text and each
// conversion (format.c), so that the value of each argument is known. A function that takes variable
// arguments from their area may find any of them there. Calls with %n go to
// the library. So do calls whose destination is a member of a structure with pointers. Package
// pointsto treats a write to some place in an object as a write to any of its places, and a pointer
// that may be a number is worse than an unknown one.

// conversion is one conversion specification of a printf format, and the text before it.
type conversion struct {
	before    string
	flags     uint64 // formatFlags
	width     int    // 0: none; star: an argument
	precision int    // -1: none; star: an argument
	length    string // hh h l ll z t j q L
	letter    byte
}

// star is a width or precision that an argument has.
const star = -2

// formatFlags lists the flags of conversion specifications in the order of their bits in
// format.c; the last one, which groups digits, has no model.
const formatFlags = "-0+ #'"

const grouping = 1 << 5

// arguments returns how many arguments a conversion takes: %m is the text of errno.
func (c *conversion) arguments() int {
	n := 1
	if c.letter == 'm' {
		n = 0
	}
	if c.width == star {
		n++
	}
	if c.precision == star {
		n++
	}
	return n
}

// conversions parses a printf format into conversions and the text after them. ok is
// false when it is not understood.
func conversions(s string) (list []conversion, rest string, ok bool) {
	var text strings.Builder
	for s != "" {
		before, after, found := strings.Cut(s, "%")
		text.WriteString(before)
		s = after
		if !found {
			break
		}
		if strings.HasPrefix(s, "%") {
			text.WriteByte('%')
			s = s[1:]
			continue
		}
		c := conversion{before: text.String(), precision: -1}
		text.Reset()
		for s != "" && strings.IndexByte(formatFlags, s[0]) >= 0 {
			c.flags |= 1 << strings.IndexByte(formatFlags, s[0])
			s = s[1:]
		}
		c.width, s = number(s)
		if strings.HasPrefix(s, ".") {
			c.precision, s = number(s[1:])
		}
		n := len(s) - len(strings.TrimLeft(s, "hlLqjzt"))
		c.length, s = s[:n], s[n:]
		if s == "" || s[0] == '%' {
			return nil, "", false
		}
		c.letter, s = s[0], s[1:]
		list = append(list, c)
	}
	return list, text.String(), true
}

// number reads a width or precision at the beginning of s: digits, none for 0, or a star.
func number(s string) (n int, rest string) {
	if strings.HasPrefix(s, "*") {
		return star, s[1:]
	}
	for s != "" && s[0] >= '0' && s[0] <= '9' && n < 1<<20 {
		n = n*10 + int(s[0]-'0')
		s = s[1:]
	}
	return n, s
}

// formatted reports whether format.c has a function for a conversion of arguments of these
// types.
func (f *function) formatted(c *conversion, types []*ctype.Type) bool {
	if len(types) == 0 {
		return false
	}
	for _, t := range types[:len(types)-1] {
		if irType(f.model, t) != ir.I32 {
			return false
		}
	}
	t := types[len(types)-1]
	switch c.letter {
	case 'd', 'i', 'u', 'o', 'x', 'X':
		want, ok := f.lengthType(c.length)
		return ok && t.IsInteger() && irType(f.model, t).Bits(f.model) == max(want.Bits(f.model), 32) && c.flags&grouping == 0
	case 'c':
		return c.length == "" && irType(f.model, t) == ir.I32
	case 's', 'p':
		return c.length == "" && t.IsPointer()
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		return (c.length == "" || c.length == "l") && irType(f.model, t) == ir.F64 && c.flags&grouping == 0
	}
	return false
}

// lengthType returns the integer type of a length modifier.
func (f *function) lengthType(length string) (t ir.Type, ok bool) {
	switch length {
	case "":
		return ir.I32, true
	case "hh":
		return ir.I8, true
	case "h":
		return ir.I16, true
	case "l", "z", "t":
		return f.model.PtrInt(), true
	case "ll", "q", "j":
		return ir.I64, true
	}
	return 0, false
}

func (f *function) snprintf(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) < 3 || irType(f.model, e.Args[1].Type()) != f.model.PtrInt() {
		return 0, false
	}
	return f.formatTo(e, e.Args[1], e.Args[2], e.Args[3:])
}

func (f *function) sprintf(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) < 2 {
		return 0, false
	}
	return f.formatTo(e, nil, e.Args[1], e.Args[2:])
}

// formatTo writes to the string that is the first argument of a call, of a size if there is one.
func (f *function) formatTo(e *tree.Call, size, format tree.Expr, args []tree.Expr) (ir.Operand, bool) {
	text, literal := literalText(format)
	list, rest, ok := conversions(text)
	if f.opts.KeepFormats || !literal || !ok || !e.Args[0].Type().IsPointer() || besidePointers(e.Args[0]) {
		return 0, false
	}
	types := make([]*ctype.Type, len(args))
	for i, a := range args {
		types[i] = a.Type()
	}
	for i := range list {
		n := list[i].arguments()
		if n > len(types) || !f.formatted(&list[i], types[:n]) {
			return 0, false
		}
		types = types[n:]
	}
	to := f.holdAmong(f.rvalue(e.Args[0]), e.Args)
	room := f.ptrInt(1<<31 - 1)
	if size != nil {
		room = f.holdAmong(f.rvalue(size), e.Args)
	}
	var values []ir.Operand
	for i, a := range args {
		if i < len(args)-len(types) {
			values = append(values, f.holdAmong(f.rvalue(a), args))
		} else {
			f.discard(a)
		}
	}
	f.b.Pos = e.P
	sink := &sink{f: f, at: f.tempMemory(sinkType).base}
	sink.call("begin", ir.NoType, to, room)
	for i := range list {
		values = sink.conversion(&list[i], values)
	}
	sink.text(rest)
	return f.adapt(sink.call("end", ir.I32), irType(f.model, e.T)), true
}

// besidePointers reports whether an address is the address of a member of a structure with pointers.
func besidePointers(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Convert:
		return besidePointers(e.X)
	case *tree.Decay:
		return besidePointers(e.X)
	case *tree.AddrOf:
		return besidePointers(e.X)
	case *tree.PtrAdd:
		return besidePointers(e.X)
	case *tree.Deref:
		return besidePointers(e.X)
	case *tree.Member:
		return hasPointers(e.X.Type()) || besidePointers(e.X)
	}
	return false
}

// hasPointers reports whether a type is a pointer or has parts that are.
func hasPointers(t *ctype.Type) bool {
	switch {
	case t.IsArray():
		return hasPointers(t.Elem())
	case t.IsRecord():
		return slices.ContainsFunc(t.Record().Fields(), func(m ctype.Field) bool { return hasPointers(m.Type) })
	}
	return t.IsPointer()
}

// sinkType is a type of the size of a sink in format.c: an address and two numbers of bytes.
var sinkType = ctype.ArrayOf(ctype.PointerTo(ctype.Basic(ctype.Void)), 3)

// sink is where format.c writes, in a call that is lowered.
type sink struct {
	f  *function
	at ir.Operand
}

// call calls a function of format.c.
func (s *sink) call(name string, result ir.Type, args ...ir.Operand) ir.Operand {
	b := s.f.b
	args = append([]ir.Operand{s.at}, args...)
	var params []ir.Type
	for _, a := range args {
		params = append(params, b.TypeOf(a))
	}
	return b.Call(s.f.helper("__heddle_format_"+name, result, params...), result, args...)
}

func (s *sink) text(text string) {
	if text != "" {
		s.call("text", ir.NoType, s.f.b.GlobalAddr(s.f.text(text)), s.f.ptrInt(int64(len(text))))
	}
}

// conversion writes the result of a conversion of the first values, and returns the remaining values.
func (s *sink) conversion(c *conversion, values []ir.Operand) []ir.Operand {
	f := s.f
	s.text(c.before)
	number := func(n int) ir.Operand {
		if n != star {
			return f.b.SignedInt(ir.I32, int64(n))
		}
		v := values[0]
		values = values[1:]
		return v
	}
	flags := f.b.Int(ir.I32, c.flags)
	width := number(c.width)
	precision := number(c.precision)
	v := values[0]
	integer := func(signed bool) ir.Operand {
		t, _ := f.lengthType(c.length)
		return f.resize(f.resize(v, t, signed), ir.I64, signed)
	}
	switch c.letter {
	case 'd', 'i':
		s.call("signed", ir.NoType, flags, width, precision, integer(true))
	case 'c':
		s.call("char", ir.NoType, flags, width, v)
	case 's':
		s.call("string", ir.NoType, flags, width, precision, v)
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		s.call("float", ir.NoType, flags, width, precision, f.b.Int(ir.I32, uint64(c.letter)), v)
	case 'p':
		s.call("pointer", ir.NoType, flags, width, precision, v)
	default:
		s.call("unsigned", ir.NoType, flags, width, precision, f.b.Int(ir.I32, uint64(c.letter)), integer(false))
	}
	return values[1:]
}
