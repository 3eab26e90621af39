package testgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// variable is an object that expressions may name.
type variable struct {
	expr string
	typ  *ctype
	len  int // of an array, 0 otherwise
}

// function is a generated function that later ones may call.
type function struct {
	name   string
	result *ctype
	params []*ctype
}

// seq is the state of one generation.
type seq struct {
	rng     *rand.Rand
	out     strings.Builder
	indent  int
	structs []*ctype
	globals []variable
	funcs   []function
	scope   []variable // locals in scope, innermost last
	locals  int
	loops   int // depth
	choices int // of statements
	depth   int // of nested statements
	// fixed: indices are constants, since C leaves open whether the index on the left of
	// an assignment is evaluated before or after a call on its right.
	fixed bool
}

// Sequential returns a deterministic program of one thread whose size grows
// with size (1 is a few dozen lines). Running it prints checksums and ends
// after a bounded number of steps. Except for size 1 it has gotos, which bound nothing but
// by that number: an execution of all paths of such a program takes too long. It also has functions of four
// forms (forms.txt). With size 0 statements are less deeply nested.
func Sequential(seed uint64, size int) string {
	g := &seq{rng: rand.New(rand.NewPCG(seed, 0x5e9)), choices: 12, depth: 3}
	if size != 1 {
		g.choices = 14
	}
	if size == 0 {
		g.depth = 1 + int(seed%4/3)
	}
	g.line("#include <stdio.h>")
	g.line("#include <string.h>")
	g.line("")
	g.prelude()
	for i := range 1 + g.rng.IntN(2+size) {
		g.structType(i)
	}
	for i := range 3 + g.rng.IntN(3*size+1) {
		g.global(i)
	}
	for i := range 1 + g.rng.IntN(size+1) {
		g.function(i)
	}
	calls := g.partsFunctions(seed)
	if size != 1 {
		calls = append(calls, g.someForms(seed)...)
	}
	g.main(calls)
	return g.out.String()
}

func (g *seq) line(format string, args ...any) {
	if format != "" {
		g.out.WriteString(strings.Repeat("\t", g.indent))
	}
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

// prelude holds the checksum, the step budget and the operations that keep the
// program clear of undefined behaviour.
func (g *seq) prelude() {
	g.out.WriteString(`static unsigned long long sum = 14695981039346656037ull;
static int fuel = 2000;

static void mix(unsigned long long v)
{
	sum = (sum ^ v) * 1099511628211ull;
	sum ^= sum >> 29;
}

static void mix_double(double d)
{
	unsigned long long bits;

	if (d != d)
		d = 0.5;
	memcpy(&bits, &d, sizeof bits);
	mix(bits);
}

static double tame(double d)
{
	return d > -1e6 && d < 1e6 ? d : 3.25;
}

`)
}

func (g *seq) global(i int) {
	t := g.anyType()
	v := variable{expr: fmt.Sprintf("g%d", i), typ: t}
	if g.rng.IntN(4) == 0 {
		v.len = 1 + g.rng.IntN(5)
	}
	static := ""
	if g.rng.IntN(2) == 0 {
		static = "static "
	}
	switch {
	case v.len > 0 && t.kind != structKind:
		var items []string
		for range 1 + g.rng.IntN(v.len) {
			items = append(items, g.constant(t))
		}
		g.line("%s%s %s[%d] = { %s };", static, t.name, v.expr, v.len, strings.Join(items, ", "))
	case v.len > 0:
		g.line("%s%s %s[%d] = { [%d] = %s };", static, t.name, v.expr, v.len, g.rng.IntN(v.len), g.initializer(t))
	case g.rng.IntN(3) == 0:
		g.line("%s%s %s;", static, t.name, v.expr)
	default:
		g.line("%s%s %s = %s;", static, t.name, v.expr, g.initializer(t))
	}
	g.globals = append(g.globals, v)
}

// initializer returns a constant initialiser of type t, with designators now and then.
func (g *seq) initializer(t *ctype) string {
	if t.kind != structKind {
		return g.constant(t)
	}
	n := 1 + g.rng.IntN(len(t.fields))
	if strings.HasPrefix(t.name, "union") {
		n = 1
	}
	var items []string
	designated := g.rng.IntN(2) == 0
	for _, f := range t.fields[:n] {
		item := ""
		switch {
		case f.len > 0:
			item = "{ " + g.constant(f.typ) + " }"
		case f.typ.kind == structKind:
			item = g.initializer(f.typ)
		default:
			item = g.constant(f.typ)
		}
		if designated {
			item = "." + f.name + " = " + item
		}
		items = append(items, item)
	}
	if designated {
		g.rng.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

func (g *seq) function(i int) {
	f := function{name: fmt.Sprintf("f%d", i), result: g.anyType()}
	var params []string
	g.scope, g.locals, g.loops = nil, 0, 0
	for p := range g.rng.IntN(4) {
		t := g.anyType()
		f.params = append(f.params, t)
		params = append(params, fmt.Sprintf("%s p%d", t.name, p))
		g.scope = append(g.scope, variable{expr: fmt.Sprintf("p%d", p), typ: t})
	}
	if params == nil {
		params = []string{"void"}
	}
	g.line("")
	g.line("static %s %s(%s)", f.result.name, f.name, strings.Join(params, ", "))
	g.line("{")
	g.indent++
	g.local(f.result)
	result := g.scope[len(g.scope)-1].expr
	g.line("if (--fuel < 0)")
	g.line("\treturn %s;", result)
	g.statements(g.depth)
	g.line("return %s;", result)
	g.indent--
	g.line("}")
	g.funcs = append(g.funcs, f)
}

// main writes main, which makes the given calls at the end.
func (g *seq) main(calls []string) {
	g.scope, g.locals, g.loops = nil, 0, 0
	g.line("")
	g.line("int main(void)")
	g.line("{")
	g.indent++
	for range 3 {
		g.statements(g.depth)
		g.line(`printf("%%llx\n", sum);`)
	}
	for _, v := range g.globals {
		if v.len == 0 {
			g.digest(v.expr, v.typ)
			continue
		}
		for i := range v.len {
			g.digest(fmt.Sprintf("%s[%d]", v.expr, i), v.typ)
		}
	}
	for _, call := range calls {
		g.line("%s", call)
	}
	g.line(`printf("%%llx\n", sum);`)
	g.line("return (int)(sum & 63);")
	g.indent--
	g.line("}")
}

// digest mixes the value of an expression into the checksum, member by member.
func (g *seq) digest(expr string, t *ctype) {
	switch t.kind {
	case intKind:
		g.line("mix((unsigned long long)%s);", expr)
	case floatKind:
		g.line("mix_double(%s);", expr)
	case structKind:
		for _, f := range t.fields {
			member := expr + "." + f.name
			if f.len == 0 {
				g.digest(member, f.typ)
				continue
			}
			for i := range f.len {
				g.digest(fmt.Sprintf("%s[%d]", member, i), f.typ)
			}
		}
	}
}
