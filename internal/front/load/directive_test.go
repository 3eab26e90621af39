package load

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/known"
)

// TestImport checks that #import reads a file once.
func TestImport(t *testing.T) {
	fs := tree{
		"a.c": "#include \"x.h\"\n#import \"x.h\"\n#import \"y.h\"\n#include \"y.h\"\n#import <stddef.h>\nint z;\n",
		"x.h": "#ifdef X\n#error twice\n#endif\n#define X\n",
		"y.h": "#ifdef Y\n#error twice\n#endif\n#define Y\n",
	}
	u, diags := Parse(context.Background(), "a.c", Options{ReadFile: fs.read})
	if u.AST == nil {
		t.Fatal(diags)
	}
}

// TestKnownDirectives checks the treatment of every listed directive and pragma.
func TestKnownDirectives(t *testing.T) {
	text := map[string]string{
		"if": "1\n#endif", "ifdef": "X\n#endif", "ifndef": "X\n#endif", "include": "<stddef.h>", "include_next": "<stddef.h>",
		"import": "<stddef.h>", "define": "X", "undef": "X", "line": "7", "pragma": "once", "once": "", "pack": "(1)",
		"push_macro": "(\"X\")", "pop_macro": "(\"X\")", "omp": "threadprivate(x)",
	}
	for _, kind := range []known.Kind{known.Directive, known.Pragma} {
		for _, treatment := range []known.Treatment{known.Honoured, known.Ignored, known.Noted, known.Refused} {
			for _, name := range known.Names(kind, treatment) {
				switch name {
				case "elif", "elifdef", "elifndef", "else", "endif", "error": // TestAccepts, TestRejects
					continue
				}
				line := "#" + name + " " + text[name] + "\n"
				if kind == known.Pragma {
					line = "#pragma " + name + " " + text[name] + "\n"
				}
				u, diags := parseText(t, line+"int x;\n")
				want := treatment == known.Refused
				if (u.AST == nil) != want {
					t.Errorf("%q: %v", line, diags)
				}
				if noted := len(u.Assumed()) == 1 && len(diags) == 1; noted != (treatment == known.Noted) {
					t.Errorf("%q: assumed %q, %v", line, u.Assumed(), diags)
				}
			}
		}
	}
}

// TestPragmaOperator checks that _Pragma is treated like #pragma.
func TestPragmaOperator(t *testing.T) {
	u, diags := parseText(t, "#define P(x) _Pragma(#x)\nint x;\nP(acc parallel)\nint y; _Pragma(\"acc for\")\n")
	want := "#pragma acc is ignored, as a compiler does without a flag for it: a.c:3, a.c:4"
	if u.AST == nil || len(diags) != 2 || len(u.Assumed()) != 1 || u.Assumed()[0] != want {
		t.Errorf("%q, %v", u.Assumed(), diags)
	}
	if u, diags := parseText(t, "_Pragma(\"scalar_storage_order big-endian\") int x;\n"); u.AST != nil {
		t.Errorf("accepted: %v", diags)
	}
}

// TestCompilerFlags checks the flags of pragmas and the flags of another data model.
func TestCompilerFlags(t *testing.T) {
	for _, tt := range []struct{ flag, text, want string }{
		{"-fopenmp", "int x;\n", ""},
		{"-fopenmp", "int x;\n#pragma omp parallel\n", "a.c:2:1: error: unsupported: #pragma omp parallel [unsupported]"},
		{"-fno-openmp", "int x;\n#pragma omp parallel\n", "a.c:2:1: warning: #pragma omp is ignored [directive]"},
		{"-fopenmp-simd", "int x;\n#pragma omp parallel\n", "a.c:2:1: error: unsupported: #pragma omp, with the flag -fopenmp-simd [directive]"},
		{"-fopenmp", "#if 0\n#pragma omp parallel\n#endif\nint x;\n", ""},
		{"-funsigned-char", "int x;\n", "error: unsupported: the compiler flag -funsigned-char [option]"},
		{"-fwrapv", "int x;\n", "warning: the compiler flag -fwrapv is ignored"},
	} {
		_, diags := Parse(context.Background(), "a.c", Options{ReadFile: tree{"a.c": tt.text}.read, CompilerFlags: []string{tt.flag}})
		got := ""
		for _, d := range diags {
			got += d.String()
		}
		if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s, %q: got %q, want %q", tt.flag, tt.text, got, tt.want)
		}
	}
	commands, err := Database([]byte(`[{"directory": "/", "file": "a.c", "command": "gcc -O2 -fopenmp -Wall -fwrapv -c a.c"}]`), "/")
	if err != nil || !slices.Equal(commands[0].Options.CompilerFlags, []string{"-fwrapv"}) {
		t.Errorf("%v, %v", commands, err)
	}
	commands, err = Database([]byte(`[{"directory": "/", "file": "a.c", "command": "gcc -c a.c"}]`), "/")
	if err != nil || !slices.Equal(commands[0].Options.CompilerFlags, []string{"-fno-openmp"}) {
		t.Errorf("%v, %v", commands, err)
	}
}
