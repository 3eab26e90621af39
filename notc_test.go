package heddle

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNotC checks that a file that is no C source is an input error that names its kind.
func TestNotC(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"x.cpp", "int main() {}", "found a C++ file (.cpp), expected C"},
		{"x.C", "int main() {}", "found a C++ file (.C), expected C"},
		{"x.hpp", "int main() {}", "found a C++ file (.hpp), expected C"},
		{"x.S", "main:", "found assembly (.S), expected C"},
		{"compile_commands.json", "\n[ {} ]", "did you mean --compile-commands "},
		{"bug.json", "{}", "heddle replay --trace "},
		{"witness.yml", "- entry", "heddle witness-check"},
		{"a.out", "\x7fELF\x02", "found a program, an object file or a library"},
		{"lib.a", "!<arch>\n", "found a program, an object file or a library"},
		{"data.bin", "a\x00b", "found a file that is no text"},
		{"x.c", "int main(void) { return 0; }", ""},
		{"x.i", "int main(void) { return 0; }", ""},
		{"x.inc", "int main(void) { return 0; }", ""},
	} {
		name := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := frontEnd(Options{Files: []string{name}})
		var input *InputError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: got %v, want no error", c.name, err)
		case c.want != "" && (!errors.As(err, &input) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want an input error with %q", c.name, err, c.want)
		}
	}
	if _, err := Tests(context.Background(), Options{Files: []string{"x.cc"}}); err == nil {
		t.Error("x.cc: Tests takes it")
	}
}
