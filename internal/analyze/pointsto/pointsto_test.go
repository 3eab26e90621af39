package pointsto_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestGolden compares the results for small programs with golden files.
func TestGolden(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		p := testprog.Source(t, input, ir.LP64)
		return func(string) string { return pointsto.Analyse(context.Background(), p).String() }
	})
}

// TestRecursive checks that all functions on a cycle of calls are recursive, also behind a pointer, and no
// others.
func TestRecursive(t *testing.T) {
	p := testprog.Source(t, `
void a(int n), b(int n), c(int n);
void (*next)(int) = a;
void leaf(int n) { }
void a(int n) { if (n) b(n - 1); leaf(n); }
void b(int n) { c(n); }
void c(int n) { next(n); leaf(n); }
void twice(int n) { leaf(n); leaf(n); }
int main(void) { twice(1); a(3); b(2); return 0; }
`, ir.LP64)
	r := pointsto.Analyse(context.Background(), p)
	want := map[string]bool{"a": true, "b": true, "c": true, "leaf": false, "twice": false, "main": false}
	for f := 1; f < len(p.Funcs); f++ {
		if recursive, listed := want[p.Funcs[f].Name]; listed && r.Recursive(ir.FuncID(f)) != recursive {
			t.Errorf("%s: recursive %v, expected %v", p.Funcs[f].Name, !recursive, recursive)
		}
	}
}

// TestGrowth counts the steps for programs and for ones of twice the size: a list with functions that move through its
// structures, and a table of functions.
func TestGrowth(t *testing.T) {
	for name, program := range map[string]func(n int) string{"list": list, "table": func(n int) string { return table(n, n) }} {
		work := func(n int) int {
			r := pointsto.AnalyseCoarsely(t.Context(), testprog.Source(t, program(n), ir.LP64))
			if r.Lost != "" {
				t.Fatal(r.Lost)
			}
			return r.Work()
		}
		small, large := work(200), work(400)
		t.Log(name, small, large)
		if large > 3*small {
			t.Errorf("%s: %d steps, and %d for twice the size", name, small, large)
		}
	}
}

// list returns a program with n functions that move through a list.
func list(n int) string {
	var text strings.Builder
	text.WriteString("struct s { char buf[40]; struct s *next, *other; struct s **all; };\nstruct s *root;\n")
	for k := range n {
		fmt.Fprintf(&text, "struct s *get%d(struct s *p) { struct s *q = (struct s *)((char *)p->next + %d); q->next = p; root = p->all[%d]; return q->other; }\n", k, 8*(k%7), k)
	}
	text.WriteString("int main(void) { struct s a[2]; root = a; a->next = a->other = a + 1; a->all = &root;\n")
	for k := range n {
		fmt.Fprintf(&text, "root = get%d(get%d(root));\n", k, (k*7+1)%n)
	}
	text.WriteString("return 0; }\n")
	return text.String()
}
