package check

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/drive/check/shrink"
	"github.com/heddle-mc/heddle/internal/front/load"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestSmaller states which constants a hint makes smaller, for the loops in lines with the comment "loop".
// A bound cut those in lines with "cut".
func TestSmaller(t *testing.T) {
	const work = "\nint main(void) { work(); return 0; }\n"
	for _, c := range []struct{ name, text, want string }{
		{"a bound", "#define N 100\nint x;\nvoid work(void) {\n\tfor (int i = 0; i < N; i++) // loop\n\t\tx++;\n}", "--set N=2"},
		{"a start above few", "#define LIMIT 100\nint x;\nvoid work(void) {\n\tfor (int i = 2; i < LIMIT; i++) // loop\n\t\tx++;\n}", "--set LIMIT=3"},
		{"another loop starts higher", "#define N 100\nint x;\nvoid work(void) {\n\tfor (int i = 0; i < N; i++) // loop\n\t\tx++;\n\tfor (int i = 5; i <= N; i++)\n\t\tx++;\n}", "--set N=5"},
		{"downwards", "#define N 100\nint x;\nvoid work(void) {\n\tfor (int i = N - 1; i > 3; i--) // loop\n\t\tx++;\n}", "--set N=5"},
		{"large steps", "#define N 1000\n#define HALF (N / 2)\nint x;\nvoid work(void) {\n\tfor (int i = 10; i < HALF; i += 10) // loop\n\t\tx++;\n}", "--set N=22"},
		{"not to be read", "#define N 100\nint x, y;\nvoid work(void) {\n\tfor (int i = y; i < N; i++) // loop\n\t\tx++;\n}", ""},
		{"a power of two behind a parameter", "const unsigned size = 1 << 10;\nint x;\nvoid fill(unsigned n) {\n\tif (n & (n - 1)) return;\n\tfor (unsigned i = 2; i < n; i++) // loop\n\t\tx++;\n}\nvoid work(void) { fill(size); }", "--set size=4"},
		{"a mask", "#define SIZE 64\nint x, a[SIZE];\nvoid work(void) {\n\tfor (int i = 0; i < SIZE; i++) // loop\n\t\ta[x & (SIZE - 1)]++;\n}", ""},
		{"flags", "enum { A = 1, B = 2, C = 4 };\nint x;\nvoid work(void) {\n\tfor (int i = 0; i < C; i++) // loop\n\t\tx++;\n}", ""},
		{"a flag in a mask", "enum { LAST = 9, OTHER = 11 };\nint x;\nvoid work(void) {\n\tfor (int i = 0; i < LAST; i++) // loop\n\t\tx |= LAST;\n}", ""},
		{"what counts on", "enum { N = 9, M };\nint x;\nvoid work(void) {\n\tfor (int i = 0; i < N; i++) // loop\n\t\tx += M;\n}", ""},
		{"an enumerator", "enum { N = 9 };\nint x;\nvoid work(void) {\n\tfor (int i = 0; i < N; i++) // loop\n\t\tx++;\n}", "--set N=2"},
		{"a case", "#define N 9\nint x;\nvoid work(void) {\n\tfor (int i = 0; i < N; i++) // loop\n\t\tswitch (x) { case N: x++; }\n}", ""},
		{"a condition of the preprocessor", "#define N 9\n#if N > 4\nint x;\n#endif\nvoid work(void) {\n\tfor (int i = 0; i < N; i++) // loop\n\t\tx++;\n}", ""},
		{"an assigned variable", "int n = 9, x;\nvoid work(void) {\n\tfor (int i = 0; i < n; i++) // loop\n\t\tx++;\n\tn = 12;\n}", ""},
		{"a variable", "int n = 9, x;\nvoid work(void) {\n\tfor (int i = 0; i < n; i++) // loop\n\t\tx++;\n}", "--set n=2"},
		{"an array with a literal index", "#define N 9\nint a[N];\nvoid work(void) {\n\tfor (int i = 0; i < N; i++) // loop\n\t\ta[5]++;\n}", "--set N=6"},
		{"an array with an initialiser", "#define N 3\nint a[N] = {1, 2, 3};\nvoid work(void) {\n\tfor (int i = 0; i < N; i++) // loop\n\t\ta[i]++;\n}", ""},
		{"arguments", "#define N 50\nint x;\nvoid run(int n) {\n\tfor (int i = 0; i < n; i++) // loop\n\t\tx++;\n}\nvoid work(void) { run(N); run(N + 1); }", "--set N=2"},
		{"a number", "int x, a[40];\nvoid work(void) {\n\tfor (int i = 0; i < 40; i++) // loop\n\t\ta[i]++;\n}", "--set PLACE:3:22=2"},
		{"a number that is compared elsewhere", "#include <assert.h>\nint x;\nvoid work(void) {\n\tfor (int i = 0; i < 40; i++) // loop\n\t\tx++;\n\tassert(x == 40);\n}", ""},
		{"a number of two loops", "int x, a[40];\nvoid work(void) {\n\tfor (int i = 0; i < 40; i++) // loop\n\t\ta[i]++;\n\tfor (int i = 0; i < 40; i++)\n\t\ta[i]++;\n}", "--set PLACE:3:22=2 --set PLACE:5:22=2"},
		{"a number of two loops, one of which starts higher", "int x;\nvoid work(void) {\n\tfor (int i = 0; i < 40; i++) // loop\n\t\tx++;\n\tfor (int i = 6; i < 40; i++)\n\t\tx++;\n}", "--set PLACE:3:22=7 --set PLACE:5:22=7"},
		{"a number of four loops", "int x;\nvoid work(void) {\n\tfor (int i = 0; i < 40; i++) // loop\n\t\tfor (int j = 0; j < 40; j++)\n\t\t\tfor (int k = 0; k < 40; k++)\n\t\t\t\tfor (int l = 0; l < 40; l++)\n\t\t\t\t\tx++;\n}", ""},
		{"a start and a bound", "int x;\nvoid work(void) {\n\tfor (int i = 30; i < 40; i++) // loop\n\t\tx++;\n}", "--set PLACE:3:23=31"},
		{"a cut loop that stays", "#define N 30\nint x, y;\nvoid work(void) {\n\ty = 9;\n\tfor (int i = 0; i < 9; i++) // cut\n\t\tfor (int j = 0; j < N; j++) // loop\n\t\t\tx++;\n}", ""},
		{"a cut loop with a number beside a name", "#define N 30\nint x;\nvoid work(void) {\n\tfor (int i = 0; i < 9; i++) // cut\n\t\tfor (int j = 0; j < N; j++) // loop\n\t\t\tx++;\n}", "--set N=2 --set PLACE:4:22=2"},
		{"a cut loop of few rounds", "#define N 30\nint x, y;\nvoid work(void) {\n\ty = 3;\n\tfor (int i = 0; i < 3; i++) // cut\n\t\tfor (int j = 0; j < N; j++) // loop\n\t\t\tx++;\n}", "--set N=2"},
		{"four constants", "#define A 10\n#define B 20\n#define C 30\n#define D 40\nint x;\nvoid work(void) {\n\tfor (int i = 0; i < A; i++) // loop\n\t\tx++;\n\tfor (int i = 0; i < B; i++) // loop\n\t\tx++;\n\tfor (int i = 0; i < C; i++) // loop\n\t\tx++;\n\tfor (int i = 0; i < D; i++) // loop\n\t\tx++;\n}", "--set B=2 --set C=2 --set D=2"},
		{"while", "#define N 10\nint x;\nvoid work(void) {\n\tint i = 1;\n\twhile (i < N) { // loop\n\t\tx++;\n\t\ti += 3;\n\t}\n}", "--set N=2"},
		{"a member", "struct s { unsigned n; } v;\nint x;\nvoid run(struct s *p) {\n\tfor (unsigned i = 0; i < p->n; i++) // loop\n\t\tx++;\n}\nvoid work(void) {\n\tunsigned n = (unsigned) 1e5;\n\tv.n = n;\n\trun(&v);\n}", "--set PLACE:8:26=2"},
		{"a member that two assignments set", "struct s { int n; } v, w;\nint x;\nvoid run(struct s *p) {\n\tfor (int i = 0; i < p->n; i++) // loop\n\t\tx++;\n}\nvoid work(void) {\n\tv.n = 70;\n\tw.n = 50;\n\trun(&v);\n}", "--set PLACE:8:8=2"},
		{"a member that is counted", "struct s { int n; } v;\nint x;\nvoid run(struct s *p) {\n\tfor (int i = 0; i < p->n; i++) // loop\n\t\tx++;\n}\nvoid work(void) {\n\tv.n = 70;\n\tv.n++;\n\trun(&v);\n}", ""},
		{"an unequal step", "#define N 12\nint x;\nvoid work(void) {\n\tfor (int i = 0; i != N; i += 4) // loop\n\t\tx++;\n}", "--set N=4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := program(t, c.text+work)
			lines := strings.Split(c.text+work, "\n")
			constants := make(map[string]string)
			for _, k := range load.Constants([]byte(c.text)) {
				constants[k.Name] = k.Value
			}
			r := &runner{program: p, facts: newRunner(nil, p, Options{}, &table{}).facts}
			loops := r.loops()
			with := func(comment string) []verdict.Location {
				return slices.DeleteFunc(slices.Clone(loops), func(l verdict.Location) bool { return !strings.Contains(lines[l.Line-1], comment) })
			}
			at := with("// loop")
			file := at[0].File
			text := shrink.Read(context.Background(), p, func(name string) []string {
				if name == file {
					return lines
				}
				return nil
			}, constants)
			if got := strings.Join(text.Flags(shrink.Places{Cut: with("// cut"), Loops: at, All: loops}), " "); got != strings.ReplaceAll(c.want, "PLACE", file) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}
