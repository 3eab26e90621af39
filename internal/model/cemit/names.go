package cemit

import (
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// names issues C identifiers, each once. Names in a function also avoid the names of the file.
type names struct {
	around *names // nil: none
	taken  map[string]bool
	next   map[string]int // by name: the first number that may be free
}

// reserved are the words that no identifier may be: keywords, and macros that gcc
// or the headers that are included define.
var reserved = strings.Fields(`
auto break case char const continue default do double else enum extern float for
goto if inline int long register restrict return short signed sizeof static struct
switch typedef union unsigned void volatile while _Alignas _Alignof _Atomic _Bool
_Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local asm typeof
linux unix i386 errno assert stdin stdout stderr NULL EOF bool true false
ASSERT ASSUME reach_error main exit abort alloca
random_bytes any_values atomic_lock float_of_bits double_of_bits bits_of_float bits_of_double
`)

func newNames() *names {
	n := &names{taken: make(map[string]bool), next: make(map[string]int)}
	for _, w := range reserved {
		n.taken[w] = true
	}
	for _, name := range clib.Load("lp64").Funcs() {
		if headerOf(name) != "" || ownCode[name] {
			n.taken[name] = true
		}
	}
	for suffix := range nondetNames {
		n.taken[nondetPrefix+suffix] = true
	}
	for _, helper := range accessHelpers {
		for _, t := range []string{"ptr", "f32", "f64"} {
			n.taken[helper+"_"+t] = true
		}
		for bits := 8; bits <= 128; bits += 8 {
			n.taken[helper+"_i"+strconv.Itoa(bits)], n.taken[helper+"_u"+strconv.Itoa(bits)] = true, true
		}
	}
	return n
}

// unique returns an identifier that was not handed out before, like the name given.
func (n *names) unique(name string) string {
	name = identifier(name)
	c := name
	for i := max(2, n.next[name]); n.has(c); i++ {
		c = name + "_" + strconv.Itoa(i)
		n.next[name] = i + 1
	}
	n.taken[c] = true
	return c
}

// has reports whether an identifier was handed out.
func (n *names) has(name string) bool {
	return n.taken[name] || n.around != nil && n.around.has(name)
}

// local returns a name space for a function: its identifiers differ from each
// other and from all of the file.
func (n *names) local() *names {
	return &names{around: n, taken: make(map[string]bool), next: make(map[string]int)}
}

// identifier turns a name of the IR ("file.c:name", ".str.3", "a.b") into a C
// identifier. Names that verifiers give a meaning lose their leading underscores.
func identifier(name string) string {
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	for _, prefix := range []string{"__CPROVER_", "__ESBMC_", "__builtin_", "__heddle_"} {
		if strings.HasPrefix(name, prefix) {
			name = strings.TrimLeft(name, "_")
		}
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c >= '0' && c <= '9' && b.Len() > 0:
			b.WriteByte(c)
		case c >= '0' && c <= '9':
			b.WriteByte('_')
			b.WriteByte(c)
		case b.Len() > 0:
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "anon"
	}
	return b.String()
}

func (p *printer) nameGlobals() {
	p.funcName = make([]string, len(p.prog.Funcs))
	p.globName = make([]string, len(p.prog.Globals))
	for f := 1; f < len(p.prog.Funcs); f++ {
		switch fn := &p.prog.Funcs[f]; p.reach.funcs[f] {
		case called:
			p.funcName[f] = fn.Name
			p.names.taken[fn.Name] = true
		case printed:
			if ir.FuncID(f) == p.reach.main {
				p.funcName[f] = "main"
			}
		}
	}
	for f := 1; f < len(p.prog.Funcs); f++ {
		if p.reach.funcs[f] == printed && p.funcName[f] == "" {
			p.funcName[f] = p.names.unique(p.prog.Funcs[f].Name)
		}
	}
	for g := 1; g < len(p.prog.Globals); g++ {
		switch {
		case !p.reach.globals[g]:
		case p.isLibraryObject(ir.GlobalID(g)):
			p.globName[g] = p.prog.Globals[g].Name
		case p.prog.Globals[g].Storage == ir.Constant && strings.HasPrefix(p.prog.Globals[g].Name, ".str"):
			p.globName[g] = p.names.unique("string")
		default:
			p.globName[g] = p.names.unique(p.prog.Globals[g].Name)
		}
	}
}
