package load

import (
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// translate runs the parser, and its checker, without any of our workarounds.
func translate(text string, check bool) (*cc.AST, error) {
	sources := []cc.Source{
		{Name: "<predefined>", Value: header.Predefined(ir.LP64)},
		{Name: "<prelude>", Value: header.Prelude() + "typedef __SIZE_TYPE__ __predefined_size_t;\ntypedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;\ntypedef __WCHAR_TYPE__ __predefined_wchar_t;\n"},
		{Name: "a.c", Value: text},
	}
	cfg := &cc.Config{ABI: abiLP64, UnsignedEnums: true}
	if check {
		return cc.Translate(cfg, sources)
	}
	return cc.Parse(cfg, sources)
}

// typeOf returns the type that the checker gives a declared name.
func typeOf(t *testing.T, ast *cc.AST, name string) cc.Type {
	t.Helper()
	for _, n := range ast.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			return d.Type()
		}
	}
	t.Fatalf("%s is not declared", name)
	return nil
}

// TestParserFacts records how the parser of the pinned version behaves without prescan. A failure
// after an update means that a workaround can go, or that a new one is needed.
func TestParserFacts(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		check      bool // run the checker too
		ok         bool
	}{
		{"quote in a skipped group fails", "#if 0\ndon't\n#endif\n", false, false},
		{"quote in #warning fails", "#warning don't\n", false, false},
		{"digraphs are unknown", "int a<:1:>;\n", false, false},
		{"parameter names of casts clash for the checker", "void f(void) { ((void(*)(int x))0); ((void(*)(long x))0); }\n", true, false},
		{"parameter names of casts parse", "void f(void) { ((void(*)(int x))0); ((void(*)(long x))0); }\n", false, true},
		{"large decimal constants fail in the checker", "unsigned long a = 18446744073709551615;\n", true, false},
		{"large decimal constants parse", "unsigned long a = 18446744073709551615;\n", false, true},
		{"undeclared functions are accepted", "int f(void) { return g(1); }\n", true, true},
		{"incompatible assignments are accepted", "struct s { int a; } s; int *p; void f(void) { p = 1.5; }\n", true, true},
	} {
		if _, err := translate(tt.text, tt.check); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestParserIgnoresLineMarkers(t *testing.T) {
	ast, err := translate("# 41 \"b.h\"\nint marked;\n#line 51 \"c.h\"\nint lined;\n", false)
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		places = append(places, tu.ExternalDeclaration.Position().String())
	}
	if got := strings.Join(places[len(places)-2:], " "); got != "a.c:2:1 c.h:51:1" {
		t.Errorf("got %s", got)
	}
}

func TestCheckerTypesAreNotOurs(t *testing.T) {
	ast, err := translate(`
struct bits { char c; int b : 20; char d; } bits;
struct __attribute__((packed)) packed { char c; int i; } packed;
unsigned long param(int a[10]) { return sizeof(a); }
`, true)
	if err != nil {
		t.Fatal(err)
	}
	if n := typeOf(t, ast, "packed").Size(); n == 5 {
		t.Error("packed structures are laid out as in gcc now")
	}
	if n := typeOf(t, ast, "bits").Size(); n == 0 {
		t.Error("no size")
	}
}

func TestMacroPositionsCollapse(t *testing.T) {
	ast, err := translate("#define PAIR int x; int y;\n\n   PAIR\n", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "y"} {
		if p := ast.Scope.Nodes[name][0].Position(); p.Line != 3 || p.Column != 4 {
			t.Errorf("%s is at %v", name, p)
		}
	}
}
