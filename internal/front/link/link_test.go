package link

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/load"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/front/sema"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// units lowers C texts; the i-th is file a.c, b.c, ...
func units(t *testing.T, texts []string) []*lower.Unit {
	t.Helper()
	var out []*lower.Unit
	for i, text := range texts {
		name := fmt.Sprintf("%c.c", 'a'+i)
		opts := load.Options{ReadFile: func(n string) ([]byte, error) {
			if n != name {
				return nil, os.ErrNotExist
			}
			return []byte(text), nil
		}}
		u, diags := load.Parse(context.Background(), name, opts)
		if diag.HasErrors(diags) {
			t.Fatal(diags)
		}
		unit, diags := sema.Analyze(u.AST, sema.Options{File: name, Place: u.Place})
		if diag.HasErrors(diags) {
			t.Fatal(diags)
		}
		out = append(out, lower.Lower(unit, lower.Options{}))
	}
	return out
}

// library is a library of items by kind and name.
type library map[string]string

func (l library) Func(name string) (string, bool)   { s, ok := l["func "+name]; return s, ok }
func (l library) Global(name string) (string, bool) { s, ok := l["global "+name]; return s, ok }
func (l library) CType(label string) (string, bool) { s, ok := l["type "+label]; return s, ok }
func (l library) Files() []string                   { return []string{"lib.c"} }

var models = library{
	"func exit":                     "func @exit(%1: i32) model noreturn @0:1:1 {\nb1:\n  %2 = call i32 @helper(%1)\n  halt %2\n}\n",
	"func __VERIFIER_nondet_memory": "func @__VERIFIER_nondet_memory(%1: ptr, %2: i64) model {\nb1:\n  ret\n}\n",
	"func helper":                   "func @helper(%1: i32) -> i32 model {\nb1:\n  %2 = globaladdr ptr @state\n  store i32 %2, %1 align 4\n  ret %1\n}\n",
	"func unused":                   "func @unused() {\nb1:\n  ret\n}\n",
	"func vprint":                   "func @vprint(%1: ptr, %2: ptr) variadic model {\nb1:\n  ret\n}\n",
	"global state":                  "global @state size 4 align 4 model\n",
	"global unused":                 "global @unused size 4 align 4 model\n",
}

// names lists the functions and globals of a program.
func names(p *ir.Program) string {
	var out []string
	for _, f := range p.Funcs[1:] {
		out = append(out, f.Name)
	}
	out = append(out, "|")
	for _, g := range p.Globals[1:] {
		out = append(out, g.Name)
	}
	return strings.Join(out, " ")
}

func TestLink(t *testing.T) {
	for _, c := range []struct {
		name  string
		texts []string
		want  string // names, or the message of an error
	}{
		{"unreached items are dropped", []string{"int x, y; void f(void) { y = 1; } int main(void) { return x; }"}, "main __heddle_start exit helper | x state"},
		{"alias in another unit", []string{"int f(void); extern int g; int main(void) { return f() + g; }",
			"static int k = 3; extern int g __attribute__((alias(\"k\"))); static int h(void) { return 2; } int f(void) __attribute__((alias(\"h\")));"}, "main h __heddle_start exit helper | k state"},
		{"weak alias", []string{"int f(void); int main(void) { return f(); }", "static int h(void) { return 2; } int f(void) __attribute__((weak, alias(\"h\")));",
			"int f(void) { return 3; }"}, "main f __heddle_start exit helper | state"},
		{"alias and definition", []string{"int f(void); int main(void) { return f(); }", "static int h(void) { return 2; } int f(void) __attribute__((alias(\"h\")));",
			"int f(void) { return 3; }"}, "multiple definition of f, also in c.c"},
		{"definition in another unit", []string{"int f(void); extern int g; int main(void) { return f() + g; }", "int g = 3; int f(void) { return 2; }"},
			"main f __heddle_start exit helper | g state"},
		{"internal names stay apart", []string{"static int n = 1; int f(void); static int h(void) { return n; } int main(void) { return h() + f(); }", "static int n = 2; static int h(void) { return n; } int f(void) { return h(); }"},
			"main h f b.c:h __heddle_start exit helper | n b.c:n state"},
		{"two definitions", []string{"int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 2; }"}, "multiple definition of f, also in a.c"},
		{"two initialised objects", []string{"int n = 1; int main(void) { return n; }", "int n = 2;"}, "multiple definition of n, also in a.c"},
		{"common objects are one", []string{"int n; int main(void) { return n; }", "int n;"}, "main __heddle_start exit helper | n state"},
		{"weak gives way", []string{"__attribute__((weak)) int f(void) { return g1(); } int g1(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 2; }"},
			"main f __heddle_start exit helper | state"},
		{"function and object", []string{"extern int f; int main(void) { return f; }", "int f(void) { return 2; }"}, "f is an object here and a function in b.c"},
		{"no main", []string{"int f(void) { return 1; }"}, "no definition of function main"},
		{"definition replaces the model", []string{"int state = 7; int main(void) { return 0; }"}, "main __heddle_start exit helper | state"},
		{"constructors are roots", []string{"static void c(void) __attribute__((constructor)); static int s; static void c(void) { s = 1; } int main(void) { return 0; }"}, "c main __heddle_start exit helper | s state"},
		{"argv unread", []string{"int main(int argc, char **argv) { return 0; }"}, "main __heddle_start exit helper | state"},
		{"argv", []string{"int main(int argc, char **argv) { return !argv[0]; }"}, "main __heddle_start exit helper | argv_0 argv_1 argv_2 argv_3 argv_4 argv state"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, diags := Link(units(t, c.texts), Options{Library: models})
			got := ""
			if p == nil {
				got = diags[0].Message
			} else {
				if err := ir.Check(p); err != nil {
					t.Errorf("%v\n%s", err, p)
				}
				got = names(p)
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestAdapt checks that calls fit their callees for all declarations.
func TestAdapt(t *testing.T) {
	p, diags := Link(units(t, []string{
		`void *f(); long g(); void vprint(); int h(int);
		 int main(void) { f(1, 2L); f(); vprint("x", 1, 2.0); h(3); return (int)g((short)4); }`,
		`char *f(char c) { return 0; } int g(long long v) { return v; } void h(short a, int b) { }`,
	}), Options{Library: models})
	if p == nil {
		t.Fatal(diags)
	}
	if err := ir.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	text := p.FuncText(1)
	for _, want := range []string{"call ptr @f(%", "call @h(", "call i32 @g(", "call @vprint(", "choose uninit"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestUndefined checks the treatment of functions and objects without definition.
func TestUndefined(t *testing.T) {
	const head = "extern int x; int f(int); struct s { int a, b; }; struct s g(void); int pthread_f(void); double fork(void); "
	for _, c := range []struct {
		text string
		opts Options
		want []string
	}{
		{"int main(void) { return f(x); }", Options{}, []string{"global @x size 4 align 4 external",
			`func @f(%1: i32) -> i32 model external "f returns any value and does nothing else"`}},
		{"int main(void) { return f(x); }", Options{Externals: UnsupportedExternals}, []string{`unsupported "call of f"`}},
		{"int main(void) { return pthread_f(); }", Options{}, []string{`unsupported "call of pthread_f"`}},
		{"int main(void) { return fork(); }", Options{}, []string{`unsupported "call of fork"`}},
		{"int main(void) { return f(x); }", Options{Externals: UnsupportedExternals, Stubs: []string{"f=4"}},
			[]string{`assumed "f returns 4 and does nothing else"`, "ret 4:i32"}},
		{"_Bool k(void); int main(void) { return k(); }", Options{Stubs: []string{"k=4"}},
			[]string{`assumed "k returns 4 and does nothing else"`, "ret 1:i8"}},
		{"int main(void) { return g().a; }", Options{}, []string{`external "g returns any value and does nothing else"`, "call @__VERIFIER_nondet_memory(%1, 8:i64)"}},
		{"int *h(void); int main(void) { return *h(); }", Options{},
			[]string{`external "h returns null or an object of any content and does nothing else"`, "alloc external ptr 4:i64, 16:i64"}},
		{"char *h(void); int main(void) { return *h(); }", Options{},
			[]string{`external "h returns null or a string of up to 15 characters and does nothing else"`, "alloc external ptr 16:i64, 16:i64"}},
		{"struct u *h(void); int main(void) { return !h(); }", Options{},
			[]string{`external "h returns null or an object of 4096 bytes and does nothing else"`, "alloc external ptr 4096:i64, 16:i64"}},
		{"void (*h(void))(void); int main(void) { return !h(); }", Options{}, []string{`external "h returns null and does nothing else"`}},
		{"_Noreturn void h(int *); int main(void) { h(&x); }", Options{Stubs: []string{"h=havoc"}},
			[]string{`assumed "h writes any values through its arguments, ends the process and does nothing else"`,
				"call @__VERIFIER_nondet_memory(%1, 4:i64)", "halt 1:i32"}},
		{"struct s h(const int *, void *, long *, ...); int main(void) { return h(&x, 0, 0, 1).b; }", Options{Stubs: []string{"h=havoc"}},
			[]string{"eq ptr %4, null", "call @__VERIFIER_nondet_memory(%4, 8:i64)", "call @__VERIFIER_nondet_memory(%1, 8:i64)"}},
	} {
		c.opts.Library = models
		p, diags := Link(units(t, []string{head + c.text}), c.opts)
		if p == nil {
			t.Fatal(diags)
		}
		if err := ir.Check(p); err != nil {
			t.Errorf("%v\n%s", err, p)
		}
		for _, want := range c.want {
			if text := p.String(); !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		if text := p.String(); len(c.opts.Stubs) > 0 && strings.Contains(text, "memory(%2,") {
			t.Errorf("written through const in\n%s", text)
		}
	}
}

// TestWeakAbsent checks that the address of a weak function without definition is null.
func TestWeakAbsent(t *testing.T) {
	p, diags := Link(units(t, []string{"int f(void) __attribute__((weak)); int (*v)(void) = f; extern int o __attribute__((weak)); int *w = &o; int main(void) { return f != 0 || v || &o != 0 || w; }"}), Options{Library: models})
	if p == nil {
		t.Fatal(diags)
	}
	if err := ir.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	if text := p.String(); strings.Contains(text, "funcaddr") || strings.Contains(text, "func @f +") || strings.Contains(text, "globaladdr ptr @o") || strings.Contains(text, "@o +") {
		t.Errorf("f has an address in\n%s", text)
	}
}

// TestDeterministic links the same units twice.
func TestDeterministic(t *testing.T) {
	texts := []string{
		"struct s { int a; struct s *n; }; struct s v; int f(struct s *); int main(void) { return f(&v) + v.a; }",
		"struct s { int a; struct s *n; }; int f(struct s *p) { return p->n ? f(p->n) : p->a; }",
	}
	a, _ := Link(units(t, texts), Options{Library: models})
	b, _ := Link(units(t, texts), Options{Library: models})
	if a.String() != b.String() {
		t.Errorf("got\n%s\nthen\n%s", a, b)
	}
	if n := strings.Count(a.String(), `struct "s"`); n != 1 {
		t.Errorf("struct s occurs %d times, want once", n)
	}
}
