package pointsto_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// holds lists the names of the objects to which pointers at an offset of a global lead.
func holds(r *pointsto.Result, global string, off int64) (names []string) {
	for o := 1; o < len(r.Objects); o++ {
		if r.Name(pointsto.ObjID(o)) != global {
			continue
		}
		r.Contents(pointsto.ObjID(o), func(at pointsto.Loc, size int64, list []pointsto.LocID) {
			for _, l := range list {
				at.Obj = 0
				if pointsto.Overlap(at, size, pointsto.Loc{Off: off}, 8) && l > pointsto.Wild && !slices.Contains(names, r.Name(r.Locs[l].Obj)) {
					names = append(names, r.Name(r.Locs[l].Obj))
				}
			}
		})
	}
	slices.Sort(names)
	return names
}

const copies = `
#include <string.h>
extern int any(void);
int x0, x1, x2, x3;
#define OBJECT { { &x0, &x1, &x2, &x3 } }
union object { int *p[4]; char c[32]; } a = OBJECT, b, c = OBJECT;
void forwards(char *t, char *f, int n) { for (int i = 0; i < n; i++) t[i] = f[i]; }
void backwards(char *t, char *f, int n) { for (int i = n; i > 0; i--) t[i - 1] = f[i - 1]; }
void behind(char *t, char *f, int n) { for (int i = 0; i < n; i++) t[i + 8] = f[i + 8]; }
void shifted(char *t, char *f, int n) { for (int i = 0; i < n; i++) t[i] = f[i + 8]; }
void swap(char *t, char *f, int n) { for (int i = 0; i < n; i++) { char c = t[i]; t[i] = f[i]; f[i] = c; } }
void moving(char *t, char *f, int n) { while (n-- > 0) *t++ = *f++; }
void moves(char *t, char *f, int n) { memmove(t, f, n); }
int main(void) {
	int n = 0;
	BODY
	return 0;
}
`

// TestCopies checks that a copy of bytes keeps the places of pointers, and what else it may copy.
func TestCopies(t *testing.T) {
	for _, c := range []struct {
		body string
		want [4]string // at the places of b
	}{
		{`n = any(); memcpy(b.c, a.c, n);`, [4]string{"x0", "x1", "x2", "x3"}},
		{`n = any(); memcpy(b.c + 8, a.c, n);`, [4]string{"", "x0", "x1", "x2"}},
		{`n = any(); backwards(b.c, a.c + 16, n);`, [4]string{"x2", "x3", "", ""}},
		{`n = any(); behind(b.c, a.c, n);`, [4]string{"x0", "x1", "x2", "x3"}},
		{`n = any(); shifted(b.c, a.c, n);`, [4]string{"x0 x1 x2 x3", "x0 x1 x2 x3", "x0 x1 x2 x3", "x0 x1 x2 x3"}},
		{`n = any(); forwards(b.c, a.c + 4, n);`, [4]string{"x0 x1", "x1 x2", "x2 x3", "x3"}},
		{`n = any(); forwards(b.c + 8 * n, a.c, 8);`, [4]string{"x0 x1 x2 x3", "x0 x1 x2 x3", "x0 x1 x2 x3", "x0 x1 x2 x3"}},
	} {
		r := pointsto.Analyse(context.Background(), testprog.Source(t, strings.Replace(copies, "BODY", c.body, 1), ir.LP64))
		for k, want := range c.want {
			if got := strings.Join(holds(r, "b", int64(8*k)), " "); r.Lost != "" || got != want {
				t.Errorf("%s: found %q at %d, expected %q %s", c.body, got, 8*k, want, r.Lost)
			}
		}
	}
}

// TestCopiesGenerated compares random copies with executions.
func TestCopiesGenerated(t *testing.T) {
	names, objects := []string{"forwards", "backwards", "behind", "shifted", "swap", "moving", "moves", "memcpy"}, []string{"a", "b", "c"}
	accesses := 0
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 2))
		body := "memcpy(b.c, a.c, 32);"
		place := func() string {
			off := 8 * rng.IntN(3)
			if rng.IntN(8) == 0 {
				off++
			}
			at := fmt.Sprint(objects[rng.IntN(3)], ".c + ", off)
			if rng.IntN(4) == 0 {
				at += " + 8 * n"
			}
			return at
		}
		for range 1 + rng.IntN(5) {
			body += fmt.Sprintf("n = any() & 1; %s(%s, %s, %d);\n", names[rng.IntN(len(names))], place(), place(), 8*(1+rng.IntN(2)))
		}
		for range 6 {
			body += fmt.Sprintf("*%s.p[%d] = 1;\n", objects[rng.IntN(3)], rng.IntN(4))
		}
		p := testprog.Source(t, strings.Replace(copies, "BODY", body, 1), ir.LP64)
		for _, analyse := range []func(context.Context, *ir.Program) *pointsto.Result{pointsto.Analyse, pointsto.AnalyseWithoutNumbers} {
			r := analyse(context.Background(), p)
			if r.Lost != "" {
				continue
			}
			w := newWatcher(t, fmt.Sprint("seed ", seed), p, r)
			code := interp.Prepare(p)
			for run := range uint64(4) {
				execute(code, w, rand.New(rand.NewPCG(seed, run)))
			}
			accesses += w.count
			if t.Failed() {
				t.Fatal(body)
			}
		}
	}
	t.Logf("%d accesses", accesses)
}

// TestAllocators checks that objects of different calls differ below the limit on depth, also behind a wrapper.
func TestAllocators(t *testing.T) {
	text := "#include <stdlib.h>\nint *x, *y;\nint *make(int n) { int *p = malloc(n); if (!p) exit(1); return p; }\n" +
		"void f0(void) { x = make(4); y = make(8); }\n"
	const deep = 20
	for k := range deep {
		text += fmt.Sprintf("void f%d(void) { f%d(); }\n", k+1, k)
	}
	r := pointsto.Analyse(context.Background(), testprog.Source(t, fmt.Sprintf("%sint main(void) { f%d(); return 0; }\n", text, deep), ir.LP64))
	if x, y := holds(r, "x", 0), holds(r, "y", 0); len(x) != 1 || len(y) != 1 || x[0] == y[0] {
		t.Errorf("found %v and %v, expected different objects", x, y)
	}
}

// TestAdvance checks that a pointer which moves through an array keeps to the members that it points to.
func TestAdvance(t *testing.T) {
	r := pointsto.Analyse(context.Background(), testprog.Source(t, `
#include <stdlib.h>
struct s { int *p, *q, *r; } *x;
int n, a, b;
int main(void) {
	struct s *s = x = malloc(n * sizeof *s), *e = s + 9;
	for (; s < e; s++) {
		s->p = &a;
		s->q = &b;
	}
	return 0;
}
`, ir.LP64))
	steps := map[int64]bool{}
	for o := 1; o < len(r.Objects); o++ {
		if r.Objects[o].Kind == pointsto.Heap {
			r.Contents(pointsto.ObjID(o), func(at pointsto.Loc, _ int64, list []pointsto.LocID) {
				if len(list) != 1 {
					t.Errorf("%v holds %d locations, expected one", at, len(list))
				}
				steps[at.Step] = true
			})
		}
	}
	if len(steps) != 1 || !steps[24] {
		t.Errorf("found the steps %v, expected 24", steps)
	}
}
