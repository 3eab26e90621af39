package testgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// LargeShapes names the shapes of programs that Large writes.
func LargeShapes() []string {
	return []string{"calls", "globals", "threads", "locks", "initialiser", "macros", "functions", "switch", "pointers", "structs", "expressions", "loops"}
}

// large writes a large program.
type large struct {
	strings.Builder
	rng   *rand.Rand
	lines int // how many it shall have, about
}

func (w *large) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// Large writes a program of a shape that has about that many lines. Some phase of a check takes long
// on it, since it has many constructs of one kind. It compiles and has a meaning; its verdicts do not
// matter.
//
//   - calls: a deep tree of calls, many at each level, above one loop
//   - globals, initialiser, structs: data
//   - threads, locks: what races and deadlocks are looked for in
//   - macros: long expansions, and chains of macros
//   - functions, switch, expressions, loops: code of one kind
//   - pointers: tables of functions that are called through them
func Large(shape string, lines int, seed uint64) string {
	w := &large{rng: rand.New(rand.NewPCG(seed, 1)), lines: lines}
	w.line("#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\nint shared;\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;")
	body := map[string]func(){
		"calls": w.calls, "globals": w.globals, "threads": w.threads, "locks": w.locks, "initialiser": w.initialiser, "macros": w.macros,
		"functions": w.functions, "switch": w.switches, "pointers": w.pointers, "structs": w.structs, "expressions": w.expressions, "loops": w.loops,
	}[shape]
	if body == nil {
		panic("testgen: no shape is called " + shape)
	}
	body()
	return w.String()
}

// main writes a main that runs a thread in parallel with itself.
func (w *large) main(call string) {
	w.line("void *beside(void *arg) {\n\t%s\n\treturn arg;\n}", call)
	w.line("int main(void) {\n\tpthread_t t;\n\tpthread_create(&t, 0, beside, 0);\n\t%s\n\tpthread_join(t, 0);\n\tassert(shared != 123456789);\n\treturn 0;\n}", call)
}

func (w *large) calls() {
	const levels = 5
	each := max(2, w.lines/levels)
	w.line("#define ROUNDS 1000\nstatic void f0(int n) {\n\tfor (int i = 0; i < n; i++) {\n\t\tpthread_mutex_lock(&lock);\n\t\tshared += i;\n\t\tpthread_mutex_unlock(&lock);\n\t}\n}")
	for l := 1; l <= levels; l++ {
		w.line("static void f%d(int n) {\n\tint a;", l)
		for k := range each {
			w.line("\ta = n + %d; f%d(a);", w.rng.IntN(100)+k, l-1)
		}
		w.line("}")
	}
	w.main(fmt.Sprintf("f%d(ROUNDS);", levels))
}

func (w *large) globals() {
	n := w.lines / 2
	for k := range n {
		w.line("int g%d = %d;", k, k)
	}
	w.line("static void f(int n) {")
	for k := range n {
		w.line("\tif (n > %d) g%d = g%d + n;", k, k, w.rng.IntN(n))
	}
	w.line("}")
	w.main("f(__VERIFIER_nondet_int());")
}

func (w *large) threads() {
	n := max(2, w.lines/8)
	for k := range n {
		w.line("void *t%d(void *arg) {\n\tpthread_mutex_lock(&lock);\n\tshared += %d;\n\tpthread_mutex_unlock(&lock);\n\treturn arg;\n}", k, k)
	}
	w.line("int main(void) {\n\tpthread_t t[%d];", n)
	for k := range n {
		w.line("\tpthread_create(&t[%d], 0, t%d, 0);", k, k)
	}
	w.line("\tfor (int i = 0; i < %d; i++)\n\t\tpthread_join(t[i], 0);\n\tassert(shared != 1);\n\treturn 0;\n}", n)
}

func (w *large) locks() {
	n := max(2, w.lines/7)
	w.line("pthread_mutex_t locks[%d];\nstatic void f(int k) {", n)
	for k := range n {
		w.line("\tif (k == %d) {\n\t\tpthread_mutex_lock(&locks[%d]);\n\t\tpthread_mutex_lock(&locks[%d]);\n\t\tshared++;\n\t\tpthread_mutex_unlock(&locks[%d]);\n\t\tpthread_mutex_unlock(&locks[%d]);\n\t}", k, k, (k+1)%n, (k+1)%n, k)
	}
	w.line("}")
	w.main(fmt.Sprintf("for (int i = 0; i < %d; i++) f(i);", n))
}

func (w *large) initialiser() {
	w.line("static const int table[] = {")
	for range w.lines {
		for range 8 {
			fmt.Fprintf(w, "%d, ", w.rng.IntN(1000))
		}
		w.line("")
	}
	w.line("};\n#define SIZE (sizeof table / sizeof table[0])\nstatic void f(void) {\n\tfor (unsigned i = 0; i < SIZE; i++)\n\t\tshared += table[i];\n}")
	w.main("f();")
}

func (w *large) macros() {
	n := min(w.lines/2, 4000)
	w.line("#define M0 1")
	for k := 1; k < n; k++ {
		w.line("#define M%d (M%d + %d)", k, k-1, w.rng.IntN(9))
	}
	w.line("#define TWICE(x) x x\n#define MANY(x) TWICE(TWICE(TWICE(TWICE(TWICE(x)))))\nstatic void f(int n) {")
	for k := range w.lines / 64 {
		w.line("\tMANY(n += %d;)", k)
	}
	w.line("\tshared += n + M%d;\n}", min(n-1, 200))
	w.main("f(__VERIFIER_nondet_int());")
}

func (w *large) functions() {
	n := max(2, w.lines/9)
	for k := range n {
		w.line("static int f%d(int *p, int n) {\n\tint a[4] = {0};\n\tfor (int i = 0; i < n && i < 4; i++) {\n\t\ta[i] = p[i] + %d;\n\t\tif (a[i] > %d)\n\t\t\tshared = a[i];\n\t}\n\treturn a[n & 3];\n}", k, k, w.rng.IntN(100))
	}
	w.line("static void all(void) {\n\tint p[4] = {1, 2, 3, 4};")
	for k := range n {
		w.line("\tp[%d] = f%d(p, p[%d]);", k%4, k, (k+1)%4)
	}
	w.line("}")
	w.main("all();")
}

func (w *large) switches() {
	w.line("static int f(int state) {\n\tswitch (state) {")
	for k := range w.lines / 4 {
		w.line("\tcase %d:\n\t\tshared += %d;\n\t\tif (shared & %d) return %d;\n\t\tbreak;", k, k, 1<<(k%20), w.rng.IntN(w.lines))
	}
	w.line("\tdefault: return 0;\n\t}\n\treturn state + 1;\n}")
	w.main("for (int s = __VERIFIER_nondet_int(), i = 0; i < 1000; i++) s = f(s);")
}

func (w *large) pointers() {
	n := max(4, w.lines/6)
	w.line("struct node { struct node *next; int (*call)(struct node *); int value; };\nstatic struct node nodes[%d];", n)
	for k := range n {
		w.line("static int f%d(struct node *p) {\n\tif (p->next && p->value > %d)\n\t\treturn p->next->call(p->next);\n\tp->value++;\n\treturn shared++;\n}", k, w.rng.IntN(10))
	}
	w.line("static void all(void) {")
	for k := range n {
		w.line("\tnodes[%d].call = f%d; nodes[%d].next = &nodes[%d];", k, w.rng.IntN(n), k, w.rng.IntN(n))
	}
	w.line("\tnodes[0].call(&nodes[0]);\n}")
	w.main("all();")
}

func (w *large) structs() {
	n := max(2, w.lines/4)
	w.line("struct s0 { int a; };")
	for k := 1; k < n; k++ {
		w.line("struct s%d { struct s%d *before; int a, b[%d]; struct { char c; long l; } in; };", k, k-1, 1+w.rng.IntN(8))
	}
	w.line("static struct s0 v0;")
	for k := 1; k < n; k++ {
		w.line("static struct s%d v%d = { &v%d, %d, {1}, {2, 3} };", k, k, k-1, k)
	}
	w.line("static void f(void) {")
	for k := 1; k < n; k++ {
		w.line("\tv%d.before->a += v%d.in.l;", k, k)
	}
	w.line("}")
	w.main("f();")
}

func (w *large) expressions() {
	w.line("static int f(int a, int b, int c) {")
	for k := range w.lines {
		w.line("\ta = (b + %d) * (c - a) / ((b & %d) + 1) + (a > c ? b << 1 : c >> 2) - shared;", k, 1+w.rng.IntN(100))
	}
	w.line("\treturn a;\n}")
	w.main("shared = f(__VERIFIER_nondet_int(), 2, 3);")
}

func (w *large) loops() {
	w.line("#define LIMIT 100\nstatic void f(int n) {")
	for range w.lines / 3 {
		w.line("\tfor (int i = %d; i < n; i++)\n\t\tfor (int j = i; j < LIMIT; j++)\n\t\t\tshared += i ^ j;", w.rng.IntN(5))
	}
	w.line("}")
	w.main("f(LIMIT);")
}
