package pathproof_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
	"github.com/heddle-mc/heddle/internal/prove/pathproof"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	long       = testflag.Long()
	generated  = testflag.Generated(10)
	executions = testflag.Executions(200)
	show       = testflag.Show()
)

// proof is the result of proving a property of a program.
type proof struct {
	program  *ir.Program
	result   *values.Result
	property verdict.Property
	proved   bool
	left     string // else the first that is not
	bounds   []threadproof.Bound
}

func prove(p *ir.Program, property verdict.Property) *proof {
	r := values.Analyse(context.Background(), analyze.Of(p), 0)
	out := &proof{program: p, result: r, property: property, left: r.Lost}
	if r.Lost == "" {
		o, bounds := pathproof.Prove(context.Background(), r, property)
		if out.proved, out.bounds = o == nil, bounds; o != nil {
			out.left = o.Pos.Text(p.Files) + ": " + o.Why
		}
	}
	return out
}

// confirmed reports whether the proof is confirmed with the given bounds of loops, with or without
// counters.
func (x *proof) confirmed(t *testing.T, bounds []threadproof.Bound) (ok bool, why string) {
	t.Helper()
	if x.result.Lost != "" {
		return false, x.result.Lost
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	a := *x.result.Proof(ctx)
	a.Paths, a.Bounds = []verdict.Property{x.property}, bounds
	report, err := threads.Confirm(ctx, x.program, &a)
	if err != nil {
		return false, err.Error()
	}
	return report.Confirms(x.property)
}

// chosen reports whether the proof is confirmed with proposed bounds of loops, after bounds that do not
// hold were dropped.
func (x *proof) chosen(t *testing.T) (ok bool, why string) {
	t.Helper()
	if x.result.Lost != "" {
		return false, x.result.Lost
	}
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	a := *x.result.Proof(ctx)
	a.Bounds, a.CellBounds = pathproof.Propose(x.program, &a)
	a.Paths = []verdict.Property{x.property}
	kept, report, err := threads.Choose(ctx, x.program, &a)
	if err != nil {
		return false, err.Error()
	}
	again, err := threads.Confirm(ctx, x.program, kept)
	if err != nil {
		return false, err.Error()
	}
	ok, why = report.Confirms(x.property)
	if same, _ := again.Confirms(x.property); same != ok {
		t.Errorf("the chosen bounds are confirmed: %v, expected %v", same, ok)
	}
	return ok, why
}

// forged returns bounds of loops without proof, about all number registers in the states of loop heads.
func (x *proof) forged() (out []threadproof.Bound) {
	if x.result.Lost != "" {
		return nil
	}
	a := x.result.Proof(context.Background())
	for _, at := range slices.SortedFunc(maps.Keys(a.States), threadproof.At.Compare) {
		f := &x.program.Funcs[a.Nodes[at.Node].Func]
		if f.Model || f.Loops().At(at.Block) == ir.NoLoop {
			continue
		}
		for _, r := range slices.Sorted(maps.Keys(a.States[at].Regs)) {
			if f.Regs[r].Type.IsInt() {
				out = append(out, threadproof.Bound{At: at, Reg: r, Above: true}, threadproof.Bound{At: at, Reg: r})
			}
		}
	}
	return out
}

// refused checks that a proof of a violated property is not confirmed, for any bounds of loops.
func (x *proof) refused(t *testing.T, name string) {
	t.Helper()
	if ok, _ := x.chosen(t); ok {
		t.Errorf("%s: %s is violated, and a proof confirmed with bounds that were chosen", name, x.property)
	}
	list := x.forged()
	for i := -1; i < len(list); i++ {
		var bounds []threadproof.Bound
		if i >= 0 {
			bounds = list[i : i+1]
		}
		if ok, _ := x.confirmed(t, bounds); ok {
			t.Errorf("%s: %s is violated, and a proof confirmed with %v", name, x.property, bounds)
		}
	}
}

// TestProved has programs that are proved, and similar programs that are not.
func TestProved(t *testing.T) {
	const head = `
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
extern int any(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin();
#define END __VERIFIER_atomic_end();
static int *a, *b, n, m, at;
static void assume(int c) { if (!c) abort(); }
static int *make(int size) {
	assume(size >= 0 && size <= 1000000);
	int *p = malloc(sizeof(int) * (size_t)size);
	for (int i = 0; i < size; i++) p[i] = any();
	return p;
}
static int plus(int x, int y) {
	assume(y >= 0 || x >= INT_MIN - y);
	assume(y <= 0 || x <= INT_MAX - y);
	return x + y;
}
`
	confirmed, all := 0, 0
	const main = `n = any(); a = make(n); m = any(); assume(m >= 0 && m < n); at = any(); START`
	for _, c := range []struct {
		property verdict.Property
		proved   bool
		thread   string
		main     string
	}{
		// Numbers of elements.
		{verdict.Memory, true, `for (int i = 0; i < n; i++) a[i] = i;`, main},
		{verdict.Memory, false, `for (int i = 0; i <= n; i++) a[i] = i;`, main},
		{verdict.Memory, false, `for (int i = 0; i < n; i++) a[i + 1] = i;`, main},
		{verdict.Memory, true, `for (int i = 0; i + 1 < n; i++) a[i + 1] = a[i];`, main},
		{verdict.Memory, false, `for (int i = -1; i < n; i++) a[i] = i;`, main},
		{verdict.Memory, true, `for (int i = n - 1; i >= 0; i--) a[i] = i;`, main},
		{verdict.Memory, true, `for (int i = m; i < n; i++) a[i] = i;`, main},
		{verdict.Memory, false, `for (int i = m; i < n; i++) { a[i] = i; if (any()) i -= 2; }`, main},
		{verdict.Memory, false, `for (int i = m; i != n; i--) a[i] = i;`, main},
		{verdict.Memory, false, `unsigned char i = m; while (i < n) { a[i - 1] = 1; i++; }`, main},
		{verdict.Memory, false, `for (int i = at; i < n; i++) a[i] = i;`, main},
		{verdict.Memory, false, `for (int i = m; ; i++) a[i < n ? i : at] = i;`, main},
		{verdict.Overflow, false, `for (int i = m; ; i++) if (i < m) n = m - i - 1 + INT_MAX;`, main},
		{verdict.Memory, false, `for (int i = n; i >= 0; i--) a[i] = i;`, main},
		{verdict.Memory, true, `for (int i = 0; i < m; i++) a[i] = i;`, main}, // main knows that m < n
		{verdict.Memory, true, `a[m] = 1;`, main},
		{verdict.Memory, false, `a[m + 1] = 1;`, main},
		{verdict.Memory, false, `a[m] = 1;`, `n = any(); a = make(n); m = any(); assume(m >= 0 && m <= n); START`},
		{verdict.Memory, false, `a[m] = 1;`, `n = any(); a = make(n); m = any(); START assume(m >= 0 && m < n);`},
		// Changes by main afterwards.
		{verdict.Memory, false, `for (int i = 0; i < n; i++) a[i] = i;`, `n = any(); a = make(n); n++; START`},
		{verdict.Memory, false, `for (int i = 0; i < n; i++) a[i] = i;`, `n = any(); a = make(n); START n = 1000000;`},
		{verdict.Memory, false, `for (int i = 0; i < n; i++) a[i] = i;`, `n = any(); a = make(n); if (any()) n = any(); START`},
		{verdict.Memory, false, `for (int i = 0; i < n; i++) a[i] = i;`, `for (int k = 0; k < 2; k++) { n = any(); if (!k) a = make(n); } START`},
		{verdict.Memory, false, `for (int i = 0; i < n; i++) a[i] = i;`, `n = any(); a = make(n); int *p = any() ? &n : &m; *p = any(); START`},
		{verdict.Memory, true, `for (int i = 0; i < n; i++) a[i] = i;`, `n = any(); m = n; a = make(m); m = 3; START`},
		{verdict.Memory, false, `for (int i = 0; i < n; i++) a[i] = i;`, `n = any(); m = n; a = make(m - 1); START`},
		{verdict.Memory, true, `for (int i = 0; i < n; i++) a[i] = i;`, `n = any(); assume(n < 99); a = make(n + 1); START`},
		// A place that is found and used in one section, and not.
		{verdict.Memory, true, `while (any()) { BEGIN assume(at >= 0 && at < n); a[at] = 1; at++; END }`, main + " START"},
		{verdict.Memory, false, `while (any()) { BEGIN assume(at >= 0 && at < n); END BEGIN a[at] = 1; at++; END }`, main + " START"},
		{verdict.Memory, false, `while (any()) { BEGIN assume(at >= 0 && at < n); at++; a[at] = 1; END }`, main + " START"},
		{verdict.Memory, false, `while (any()) { BEGIN assume(at < n); a[at] = 1; at++; END }`, main},
		{verdict.Memory, true, `while (any()) { assume(at >= 0 && at < n); a[at] = 1; at++; }`, main},
		{verdict.Memory, false, `while (any()) { assume(at >= 0 && at < n); a[at] = 1; at++; }`, main + " at = any();"},
		{verdict.Memory, true, `int i = at; if (i < 0 || i >= n) return 0; for (int k = 0; k < 3; k++) a[i] = k;`, main},
		{verdict.Memory, false, `int i = at; if (i < 0 || i >= n) return 0; for (int k = 0; k < 3; k++) { a[i] = k; i++; }`, main},
		{verdict.Memory, false, `int i = at; if (i < 0 && i >= n) return 0; a[i] = 0;`, main},
		// Loads that are not the same although they look alike.
		{verdict.Memory, false, `int l = 0, i = any(); do { if (l) a[i] = 1; i = at; l = i >= 0 && i < n; at = any(); i = at; } while (any());`, main},
		// Bytes that were never written, which are the same whenever they are read.
		{verdict.Memory, true, `int u[2]; int i = u[any() & 1]; assume(i >= 0 && i < n); a[i] = 1;`, main},
		{verdict.Memory, true, `m = a[0]; while (any()) { assume(m >= 0 && m < n); m = a[m]; }`, main},
		{verdict.Memory, false, `int u[2]; int i = any() & 1; m = u[i]; while (any()) { assume(m >= 0 && m < n); m = a[m]; a[m] = 1; }`, main},
		// Sums.
		{verdict.Overflow, true, `m = plus(n, at);`, main},
		{verdict.Overflow, false, `m = plus(n, at) + 1;`, `n = any(); START`},
		{verdict.Overflow, true, `BEGIN if (at < n) at++; END`, main + " START"},
		{verdict.Overflow, false, `BEGIN if (at <= n) at++; END`, `n = any(); at = any(); START START`},
		{verdict.Overflow, false, `BEGIN if (at < n) { END at++; } else { END }`, `n = any(); at = any(); START START`},
		{verdict.Overflow, true, `int x = any(), y = any(); if (x > 0 ? y <= INT_MAX - x : y >= INT_MIN - x) m = x + y;`, ``},
		{verdict.Overflow, false, `int x = any(), y = any(); if (x > 0 ? y <= INT_MAX - x : x >= INT_MIN - y) m = x + y;`, ``},
		{verdict.Overflow, false, `int x = any(), y = any(); if (x > 0 || y >= INT_MIN - x) m = x + y;`, ``},
		{verdict.Overflow, true, `int s = 0; for (int i = 0; i < 10; i++) { int d = any(); if (d > 0 && s < INT_MAX - d) s += d; }`, `START`},
		{verdict.Overflow, false, `int s = 0, d = 0; for (int i = 0; i < 10; i++) { if (d >= 0 && s < INT_MAX - d) { d = any(); if (d < 0) d = 0; s += d; } }`, `START`},
	} {
		text := head + "static void *f(void *arg) { " + c.thread + " return 0; }\nint main(void) { " +
			strings.ReplaceAll(c.main, "START", "{ pthread_t t; pthread_create(&t, 0, f, 0); }") + " f(0); return 0; }\n"
		if strings.Contains(c.main, "START") {
			text = strings.Replace(text, " f(0); return 0; }", " return 0; }", 1)
		}
		for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
			x := prove(testprog.Source(t, text, model), c.property)
			if x.proved != c.proved {
				t.Errorf("%s | %s: proved is %v, expected %v: %s", c.main, c.thread, x.proved, c.proved, x.left)
			}
			if model != ir.LP64 {
				continue
			}
			if !c.proved {
				x.refused(t, c.main+" | "+c.thread)
				continue
			}
			all++
			if ok, why := x.confirmed(t, x.bounds); ok {
				confirmed++
			} else if *show {
				t.Logf("%s | %s: not confirmed: %s", c.main, c.thread, why)
			}
		}
	}
	t.Logf("%d of %d proofs are confirmed", confirmed, all)
	testprog.AtLeast(t, confirmed, all, 80)
}

// TestNotProved has programs with two places that a wrong analysis could confuse. It also has accesses
// that are within their objects and still wrong.
func TestNotProved(t *testing.T) {
	for name, text := range map[string]string{
		"a load from one of two": `
static int x, y;
static void set(void) { if (any()) x = any(); else x = any(); if (any()) y = any(); else y = any(); }
int main(void) { int n = any(); set(); int *p = any() ? &x : &y; int v = *p, w = x; if (n <= 10 && v >= 0 && v < n) a[w] = 1; }`,
		"a load of one of two elements": `
static int x[2];
int main(void) { for (int i = 0; i < 2; i++) x[i] = any(); int v = x[any() & 1], w = x[0]; if (v >= 0 && v < 10) a[w] = 1; }`,
		"a store to one of two": `
static int x, y;
int main(void) { x = any(); y = x; int *p = any() ? &x : &y; *p = any(); int u = x, v = y; if (u >= 0 && u < 10) a[v] = 1; }`,
		"a store between two loads": `
static int x[3];
int main(void) { for (int i = 0; i < 3; i++) x[i] = any(); int k = any() & 1, u = x[k]; x[any() & 1] = any(); int v = x[k]; if (u >= 0 && u < 10) a[v] = 1; }`,
		"another section": `
static int x;
static pthread_mutex_t m;
static int get(void) { pthread_mutex_lock(&m); int v = x; pthread_mutex_unlock(&m); return v; }
static void *set(void *arg) { pthread_mutex_lock(&m); x = any(); pthread_mutex_unlock(&m); return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); int u = get(), v = get(); if (u >= 0 && u < 10) a[v] = 1; pthread_exit(0); }`,
		"the argument changed": `
static void *f(void *arg) { int u = *(int *)arg; if (u >= 0 && u < 10) { int v = *(int *)arg; a[v] = 1; } return 0; }
int main(void) { pthread_t t; int k = any(); pthread_create(&t, 0, f, &k); k = any(); pthread_join(t, 0); }`,
		"the iteration before": `
int main(void) { int before = any(); for (int i = 0; i < 3; i++) { int x = any(); if (i > 0 && before >= 0 && before < 10) a[x] = 1; before = x; } }`,
		"a loop that is entered within": `
int main(void) { int v = any(), u; if (any()) goto in; for (int i = 0; i < 3; i++) { u = any(); if (u < 0 || u > 9) return 0; in: u = v; a[u] = 1; } }`,
		"a string": `
int main(void) { int n = any(), i = any(); char *p = "abcdefg"; if (n >= 0 && n <= 8 && i >= 0 && i <= 100 && i + n <= n + 3) p[i] = 3; }`,
		"an object of a thread that may have ended": `
static _Thread_local int own[8];
static void *f(void *arg) { int i = any(), n = any(); if (n >= 0 && n <= 8 && i >= 0 && i <= 100 && i + n <= n + 3) ((int *)arg)[i] = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, own); pthread_exit(0); }`,
		"memory that a global keeps no more": `
static int *kept;
int main(void) { kept = malloc(4); kept = 0; }`,
	} {
		text = "#include <pthread.h>\n#include <stdlib.h>\nextern int any(void);\nstatic int a[10];\n" + text
		for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
			x := prove(testprog.Source(t, text, model), verdict.Memory)
			if x.proved {
				t.Errorf("%s, %s: memory is proved", name, model)
			}
			x.refused(t, name)
		}
	}
}

// relation generates programs about numbers that bound others: the number of elements, the limit of a
// loop, or the other operand of a comparison. Some of the programs are slightly wrong.
type relation struct{ *rand.Rand }

func (g relation) pick(list ...string) string { return list[g.IntN(len(list))] }

// number returns an expression.
func (g relation) number() string {
	return g.pick("n", "n", "m", "at", "i", "i", "k", "l", "n - 1", "m + 1", "n - i", "1", "0", "at + 1")
}

func (g relation) condition() string {
	simple := func() string { return g.number() + g.pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + g.number() }
	switch g.IntN(4) {
	case 0:
		return simple()
	case 1:
		return g.pick("i", "at", "k") + " >= 0 " + g.pick("&&", "&&", "||") + " " + g.pick("i", "at", "k") + " < " + g.pick("n", "n", "m")
	case 2:
		return simple() + g.pick(" && ", " || ") + simple()
	}
	v := g.pick("i", "at", "k")
	return v + " >= 0 && " + v + " < " + g.pick("n", "n", "n", "m")
}

func (g relation) simple(threads bool) string {
	switch g.IntN(9) {
	case 0, 1, 2:
		return "a[" + g.pick("i", "i", "at", "at", "k", "m", "i + 1", "n - 1", "l") + "] = 1;"
	case 3:
		return g.pick("i", "k", "l") + " = " + g.number() + ";"
	case 4:
		return g.pick("at", "at", "m") + " = " + g.number() + ";"
	case 5:
		return g.pick("at++;", "i++;", "k--;", "i = at;", "at = i;")
	case 6:
		return "s = big + " + g.pick("i", "n", "at", "m", "k") + ";"
	case 7:
		if threads && g.IntN(3) > 0 {
			return ";"
		}
		return "n = " + g.number() + ";"
	}
	return g.pick("i = any(); k = i;", "k = *(any() ? &at : &m); i = at;", "*(any() ? &at : &m) = k; i = m;", "if (k >= 0 && k < n) at = a[k];", "if (k >= 0 && k < n) i = a[k];", "{ struct { int v; } x, y; if (k) x.v = k; y = x; at = y.v; if (at >= 0 && at < n) a[x.v] = 1; }")
}

func (g relation) statement(depth int, threads bool) string {
	if depth == 0 {
		return g.simple(threads)
	}
	body := g.statement(depth-1, threads)
	if g.IntN(2) == 0 {
		body += " " + g.statement(depth-1, threads)
	}
	switch g.IntN(7) {
	case 0, 1:
		return "if (" + g.condition() + ") { " + body + " }"
	case 2:
		return "if (" + g.condition() + ") { " + body + " } else { " + g.simple(threads) + " }"
	case 3:
		return "for (i = " + g.pick("0", "0", "m", "1") + "; i < " + g.pick("n", "n", "m", "3") + "; i++) { " + body + " if (++steps > 4) exit(0); }"
	case 4:
		return "BEGIN assume(" + g.condition() + "); " + g.simple(threads) + " " + g.simple(threads) + " END"
	case 5:
		return "assume(" + g.condition() + "); " + body
	}
	return body
}

func (g relation) write() string {
	threads := g.IntN(2) == 0
	size := g.pick("n", "n", "n", "m", "n + 1", "k")
	body := g.statement(1+g.IntN(2), threads) + "\n\t" + g.statement(g.IntN(3), threads)
	start := "f(0);"
	if threads {
		start = "pthread_t t; pthread_create(&t, 0, f, 0);" + g.pick("", " pthread_create(&t, 0, f, 0);", " "+g.simple(true))
	}
	return fmt.Sprintf(`#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin();
#define END __VERIFIER_atomic_end();
int *a, n, m, at;
void assume(int c) { if (!c) exit(0); }
int any(void) { return __VERIFIER_nondet_int() %% 4; }
int *make(int size) { assume(size >= 0 && size < 5); return malloc(sizeof(int) * size); }
void *f(void *arg) {
	int i = 0, k = 0, l = 0, s = 0, big = INT_MAX - n, steps = 0;
	%s
	return arg;
}
int main(void) {
	int i = 0, k = any(), l = 0, s = 0, big = 0;
	n = any(); assume(n >= 0);
	m = any(); at = any();
	a = make(%s);
	%s
	%s
	return 0;
}
`, body, size, g.pick("", "assume(m >= 0 && m < n);", "if (m > n) m = n;", "n = k;", "if (k) n = m;", "at = 0;"), start)
}

// TestGenerated compares the proofs with the explorer.
func TestGenerated(t *testing.T) {
	safe, shown, confirmed, apart := 0, 0, 0, 0
	for seed := range generated.All() {
		text := relation{rand.New(rand.NewPCG(seed, 3))}.write()
		p := testprog.Source(t, text, ir.LP64)
		code := interp.Prepare(p)
		for _, property := range []verdict.Property{verdict.Memory, verdict.Overflow} {
			proof := prove(p, property)
			ok, left := proof.proved, proof.left
			alone := property == verdict.Overflow && pathproof.ProveApart(context.Background(), p, "it was not asked")
			limits := smc.Options{Executions: *executions, MaxDepth: 500, MaxSteps: 1 << 14, Properties: interp.PropertySet(property), Reduction: smc.DPOR}
			x, err := smc.Explore(context.Background(), code, limits)
			if err != nil {
				t.Fatal(err)
			}
			violated := false
			for _, c := range x.Violations {
				if violated = violated || c.Violation.Property == property; violated && (ok || alone) {
					t.Fatalf("seed %d: %s is proved, but: %s at %v\n%s", seed, property, c.Violation.Message, c.Violation.Pos, text)
				}
			}
			if violated {
				proof.refused(t, fmt.Sprintf("seed %d: %s", seed, text))
			} else {
				if safe++; alone {
					apart++
				}
				if ok {
					if shown++; confirms(t, proof, seed) {
						confirmed++
					}
				} else if *show {
					t.Logf("seed %d: %s: %s\n%s", seed, property, left, text)
				}
			}
		}
	}
	t.Logf("%d proved of %d in which nothing was found, %d of them confirmed; %d without knowing where pointers lead", shown, safe, confirmed, apart)
	testprog.AtLeast(t, shown, safe, 40)
	testprog.AtLeast(t, confirmed, shown, 80)
}

func confirms(t *testing.T, x *proof, seed uint64) bool {
	t.Helper()
	ok, why := x.confirmed(t, x.bounds)
	if !ok && *show {
		t.Logf("seed %d: %s is not confirmed: %s", seed, x.property, why)
	}
	return ok
}
