package cemit_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/cemit"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// TestGolden prints small programs: one in C, unchanged (printed.c), and one in IR, in the form of a
// sequentialisation, for SV-COMP (sequential.c).
func TestGolden(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		return func(part string) string {
			var p *ir.Program
			var err error
			o := cemit.Options{Header: []string{part}}
			if part == "sequential.c" {
				o.Dialect, o.Sequential = cemit.SVComp, true
				if p, err = ir.Parse(input); err != nil {
					t.Fatal(err)
				}
				for f := 1; f < len(p.Funcs); f++ {
					p.Funcs[f].Canonicalise()
				}
				if err := ir.Check(p); err != nil {
					t.Fatal(err)
				}
			} else {
				file := filepath.Join(t.TempDir(), "program.c")
				if err := os.WriteFile(file, []byte(input), 0o666); err != nil {
					t.Fatal(err)
				}
				if p, err = compile(file, ir.LP64); err != nil {
					t.Fatal(err)
				}
			}
			var text strings.Builder
			if err := cemit.Write(&text, p, o); err != nil {
				t.Fatal(err)
			}
			return text.String()
		}
	})
}

// TestUnprintable checks that a construct which C cannot express is an error with its place.
func TestUnprintable(t *testing.T) {
	cases := []struct {
		name, text, want string
		model            ir.DataModel
	}{
		{name: "a bit-field in nine bytes", text: "struct __attribute__((packed)) { int a : 5; long long b : 64; } s; int main(void) { s.b = 3; return s.b; }",
			want: "main: an integer of 72 bits", model: ir.ILP32},
		{name: "undefined", text: "int __f(void); int main(void) { return __f(); }", want: "cannot be printed as C"},
		{name: "list", text: "#include <stdio.h>\n#include <stdarg.h>\nvoid f(char *s, ...) { va_list a; va_start(a, s); vprintf(s, a); }\nint main(void) { f(\"\"); }", want: ":3:"},
		{name: "handlers that an exit would not find", text: "#include <pthread.h>\nvoid h(void *p) { }\nvoid *f(void *p) { pthread_cleanup_push(h, p); pthread_exit(p); pthread_cleanup_pop(0); }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); }", want: ":3:"},
		{name: "address of a nested function", text: "int main(void) { int x = 1; int f(void) { return x; }\nint (*p)(void) = f;\nreturn p(); }",
			want: ":3:8: a call that may be of a nested function"},
		{name: "undefined object", text: "extern int x; int main(void) { return x; }", want: ":1:12: the object x"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "program.c")
			if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			p, err := compile(file, c.model)
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			err = cemit.Write(&text, p, cemit.Options{})
			if !cemit.IsUnprintable(err) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("found %v, expected %s", err, c.want)
			}
			if text.Len() > 0 {
				t.Error("there is a text")
			}
		})
	}
}
