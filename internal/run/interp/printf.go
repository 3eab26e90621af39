package interp

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// formatter does one printf.
type formatter struct {
	m      *Machine
	format string
	out    []byte
	// The values: in registers, or in a variable argument area.
	values []wide.Word
	types  []ir.Type
	area   wide.Word
}

// spec is one conversion specification.
type spec struct {
	minus, plus, space, alt, zero bool
	width, precision              int // precision -1: none
	length                        string
	verb                          byte
}

func (f *formatter) run() []byte {
	s := f.format
	for s != "" {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			break
		}
		f.out = append(f.out, s[:i]...)
		var sp spec
		sp, s = f.parse(s[i+1:])
		f.convert(&sp)
	}
	return append(f.out, s...)
}

// parse reads a specification after its % and returns the rest.
func (f *formatter) parse(s string) (spec, string) {
	sp := spec{precision: -1}
	i := 0
flags:
	for ; i < len(s); i++ {
		switch s[i] {
		case '-':
			sp.minus = true
		case '+':
			sp.plus = true
		case ' ':
			sp.space = true
		case '#':
			sp.alt = true
		case '0':
			sp.zero = true
		default:
			break flags
		}
	}
	sp.width, i = f.number(s, i)
	if sp.width < 0 {
		sp.minus, sp.width = true, -sp.width
	}
	if i < len(s) && s[i] == '.' {
		sp.precision, i = f.number(s, i+1)
		sp.precision = max(sp.precision, -1)
	}
	start := i
	for i < len(s) && strings.IndexByte("hlLjztqw", s[i]) >= 0 {
		i++
	}
	sp.length = s[start:i]
	if i < len(s) {
		sp.verb = s[i]
		i++
	}
	return sp, s[i:]
}

// maxField bounds widths and precisions.
const maxField = 1 << 16

func (f *formatter) number(s string, i int) (int, int) {
	if i < len(s) && s[i] == '*' {
		v := int(int32(f.next(4).Lo))
		return max(min(v, maxField), -maxField), i + 1
	}
	n := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		n = min(n*10+int(s[i]-'0'), maxField)
		i++
	}
	return n, i
}

// next returns the next value, of n bytes in an area.
func (f *formatter) next(n uint64) wide.Word {
	if f.format == "" {
		return wide.Word{}
	}
	if f.area != (wide.Word{}) {
		return f.fromArea(n)
	}
	if len(f.values) == 0 {
		return wide.Word{}
	}
	v, t := f.values[0], f.types[0]
	f.values, f.types = f.values[1:], f.types[1:]
	if t == ir.F32 {
		return fromFloat(ir.F64, toFloat(t, v))
	}
	return v
}

// nextPointer returns the next value as a pointer.
func (f *formatter) nextPointer() wide.Word {
	if f.area != (wide.Word{}) {
		p := f.area
		f.area.Lo += 8
		n := uint64(f.m.ptrBytes)
		o := f.m.object(p.Hi)
		if o == nil || o.dead || o.size < n || p.Lo > o.size-n {
			return wide.Word{}
		}
		return f.m.getPointer(o, p.Lo)
	}
	isPtr := len(f.types) > 0 && f.types[0].IsPtr()
	v := f.next(8)
	if !isPtr {
		return f.m.intToPtr(v.Lo)
	}
	return v
}

func (f *formatter) fromArea(n uint64) wide.Word {
	p := f.area
	f.area.Lo += (n + 7) &^ 7
	o := f.m.object(p.Hi)
	if o == nil || o.dead || o.size < n || p.Lo > o.size-n {
		return wide.Word{}
	}
	return wide.Word{Lo: o.raw(p.Lo, n)}
}

// intBytes returns the size of the integer that the specification names.
func (f *formatter) intBytes(length string) uint64 {
	switch length {
	case "hh":
		return 1
	case "h":
		return 2
	case "l", "z", "t":
		return uint64(f.m.ptrBytes)
	case "ll", "j", "q", "L":
		return 8
	}
	return 4
}

func (f *formatter) convert(sp *spec) {
	switch sp.verb {
	case '%':
		f.out = append(f.out, '%')
	case 'd', 'i', 'u', 'x', 'X', 'o', 'b':
		f.integer(sp)
	case 'c':
		sp.zero = false
		f.pad(sp, "", string([]byte{byte(f.next(4).Lo)}))
	case 's':
		s := f.m.cString(f.nextPointer())
		if sp.precision >= 0 && len(s) > sp.precision {
			s = s[:sp.precision]
		}
		sp.zero = false
		f.pad(sp, "", s)
	case 'p':
		f.pointer(sp)
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
		f.float(sp)
	case 'n':
		f.nextPointer()
	case 0:
	default:
		f.out = append(f.out, '%', sp.verb)
	}
}

func (f *formatter) pointer(sp *spec) {
	p := f.nextPointer()
	a, ok := f.m.address(p)
	sp.zero = false
	switch {
	case !ok:
		f.pad(sp, "", "?")
	case a == 0:
		f.pad(sp, "", "(nil)")
	default:
		f.pad(sp, "", "0x"+strconv.FormatUint(a, 16))
	}
}

func (f *formatter) integer(sp *spec) {
	n := f.intBytes(sp.length)
	read := max(n, 4)
	v := f.next(read).Lo
	sh := uint8(64 - 8*n)
	var prefix, digits string
	zero := false
	if sp.verb == 'd' || sp.verb == 'i' {
		x := signed(v, sh)
		zero = x == 0
		prefix = sign(sp, x < 0)
		digits = strings.TrimPrefix(strconv.FormatInt(x, 10), "-")
	} else {
		u := v << sh >> sh
		zero = u == 0
		base := map[byte]int{'u': 10, 'x': 16, 'X': 16, 'o': 8, 'b': 2}[sp.verb]
		digits = strconv.FormatUint(u, base)
		if sp.alt && !zero {
			prefix = map[byte]string{'x': "0x", 'X': "0X", 'b': "0b"}[sp.verb]
		}
		if sp.verb == 'X' {
			digits = strings.ToUpper(digits)
		}
	}
	if sp.precision >= 0 {
		sp.zero = false
		if zero && sp.precision == 0 {
			digits = ""
		}
		if pad := sp.precision - len(digits); pad > 0 {
			digits = strings.Repeat("0", pad) + digits
		}
	}
	if sp.verb == 'o' && sp.alt && !strings.HasPrefix(digits, "0") {
		digits = "0" + digits
	}
	f.pad(sp, prefix, digits)
}

func sign(sp *spec, minus bool) string {
	switch {
	case minus:
		return "-"
	case sp.plus:
		return "+"
	case sp.space:
		return " "
	}
	return ""
}

// pad appends a converted value in its field.
func (f *formatter) pad(sp *spec, prefix, body string) {
	fill := sp.width - len(prefix) - len(body)
	switch {
	case fill <= 0:
		f.out = append(append(f.out, prefix...), body...)
	case sp.minus:
		f.out = append(append(f.out, prefix...), body...)
		f.out = append(f.out, strings.Repeat(" ", fill)...)
	case sp.zero:
		f.out = append(f.out, prefix...)
		f.out = append(append(f.out, strings.Repeat("0", fill)...), body...)
	default:
		f.out = append(f.out, strings.Repeat(" ", fill)...)
		f.out = append(append(f.out, prefix...), body...)
	}
}

func (f *formatter) float(sp *spec) {
	n := uint64(8)
	if sp.length == "L" && f.area != (wide.Word{}) {
		n = f.longDouble()
	}
	x := f.nextFloat(n)
	upper := sp.verb < 'a'
	verb := sp.verb | 0x20
	prefix := sign(sp, math.Signbit(x) && !math.IsNaN(x))
	if math.IsNaN(x) {
		prefix = sign(sp, math.Signbit(x))
	}
	x = math.Abs(x)
	var body string
	switch {
	case math.IsInf(x, 0):
		sp.zero, body = false, "inf"
	case math.IsNaN(x):
		sp.zero, body = false, "nan"
	default:
		body = floatDigits(sp, verb, x)
		if verb == 'a' {
			prefix += "0x"
			body = body[2:]
		}
	}
	if upper {
		prefix, body = strings.ToUpper(prefix), strings.ToUpper(body)
	}
	f.pad(sp, prefix, body)
}

// longDouble returns the number of bytes of a long double in an area. The first eight are its value.
func (f *formatter) longDouble() uint64 { return uint64(f.m.ptrBytes)*2 + 8*bit(f.m.ptrBytes == 4) }

func (f *formatter) nextFloat(n uint64) float64 {
	if n == 8 {
		return f64(f.next(8))
	}
	p := f.area
	v := f.fromArea(8)
	f.area.Lo = p.Lo + n
	return f64(v)
}

// floatDigits formats a finite x ≥ 0 as C does.
func floatDigits(sp *spec, verb byte, x float64) string {
	precision := sp.precision
	switch verb {
	case 'a':
		return hexFloat(x, precision, sp.alt)
	case 'f', 'e':
		if precision < 0 {
			precision = 6
		}
		s := strconv.FormatFloat(x, verb, precision, 64)
		if sp.alt && precision == 0 {
			if i := strings.IndexByte(s, 'e'); i >= 0 {
				s = s[:i] + "." + s[i:]
			} else {
				s += "."
			}
		}
		return s
	}
	// %g: %e's exponent decides; trailing zeros go unless the flag # is there.
	if precision < 0 {
		precision = 6
	}
	precision = max(precision, 1)
	e := strconv.FormatFloat(x, 'e', precision-1, 64)
	exponent, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	if exponent < -4 || exponent >= precision {
		mantissa, exp, _ := strings.Cut(e, "e")
		if !sp.alt {
			mantissa = trimZeros(mantissa)
		} else if precision == 1 {
			mantissa += "."
		}
		return mantissa + "e" + exp
	}
	s := strconv.FormatFloat(x, 'f', precision-1-exponent, 64)
	if !sp.alt {
		return trimZeros(s)
	}
	if !strings.Contains(s, ".") {
		s += "."
	}
	return s
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// hexFloat formats a finite x ≥ 0 as glibc does: one digit before the point, 1
// or 0 for subnormal numbers, which rounding may make 2.
func hexFloat(x float64, precision int, alt bool) string {
	const digits = 13
	b := math.Float64bits(x)
	exponent := int(b>>52) - 1023
	mantissa := b & (1<<52 - 1)
	switch {
	case b == 0:
		exponent = 0
	case exponent == -1023:
		exponent = -1022
	default:
		mantissa |= 1 << 52
	}
	if precision >= 0 && precision < digits {
		drop := uint(4 * (digits - precision))
		half := uint64(1) << (drop - 1)
		rest := mantissa & (half<<1 - 1)
		mantissa >>= drop
		if rest > half || rest == half && mantissa&1 != 0 {
			mantissa++
		}
		mantissa <<= drop
	}
	fraction := fmt.Sprintf("%013x", mantissa&(1<<52-1))
	switch {
	case precision < 0:
		fraction = strings.TrimRight(fraction, "0")
	case precision <= digits:
		fraction = fraction[:precision]
	default:
		fraction += strings.Repeat("0", precision-digits)
	}
	point := ""
	if fraction != "" || alt {
		point = "."
	}
	return fmt.Sprintf("0x%d%s%sp%+d", mantissa>>52, point, fraction, exponent)
}
