package weak_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/weak"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// operation is an operation of a generated program. Numbers of registers are those of the operations that set them; none: -1.
type operation struct {
	kind, order               string // load, store, add or fence
	at                        string
	address, value, condition int // the registers on which it depends
}

// operations generates the threads of a program whose accesses depend on earlier reads. Every other thread mostly reads; the rest
// have more fences and stronger orders.
func operations(seed uint64, updates bool) (threads [][]operation) {
	rng := rand.New(rand.NewPCG(seed, 11))
	n := 2 + rng.IntN(2)
	for t := range n {
		reader := t%2 == 1
		load, strong := 4, 2
		if reader {
			load, strong = 9, 6
		}
		var list []operation
		var reads []int
		for i := range 2 + rng.IntN(5-n) {
			o := operation{at: []string{"x", "y"}[rng.IntN(2)], order: "relaxed", address: -1, value: -1, condition: -1}
			on := func(k int) int {
				if len(reads) == 0 || rng.IntN(k) > 0 {
					return -1
				}
				return reads[rng.IntN(len(reads))]
			}
			switch k := rng.IntN(12); {
			case k == 0, k == 1 && !reader:
				o.kind, o.order = "fence", []string{"acquire", "release", "acq_rel", "seq_cst"}[rng.IntN(4)]
			case k < load:
				o.kind, o.address = "load", on(3)
			case k < load+2 && updates:
				o.kind, o.value, o.address = "add", on(2), on(3)
			default:
				o.kind, o.value, o.address = "store", on(2), on(3)
			}
			if o.kind != "fence" {
				if o.condition = on(4); rng.IntN(strong) == 0 {
					o.order = map[string][]string{"load": {"acquire", "seq_cst"}, "store": {"release", "seq_cst"}, "add": {"acquire", "release", "seq_cst"}}[o.kind][rng.IntN(2)]
				}
			}
			if list = append(list, o); o.kind == "load" || o.kind == "add" {
				reads = append(reads, i)
			}
		}
		threads = append(threads, list)
	}
	return threads
}

// buffering generates threads of which most begin with a read and end with a write, with few orders and dependencies, so that
// many executions have a cycle of po and rf.
func buffering(seed uint64, updates bool) (threads [][]operation) {
	rng := rand.New(rand.NewPCG(seed, 13))
	n := 2 + rng.IntN(2)
	for range n {
		var list []operation
		var reads []int
		for i, length := 0, 2+rng.IntN(5-n); i < length; i++ {
			o := operation{at: []string{"x", "y"}[rng.IntN(2)], kind: "store", order: "relaxed", address: -1, value: -1, condition: -1}
			on := func(k int) int {
				if len(reads) == 0 || rng.IntN(k) > 0 {
					return -1
				}
				return reads[rng.IntN(len(reads))]
			}
			strong := []string{"release", "seq_cst"}
			switch k := rng.IntN(12); {
			case i == length-1 && k > 0:
			case k == 0 && i > 0:
				o.kind, o.order = "fence", []string{"acquire", "release", "acq_rel", "seq_cst"}[rng.IntN(4)]
			case updates && k < 4:
				o.kind, strong = "add", []string{"acquire", "release", "acq_rel", "seq_cst"}
			case i == 0 || k < 8:
				o.kind, strong = "load", []string{"acquire", "seq_cst"}
			}
			if o.kind != "fence" {
				if o.address, o.condition = on(8), on(8); rng.IntN(8) == 0 {
					o.order = strong[rng.IntN(len(strong))]
				}
				if o.kind != "load" {
					o.value = on(4)
				}
			}
			if list = append(list, o); o.kind == "load" || o.kind == "add" {
				reads = append(reads, i)
			}
		}
		threads = append(threads, list)
	}
	return threads
}

// statement writes an operation in C.
func (o *operation) statement(i int) string {
	at, value := o.at, fmt.Sprint(1+i)
	if o.address >= 0 {
		at += fmt.Sprintf(" + (r%d ^ r%d)", o.address, o.address)
	}
	if o.value >= 0 {
		value = fmt.Sprintf("(r%d ^ r%d) + %d", o.value, o.value, 1+i)
	}
	switch o.kind {
	case "fence":
		return fmt.Sprintf("atomic_thread_fence(memory_order_%s);\n", o.order)
	case "load":
		return fmt.Sprintf("int r%d = atomic_load_explicit(%s, memory_order_%s);\n", i, at, o.order)
	case "add":
		return fmt.Sprintf("int r%d = atomic_fetch_add_explicit(%s, %s, memory_order_%s);\n", i, at, value, o.order)
	}
	return fmt.Sprintf("atomic_store_explicit(%s, %s, memory_order_%s);\n", at, value, o.order)
}

// inC writes a program in C.
func inC(threads [][]operation) string {
	var s strings.Builder
	s.WriteString("#include <stdatomic.h>\n#include <pthread.h>\natomic_int X, Y;\n")
	create := ""
	for t, list := range threads {
		fmt.Fprintf(&s, "static void *P%d(void *arg) { atomic_int *x = &X, *y = &Y; int junk = 0;\n", t)
		for i := range list {
			if c := list[i].condition; c >= 0 {
				fmt.Fprintf(&s, "if (r%d) junk++;\n", c)
			}
			s.WriteString(list[i].statement(i))
		}
		s.WriteString("return arg; }\n")
		create += fmt.Sprintf("pthread_create(&t, 0, P%d, 0); ", t)
	}
	return s.String() + "int main(void) { pthread_t t; " + create + "return 0; }\n"
}

// ofC writes the same program as a litmus test in C. There only the events in the branches of a condition depend on it, so both
// have the rest of the thread.
func ofC(threads [][]operation) string {
	var s strings.Builder
	s.WriteString("C generated\n{ x = 0; y = 0; }\n")
	for t, list := range threads {
		fmt.Fprintf(&s, "P%d(atomic_int *x, atomic_int *y) {\n", t)
		var rest func(i int) string
		rest = func(i int) string {
			if i == len(list) {
				return ""
			}
			text := list[i].statement(i) + rest(i+1)
			if c := list[i].condition; c >= 0 {
				text = fmt.Sprintf("if (r%d) {\n%s} else {\n%s}\n", c, text, text)
			}
			return text
		}
		s.WriteString(rest(0) + "}\n")
	}
	return s.String() + "locations [x; y;]\nexists (x = 9)\n"
}

// machine is a language of litmus tests of a processor. Its formats have numbers of registers.
type machine struct {
	dialect, register                  string
	move, zero, sum, add, branch, into string
	loads, stores, fences              map[string][]string // by order: instructions; the access has a %s for the address
}

var machines = map[string]machine{
	"aarch64": {
		dialect: "AArch64", register: "X", into: "[X%d]",
		move: "MOV W10,#%d", zero: "EOR X11,X%[1]d,X%[1]d", sum: "ADD W10,W11,#%d", add: "ADD X12,X%d,X11", branch: "CBNZ X%d,L%d",
		loads:  map[string][]string{"relaxed": {"LDR W%d,%s"}, "acquire": {"LDAPR W%d,%s"}, "seq_cst": {"LDAR W%d,%s"}},
		stores: map[string][]string{"relaxed": {"STR W10,%s"}, "release": {"STLR W10,%s"}, "seq_cst": {"STLR W10,%s"}},
		fences: map[string][]string{"acquire": {"DMB ISHLD"}, "release": {"DMB ISH"}, "acq_rel": {"DMB ISH"}, "seq_cst": {"DMB ISH"}},
	},
	"riscv": {
		dialect: "RISCV", register: "x", into: "0(x%d)",
		move: "ori x10,x0,%d", zero: "xor x11,x%[1]d,x%[1]d", sum: "ori x10,x11,%d", add: "add x12,x%d,x11", branch: "bne x%d,x0,L%d",
		loads:  map[string][]string{"relaxed": {"lw x%d,%s"}, "acquire": {"lw x%d,%s", "fence r,rw"}, "seq_cst": {"fence rw,rw", "lw x%d,%s", "fence r,rw"}},
		stores: map[string][]string{"relaxed": {"sw x10,%s"}, "release": {"fence rw,w", "sw x10,%s"}, "seq_cst": {"fence rw,w", "sw x10,%s"}},
		fences: map[string][]string{"acquire": {"fence r,rw"}, "release": {"fence rw,w"}, "acq_rel": {"fence.tso"}, "seq_cst": {"fence rw,rw"}},
	},
}

// of writes a program without updates as a litmus test of the machine.
func (m *machine) of(threads [][]operation) string {
	var columns [][]string
	init, label := "{ x = 0; y = 0;", 0
	for t, list := range threads {
		init += fmt.Sprintf(" %d:%[2]s20=x; %[1]d:%[2]s21=y;", t, m.register)
		var column []string
		emit := func(format string, args ...any) { column = append(column, fmt.Sprintf(format, args...)) }
		for i := range list {
			o := &list[i]
			register := 1 + i
			if o.condition >= 0 {
				label++
				emit(m.branch, 1+o.condition, label)
				emit("L%d:", label)
			}
			base := map[string]int{"x": 20, "y": 21}[o.at]
			if o.address >= 0 {
				emit(m.zero, 1+o.address)
				emit(m.add, base)
				base = 12
			}
			at := fmt.Sprintf(m.into, base)
			switch o.kind {
			case "fence":
				column = append(column, m.fences[o.order]...)
			case "load":
				for _, text := range m.loads[o.order] {
					if strings.Contains(text, "%d") {
						text = fmt.Sprintf(text, register, at)
					}
					column = append(column, text)
				}
			default:
				if o.value >= 0 {
					emit(m.zero, 1+o.value)
					emit(m.sum, register)
				} else {
					emit(m.move, register)
				}
				for _, text := range m.stores[o.order] {
					column = append(column, strings.Replace(text, "%s", at, 1))
				}
			}
		}
		columns = append(columns, column)
	}
	return table(m.dialect, init+" }", columns)
}

// TestDependencies compares the numbers of executions of generated programs, whose accesses depend on earlier reads, with those
// of litmus tests. The tests leave out cycles of po and rf, too.
func TestDependencies(t *testing.T) {
	fewer := 0
	for seed := range *twins {
		updates := seed%3 == 0
		threads := operations(seed, updates)
		code := testprog.Code(t, inC(threads))
		texts := map[string]string{"imm": ofC(threads)}
		if !updates {
			for name, m := range machines {
				texts[name] = m.of(threads)
			}
		}
		for name, text := range texts {
			cat, err := memmodel.Parse(name, "\"T\"\ninclude \""+name+".cat\"\nacyclic po | rf as no-cycles\n")
			if err != nil {
				t.Fatal(err)
			}
			want := executions(t, text, cat)
			m, err := weak.ModelOf(name)
			if err != nil {
				t.Fatal(err)
			}
			allowed, err := explore.Allowed(m)
			if err != nil {
				t.Fatal(err)
			}
			all := uint64(0)
			x, err := weak.Explore(t.Context(), code, weak.Options{Model: m, Allowed: func(x *weak.Execution) bool {
				all++
				return allowed(x)
			}})
			if err != nil || x.Refused != "" {
				t.Fatal(seed, err, x.Refused)
			}
			if x.Executions != want {
				t.Fatalf("seed %d, %s: %d executions, expected %d\n%s%s", seed, name, x.Executions, want, inC(threads), text)
			}
			if x.Executions < all {
				fewer++
			}
		}
	}
	if fewer == 0 {
		t.Error("the models forbid nothing that RC11 allows")
	}
	t.Logf("%d times the model forbids executions", fewer)
}

// TestLoadBuffering compares the numbers of executions of generated programs, those with a cycle of po and rf included, with those
// of litmus tests, which leave out none.
func TestLoadBuffering(t *testing.T) {
	further, compared, open := map[string]uint64{}, 0, 0
	for seed := range 4 * *twins {
		updates := seed%3 == 0
		threads := buffering(seed, updates)
		code := testprog.Code(t, inC(threads))
		texts := map[string]string{"imm": ofC(threads)}
		if !updates {
			for name, m := range machines {
				texts[name] = m.of(threads)
			}
		}
		for name, text := range texts {
			cat, err := memmodel.Named(name)
			if err != nil {
				t.Fatal(err)
			}
			want := executions(t, text, cat)
			names := []string{name}
			if seed%5 == 0 { // the same model in a file, of which the search knows less
				names = append(names, filepath.Join("..", "..", "memmodel", "models", name+".cat"))
			}
			for _, name := range names {
				x := withCycles(t, code, name)
				if compared++; !x.Cyclic.Complete {
					open++
					t.Logf("seed %d, %s: too many runs", seed, name)
					continue
				}
				if t.Failed() || x.Executions+x.Cyclic.Executions != want {
					t.Fatalf("seed %d, %s: %d executions and %d with a cycle, expected %d\n%s%s", seed, name, x.Executions, x.Cyclic.Executions, want, inC(threads), text)
				}
				further[name] += x.Cyclic.Executions
			}
		}
	}
	for _, name := range []string{"imm", "aarch64", "riscv"} {
		if further[name] == 0 {
			t.Errorf("no execution has a cycle of po and rf under %s", name)
		}
	}
	if open > compared/50 {
		t.Errorf("%d of %d searches did not end within their limit", open, compared)
	}
	t.Logf("%d of %d compared; %v executions have a cycle of po and rf", compared-open, compared, further)
}

// withCycles explores the executions of a model, those with a cycle of po and rf included. None may be visited twice.
func withCycles(t *testing.T, code *interp.Code, name string) *weak.Exploration {
	t.Helper()
	m, err := explore.ModelOf(name)
	if err != nil {
		t.Fatal(err)
	}
	allowed, err := explore.Allowed(m)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	x, err := weak.Explore(t.Context(), code, weak.Options{Model: m, Cycles: true, Allowed: allowed, Visit: func(x *weak.Execution) {
		switch {
		case x == nil:
			clear(seen)
		case seen[x.Key()]:
			t.Errorf("%s: visited twice: %s", name, x.Key())
		default:
			seen[x.Key()] = true
		}
	}})
	if err != nil || x.Refused != "" {
		t.Fatal(name, err, x.Refused)
	}
	return x
}

// TestDependenciesThrough checks through which operations of C a read of y after one of x depends on it, or does not.
func TestDependenciesThrough(t *testing.T) {
	const head = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LOAD(at) atomic_load_explicit(at, memory_order_relaxed)
atomic_int x, y;
static int same(int v) { return v ^ v; }
static int other(int v, int w) { return w; }
static void *writer(void *arg) { atomic_store_explicit(&y, 1, memory_order_relaxed); atomic_store_explicit(&x, 1, memory_order_release); return arg; }
int main(void) { pthread_t t; atomic_int *at = &y; pthread_create(&t, 0, writer, 0); int r = LOAD(&x), s; `
	for _, c := range []struct {
		text    string
		depends bool
	}{
		{"s = LOAD(at);", false},
		{"s = LOAD(at + (r ^ r));", true},
		{"s = LOAD(at + (r ? 0 : 0));", true},
		{"s = LOAD(at + same(r));", true},
		{"s = LOAD(at + other(r, 0));", false},
		{"int v = r; v = 0; s = LOAD(at + v);", false},
		{"if (r) s = LOAD(at); else s = 1;", false},
		{"int v[2] = {0, r ^ r}; s = LOAD(at + v[1]);", true},
		{"int v[2] = {0, r ^ r}; s = LOAD(at + v[0]);", false},
		{"int v[2] = {0}; s = LOAD(at + v[r & 1]);", true},
		{"struct { int a, b; } v = {r ^ r, 0}, w = v; s = LOAD(at + w.a);", true},
		{"struct { int a, b; } v = {r ^ r, 0}, w = v; s = LOAD(at + w.b);", false},
		{"int (*f[])(int) = {same, same}; s = LOAD(at + f[r & 1](0));", false}, // a branch, which orders writes only
	} {
		code := testprog.Code(t, head+c.text+" assert(!(r && !s) && same(s) == 0); return 0; }")
		m, err := weak.ModelOf("aarch64")
		if err != nil {
			t.Fatal(err)
		}
		allowed, err := explore.Allowed(m)
		if err != nil {
			t.Fatal(err)
		}
		x, err := weak.Explore(t.Context(), code, weak.Options{Model: m, Properties: interp.PropertySet(verdict.Assert), Allowed: allowed})
		if err != nil || !x.Complete || (len(x.Violations) == 0) != c.depends {
			t.Errorf("%s: %d violations, %v", c.text, len(x.Violations), err)
		}
	}
}

// executions returns the number of executions of a litmus test under a model.
func executions(t *testing.T, text string, m *memmodel.Model) uint64 {
	t.Helper()
	file := filepath.Join(t.TempDir(), "t.litmus")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	test, err := litmus.Read(file)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	r, err := litmus.Run(t.Context(), test, m, true)
	if err != nil {
		t.Fatal(err)
	}
	return uint64(r.Positive + r.Negative)
}
