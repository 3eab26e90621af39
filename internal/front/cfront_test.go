package front

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// fromMemory returns a ReadFile for the given texts.
func fromMemory(files map[string]string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if s, ok := files[name]; ok {
			return []byte(s), nil
		}
		return nil, &os.PathError{Op: "open", Path: name, Err: os.ErrNotExist}
	}
}

func compile(t testing.TB, opts Options) *Result {
	t.Helper()
	r, err := Compile(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCompile(t *testing.T) {
	files := map[string]string{
		"main.c":  "#include <pthread.h>\n#include \"f.h\"\npthread_mutex_t m;\nint main(void) { pthread_mutex_lock(&m); return f(N); }\n",
		"f.c":     "int f(int x) { return x; }\n",
		"f.h":     "int f(int);\n",
		"bad.c":   "int main(void) { return undeclared; }\n",
		"twice.c": "int main(void) { return 0; }\n",
		"src/f.c": "int f(int x) { return x; }\n",
		"src/g.h": "",
		"g.c":     "#include \"g.h\"\nint main(void) { return 0; }\n",
		"cc.json": `[{"directory": ".", "file": "main.c", "command": "cc -DN=4 -c main.c"}, {"directory": ".", "file": "f.c", "command": "cc -c f.c"}]`,
	}
	for _, c := range []struct {
		name string
		opts Options
		want string // start of the first diagnostic; empty: a program
	}{
		{"two files", Options{Files: []string{"main.c", "f.c"}, Defines: []string{"N=3"}}, ""},
		{"ilp32", Options{Files: []string{"main.c", "f.c"}, Defines: []string{"N=3"}, Model: ir.ILP32}, ""},
		{"other entry", Options{Files: []string{"f.c"}, Entry: "f"}, ""},
		{"compile commands", Options{CompileCommands: "cc.json"}, ""},
		{"no input", Options{}, "error: no input files"},
		{"missing file", Options{Files: []string{"none.c"}}, "none.c: error:"},
		{"error in C", Options{Files: []string{"bad.c"}}, "bad.c:1:25: error:"},
		{"two mains", Options{Files: []string{"main.c", "f.c", "twice.c"}, Defines: []string{"N=3"}}, "twice.c:1:5: error: multiple definition of main, also in main.c: the files are of several programs"},
		{"a header beside another file", Options{Files: []string{"g.c", "src/f.c"}}, `g.c:1:10: error: no such header: "g.h": it is in src, where -I src looks`},
		{"no main", Options{Files: []string{"f.c"}}, "error: no definition of function main"},
		{"missing database", Options{CompileCommands: "none.json"}, "none.json: error:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.ReadFile = fromMemory(files)
			r := compile(t, c.opts)
			got := ""
			if r.Program == nil {
				got = r.Diagnostics[0].String()
			}
			if !strings.HasPrefix(got, c.want) || (c.want == "") != (got == "") {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestSource checks that sources can be requested by the file names of positions.
func TestSource(t *testing.T) {
	r := compile(t, Options{Files: []string{"a.c"}, ReadFile: fromMemory(map[string]string{"a.c": "int main(void) { return 0; }"})})
	if string(r.Source("a.c")) != "int main(void) { return 0; }" || r.Source("b.c") != nil {
		t.Error("wrong source")
	}
}

// TestCleanUp checks that the clean-up after lowering only removes code: the program without the
// clean-up passes the checker, too, and is not shorter.
func TestCleanUp(t *testing.T) {
	src := fromMemory(map[string]string{"a.c": largeProgram(3)})
	count := func(keep bool) (n int) {
		r := compile(t, Options{Files: []string{"a.c"}, ReadFile: src, KeepCopies: keep})
		for _, f := range r.Program.Funcs {
			for _, b := range f.Blocks {
				n += len(b.Instrs)
			}
		}
		return n
	}
	if with, without := count(false), count(true); with > without {
		t.Errorf("%d instructions with clean-up, %d without", with, without)
	}
}

// TestCancelled checks that a cancelled context ends the compilation.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	start := time.Now()
	r, err := Compile(ctx, Options{Files: []string{"a.c"}, ReadFile: fromMemory(map[string]string{"a.c": largeProgram(100)})})
	if err == nil && r.Program != nil {
		t.Error("compiled under a cancelled context")
	}
	if d := time.Since(start); d > time.Second {
		t.Errorf("took %s", d)
	}
}

const tinyProgram = `#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
int n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); printf("%d\n", n); return n != 2; }
`

// largeProgram returns a program of about 60 lines per unit of size.
func largeProgram(size int) string {
	var b strings.Builder
	b.WriteString("struct s { int a, b[4]; struct s *next; unsigned f : 3, g : 9; };\nint total;\n")
	for i := 0; i < size*3; i++ {
		fmt.Fprintf(&b, `
struct s g%[1]d = { %[1]d, { 1, 2 }, 0, 3, 4 };
static int f%[1]d(struct s *p, int n)
{
	int sum = 0;
	struct s copy = *p;
	for (int i = 0; i < n; i++) {
		if (p->b[i & 3] > i && copy.a)
			sum += p->b[i & 3] * i;
		else if (i %% 3 == 0)
			continue;
		switch (sum & 7) {
		case 0: copy.f++; break;
		case 1: case 2: sum ^= copy.g; break;
		default: copy.b[1] -= sum;
		}
	}
	while (p) {
		sum += p->a > 3 ? p->f : copy.f;
		p = p->next;
	}
	return sum + copy.b[1];
}
`, i)
	}
	b.WriteString("int main(void)\n{\n")
	for i := 0; i < size*3; i++ {
		fmt.Fprintf(&b, "\ttotal += f%d(&g%d, total & 15);\n", i, i)
	}
	b.WriteString("\treturn total & 1;\n}\n")
	return b.String()
}

func BenchmarkTiny(b *testing.B) {
	src := fromMemory(map[string]string{"a.c": tinyProgram})
	b.ReportAllocs()
	for b.Loop() {
		compile(b, Options{Files: []string{"a.c"}, ReadFile: src})
	}
}

// BenchmarkLines compiles programs of n, 2n and 4n lines: the cost must be linear.
func BenchmarkLines(b *testing.B) {
	for _, size := range []int{25, 50, 100, 200} {
		text := largeProgram(size)
		b.Run(fmt.Sprintf("%d", strings.Count(text, "\n")), func(b *testing.B) {
			src := fromMemory(map[string]string{"a.c": text})
			b.ReportAllocs()
			for b.Loop() {
				compile(b, Options{Files: []string{"a.c"}, ReadFile: src})
			}
		})
	}
}
