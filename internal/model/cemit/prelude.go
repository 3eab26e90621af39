package cemit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Dialect is the tool for which the text is printed.
type Dialect uint8

// The dialects. AnyTool decides when the text is preprocessed.
const (
	AnyTool Dialect = iota
	Plain           // gcc, to be run: any value is a pseudo-random one, assume ends the run
	CBMC
	ESBMC
	SVComp
	FramaC
)

var dialectNames = []string{"any", "plain", "cbmc", "esbmc", "svcomp", "framac"}

// String returns the name that the command line uses.
func (d Dialect) String() string {
	if int(d) < len(dialectNames) {
		return dialectNames[d]
	}
	return "invalid"
}

// ParseDialect is the inverse of Dialect.String.
func ParseDialect(s string) (Dialect, error) {
	if i := slices.Index(dialectNames, s); i >= 0 {
		return Dialect(i), nil
	}
	return 0, fmt.Errorf("unknown tool %q, expected one of %s", s, strings.Join(dialectNames, ", "))
}

// condition is the macro by which a tool is known.
var condition = map[Dialect]string{
	Plain: "HEDDLE_RUN", CBMC: "__CPROVER__", ESBMC: "__ESBMC", FramaC: "__FRAMAC__",
}

// prelude returns the macros and helpers that the text needs.
func (p *printer) prelude() string {
	var b strings.Builder
	for _, part := range []string{p.checks(), p.nondets(), p.accessors()} {
		if part != "" {
			b.WriteString(part + "\n")
		}
	}
	return b.String()
}

// checks defines ASSUME, ASSERT, reach_error and the bounds of atomic sections.
func (p *printer) checks() string {
	if !p.helpers["ASSUME"] && !p.helpers["ASSERT"] && !p.helpers["reach_error"] && !p.helpers["__VERIFIER_atomic_begin"] && !p.helpers["__VERIFIER_atomic_end"] {
		return ""
	}
	if p.opts.Dialect != AnyTool {
		return p.checksFor(p.opts.Dialect)
	}
	otherwise := p.checksFor(SVComp)
	var b strings.Builder
	for _, d := range []Dialect{CBMC, ESBMC, FramaC, Plain} {
		if text := p.checksFor(d); text != otherwise {
			word := "#elif"
			if b.Len() == 0 {
				word = "#if"
			}
			fmt.Fprintf(&b, "%s defined %s\n%s", word, condition[d], text)
		}
	}
	if b.Len() == 0 {
		return otherwise
	}
	return b.String() + "#else\n" + otherwise + "#endif\n"
}

// checksFor defines them for one tool. SVComp stands for the tools that have no macro,
// too.
func (p *printer) checksFor(d Dialect) string {
	assume, assert, reach := "", "", ""
	switch d {
	case CBMC:
		assume, assert, reach = "__CPROVER_assume(c)", "__CPROVER_assert(c, #c)", `__CPROVER_assert(0, "reach_error")`
	case ESBMC:
		assume, assert, reach = "__ESBMC_assume(c)", "__ESBMC_assert(c, #c)", `__ESBMC_assert(0, "reach_error")`
	case FramaC:
		assume, assert, reach = "do { if (!(c)) exit(0); } while (0)", "assert(c)", "assert(0)"
	case Plain:
		assume, assert, reach = "do { if (!(c)) exit(0); } while (0)", "assert(c)", "abort()"
	default:
		assume, assert, reach = "do { if (!(c)) abort(); } while (0)", "assert(c)", ""
		switch {
		case p.opts.Sequential: // abort may count as an error
			assume = "do { if (!(c)) exit(0); } while (0)"
		case p.opts.Dialect == AnyTool: // a thread is stopped, not the process
			assume = "__VERIFIER_assume(c)"
		}
		if p.opts.Dialect == SVComp {
			assert = "do { if (!(c)) reach_error(); } while (0)"
		}
	}
	var b strings.Builder
	if strings.Contains(assume+assert+reach, "exit(0)") && p.helpers["ASSUME"] || strings.Contains(assume+reach, "abort()") || reach == "" {
		p.include("stdlib.h")
	}
	if strings.Contains(assert+reach, "assert(c)") && p.helpers["ASSERT"] || reach == "" || strings.Contains(reach, "assert(0)") {
		p.include("assert.h")
	}
	if reach == "" && (p.helpers["reach_error"] || p.opts.Dialect == SVComp && p.helpers["ASSERT"]) {
		b.WriteString("void reach_error(void) { assert(0); }\n")
	} else if p.helpers["reach_error"] {
		fmt.Fprintf(&b, "#define reach_error() %s\n", reach)
	}
	if p.helpers["ASSUME"] {
		if strings.HasPrefix(assume, "__VERIFIER_assume") {
			b.WriteString("extern void __VERIFIER_assume(int);\n")
		}
		fmt.Fprintf(&b, "#define ASSUME(c) %s\n", assume)
	}
	if p.helpers["ASSERT"] {
		fmt.Fprintf(&b, "#define ASSERT(c) %s\n", assert)
	}
	for _, name := range []string{"__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"} {
		if !p.helpers[name] {
			continue
		}
		switch d {
		case CBMC, ESBMC:
			fmt.Fprintf(&b, "#define %s() __%s_%s()\n", name, map[Dialect]string{CBMC: "CPROVER", ESBMC: "ESBMC"}[d], strings.TrimPrefix(name, "__VERIFIER_"))
		case Plain, FramaC:
			if name == "__VERIFIER_atomic_begin" {
				b.WriteString("static char atomic_lock;\n#define __VERIFIER_atomic_begin() while (__atomic_test_and_set(&atomic_lock, __ATOMIC_SEQ_CST)) { }\n")
			} else {
				b.WriteString("#define __VERIFIER_atomic_end() __atomic_clear(&atomic_lock, __ATOMIC_SEQ_CST)\n")
			}
		default:
			fmt.Fprintf(&b, "extern void %s(void);\n", name)
		}
	}
	return b.String()
}

// nondets declares the functions that yield any value, and defines them for runs.
func (p *printer) nondets() string {
	var names []string
	for h := range p.helpers {
		if strings.HasPrefix(h, nondetPrefix) {
			names = append(names, h)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return ""
	}
	p.include("stdlib.h")
	declared, defined := "", randomSource
	for _, name := range names {
		t := nondetNames[strings.TrimPrefix(name, nondetPrefix)]
		of, result := t, "x"
		if t == "_Bool" { // any byte is no _Bool
			of, result = "unsigned char", "x & 1"
		}
		head := name + "(void)"
		if head = t + " " + head; strings.HasSuffix(t, "*") {
			head = t + name + "(void)"
		}
		declared += "extern " + head + ";\n"
		defined += fmt.Sprintf("%s { %s x; random_bytes(&x, sizeof x); return %s; }\n", head, of, result)
	}
	switch p.opts.Dialect {
	case Plain:
		return defined
	case AnyTool:
		return "#ifdef " + condition[Plain] + "\n" + defined + "#else\n" + declared + "#endif\n"
	}
	return declared
}

// randomSource makes values for runs from the environment variable SEED.
const randomSource = `static void random_bytes(void *to, unsigned long size)
{
	static unsigned long long state;
	if (state == 0)
		state = (getenv("SEED") ? strtoull(getenv("SEED"), 0, 10) : 0) * 2654435769u + 88172645463325252u;
	while (size > 0) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		((unsigned char *)to)[--size] = state >> 32;
	}
}
`

// accessHelpers lists the helpers that exist for each type.
var accessHelpers = []string{"load", "store", "quotient", "remainder", "left", "right"}

// needAccess notes that a helper for a type is used, and returns its name, which consists of the operation
// and the type.
func (p *printer) needAccess(what string, t ctyp) string {
	t.elem = 0 // any pointer is a void pointer
	name := ""
	switch {
	case t.t.IsPtr():
		name = "ptr"
	case t.t.IsFloat():
		name = t.t.String()
	case t.signed:
		name = fmt.Sprintf("i%d", p.bitsOf(t.t))
	default:
		name = fmt.Sprintf("u%d", p.bitsOf(t.t))
	}
	name = what + "_" + name
	p.typeName(t) // which must exist
	p.accesses[name] = t
	return name
}

// accessors defines the helpers for memory and for the bits of floats.
func (p *printer) accessors() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.accesses)) {
		t := p.accesses[name]
		x := p.declare(t, "x")
		n := t.t.Bytes(p.prog.Model)
		switch {
		case strings.HasPrefix(name, "load"):
			p.include("string.h")
			fmt.Fprintf(&b, "static inline %s { %s = 0; memcpy(&x, p, %d); return x; }\n", p.declare(t, name+"(const void *p)"), x, n)
		case strings.HasPrefix(name, "store"):
			p.include("string.h")
			fmt.Fprintf(&b, "static inline void %s(void *p, %s) { memcpy(p, &x, %d); }\n", name, x, n)
		case strings.HasPrefix(name, "left"), strings.HasPrefix(name, "right"):
			b.WriteString(p.shifter(name, t))
		default: // a signed division by -1 wraps
			result := map[string]string{"quotient": "-(unsigned " + p.typeName(t) + ")a : a / b", "remainder": "0 : a % b"}[strings.SplitN(name, "_", 2)[0]]
			fmt.Fprintf(&b, "static inline %s { return b == -1 ? %s; }\n",
				p.declare(t, fmt.Sprintf("%s(%s, %s)", name, p.declare(t, "a"), p.declare(t, "b"))), result)
		}
	}
	for _, h := range []struct{ name, from, to string }{
		{"float_of_bits", "unsigned int", "float"}, {"double_of_bits", "unsigned long long", "double"},
		{"bits_of_float", "float", "unsigned int"}, {"bits_of_double", "double", "unsigned long long"},
	} {
		if p.helpers[h.name] {
			p.include("string.h")
			fmt.Fprintf(&b, "static inline %s %s(%s b) { %s x; memcpy(&x, &b, sizeof x); return x; }\n", h.to, h.name, h.from, h.to)
		}
	}
	return b.String()
}

// shifter defines the helper for a shift of 8 or 16 bits: a larger amount is undefined, and so is a signed result that
// does not fit.
func (p *printer) shifter(name string, t ctyp) string {
	bits := p.bitsOf(t.t)
	amount := fmt.Sprintf("(n < %d ? n : 32)", bits)
	result := "x >> " + amount
	switch {
	case strings.HasPrefix(name, "left") && t.signed:
		result = fmt.Sprintf("(x * %d << %s) / %d", 1<<(32-bits), amount, 1<<(32-bits))
	case strings.HasPrefix(name, "left"):
		result = "(unsigned int)x << " + amount
	}
	head := p.declare(t, fmt.Sprintf("%s(%s, unsigned int n)", name, p.declare(t, "x")))
	return fmt.Sprintf("static inline %s { return (%s)(%s); }\n", head, p.typeName(t), result)
}

// header returns the comment at the top.
func (p *printer) header() string {
	var b strings.Builder
	b.WriteString("/*\n")
	for _, l := range p.opts.Header {
		b.WriteString(strings.TrimRight(" * "+commentText(l), " ") + "\n")
	}
	b.WriteString(" */\n")
	return b.String()
}

// system returns the includes, and the definitions that make the headers declare all used names.
func (p *printer) system() string {
	if len(p.includes) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("#define _GNU_SOURCE\n")
	for _, h := range slices.Sorted(maps.Keys(p.includes)) {
		fmt.Fprintf(&b, "#include <%s>\n", h)
	}
	return b.String()
}

func (p *printer) program() string {
	bodies := make([]string, len(p.prog.Funcs))
	for f := 1; f < len(p.prog.Funcs); f++ {
		if p.reach.funcs[f] == printed && p.prog.Funcs[f].HasBody() {
			bodies[f] = p.function(ir.FuncID(f))
		}
	}
	unspecified := p.unspecified()
	p.where = "the initial values"
	globals := p.globals()
	var functions, prototypes strings.Builder
	if unspecified != "" {
		functions.WriteString("\n" + unspecified)
	}
	order, early := p.order()
	for _, id := range order {
		if p.reach.funcs[id] == printed && !p.prog.Funcs[id].HasBody() && p.usedFunc[id] {
			bodies[id] = p.stub(id)
		}
		if bodies[id] == "" {
			continue
		}
		functions.WriteString("\n" + bodies[id])
		if early[id] {
			prototypes.WriteString(p.signature(id, nil) + ";\n")
		}
	}
	forward := p.forward()
	definitions := p.types.definitions()
	prelude := p.prelude()
	var b strings.Builder
	b.WriteString(p.header())
	for _, part := range []string{
		p.system(), fmt.Sprintf("_Static_assert(sizeof(void *) == %d, \"made for %s\");\n", p.prog.Model.PtrBits()/8, p.prog.Model),
		prelude, definitions, prototypes.String(), forward, globals,
	} {
		if part = strings.Trim(part, "\n"); part != "" {
			b.WriteString("\n" + part + "\n")
		}
	}
	b.WriteString(functions.String())
	return b.String()
}

// globals returns the definitions of the objects that the text mentions, including objects that only
// initial values mention.
func (p *printer) globals() string {
	text := make([]string, len(p.prog.Globals))
	for again := true; again; {
		again = false
		for g := 1; g < len(p.prog.Globals); g++ {
			if p.named[g] && text[g] == "" && !p.isLibraryObject(ir.GlobalID(g)) {
				text[g] = p.global(ir.GlobalID(g))
				again = true
			}
		}
	}
	for g := range text {
		if p.named[g] && p.isLibraryObject(ir.GlobalID(g)) {
			p.include(objectHeader[p.prog.Globals[g].Name])
		}
	}
	return strings.Join(text, "")
}

// order returns the order in which functions are printed, and which of them are mentioned earlier. It
// is the order of the program, where every function but main has a prototype. A sequential program
// consists of many small functions, so there callees come first.
func (p *printer) order() (order []ir.FuncID, early []bool) {
	early = make([]bool, len(p.prog.Funcs))
	seen, done := make([]bool, len(p.prog.Funcs)), make([]bool, len(p.prog.Funcs))
	for g := range p.prog.Globals {
		for _, it := range p.prog.Globals[g].Init {
			early[it.Func] = true
		}
	}
	var visit func(id ir.FuncID)
	visit = func(id ir.FuncID) {
		if seen[id] {
			return
		}
		seen[id] = true
		for _, in := range p.prog.Funcs[id].Instrs() {
			if in.Func == 0 {
				continue
			}
			if p.opts.Sequential {
				visit(in.Func)
			}
			early[in.Func] = early[in.Func] || !done[in.Func]
		}
		done[id] = true
		order = append(order, id)
	}
	for f := 1; f < len(p.prog.Funcs); f++ {
		id := ir.FuncID(f)
		if visit(id); !p.opts.Sequential && id != p.reach.main {
			early[id] = true
		}
	}
	return order, early
}

func (p *printer) global(id ir.GlobalID) string {
	g := &p.prog.Globals[id]
	if g.External && !p.opts.Sequential {
		p.fail(g.Pos, "the object %s, which is defined nowhere,", g.Name)
	}
	text := p.declareObject(p.globalType(id), g.Size, g.Align, p.globName[id], g.Volatile, len(g.Init) > 0, g.Init)
	prefix := "static "
	if g.Storage == ir.ThreadLocal {
		prefix = "static _Thread_local "
	}
	w := &writer{p: p}
	w.line(0, prefix+text+";", g.Pos)
	return w.b.String()
}

// forward declares the objects whose address an earlier one has in its initial value.
func (p *printer) forward() string {
	early := make(map[ir.GlobalID]bool)
	for g := 1; g < len(p.prog.Globals); g++ {
		if !p.named[g] || p.isLibraryObject(ir.GlobalID(g)) {
			continue
		}
		for _, it := range p.prog.Globals[g].Init {
			if it.Global > ir.GlobalID(g) {
				early[it.Global] = true
			}
		}
	}
	var b strings.Builder
	for g := 1; g < len(p.prog.Globals); g++ {
		id := ir.GlobalID(g)
		if _, literal := p.literal(id); !early[id] || literal || p.isLibraryObject(id) {
			continue
		}
		glob := &p.prog.Globals[g]
		if p.globalType(id) == 0 {
			p.fail(glob.Pos, "the object %s, whose address is needed before its definition,", glob.Name)
		}
		prefix := "static "
		if glob.Storage == ir.ThreadLocal {
			prefix = "static _Thread_local "
		}
		b.WriteString(prefix + p.declareObject(p.globalType(id), glob.Size, glob.Align, p.globName[id], glob.Volatile, false, nil) + ";\n")
	}
	return b.String()
}
