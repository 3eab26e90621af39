package testgen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// parts writes functions that compute with vectors and complex numbers (GNU C).
type parts struct {
	*seq
	rng  *rand.Rand // its own, so that the rest of a program is the same without these functions
	elem *ctype
	n    int // elements of a vector
}

// partsRate is the mean distance between the seeds of programs with such functions.
const partsRate = 5

// partsFunctions writes the functions of a program that has some, and returns their calls.
func (g *seq) partsFunctions(seed uint64) (calls []string) {
	p := &parts{seq: g, rng: rand.New(rand.NewPCG(seed, 0x9a27))}
	if p.rng.IntN(partsRate) > 0 {
		return nil
	}
	for i := range 1 + p.rng.IntN(2) {
		p.vectors(i)
		p.complexes(i)
		where := ""
		if p.elem.kind == floatKind {
			where = "if (sizeof(void *) == 8) " // libgcc for i386 multiplies and divides with the precision of the x87
		}
		calls = append(calls, fmt.Sprintf("vectors%d();", i), fmt.Sprintf("%scomplexes%d();", where, i))
	}
	return calls
}

func (p *parts) oneOf(list ...string) string { return list[p.rng.IntN(len(list))] }

// number returns a constant that every type of elements holds.
func (p *parts) number() string {
	if p.elem.kind == floatKind {
		return p.oneOf("0.75f", "-2.25f", "3", "1e3f", "-0.5f", "0.0f")
	}
	return fmt.Sprint(p.rng.IntN(100))
}

func (p *parts) numbers(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = p.number()
	}
	return strings.Join(list, ", ")
}

// vectors writes a function over vectors of one type.
func (p *parts) vectors(i int) {
	p.elem = slices.Concat(intTypes[1:], floatTypes)[p.rng.IntN(len(intTypes)+1)]
	p.n = 1 << (1 + p.rng.IntN(3))
	v := fmt.Sprintf("V%d", i)
	p.line("")
	p.line("typedef %s %s __attribute__((vector_size(%d * sizeof(%s))));", p.elem.name, v, p.n, p.elem.name)
	p.line("static %s vg%d[2] = { { %s }, { %s } };", v, i, p.numbers(p.n), p.numbers(1+p.rng.IntN(p.n)))
	p.line("static struct { char c; %s v; } vs%d = { 'x', { %s } };", v, i, p.numbers(p.n))
	p.line("static %s pass%d(%s a, %s b)\n{\n\ta[1] += b[0];\n\treturn %s;\n}\n", v, i, v, v, p.vector(v, []string{"a", "b"}, 1))
	p.line("static void vectors%d(void)\n{", i)
	p.indent++
	p.line("%s a = vg%d[0], b = %s, c;", v, i, p.vector(v, []string{"a", fmt.Sprintf("vg%d[1]", i)}, 1))
	names := []string{"a", "b", "c", fmt.Sprintf("vg%d[1]", i), fmt.Sprintf("vs%d.v", i)}
	p.line("c = pass%d(a, b);", i)
	for range 4 + p.rng.IntN(6) {
		to := p.oneOf(names...)
		switch p.rng.IntN(6) {
		case 0:
			p.line("%s[%d] = %s[(int)%s[0] & %d] + %s;", to, p.rng.IntN(p.n), p.oneOf(names...), p.index(names), p.n-1, p.number())
		case 1:
			p.line("%s %s= %s;", to, p.oneOf("+", "-", "*"), p.vector(v, names, 1))
		case 2:
			p.line("%s%s;", to, p.oneOf("++", "--"))
		case 3:
			p.line("%s = pass%d(%s, %s);", to, i, p.oneOf(names...), p.vector(v, names, 1))
		default:
			p.line("%s = %s;", to, p.vector(v, names, 2))
		}
	}
	mix := "mix((unsigned long long)%s[i]);"
	if p.elem.kind == floatKind {
		mix = "mix_double(%s[i]);"
	}
	p.line("for (int i = 0; i < %d; i++) {", p.n)
	for _, name := range names {
		p.line("\t"+mix, name)
	}
	p.line("}")
	p.indent--
	p.line("}")
}

// index returns a vector whose elements are integers in every case.
func (p *parts) index(names []string) string {
	return fmt.Sprintf("(%s %s %s)", p.oneOf(names...), p.oneOf("<", "==", ">="), p.oneOf(names...))
}

// vector returns an expression of the vector type t.
func (p *parts) vector(t string, names []string, depth int) string {
	if depth == 0 {
		return p.oneOf(names...)
	}
	x := func() string { return p.vector(t, names, depth-1) }
	form := p.rng.IntN(12)
	if p.elem.kind == floatKind && form > 5 {
		form -= 6
	}
	switch form {
	case 0:
		return fmt.Sprintf("(%s %s %s)", x(), p.oneOf("+", "-", "*"), p.number())
	case 1:
		return fmt.Sprintf("(-%s)", x())
	case 2:
		return fmt.Sprintf("__builtin_convertvector((%s %s %s), %s)", x(), p.oneOf("==", "!=", "<", "<=", ">", ">="), x(), t)
	case 3:
		var list []string
		for range p.n {
			list = append(list, fmt.Sprint(p.rng.IntN(2*p.n)))
		}
		return fmt.Sprintf("__builtin_shufflevector(%s, %s, %s)", x(), x(), strings.Join(list, ", "))
	case 4:
		return fmt.Sprintf("(%s + ((%s){ %s }))", x(), t, p.numbers(1+p.rng.IntN(p.n)))
	case 6:
		return fmt.Sprintf("(%s %s %s)", x(), p.oneOf("&", "|", "^"), x())
	case 7:
		return fmt.Sprintf("(%s %s (%s & 7))", x(), p.oneOf("<<", ">>"), x())
	case 8:
		return fmt.Sprintf("(%s %s ((%s & 31) + 1))", x(), p.oneOf("/", "%"), x())
	case 9:
		return fmt.Sprintf("__builtin_shuffle(%s, %s, %s)", x(), x(), x())
	case 10:
		return fmt.Sprintf("(%s %s %d)", x(), p.oneOf("<<", ">>"), p.rng.IntN(8))
	case 11:
		return fmt.Sprintf("(~%s)", x())
	}
	return fmt.Sprintf("(%s %s %s)", x(), p.oneOf("+", "-", "*"), x())
}

// complexes writes a function over complex numbers. No product or quotient has two constants, which a compiler
// may round once only.
func (p *parts) complexes(i int) {
	p.elem = []*ctype{{name: "int"}, {name: "unsigned char"}, {name: "long long"}, floatTypes[0], floatTypes[1]}[p.rng.IntN(5)]
	t := p.elem.name
	p.line("")
	p.line("static %s _Complex zg%d = %s + %s * 1i;", t, i, p.number(), p.number())
	p.line("static %s _Complex zpass%d(%s _Complex x, %s y)\n{\n\treturn x * y;\n}\n", t, i, t, t)
	p.line("static void complexes%d(void)\n{", i)
	p.indent++
	p.line("%s r = %s;", t, p.number())
	p.line("%s _Complex a = zg%d, b = r, c[2] = { %s, %s * 1i };", t, i, p.number(), p.number())
	names := []string{"a", "b", "c[0]", "c[1]", fmt.Sprintf("zg%d", i)}
	for range 4 + p.rng.IntN(6) {
		to := p.oneOf(names...)
		switch p.rng.IntN(6) {
		case 0:
			p.line("%s %s = r;", p.oneOf("__real__", "__imag__"), to)
		case 1:
			p.line("%s %s= %s;", to, p.oneOf("+", "-", "*"), p.complex(names, 1))
		case 2:
			p.line("r = %s;", p.complex(names, 1))
		case 3:
			p.line("%s = %s %s %s ? zpass%d(%s, r) : r;", to, p.oneOf(names...), p.oneOf("==", "!=", "&&", "||"), p.oneOf(names...), i, p.complex(names, 1))
		default:
			p.line("%s = %s;", to, p.complex(names, 2))
		}
		if p.elem.kind == floatKind {
			p.line("%s = tame(__real__ %s) + tame(__imag__ %s) * 1i;", to, to, to)
			p.line("r = tame(r);")
		}
	}
	for _, name := range append(names, "r") {
		p.line("mix_double(__real__ %s);", name)
		p.line("mix_double(__imag__ %s);", name)
	}
	p.indent--
	p.line("}")
}

// complex returns an expression of a complex type.
func (p *parts) complex(names []string, depth int) string {
	if depth == 0 {
		return p.oneOf(names...)
	}
	x := func() string { return p.complex(names, depth-1) }
	left, right := []string{"r", "3i", "7"}, []string{"3 - 2i", "1 + 2i", "2 + 5i", "4"}
	if p.elem.kind == floatKind { // a float need not fit an integer
		left, right = []string{"r", "3i", "1.5f"}, append(right, "2.5 + 0.5i")
	}
	switch p.rng.IntN(8) {
	case 0:
		return fmt.Sprintf("(%s%s)", p.oneOf("-", "~", "+"), x())
	case 1:
		return fmt.Sprintf("(%s %s %s)", x(), p.oneOf("+", "-", "*"), p.oneOf(append(left, "(short)2")...))
	case 2:
		return fmt.Sprintf("(%s %s %s)", p.oneOf(left...), p.oneOf("+", "-", "*"), x())
	case 3:
		return fmt.Sprintf("(%s / (%s))", x(), p.oneOf(right...))
	}
	return fmt.Sprintf("(%s %s %s)", x(), p.oneOf("+", "-", "*"), x())
}
