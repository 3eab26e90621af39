package load

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// tree is a file system for tests.
type tree map[string]string

func (t tree) read(name string) ([]byte, error) {
	if text, ok := t[name]; ok {
		return []byte(text), nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// parseText parses one file with the given text.
func parseText(t *testing.T, text string) (*Unit, []diag.Diagnostic) {
	t.Helper()
	return Parse(context.Background(), "a.c", Options{ReadFile: tree{"a.c": text}.read})
}

// mustParse parses a text that has no errors.
func mustParse(t *testing.T, text string) *Unit {
	t.Helper()
	u, diags := parseText(t, text)
	if u.AST == nil {
		t.Fatalf("%v", diags)
	}
	return u
}

func TestAccepts(t *testing.T) {
	for _, tt := range []struct{ name, text string }{
		{"empty file", ""},
		{"no final newline", "int x;"},
		{"carriage returns", "int x;\r\n#define A \\\r\n 1\r\nint y = A;\r\n"},
		{"quote in skipped group", "#if 0\ndon't \" look\n#endif\nint x;\n"},
		{"quote in #error that is skipped", "#ifdef NOPE\n#error can't\n#endif\nint x;\n"},
		{"quote in #warning", "#warning don't\nint x;\n"},
		{"## makes ::", "#define TWO(x) x ## x\nvoid f(int a) { __asm__(\"\" TWO(:) \"r\"(a) : \"memory\"); }\n"},
		{"quotes in comments", "// don't\n/* \" ' */ int x; // \"\n"},
		{"colon behind an enumeration", "enum e { A };\nstruct s { enum e : 3; enum e b : 2; };\nint x = _Generic((enum e)0, enum e: 1, default: 2);\n" +
			"enum f : unsigned char { B };\nenum g : short;\n"},
		{"digraphs", "int a<:3:> = <% 1, 2 %>;\n"},
		{"__VA_OPT__", "#define A(x, ...) x __VA_OPT__(= { __VA_ARGS__ })\n#define B(\\\n x, y... ) x __VA_OPT__(\\\n [) y __VA_OPT__(])\n" +
			"#define TWO 1, 2\nint A(a); int A(b[3], 1, TWO); int B(c, 4), B(d);\n"},
		{"digraphs of directives", "%:define A 1\n%:define B(x) a %:%: x\nint B(2) = A;\n"},
		{"byte order mark", "\ufeff#define A 1\nint x = A;\n"},
		{"named variable arguments", "#define F(x, y...) x y\n#define G(x, y...) g(x, ##y)\n#define H(y...) g(0,##y)\nint g(int, ...);\n" +
			"int f(void) { return F(1, + 2) + G(1) + G(1, 2) + H() + H(3); }\n"},
		{"variable arguments, no blank", "#define G(x,...) g(x,##__VA_ARGS__)\nint g(int, ...); int f(void) { return G(1) + G(1, 2); }\n"},
		{"array parameter without name", "void f(int [static 5], int [const 5], int [restrict], int a[static const 3]);\n"},
		{"attribute of a name in brackets", "int (__attribute__((noreturn)) f)(void), *(__attribute__((nonnull)) __attribute__((pure)) g)(int *); void h(int (*)(__attribute__((unused)) int));\n"},
		{"attribute behind enum", "enum __attribute__((packed)) e { A, B }; enum __attribute__((aligned(4), packed)) { C } c; enum __attribute__((packed)) e d;\n"},
		{"#import of a macro", "#define F <stddef.h>\n#import F\nsize_t x;\n"},
		{"#line with a macro", "#define here 1000\n#line here\n_Static_assert(1, \"\");\n#define there 5 \"b.c\"\n#line there\nint x;\n"},
		{"binary constant in #if", "#if 0b11 != 3 || 0B1u != 1\n#error no\n#endif\nint x;\n"},
		{"calls in #if", "#define F(x) x\n#if F(1) && F((1)) == 1 && !(F (0)) && defined(F) && defined (F)\nint x;\n#else\n#error no\n#endif\n" +
			"#if !defined G || G(1)\nint y;\n#endif\n"},
		{"#elifdef", "#if 0\n#error no\n#elifdef NOPE\n#error no\n#elifndef NOPE\nint x;\n#else\n#error no\n#endif\n"},
		{"spelling of literals behind #", "#define S(...) #__VA_ARGS__\n#define W L ## \"c\"\n_Static_assert(sizeof S(\"\\0d\" \"\\x04\" \"a\" u'x' <:) == 24, \"\"); int *p = W;\n"},
		{"unknown directives that are skipped", "#if 0\n#deifne X\n#embed \"x\"\n#!\n#endif\nint x;\n"},
		{"ignored pragmas", "#pragma acc parallel\n#pragma nothing of this name\nint x;\n"},
		{"many tokens of macros", "#define A(x) x x x x\n#define B(x) A(A(A(A(x))))\nint s; void f(void) { B(A(A(s++;))) B(A(s--;)) }\n"},
		{"line marker", "# 1 \"x.h\" 1 3 4\nint x;\n# 2 \"a.c\" 2\n"},
		{"abstract parameter names in casts", "void f(void) { ((void(*)(int x))0); ((void(*)(long x))0); }\n"},
		{"excess initialiser braces", "int a[2] = {{1}, {2}}; int b = {{3}};\n"},
		{"large decimal constants", "unsigned long a = 18446744073709551615; int b = 9223372036854775808 != 0;\n"},
		{"void argument in casts", "int g(int x) { return ((int(*)(void))0)() + x; }\n"},
		{"type builtins", "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int *p = __builtin_va_arg(l, int *);\n" +
			"int (*q)(int, char) = __builtin_va_arg(l, int (*)(int, char)); struct s { int a; struct { char c[3]; } b; };\n" +
			"return __builtin_types_compatible_p(int, long) + __builtin_offsetof(struct s, b.c[1]); }\n"},
		{"statement expression", "int f(void) { return ({ int a = 1; a; }) + (1 ?: 2); }\n"},
		{"computed goto", "int f(int i) { static void *t[] = {&&a, &&b}; goto *t[i]; a: return 1; b: return 2; }\n"},
		{"case range", "int f(int i) { switch (i) { case 1 ... 3: return 1; default: return 2; } }\n"},
		{"K&R definition", "int f(a, b) int a; char *b; { return a + *b; }\n"},
		{"__auto_type, typeof", "int f(int i) { __auto_type j = i; __typeof__(j) k = j; typeof(int *) p = &k; return *p; }\n"},
		{"_Generic", "int f(double d) { return _Generic(d, int: 1, double: 2, default: 3); }\n"},
		{"compound literal", "struct s { int a; }; struct s *p = &(struct s){1}; int f(void) { return (struct s){.a = 2}.a; }\n"},
		{"designators", "int a[10] = {[2] = 1, [4 ... 6] = 3}; struct s {int x, y;} s = {.y = 2, x: 3};\n"},
		{"VLA", "int f(int n, int a[n][n + 1]) { int b[n]; return sizeof b + a[1][2]; }\n"},
		{"attributes", "static int x __attribute__((unused, aligned(16))); void g(int *) __attribute__((noreturn)); " +
			"struct __attribute__((packed)) s { char c; int i __attribute__((packed)); }; void k(int *p); int f(void) { int v __attribute__((cleanup(k))) = 0; return v; }\n"},
		{"atomics", "_Atomic int a; _Atomic(long) b; int *_Atomic p; typedef _Atomic int t; struct s { t x; };\n"},
		{"thread local", "_Thread_local int a; static __thread int b; extern _Thread_local int c;\n"},
		{"alignas", "_Alignas(16) char c[3]; _Alignas(double) int x; int y = _Alignof(long);\n"},
		{"int128 and floats", "__int128 a; unsigned __int128 b; __int128_t c; _Float128 d; _Float64x e; long double f;\n"},
		{"empty struct and union", "struct e {}; union u { }; struct f { int n; char d[]; }; struct z { int a[0]; };\n"},
		{"anonymous members", "struct s { union { int a; struct { short b, c; }; }; int : 3; int d : 4; }; int f(struct s *p) { return p->b; }\n"},
		{"barrier asm", "void f(void) { __asm__ __volatile__(\"\" ::: \"memory\"); asm(\"mfence\"); }\n"},
		{"declaration after label", "int f(void) { goto l; l: ; int x = 1; return x; }\n"},
		{"static assert", "_Static_assert(1, \"x\"); struct s { int a; _Static_assert(1, \"y\"); }; int f(void) { _Static_assert(1, \"z\"); return 0; }\n"},
		{"pragma pack", "#pragma pack(push, 1)\nstruct s { char c; int i; };\n#pragma pack(pop)\n"},
		{"_Pragma", "#define P(x) _Pragma(#x)\nint f(int a) { _Pragma(\"\") P(acc x) if (a) _Pragma(\"acc y\") return 1; return 2; }\n" +
			"_Pragma ( \"pack(push, 2)\" ) struct s { char c; int i; }; _Pragma(\"pack(pop)\")\n"},
		{"pragma once", "#pragma once\n#pragma GCC diagnostic ignored \"-Wall\"\nint x;\n"},
		{"latin-1 comment", "// \xfcber\nint x; char *s = \"\xfc\";\n"},
		{"stray directive", "#ident \"x\"\n#\nint x;\n"},
		{"wide strings", "int *w = L\"ab\"; int c = L'x'; char *u = u8\"x\";\n"},
		{"typedef name as member", "typedef int T; struct s { T T; }; int f(void) { int T = 1; return T; }\n"},
		{"function pointer result", "int (*f(int))(char); int (*(*g)(void))(int);\n"},
		{"implicit int", "f() { return 1; } static x; main(argc) { return f(); }\n"},
		{"local function declaration", "int f(void) { int g(int); extern int h; return g(h); }\n"},
		{"nested conditionals", "int f(int a) { return a ? a > 1 ? 2 : 3 : a ? 4 : 5; }\n"},
		{"label address arithmetic", "void f(void) { static int d[] = { &&b - &&a }; a: b: ; }\n"},
		{"__func__", "const char *f(void) { return __func__; } const char *g(void) { return __FUNCTION__; }\n"},
		{"local label", "void f(void) { ({ __label__ l; goto l; l: ; }); }\n"},
		{"extension", "__extension__ typedef struct { int x; } t; int f(void) { return __extension__ ({ 1; }); }\n"},
		{"complex", "double _Complex z;\n"},
		{"vector", "typedef float v4 __attribute__((vector_size(16)));\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, diags := parseText(t, tt.text)
			if u.AST == nil {
				t.Errorf("%v", diags)
			}
		})
	}
}

func TestRejects(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"syntax", "int x;\nint f( {\n", "a.c:2:"},
		{"syntax", "int x;\nenum __attribute__((packed)return y { A };\n", "a.c:2:"},
		{"missing header", "int x;\n#include <nope.h>\n", "a.c:2:10: error: no such header: <nope.h>: -I looks in a directory, --system-headers on this machine [no-such-file]"},
		{"missing local header", "#include \"nope.h\"\n", "a.c:1:10: error: no such header: \"nope.h\": -I looks in a directory, --system-headers on this machine [no-such-file]"},
		{"unknown directive", "int x;\n #deifne X\n", "a.c:2:2: error: unknown directive #deifne [directive]"},
		{"#embed", "#embed \"x\"\n", "a.c:1:1: error: unsupported directive #embed [directive]"},
		{"directive without name", "#!/bin/sh\n", "a.c:1:1: error: unknown directive # [directive]"},
		{"#import of no file", "#define F stdio.h\n#import F\n", "a.c:2:1: error: #import needs the name of a file [directive]"},
		{"#line of an unknown name", "int x;\n#line here\n", "a.c:2:1: error: #line needs a number [directive]"},
		{"call of an undefined name in #if", "int x;\n#if FOO(3)\n#endif\n", "a.c:2:8: error: FOO is no macro: a call of it has no meaning in #if [syntax]"},
		{"call of an undefined name in #elif", "#if 0\n#elif 1 + FOO(3)\n#endif\n", "a.c:2:14: error: FOO is no macro: a call of it has no meaning in #if [syntax]"},
		{"pragma that changes the layout", "#pragma scalar_storage_order big-endian\n", "a.c:1:1: error: unsupported: #pragma scalar_storage_order [directive]"},
		{"#error", "\n#error can't go on\n", "a.c:2:1: error: #error can't go on [syntax]"},
		{"unterminated comment", "int x;\n  /* abc\n", "a.c:2:3: error: comment is not terminated [syntax]"},
		{"unterminated string", "char *s = \"abc;\n", "a.c:1:11: error: literal is not terminated: missing \""},
		{"unterminated character", "char c = 'a;\n", "a.c:1:10: error: literal is not terminated: missing '"},
		{"unterminated character in an argument", "#define F(x) x\nint x;\nF(don't)\nint y;\n", "a.c:3:6: error: literal is not terminated: missing ' [syntax]"},
		{"## makes no token", "#define F(x, y) x ## y\nint F(+, a);\n", "a.c:2:5: error: ## makes +a, which is no token [syntax]"},
		{"raw string", "char *s = R\"(a)\";\n", "a.c:1:11: error: unsupported: a raw string literal [syntax]"},
		{"another else", "#if 1\n#else\n#else\n#endif\n", "a.c:3:1: error: unexpected #else"},
		{"stray #", "int x; #\n", "a.c:1:8: error: unexpected '#' [syntax]"},
		{"unterminated #if", "#if 1\nint x;\n", "a.c:1:1: error: #if without #endif [syntax]"},
		{"zero byte", "int x;\nint \x00y;\n", "a.c:2:5: error: the file contains a zero byte; expected C source text [encoding]"},
		{"UTF-16", "\xff\xfei\x00n\x00", "a.c:1:1: error: the file is UTF-16; expected UTF-8 [encoding]"},
		{"not C", "\x7fELF\x02\x01\x01", "a.c:1:1: error: "},
		{"bytes that are no characters", "int \xff\xfe;\n", "a.c:1:5: error: byte 0xff is not UTF-8 text [encoding]"},
		{"prose", "This is not a C program at all.\n", "a.c:1:"},
		{"C++", "class A { public: int x; };\n", "a.c:1:"},
		{"line marker moves positions", "# 41 \"orig.c\"\nint x;\nint 3;\n", "orig.c:42:5: error: "},
		{"#include of itself", "#include \"a.c\"\n", "a.c:1:1: error: the file is included by itself"},
		{"#include of itself between text", "int x;\n#include \"a.c\"\nint y;\n", "a.c:2:1: error: the file is included by itself"},
		{"division by zero in #if", "#if 1 / 0\n#endif\nint x = ;\n", "a.c:"},
		{"#if without expression", "#if\n#endif\n", "a.c:1:"},
		{"end of file in a pointer", "f(a) char *", "a.c:1:12: error: unexpected end of file"},
		{"end of file without semicolon", "int x", "a.c:1:6: error: unexpected end of file"},
		{"end of file after specifiers", "#define _Static_assert\nstatic const", "a.c:2:13: error: unexpected end of file"},
		{"end of file", "int f(void) {\n  return 1;\n", "a.c:2:12: error: unexpected"},
		{"incomplete #if", "#if 1 +\n#endif\n", "a.c:1:7: error: the expression of #if is incomplete [syntax]"},
		{"unterminated macro call", "#define F(x) x\nint a = F(1\n", "a.c:"},
		{"deep parentheses", "int x = " + strings.Repeat("(", 10000) + "1" + strings.Repeat(")", 10000) + ";\n", "a.c:1:2009: error: brackets nest more than 2000 deep [nesting]"},
		{"deep braces", strings.Repeat("{", 1<<20), "a.c:1:2001: error: brackets nest"},
		{"deep prefix operators", "int f(int x) { return " + strings.Repeat("- ", 400000) + "x; }\n", "a.c:1:40013: error: statements or expressions nest too deeply"},
		{"deep if chain", "int f(int x) { " + strings.Repeat("if (x) ", 100000) + "; }\n", "a.c:1:69999: error: statements or expressions nest too deeply"},
		{"deep conditional", "int x = " + strings.Repeat("1 ? 2 : ", 100000) + "3;\n", "a.c:1:40003: error: statements or expressions nest too deeply"},
		{"deep #if", strings.Repeat("#if 1\n", 100000), "a.c:1001:1: error: #if nests more than 1000 deep [nesting]"},
		{"flat macro bomb", "#define T " + strings.Repeat("; ", 1000) + "\nvoid f(void) { " + strings.Repeat("T ", 1300) + "}\n", "a.c:2:1516: error: macros expand to too much text"},
		{"macro bomb", bomb("x x", 40), "a.c:"},
		{"macro bomb with brackets", bomb("(x)", 24), "a.c:"},
		{"macros that nest", "#define M - - - - - - - - - -\nint x = " + strings.Repeat("M ", 5000) + "1;\n", "a.c:2:4007: error: statements or expressions nest too deeply"},
		{"macros that double prefixes", nestingBomb(20), "a.c:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			u, diags := parseText(t, tt.text)
			if u.AST != nil || len(diags) == 0 {
				t.Fatalf("accepted")
			}
			if got := diags[0].String(); !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if d := time.Since(start); d > time.Minute {
				t.Errorf("took %s", d)
			}
		})
	}
}

// bomb defines macros that double their text n times.
func bomb(body string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#define A0 1 +\n")
	for i := range n {
		b.WriteString(fmt.Sprintf("#define A%d %s\n", i+1, strings.ReplaceAll(body, "x", fmt.Sprintf("A%d", i))))
	}
	if body == "(x)" { // call chains: brackets and doubling
		b.Reset()
		b.WriteString("#define A0(x) (x)\n")
		for i := range n {
			fmt.Fprintf(&b, "#define A%d(x) A%d(A%d(x))\n", i+1, i, i)
		}
		fmt.Fprintf(&b, "int x = A%d(1);\n", n)
		return b.String()
	}
	fmt.Fprintf(&b, "int x = A%d 1;\n", n)
	return b.String()
}

// nestingBomb makes 2^n nested prefix operators.
func nestingBomb(n int) string {
	var b strings.Builder
	b.WriteString("#define A0 -\n")
	for i := range n {
		fmt.Fprintf(&b, "#define A%d A%d A%d\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "int x = A%d 1;\n", n)
	return b.String()
}

func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.c")
	if err := os.WriteFile(secret, []byte("int x;"), 0); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, file, code string }{
		{"directory", dir, "unreadable-file"},
		{"missing", filepath.Join(dir, "none.c"), "no-such-file"},
		{"empty name", "", "no-such-file"},
	} {
		u, diags := Parse(context.Background(), tt.file, Options{})
		if u.AST != nil || len(diags) != 1 || diags[0].Code != tt.code {
			t.Errorf("%s: %v", tt.name, diags)
		}
	}
	if os.Getuid() != 0 {
		if u, diags := Parse(context.Background(), secret, Options{}); u.AST != nil || diags[0].Code != "unreadable-file" {
			t.Errorf("unreadable: %v", diags)
		}
	}
	denied := func(name string) ([]byte, error) {
		if name == "a.c" {
			return []byte("#include \"h.h\"\n"), nil
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("permission denied")}
	}
	if _, diags := Parse(context.Background(), "a.c", Options{ReadFile: denied}); len(diags) == 0 || !strings.Contains(fmt.Sprint(diags), "permission denied") {
		t.Errorf("unreadable header: %v", diags)
	}
	big := func(string) ([]byte, error) { return make([]byte, maxFile+1), nil }
	if _, diags := Parse(context.Background(), "a.c", Options{ReadFile: big}); len(diags) != 1 || diags[0].Code != "too-large" {
		t.Errorf("large file: %v", diags)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	block := make(chan struct{})
	defer close(block)
	hang := func(string) ([]byte, error) { <-block; return nil, fs.ErrNotExist }
	if u, diags := Parse(ctx, "a.c", Options{ReadFile: hang}); u.AST != nil || diags[0].Code != "timeout" {
		t.Errorf("got %v", diags)
	}
}

func TestIncludeOrderAndCommandLine(t *testing.T) {
	files := tree{
		"src/a.c":      "#include \"h.h\"\n#include <k.h>\n#include <limits.h>\nint x = H K N(1) G;\n",
		"src/h.h":      "#define H 1\n",
		"inc/h.h":      "#error wrong\n",
		"inc/k.h":      "#include \"k2.h\"\n",
		"inc/k2.h":     "#define K +2\n",
		"inc/limits.h": "#define G +4\n",
		"pre.h":        "#ifndef D\n#error no D\n#endif\n#ifdef U\n#error U\n#endif\n",
	}
	u, diags := Parse(context.Background(), "src/a.c", Options{
		IncludeDirs: []string{"inc"}, Defines: []string{"D", "N(x)=+x", "U=1"}, Undefines: []string{"U"},
		Includes: []string{"pre.h"}, ReadFile: files.read,
	})
	if u.AST == nil {
		t.Fatalf("%v", diags)
	}
	if string(u.Source("inc/k2.h")) != files["inc/k2.h"] {
		t.Error("the source of a header is missing")
	}
	for _, opts := range []Options{{Defines: []string{"1"}}, {Defines: []string{"A=1\n#include \"x\""}}, {Undefines: []string{"a b"}}, {Includes: []string{"a\nb"}}} {
		opts.ReadFile = files.read
		if u, diags := Parse(context.Background(), "src/a.c", opts); u.AST != nil || diags[0].Code != "option" {
			t.Errorf("%+v: %v", opts, diags)
		}
	}
}

// TestAbsoluteIncludes includes files by their full names, from the command line and from text.
func TestAbsoluteIncludes(t *testing.T) {
	files := tree{
		"a.c":          "#include </src/two.h>\n#include \"/src/three.h\"\nint x = ONE + TWO + THREE;\n",
		"/src/one.h":   "#define ONE 1\n",
		"/src/two.h":   "#define TWO 2\n",
		"/src/three.h": "#include \"four.h\"\n#define THREE FOUR\n",
		"/src/four.h":  "#define FOUR 3\n",
	}
	u, diags := Parse(context.Background(), "a.c", Options{Includes: []string{"/src/one.h"}, ReadFile: files.read})
	if u.AST == nil || len(diags) > 0 {
		t.Error(diags)
	}
}

func TestEmbeddedPositions(t *testing.T) {
	u := mustParse(t, "#include <pthread.h>\n")
	found := false
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if file, row, column := u.Place(tu.ExternalDeclaration.Position().Offset); file == "<pthread.h>" {
			line := strings.Split(string(u.Source(file)), "\n")[row-1]
			if strings.Contains(line, "pthread_join") && column == 1 {
				found = true
			}
		}
	}
	if !found {
		t.Error("no declaration at the line of pthread_join")
	}
}

func TestAllHeadersParse(t *testing.T) {
	for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
		for _, prefix := range []string{"", "#define _GNU_SOURCE\n"} {
			text := prefix
			for _, h := range header.Names() {
				text += "#include <" + h + ">\n"
			}
			u, diags := Parse(context.Background(), "a.c", Options{Model: m, ReadFile: tree{"a.c": text}.read})
			if u.AST == nil {
				t.Errorf("%s: %v", m, diags)
			}
		}
	}
}

func TestDatabase(t *testing.T) {
	data := `[{"directory": "/p", "file": "a.c", "command": "gcc -m32 -I inc -Idir/x -DA=1 -D 'B=\"q r\"' -UC -include pre.h -c a.c"},
	{"directory": "sub", "file": "/abs/b.c", "arguments": ["cc", "-isystem", "s", "-D"]}]`
	got, err := Database([]byte(data), "/base")
	if err != nil {
		t.Fatal(err)
	}
	want := []Command{
		{File: "/p/a.c", ModelSet: true, Options: Options{Model: ir.ILP32, IncludeDirs: []string{"/p/inc", "/p/dir/x"},
			Defines: []string{"A=1", `B="q r"`}, Undefines: []string{"C"}, Includes: []string{"/p/pre.h"}, CompilerFlags: []string{"-fno-openmp"}}},
		{File: "/abs/b.c", Options: Options{IncludeDirs: []string{"/base/sub/s"}, CompilerFlags: []string{"-fno-openmp"}}},
	}
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	for _, bad := range []string{"", "{", `[{"directory": "x"}]`, "[1]"} {
		if _, err := Database([]byte(bad), "."); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

func BenchmarkTinyFile(b *testing.B) {
	text := "#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) { return 0; }\n"
	for b.Loop() {
		u, diags := Parse(context.Background(), "a.c", Options{ReadFile: tree{"a.c": text}.read})
		if u.AST == nil {
			b.Fatal(diags)
		}
	}
}

// BenchmarkLines parses preprocessed text of n lines; the time must grow with n.
func BenchmarkLines(b *testing.B) {
	for _, n := range []int{6000, 12000, 24000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var text strings.Builder
			for i := range n / 6 {
				fmt.Fprintf(&text, "static int f%d(int a, char *p) {\n\tint i, s = 0;\n\tfor (i = 0; i < a; i++)\n\t\ts += p[i] * %d + (a >> 2);\n\treturn s;\n}\n", i, i)
			}
			b.ResetTimer()
			for b.Loop() {
				u, diags := Parse(context.Background(), "a.c", Options{ReadFile: tree{"a.c": text.String()}.read})
				if u.AST == nil {
					b.Fatal(diags)
				}
				runtime.KeepAlive(u)
			}
		})
	}
}

// TestPresumed checks that line N of a presumed file is the line that positions call N, and empty if
// that is ambiguous or a line of another file.
func TestPresumed(t *testing.T) {
	for text, want := range map[string]string{
		"int a;\nint b;\n":                           "int a;\nint b;\n",
		"int a;\n#line 4\nint b;\n":                  "int a;\n\n\nint b;\n",
		"int a;\n#line 9 \"b.y\"\nint b;\n":          "int a;",
		"# 1 \"b.y\"\nint a;\n# 2 \"a.c\"\nint b;\n": "\nint b;\n",
		"int a;\n#line 1\nint b;\n":                  "\n",
		"int a;\n#line 4000000\nint b;\n":            "int a;",
	} {
		if got := string(mustParse(t, text).Presumed("a.c")); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}
