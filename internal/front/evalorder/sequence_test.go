package evalorder_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// prelude declares the variables and functions that the expressions of the tests use.
const prelude = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <pthread.h>
#include <stdatomic.h>
#include <errno.h>
int g, h; static int s; int arr[8]; int other[8];
struct node { struct node *n; int v, w; } *top, nodes[4];
atomic_int ax, ay, az; volatile int va, vb; int px, py;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int alias __asm__("g"); int other_inc(void) __asm__("inch");
int pure(int x) { return x * 2; }
int inc(void) { return ++g; }
int readg(void) { return g; }
int inch(void) { return ++h; }
int incs(void) { return ++s; }
int say(void) { puts("x"); return 1; }
int put(int *p) { return *p = 1; }
int get(const int *p) { return *p; }
int via(struct node *p) { return p->v++; }
int leave(int x) { if (x) exit(1); return x; }
int deep(void) { return inc() + 1; }
int locked(void) { pthread_mutex_lock(&m); int r = px; pthread_mutex_unlock(&m); return r; }
struct node *next(struct node *p) { return p->n; }
struct node *move(struct node *p) { top = p; return p; }
int two(int a, int b) { return a - b; }
int five(int a, int b, int c, int d, int e) { return a + b + c + d + e; }
struct pair { int a, b; };
void take(struct pair p, int i) { g += p.a + i; }
struct pair make(void) { struct pair p = {++g, 1}; return p; }
int (*fp)(void);
void *writer(void *p) { atomic_store(&ax, 1); atomic_store(&ay, 1); va = vb = 1; pthread_mutex_lock(&m); px = py = 1; pthread_mutex_unlock(&m); return p; }
int sum(int n, ...) { va_list ap; va_start(ap, n); int r = 0; r = two(va_arg(ap, int), va_arg(ap, int)); va_end(ap); return r; }
`

// sites compiles an expression as a statement of main, in parallel with a thread that runs writer, and
// returns the kinds of its unsequenced places.
func sites(t *testing.T, statement string, leftToRight bool) []string {
	t.Helper()
	file := "t.c"
	text := prelude + "int main(int argc, char **argv) { pthread_t id; pthread_create(&id, 0, writer, 0);\n" +
		"int i = 0, j = 0, k = 0; int *p = arr, *q = arr; char buf[9], *d = buf, *e = argv[0]; struct node *l = nodes; (void)k;\n" +
		"#line 1 \"here\"\n" + statement + "\n" +
		"#line 90 \"t.c\"\nreturn i + 2 * j; }\n"
	r, err := front.Compile(context.Background(), front.Options{
		Files: []string{file}, Model: ir.LP64, LeftToRight: leftToRight,
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil },
	})
	if err != nil || r.Program == nil {
		t.Fatalf("%s: %v %v", statement, err, r.Diagnostics)
	}
	var out []string
	for id := range r.Program.Funcs {
		for _, u := range r.Program.Funcs[id].Unsequenced {
			if r.Program.Files[u.Pos.File] == "here" {
				out = append(out, u.Kind.String())
			}
		}
	}
	slices.Sort(out)
	return out
}

func TestNamed(t *testing.T) {
	const (
		order = "left_to_right"
		ub    = "undefined"
	)
	for _, test := range []struct {
		statement string
		want      []string
	}{
		// Nothing meets.
		{"two(i++, j);", nil},
		{"i = pure(1) + pure(j);", nil},
		{"i = two(i, j) + g;", nil},
		{"i = inc() + inch();", nil},
		{"i = inc() + pure(2);", nil},
		{"i = inc() + h;", nil},
		{"i = readg() + g;", nil},
		{"*d++ = *e++;", nil},
		{"d[i++] = e[j++];", nil},
		{"arr[i++] = other[j];", nil},
		{"arr[i] = i + 1;", nil},
		{"l->n = next(l);", nil},
		{"l->v = l->w++;", nil},
		{"i = strlen(argv[0]) + strlen(d);", nil},
		{"p = malloc(4), two(*p, 1);", nil},
		{"p = realloc(malloc(4), *p);", nil},
		{"k = *(int *)malloc(4) + *(int *)malloc(4);", nil},
		{"k = l->v + *(int *)malloc(4);", nil},
		{"two(rand(), rand());", nil},
		{"two(get(&g), get(&h));", nil},
		{"two(put(&g), h);", nil},
		{"two(put(&i), j);", nil},
		{"two(via(&nodes[0]), nodes[1].w);", nil},
		{"struct pair c = {pure(1), pure(2)}; i = c.a;", nil},
		{"i += inc();", nil},
		{"i = i + 1;", nil},
		{"printf(\"%d\", inc());", nil},
		{"leave(two(1, 2));", nil},
		{"memcpy(d, e, 3);", nil},

		// Sequenced.
		{"i = (inc(), g);", nil},
		{"i = inc() && inc();", nil},
		{"i = inc() || g;", nil},
		{"i = inc() ? inc() : g;", nil},
		{"i = (j = 1, j) + k;", nil},
		{"put(&g), inc();", nil},
		{"i = (i++, 5);", nil},
		{"p = p ? p : q;", nil},
		{"i = pure(i++);", nil},

		// Unspecified.
		{"i = inc() + inc();", []string{order}},
		{"i = inc() - g;", []string{order}},
		{"i = g - inc();", []string{order}},
		{"i = inc() * readg();", []string{order}},
		{"i = deep() + g;", []string{order}},
		{"i = incs() < incs();", []string{order}},
		{"two(inc(), inc());", []string{order}},
		{"two(g, inc());", []string{order}},
		{"two(say(), say());", []string{order}},
		{"g += inc();", []string{order}},
		{"arr[g] = inc();", []string{order}},
		{"top->n = move(l);", []string{order}},
		{"two(put(&g), g);", []string{order}},
		{"two(put(&i), i);", []string{order}},
		{"two(put(p), get(q));", []string{order}},
		{"two(via(l), l->v);", []string{order}},
		{"two(leave(j), *argv[1]);", []string{order}},
		{"two(fp(), g);", []string{order}},
		{"two(fp(), fp());", []string{order}},
		{"two(*strcpy(buf, \"x\"), buf[0]);", []string{order}},
		{"int c[2] = {inc(), inc()}; i = c[1];", []string{order}},
		{"int *c = (int[]){inc(), g}; i = c[1];", []string{order}},
		{"take(make(), inc());", []string{order}},
		{"i = inc() + alias;", []string{order}},
		{"i = inch() + other_inc();", []string{order}},
		{"k = errno + *(int *)malloc(4);", []string{order}},
		{"two(strtok(buf, \"x\") != 0, strtok(0, \"y\") != 0);", []string{order}},
		{"i = ({ inc(); }) + g;", []string{order}},
		{"i = two(inc(), 1) + (j ? inc() : 2);", []string{order}},
		{"i = (inc() + inc()) * two(inc(), inc());", []string{order}}, // once for the expression
		{"if (inc() == inc()) i = 1;", []string{order}},
		{"while (inc() < g) ;", []string{order}},

		// What other threads tell.
		{"i = ax + ay;", []string{order}},
		{"i = ax + ax;", []string{order}},
		{"i = ax + az;", nil}, // nobody writes az
		{"i = px + py;", []string{"racy"}},
		{"i = va + vb;", []string{"racy"}},
		{"i = px - px;", []string{"racy"}},
		{"i = px + g;", nil},
		{"px = py;", nil}, // the write comes after the read
		{"px += py;", []string{"racy"}},
		{"i = ax + px;", []string{order}},
		{"i = az + px;", nil},
		{"i = ax + g;", nil},
		{"i = locked() + py;", []string{order}},
		{"i = locked() + g;", nil},
		{"i = locked() + ax;", []string{order}},
		{"i = atomic_load(&ax) - atomic_load(&ay);", []string{order}},
		{"i = atomic_fetch_add(&ax, 1) - atomic_fetch_add(&ax, 1);", []string{order}},

		// Undefined.
		{"arr[i] = i++;", []string{order, ub}},
		{"i = i++;", []string{ub}},
		{"i = i++ + i++;", []string{order, ub}},
		{"two(i, i = 2);", []string{order, ub}},
		{"two(i++, i++);", []string{order, ub}},
		{"i += i++;", []string{order, ub}},
		{"arr[j] = arr[k]++;", []string{ub}},
		{"*p = (*q)++;", []string{ub}},
		{"p = p + (i = 1) + i;", []string{order, ub}},
	} {
		if got := sites(t, test.statement, true); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.statement, got, test.want)
		}
	}
}

// TestLeftOpen checks which assumptions remain when orders are chosen.
func TestLeftOpen(t *testing.T) {
	for _, test := range []struct {
		statement string
		want      string
	}{
		{"i = inc() + inc();", ""},
		{"i = inc() + inc() * inc();", ""},
		{"two(inc() + g, inc());", ""},
		{"i = two(inc(), inc()) + inc();", "some_orders"},
		{"five(inc(), inc(), inc(), inc(), inc());", "some_orders"},
		{"i = i++;", "undefined"},
		{"i = inc() + ({ if (i) goto out; out: inc(); });", "left_to_right"},
	} {
		if got := strings.Join(sites(t, test.statement, false), " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.statement, got, test.want)
		}
	}
}

// TestVariableArguments checks that two uses of one va_list in an expression are found.
func TestVariableArguments(t *testing.T) {
	text := prelude + "int main(void) { return sum(2, 5, 3); }\n"
	r, err := front.Compile(context.Background(), front.Options{
		Files: []string{"t.c"}, Model: ir.LP64, LeftToRight: true,
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil },
	})
	if err != nil || r.Program == nil {
		t.Fatal(err, r.Diagnostics)
	}
	found := ""
	for id := range r.Program.Funcs {
		if f := &r.Program.Funcs[id]; f.Name == "sum" {
			found = fmt.Sprint(f.Unsequenced)
		}
	}
	if !strings.Contains(found, "left_to_right") {
		t.Errorf("sum: %s", found)
	}
}
