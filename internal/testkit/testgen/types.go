package testgen

import "fmt"

// kind is a class of C types that the generator distinguishes.
type kind uint8

const (
	intKind kind = iota
	floatKind
	structKind
)

// ctype is a type of the generated program.
type ctype struct {
	name   string
	kind   kind
	fields []field // structKind
}

// field is a member of a generated structure.
type field struct {
	name string
	typ  *ctype
	bits int // of a bit-field, 0 otherwise
	len  int // of an array member, 0 otherwise
}

var intTypes = []*ctype{
	{name: "_Bool"}, {name: "char"}, {name: "signed char"}, {name: "unsigned char"},
	{name: "short"}, {name: "unsigned short"}, {name: "int"}, {name: "unsigned"},
	{name: "long"}, {name: "unsigned long"}, {name: "long long"}, {name: "unsigned long long"},
}

var floatTypes = []*ctype{{name: "float", kind: floatKind}, {name: "double", kind: floatKind}}

// bitFieldTypes holds the declared types of bit-fields and their widths.
var bitFieldTypes = []struct {
	typ  *ctype
	bits int
}{
	{&ctype{name: "_Bool"}, 1}, {&ctype{name: "signed char"}, 8}, {&ctype{name: "unsigned char"}, 8},
	{&ctype{name: "short"}, 16}, {&ctype{name: "unsigned short"}, 16}, {&ctype{name: "int"}, 32},
	{&ctype{name: "unsigned"}, 32}, {&ctype{name: "long long"}, 64}, {&ctype{name: "unsigned long long"}, 64},
}

func (g *seq) scalarType() *ctype {
	if g.rng.IntN(5) == 0 {
		return floatTypes[g.rng.IntN(len(floatTypes))]
	}
	return intTypes[g.rng.IntN(len(intTypes))]
}

func (g *seq) anyType() *ctype {
	if len(g.structs) > 0 && g.rng.IntN(4) == 0 {
		return g.structs[g.rng.IntN(len(g.structs))]
	}
	return g.scalarType()
}

// structType declares a structure, or a union of integers, whose members may be
// bit-fields, arrays and structures declared before.
func (g *seq) structType(index int) {
	s := &ctype{kind: structKind}
	keyword := "struct"
	if g.rng.IntN(5) == 0 {
		keyword = "union"
	}
	s.name = fmt.Sprintf("%s S%d", keyword, index)
	attr := ""
	if g.rng.IntN(6) == 0 {
		attr = " __attribute__((packed))"
	}
	g.line("%s {", s.name)
	for i, n := 0, 1+g.rng.IntN(5); i < n; i++ {
		f := field{name: fmt.Sprintf("m%d", i)}
		switch {
		// The first member of a union has no padding: initialisers leave that open.
		case g.rng.IntN(3) == 0 && (keyword == "struct" || i > 0):
			b := bitFieldTypes[g.rng.IntN(len(bitFieldTypes))]
			f.typ, f.bits = b.typ, 1+g.rng.IntN(b.bits)
			g.line("\t%s %s : %d;", f.typ.name, f.name, f.bits)
			if g.rng.IntN(8) == 0 {
				g.line("\t%s : 0;", f.typ.name)
			}
		case g.rng.IntN(4) == 0:
			f.typ, f.len = g.scalarType(), 1+g.rng.IntN(4)
			if keyword == "union" {
				f.typ = intTypes[4]
			}
			g.line("\t%s %s[%d];", f.typ.name, f.name, f.len)
		case keyword == "struct" && len(g.structs) > 0 && g.rng.IntN(4) == 0:
			f.typ = g.structs[g.rng.IntN(len(g.structs))]
			g.line("\t%s %s;", f.typ.name, f.name)
		default:
			f.typ = g.scalarType()
			if keyword == "union" { // reading a float or _Bool from other bits is not portable
				f.typ = intTypes[4+g.rng.IntN(len(intTypes)-4)]
			}
			g.line("\t%s %s;", f.typ.name, f.name)
		}
		if keyword == "union" && f.bits > 0 && f.typ.name == "_Bool" {
			g.line("\tint : 3;")
		}
		s.fields = append(s.fields, f)
	}
	g.line("}%s;", attr)
	g.structs = append(g.structs, s)
}
