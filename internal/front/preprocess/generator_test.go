package preprocess_test

import (
	"fmt"
	"math/rand"
	"strings"
)

// generator writes macro programs.
type generator struct {
	*rand.Rand
	b       strings.Builder
	macros  []signature
	files   map[string]string // by name
	name    string
	headers int
	line    bool // #line was used
}

// signature is a macro that was defined.
type signature struct {
	name     string
	params   int // -1: an object-like macro
	variadic bool
}

func newGenerator(seed int64) *generator {
	return &generator{Rand: rand.New(rand.NewSource(seed)), files: make(map[string]string)}
}

// pick returns one of several texts.
func (g *generator) pick(list ...string) string { return list[g.Intn(len(list))] }

// program returns the files of a program, by name.
func (g *generator) program(name string) map[string]string {
	g.name = name
	for range 4 + g.Intn(14) {
		switch n := g.Intn(30); {
		case n < 12:
			g.define()
		case n < 20:
			g.text()
		case n < 23:
			g.conditional()
		case n < 24:
			g.lineDirective()
		case n < 25:
			g.include()
		case n < 26 && len(g.macros) > 0:
			fmt.Fprintf(&g.b, "#undef %s\n", g.any().name)
		case n < 27:
			g.pragma()
		case n < 28:
			g.withoutTokens()
		default:
			g.text()
		}
	}
	g.files[name] = g.b.String()
	return g.files
}

// any returns a macro that was defined.
func (g *generator) any() signature {
	if len(g.macros) == 0 {
		return signature{"M0", -1, false}
	}
	return g.macros[g.Intn(len(g.macros))]
}

// literal returns a literal with some prefix and escapes.
func (g *generator) literal() string {
	var body strings.Builder
	for range g.Intn(4) {
		body.WriteString(g.pick("a", "0d", "\\0", "\\x04", "\\\"", "\\'", "\\\\", "\\n", "\\u00e9", "\\101", " ", "  ", "é", "/*", "//", "#", ",", ")", "%:", "??=", "\\?", "z"))
	}
	if g.Intn(3) == 0 {
		return g.pick("", "", "L", "u", "U") + "'" + g.pick("a", "\\0", "\\x41", "\\'", "\"", "\\\\", "ab", "\\\"") + "'"
	}
	return g.pick("", "", "L", "u", "U", "u8") + `"` + body.String() + `"`
}

// atom returns a token.
func (g *generator) atom() string {
	switch g.Intn(12) {
	case 0, 1:
		return g.literal()
	case 2:
		return g.pick("1", "0x1p+3", "1.e5", "08", ".5", "1e", "0b11", "12ul", "1..2", "0xe+1")
	case 3, 4:
		return g.pick("+", "-", "<", ">", "=", "==", "->", "<<=", "...", ".", "?", ":", "&", "&&", "|", "<:", ":>", "<%", "%>", "!", "~", "^", "*", "/", "%", ";", "++", "--", "[", "]", "{", "}", "::")
	case 5:
		return g.pick("__LINE__", "__FILE__", "__COUNTER__", "__INCLUDE_LEVEL__", "__STDC__")
	case 6, 7, 8:
		return g.any().name
	case 9:
		return g.pick("@", "`", "$x", "é", "x\\u00e9", "L", "u8")
	}
	return g.pick("a", "b", "foo", "int", "x1", "_y", "if", "defined")
}

// space returns white space.
func (g *generator) space(lines bool) string {
	list := []string{" ", " ", " ", "  ", "\t", "/* c */", " /* a\n b */ ", "\\\n", " \\\n ", "\\ \n", ""}
	if lines {
		list = append(list, "\n", "\n ", " // x\n")
	}
	return list[g.Intn(len(list))]
}

// phrase returns a few tokens, with calls of macros.
func (g *generator) phrase(depth int, lines bool) string {
	var b strings.Builder
	for range 1 + g.Intn(4) {
		if m := g.any(); depth > 0 && g.Intn(2) == 0 {
			b.WriteString(g.call(m, depth-1, lines))
		} else {
			b.WriteString(g.atom())
		}
		if s := g.space(lines); s == "" && g.Intn(2) == 0 {
			b.WriteString(" ")
		} else {
			b.WriteString(s)
		}
	}
	return b.String()
}

// call returns a call of a macro, mostly with the right number of arguments.
func (g *generator) call(m signature, depth int, lines bool) string {
	if m.params < 0 {
		return m.name
	}
	if g.Intn(12) == 0 {
		return m.name + g.pick("", " ", " ;", " x")
	}
	n := m.params
	if m.variadic {
		n += g.Intn(4) - 1
	}
	if g.Intn(60) == 0 {
		n++
	}
	var args []string
	for range n {
		switch g.Intn(8) {
		case 0:
			args = append(args, g.pick("", " "))
		case 1:
			args = append(args, "("+g.phrase(depth, lines)+","+g.phrase(0, lines)+")")
		default:
			args = append(args, g.phrase(depth, lines))
		}
	}
	return m.name + g.pick("", "", " ", "/**/") + "(" + strings.Join(args, g.pick(",", ", ", " , ")) + ")"
}

// define writes a definition.
func (g *generator) define() {
	m := signature{name: fmt.Sprintf("M%d", g.Intn(8)), params: -1}
	list := ""
	var params []string
	if g.Intn(3) > 0 {
		m.params = g.Intn(4)
		for i := range m.params {
			params = append(params, string(rune('p'+i)))
		}
		shown := append([]string(nil), params...)
		switch g.Intn(5) {
		case 0:
			m.variadic = true
			m.params++
			params, shown = append(params, "__VA_ARGS__"), append(shown, "...")
		case 1:
			m.variadic = true
			m.params++
			params, shown = append(params, "rest"), append(shown, "rest"+g.pick("", " ")+"...")
		}
		list = "(" + strings.Join(shown, g.pick(",", ", ")) + ")"
	}
	body := g.body(m, params, true)
	for i := range g.macros {
		if g.macros[i].name == m.name {
			g.macros[i] = m
			m.name = ""
		}
	}
	name := fmt.Sprintf("M%d", 0)
	if m.name != "" {
		g.macros = append(g.macros, m)
		name = m.name
	} else {
		for _, n := range g.macros {
			if n.params == m.params && n.variadic == m.variadic {
				name = n.name
			}
		}
	}
	fmt.Fprintf(&g.b, "%sdefine %s%s%s%s\n", g.pick("#", "#", " # ", "%:", "#/* c */"), name, list, g.pick(" ", "  ", "\t", " /* d */ "), body)
}

// body returns the text of a macro.
func (g *generator) body(m signature, params []string, optional bool) string {
	var b strings.Builder
	item := func() string {
		if len(params) > 0 && g.Intn(2) == 0 {
			p := params[g.Intn(len(params))]
			if g.Intn(4) == 0 {
				return g.pick("#", "# ", "%:") + p
			}
			return p
		}
		if len(params) > 0 && g.Intn(8) == 0 {
			return g.call(g.any(), 0, false)
		}
		return g.atom()
	}
	pasteable := func() string {
		if len(params) > 0 && g.Intn(4) > 0 {
			return params[g.Intn(len(params))]
		}
		return g.pick("a", "b1", "M", "1", "x")
	}
	for range g.Intn(5) {
		switch n := g.Intn(10); {
		case n == 0:
			fmt.Fprintf(&b, "%s%s%s", pasteable(), g.pick("##", " ## ", "%:%:", " ##"), pasteable())
			if g.Intn(4) == 0 {
				fmt.Fprintf(&b, " ## %s", pasteable())
			}
		case n == 1 && m.variadic:
			fmt.Fprintf(&b, "f(%s,%s##%s)", item(), g.pick("", " "), params[len(params)-1])
		case n == 2 && m.variadic && optional:
			text := g.body(m, params, false)
			fmt.Fprintf(&b, "%s__VA_OPT__(%s)%s", g.pick("", "", "", "x ## ", "#"), text, g.pick("", "", "", " ## y"))
		case n == 3:
			fmt.Fprintf(&b, "(%s)", item())
		case n == 4 && g.Intn(3) == 0:
			b.WriteString(g.pick(`_Pragma("omp x")`, `_Pragma("weak y")`))
		case m.params < 0 && n == 5:
			b.WriteString(g.pick("#", "# a", "%:"))
		default:
			b.WriteString(item())
		}
		b.WriteString(g.pick(" ", " ", "  ", "", " \\\n "))
	}
	return strings.TrimRight(strings.TrimSpace(b.String()), "\\")
}

// text writes lines of text.
func (g *generator) text() {
	for range 1 + g.Intn(3) {
		t := strings.TrimRight(g.phrase(3, true), "\\\n \t")
		fmt.Fprintf(&g.b, "%s ;\n", strings.TrimLeft(t, " \n\t#%"))
	}
}

// conditional writes an #if.
func (g *generator) conditional() {
	for i := range 1 + g.Intn(3) {
		switch {
		case i > 0:
			fmt.Fprintf(&g.b, "#elif %s\n", g.condition(3))
		case g.Intn(4) == 0:
			fmt.Fprintf(&g.b, "#%s %s\n", g.pick("ifdef", "ifndef"), g.any().name)
		default:
			fmt.Fprintf(&g.b, "#if %s\n", g.condition(3))
		}
		if g.Intn(5) == 0 {
			g.b.WriteString("#if 0\ndon't \"look\n#elif 1\n#endif\n")
		}
		fmt.Fprintf(&g.b, "taken%d ;\n", i)
		if g.Intn(3) == 0 {
			g.define()
		}
	}
	if g.Intn(2) == 0 {
		g.b.WriteString("#else\nother ;\n")
	}
	g.b.WriteString("#endif\n")
}

// condition returns an expression for #if.
func (g *generator) condition(depth int) string {
	if depth == 0 || g.Intn(4) == 0 {
		switch g.Intn(8) {
		case 0:
			return "defined " + g.any().name
		case 1:
			return "defined(" + g.pick("M1", "M2", "NOPE", "__LINE__") + ")"
		case 2:
			return g.pick("'a'", "'\\377'", "L'\\xffffffff'", "'ab'", "u'\\xffff'", "'\\0'", "U'a'")
		case 3:
			return g.pick("nope", "int", "__LINE__", "__STDC__")
		}
		return g.pick("0", "1", "2", "-1", "3u", "0x7fffffffffffffff", "0xffffffffffffffff", "9223372036854775807", "0b101", "017", "1ull", "64", "0")
	}
	a, b := g.condition(depth-1), g.condition(depth-1)
	switch g.Intn(8) {
	case 0:
		return "(" + a + ")"
	case 1:
		return g.pick("-", "!", "~", "+") + "(" + a + ")"
	case 2:
		return "(" + a + " ? " + b + " : " + g.condition(depth-1) + ")"
	case 3:
		return "(" + a + ") " + g.pick("/", "%") + " ((" + b + ") | 1)"
	}
	return a + g.pick(" + ", " - ", " * ", " < ", " > ", " <= ", " >= ", " == ", " != ", " && ", " || ", " & ", " | ", " ^ ", " << ", " >> ") + b
}

// lineDirective writes a #line.
func (g *generator) lineDirective() {
	switch g.Intn(4) {
	case 0:
		fmt.Fprintf(&g.b, "#line %d\n", 1+g.Intn(500))
	case 1:
		fmt.Fprintf(&g.b, "#line %d \"x%d.c\"\n", 1+g.Intn(500), g.Intn(3))
	case 2:
		g.b.WriteString("#define HERE 77\n#line HERE\n#undef HERE\n")
	case 3:
		g.b.WriteString("#define PLACE(n) n \"q.c\"\n#line PLACE(88)\n#undef PLACE\n")
	}
	g.b.WriteString("__LINE__ __FILE__ ;\n")
}

// include writes an #include of a header, which is written as well.
func (g *generator) include() {
	g.headers++
	name := fmt.Sprintf("%s.%d.h", g.name, g.headers)
	base := name[strings.LastIndexByte(name, '/')+1:]
	h := newGenerator(g.Int63())
	h.macros = append(h.macros, g.macros...)
	h.define()
	h.text()
	h.conditional()
	g.macros = h.macros
	g.files[name] = h.b.String()
	switch g.Intn(3) {
	case 0:
		fmt.Fprintf(&g.b, "#include \"%s\"\n", base)
	case 1:
		fmt.Fprintf(&g.b, "#define FILE_NAME \"%s\"\n#include FILE_NAME\n#undef FILE_NAME\n", base)
	case 2:
		fmt.Fprintf(&g.b, "#define STRING(x) #x\n#define NAMED(x) STRING(x)\n#include NAMED(%s)\n#undef STRING\n#undef NAMED\n", base)
	}
}

// pragma writes a pragma.
func (g *generator) pragma() {
	switch g.Intn(4) {
	case 0:
		g.b.WriteString("#pragma omp parallel\n")
	case 1:
		g.b.WriteString("x _Pragma(\"weak \\\"a\\\"\") y ;\n")
	case 2:
		g.b.WriteString("#define DO(x) _Pragma(#x) x\nDO(omp for) ;\n#undef DO\n")
	case 3:
		name := g.any().name
		fmt.Fprintf(&g.b, "#pragma push_macro(\"%s\")\n#undef %s\n%s ;\n#pragma pop_macro(\"%s\")\n%s ;\n", name, name, name, name, name)
	}
}

// withoutTokens writes null directives, and in groups most of which are skipped, messages and directives that do not exist.
func (g *generator) withoutTokens() {
	null := func() string { return g.pick("#", " # ", "%:", "#/* c */", "# // c", "#\\\n", "/* a\n b */ #", "#\t") }
	condition := "0"
	if g.Intn(12) == 0 {
		condition = g.condition(1)
	}
	message := g.pick("error", "error M1 ( , #", "error don't", "error \"x", "error /* c\n */ x", "error a \\\n b", "nonsense 1", "1", "if0")
	fmt.Fprintf(&g.b, "%s\n#if %s\n#%s\n%s\n#else\n#warning %s\n%s\n#endif\n", null(), condition, message, null(), g.pick("", "M1", "it's"), null())
}
