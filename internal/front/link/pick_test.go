package link

import (
	"strings"
	"testing"
)

// TestPick picks units for an entry function. The files are a.c, b.c, …; the first named ones are
// given on the command line.
func TestPick(t *testing.T) {
	for _, c := range []struct {
		name  string
		texts []string
		named int
		opts  Options
		want  string
		err   string
	}{
		{"a call", []string{"int g(void); int f(void) { return g(); }", "int g(void) { return 1; }", "int main(void) { return 0; }"}, 0, Options{Entry: "f"}, "a.c b.c", ""},
		{"only what is reached", []string{"int g(void), h(void); int f(void) { return g(); } int k(void) { return h(); }", "int g(void) { return 1; }", "int h(void) { return 1; }"}, 0, Options{Entry: "f"}, "a.c b.c", ""},
		{"one of several programs", []string{"int g(void); int main(void) { return g(); }", "int main(void) { return 0; }", "int g(void) { return 1; }"}, 0, Options{Entry: "a.c:main"}, "a.c c.c", ""},
		{"a harness", []string{"int g(void); void test(void) { g(); }", "int g(void) { return 1; } int main(void) { return g(); }", "int main(void) { return 0; }"}, 1, Options{Entry: "test"}, "a.c b.c", ""},
		{"a named file wins", []string{"int g(void); void test(void) { g(); }", "int g(void) { return 1; }", "int g(void) { return 2; }"}, 2, Options{Entry: "test"}, "a.c b.c", ""},
		{"addresses in initial values", []string{"extern int (*const table[1])(void); int f(void) { return table[0](); }", "int g(void); int (*const table[1])(void) = { g };", "int g(void) { return 1; }"}, 0, Options{Entry: "f"}, "a.c b.c c.c", ""},
		{"constructors of what is needed", []string{"extern int x; int f(void) { return x; }", "int x; void g(void); __attribute__((constructor)) static void init(void) { g(); }", "void g(void) { }", "void h(void); __attribute__((constructor)) static void other(void) { h(); }", "void h(void) { }"}, 0, Options{Entry: "f"}, "a.c b.c c.c", ""},
		{"a strong definition beats a weak one", []string{"int g(void); int f(void) { return g(); }", "__attribute__((weak)) int g(void) { return 1; }", "int g(void) { return 2; }"}, 0, Options{Entry: "f"}, "a.c c.c", ""},
		{"a common object", []string{"extern int x; int f(void) { return x; }", "int x;", "int x = 1;"}, 0, Options{Entry: "f"}, "a.c c.c", ""},
		{"a static function of the same name", []string{"static int g(void) { return 1; } int f(void) { return g(); }", "int g(void) { return 1; }"}, 0, Options{Entry: "f"}, "a.c", ""},
		{"an asm label", []string{"int g(void) __asm__(\"k\"); int f(void) { return g(); }", "int g(void) { return 1; }", "int k(void) { return 1; }"}, 0, Options{Entry: "f"}, "a.c c.c", ""},
		{"a stub", []string{"int g(void); int f(void) { return g(); }", "int g(void) { return 1; }"}, 0, Options{Entry: "f", Stubs: []string{"g=3"}}, "a.c", ""},
		{"several definitions", []string{"int g(void); int f(void) { return g() + g(); }", "int g(void) { return 1; }", "int g(void) { return 2; }"}, 0, Options{Entry: "f"}, "", "both b.c and c.c define g, which is needed: name the file to take"},
		{"several that nobody needs", []string{"int f(void) { return 0; }", "int g(void) { return 1; }", "int g(void) { return 2; }"}, 0, Options{Entry: "f"}, "a.c", ""},
		{"no entry", []string{"int f(void) { return 0; }", "int g(void) { return 1; }"}, 1, Options{Entry: "h"}, "a.c", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			picked, diags := Pick(units(t, c.texts), c.named, c.opts)
			var names, errs []string
			for _, u := range picked {
				names = append(names, u.File)
			}
			for _, d := range diags {
				errs = append(errs, d.Message)
			}
			if got := strings.Join(errs, "; "); got != c.err || c.err == "" && strings.Join(names, " ") != c.want {
				t.Errorf("picked %v, errors %q, want %s, %q", names, got, c.want, c.err)
			}
		})
	}
}
