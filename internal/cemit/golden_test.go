package cemit_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/cemit"
	"github.com/heddle-mc/heddle/internal/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with a file.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs: %s (run with -update, review the difference)", file, difference(string(got), string(want)))
	}
}

// TestGolden prints small programs as they are.
func TestGolden(t *testing.T) {
	for _, name := range []string{"list", "threads"} {
		p, err := compile(filepath.Join("testdata", name+".c"), ir.LP64)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := cemit.Write(&text, p, cemit.Options{Header: []string{name + ".c"}}); err != nil {
			t.Fatal(err)
		}
		golden(t, filepath.Join("testdata", name+".golden"), text.Bytes())
	}
}

// TestGoldenSequential prints a program as sequentialisations make them, for SV-COMP.
func TestGoldenSequential(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("testdata", "points.ir"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := ir.Parse(string(source))
	if err != nil {
		t.Fatal(err)
	}
	for f := 1; f < len(p.Funcs); f++ {
		p.Funcs[f].Canonicalise()
	}
	if err := ir.Check(p); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	o := cemit.Options{Header: []string{"points"}, Dialect: cemit.SVComp, Sequential: true}
	if err := cemit.Write(&text, p, o); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("testdata", "points.golden"), text.Bytes())
}

// TestUnprintable checks that what C cannot say is an error with its place.
func TestUnprintable(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"undefined", "int f(void); int main(void) { return f(); }", "cannot be printed as C"},
		{"list", "#include <stdio.h>\n#include <stdarg.h>\nvoid f(char *s, ...) { va_list a; va_start(a, s); vprintf(s, a); }\nint main(void) { f(\"\"); }", ":3:"},
		{"undefined object", "extern int x; int main(void) { return x; }", ":1:12: the object x"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "program.c")
			if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			p, err := compile(file, ir.LP64)
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
