package cemit_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/cemit"
	"github.com/heddle-mc/heddle/internal/engine/seq"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/seqz"
	"github.com/heddle-mc/heddle/internal/verdict"
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

// TestGoldenSequential prints what a sequentialisation makes of a small program, for
// SV-COMP.
func TestGoldenSequential(t *testing.T) {
	p, err := compile(filepath.Join("..", "..", "examples", "counter_bug.c"), ir.LP64)
	if err != nil {
		t.Fatal(err)
	}
	s, err := seq.Sequential(context.Background(), "lazyseq", p, seqz.Options{Property: verdict.Assert, Loop: 1}, seqz.Limits{Number: 2})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	bound := func(text string) (string, bool) { return text, strings.HasPrefix(text, "bound") }
	if err := cemit.Write(&text, s.Program, cemit.Options{Dialect: cemit.SVComp, Sequential: true, Bound: bound}); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("testdata", "counter_lazyseq.golden"), text.Bytes())
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
