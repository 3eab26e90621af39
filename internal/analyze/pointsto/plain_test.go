package pointsto_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var every = testflag.Every(120)

// target is a location whose object has a name that does not depend on the order of the work.
type target struct {
	object string
	pointsto.Loc
}

// naming holds the names of a result's nodes: the functions and places of the calls that lead there.
type naming struct {
	*pointsto.Result
	nodes []string
}

func (r naming) node(n pointsto.NodeID) string {
	if n == 0 || r.nodes[n] != "" {
		return r.nodes[n]
	}
	node := &r.Nodes[n]
	by := r.Threads[node.Thread].Spawn
	if len(node.Callers) > 0 {
		by = node.Callers[0]
	}
	r.nodes[n] = fmt.Sprintf("%s(%s:%d:%d)", r.Program.Funcs[node.Func].Name, r.node(by.Node), by.Block, by.Instr)
	return r.nodes[n]
}

func (r naming) targets(list []pointsto.LocID) (out []target) {
	for _, l := range list {
		if l == pointsto.Num || l == pointsto.Wild {
			out = append(out, target{object: r.LocName(l)})
			continue
		}
		at := r.Locs[l]
		o := r.Objects[at.Obj]
		name := fmt.Sprint(o.Kind, o.Func, o.Global, o.Local, o.Block, o.Instr, o.Size, r.node(o.Node), r.node(r.Threads[o.Thread].Root))
		at.Obj = 0
		out = append(out, target{name, at})
	}
	return out
}

// values returns the targets of all values.
func values(r *pointsto.Result) map[string][]target {
	names := naming{r, make([]string, len(r.Nodes))}
	out := make(map[string][]target)
	for n := pointsto.NodeID(1); int(n) < len(r.Nodes); n++ {
		for v := range r.View(n).Values {
			if list := r.PointsTo(n, ssa.ValueID(v)); len(list) > 0 {
				out[fmt.Sprint(names.node(n), " %", v)] = names.targets(list)
			}
		}
	}
	return out
}

// lacks returns the elements of a that no element of b covers.
func lacks(a, b []target) []target {
	return slices.DeleteFunc(slices.Clone(a), func(x target) bool {
		return slices.ContainsFunc(b, func(y target) bool { return x.object == y.object && pointsto.Covers(y.Loc, x.Loc) })
	})
}

// TestPlain compares the results with those of the analysis that unites no variables and drops no location:
// each value leads to the same bytes.
func TestPlain(t *testing.T) {
	compared, values := 0, 0
	compare := func(name string, p *ir.Program) {
		for _, noNumbers := range []bool{false, true} {
			if n := comparePlain(t, name, p, noNumbers); n > 0 {
				compared++
				values += n
			}
		}
	}
	files, err := filepath.Glob("../../../testdata/semantics/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		if every.Has(i) {
			compare(filepath.Base(file), testprog.Compile(t, file, ir.LP64))
		}
	}
	for seed := range generated.Next(generated.N() / 10) {
		compare(fmt.Sprint("seed ", seed), testprog.Source(t, testgen.Sequential(seed, 2), ir.LP64))
	}
	t.Logf("%d results with %d values", compared, values)
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// comparePlain returns the number of values compared; 0: the order of the work may matter.
func comparePlain(t *testing.T, name string, p *ir.Program, noNumbers bool) int {
	fast, plain := pointsto.Analyse, pointsto.AnalysePlain(context.Background(), p, noNumbers)
	if noNumbers {
		fast = pointsto.AnalyseWithoutNumbers
	}
	r := fast(context.Background(), p)
	if pointsto.Crowded(plain) || pointsto.Crowded(r) {
		return 0
	}
	if r.Lost != plain.Lost {
		t.Errorf("%s: lost %q, expected %q", name, r.Lost, plain.Lost)
	}
	if r.Lost != "" {
		return 0
	}
	got, want := values(r), values(plain)
	for v := range want {
		if less, more := lacks(want[v], got[v]), lacks(got[v], want[v]); len(less)+len(more) > 0 {
			t.Fatalf("%s, without numbers %v: %s lacks %v and has %v", name, noNumbers, v, less, more)
		}
	}
	for v := range got {
		if want[v] == nil {
			t.Fatalf("%s: %s leads to %v", name, strings.TrimSpace(v), got[v])
		}
	}
	return len(want)
}

// BenchmarkMixed analyses a program in which bytes of structures are copied, so that each field may hold each
// pointer. The plain analysis of the same program is the baseline.
func BenchmarkMixed(b *testing.B) {
	var text strings.Builder
	text.WriteString("struct s { char buf[400]; struct s *next, *other; long n; };\n" +
		"void copy(char *to, char *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }\n" +
		"struct s *step(struct s *p) { p->n = (long)p->next; p->n += 1; p->n &= ~3L; p->other = (struct s *)p->n; return p->next; }\n")
	const objects = 20
	for k := range objects {
		fmt.Fprintf(&text, "struct s s%d;\n", k)
	}
	text.WriteString("int main(void) {\n")
	for k := range objects {
		fmt.Fprintf(&text, "s%d.next = &s%d; copy((char *)&s%d, (char *)step(&s%d), sizeof(struct s));\n", k, (k+1)%objects, k, k)
	}
	text.WriteString("return 0; }\n")
	p := testprog.Source(b, text.String(), ir.LP64)
	for name, analyse := range map[string]func() *pointsto.Result{
		"plain": func() *pointsto.Result { return pointsto.AnalysePlain(b.Context(), p, true) },
		"usual": func() *pointsto.Result { return pointsto.AnalyseWithoutNumbers(b.Context(), p) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if r := analyse(); r.Lost != "" {
					b.Fatal(r.Lost)
				}
			}
		})
	}
}

// TestShared compares a program in which one call has so many functions that they share its arguments, and some of them
// have other callers.
func TestShared(t *testing.T) {
	for _, noNumbers := range []bool{false, true} {
		if comparePlain(t, "table", testprog.Source(t, table(100, 2), ir.LP64), noNumbers) == 0 {
			t.Error("nothing was compared")
		}
	}
}

// table returns a program with n functions, which call each other through one pointer, and a list of objects.
func table(n, objects int) string {
	var text strings.Builder
	text.WriteString("struct s { struct s *next; void (*run)(struct s *); };\nstatic struct s *last, other, another;\n")
	for k := range objects {
		fmt.Fprintf(&text, "static struct s o%d;\n", k)
	}
	text.WriteString("static void call(int k, struct s *p);\n")
	for k := range n {
		fmt.Fprintf(&text, "static void f%d(struct s *p) { if (p->next) { last = p->next; call(%d, p->next); } }\n", k, (7*k+1)%n)
	}
	text.WriteString("static void call(int k, struct s *p) {\n\tvoid (*f)(struct s *) = 0;\n\tswitch (k) {\n")
	for k := range n {
		fmt.Fprintf(&text, "\tcase %d: f = f%d; break;\n", k, k)
	}
	text.WriteString("\t}\n\tf(p);\n}\nint main(void) {\n")
	for k := range objects - 1 {
		fmt.Fprintf(&text, "\to%d.next = &o%d;\n", k, k+1)
	}
	fmt.Fprintf(&text, "\to1.run = f%d;\n\tcall(0, &o0);\n\tf%d(&other);\n", n-2, n-1)
	text.WriteString("\tother.next = &another;\n\tlast->run(&another);\n\treturn 0;\n}\n")
	return text.String()
}
