package relax

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestPrograms compares the results for the programs of testdata with golden tables. A program whose first line
// has the word strengthen is strengthened.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			p := testprog.Compile(t, file, ir.LP64)
			properties, err := Judged(nil)
			if err != nil {
				t.Fatal(err)
			}
			q := Question{Model: "rc11", Properties: properties, Allowed: ir.DefaultEnvironment, Unwind: 4}
			search := Relax
			if strings.HasSuffix(file, "_strengthen.c") {
				search = Strengthen
			}
			r, err := search(context.Background(), p, q.Judge)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			diff, without := r.Patch(p.Files, func(string) string { return string(text) }, filepath.Base)
			if len(without) > 0 {
				t.Errorf("no edit for %v", without)
			}
			golden.File(t, strings.TrimSuffix(file, ".c")+".golden", table(r)+diff)
			if r.Done() {
				patched(t, r, applied(t, string(text), diff))
			}
		})
	}
}

// patched checks that the operations of a changed text have the needed orders.
func patched(t *testing.T, r *Result, text string) {
	var want, got []string
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Needed != Removed {
			want = append(want, row.Kind.String()+" "+row.Needed.String())
		}
	}
	sites, _ := Sites(testprog.Source(t, text, ir.LP64))
	slices.SortFunc(sites, func(a, b Site) int { return a.compare(&b) })
	for i := range sites {
		got = append(got, sites[i].Kind.String()+" "+sites[i].Order.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the changed text has %q, expected %q\n%s", got, want, text)
	}
}

// applied applies a unified diff of one file.
func applied(t *testing.T, text, diff string) string {
	old := slices.Collect(strings.Lines(text))
	var out strings.Builder
	at, counts := 0, [4]int{}
	for line := range strings.Lines(diff) {
		if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "+++") {
			continue
		}
		if n, _ := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &counts[0], &counts[1], &counts[2], &counts[3]); n == 4 {
			for ; at < counts[0]-1; at++ {
				out.WriteString(old[at])
			}
			if now := strings.Count(out.String(), "\n") + 1; now != counts[2] {
				t.Errorf("line %d of the new text: %s", now, line)
			}
			continue
		}
		if line[0] != '+' {
			if old[at] != line[1:] {
				t.Errorf("line %d is %q, and in the diff %q", at+1, old[at], line)
			}
			at++
		}
		if line[0] != '-' {
			out.WriteString(line[1:])
		}
	}
	return out.String() + strings.Join(old[at:], "")
}

// TestChange checks the changed text of single operations.
func TestChange(t *testing.T) {
	for _, c := range []struct {
		text  string // the operation begins at the mark $
		kind  Kind
		order ir.MemOrder
		want  string
	}{
		{"x = $atomic_load(&x[f(1, 2)]);", Load, ir.Acquire, "x = atomic_load_explicit(&x[f(1, 2)], memory_order_acquire);"},
		{"$atomic_load_explicit(&x, /* , */ memory_order_seq_cst );", Load, ir.Relaxed, "atomic_load_explicit(&x, /* , */ memory_order_relaxed );"},
		{"$__atomic_store_n(&x, ',', 5);", Store, ir.Release, "__atomic_store_n(&x, ',', __ATOMIC_RELEASE);"},
		{"$__atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST)", Update, ir.AcqRel, "__atomic_add_fetch(&x, 1, __ATOMIC_ACQ_REL)"},
		{"$atomic_flag_test_and_set(\n&x)", Update, ir.Acquire, "atomic_flag_test_and_set_explicit(\n&x, memory_order_acquire)"},
		{"$atomic_compare_exchange_weak(&x, &e, 1)", Exchange, ir.Release, "atomic_compare_exchange_weak_explicit(&x, &e, 1, memory_order_release, memory_order_seq_cst)"},
		{"$atomic_compare_exchange_weak_explicit(&x, &e, 1, A, B)", Failure, ir.Relaxed, "atomic_compare_exchange_weak_explicit(&x, &e, 1, A, memory_order_relaxed)"},
		{"$assert(atomic_load(&x) == 1 && a[0]);", Load, ir.Relaxed, "assert(atomic_load_explicit(&x, memory_order_relaxed) == 1 && a[0]);"},
		{"$assert(atomic_load(&x) == atomic_load(&y));", Load, ir.Relaxed, "assert(atomic_load_explicit(&x, memory_order_relaxed) == atomic_load_explicit(&y, memory_order_relaxed));"},
		{"$__atomic_add_fetch(&x, __atomic_add_fetch(&y, 1, 5), 5);", Update, ir.Relaxed, "__atomic_add_fetch(&x, __atomic_add_fetch(&y, 1, 5), __ATOMIC_RELAXED);"},
		{"$LOAD(&x)", Load, ir.Relaxed, ""},
		{"x $+= 1", Update, ir.Relaxed, ""},
		{"$atomic_load(&x", Load, ir.Relaxed, ""},
		{"$__sync_synchronize();", Fence, ir.AcqRel, "__atomic_thread_fence(__ATOMIC_ACQ_REL);"},
		{"a;\n\t$atomic_thread_fence(memory_order_seq_cst);\nb;", Fence, Removed, "a;\nb;"},
		{"if (a) // {\n\t$atomic_thread_fence(memory_order_seq_cst);\nb;", Fence, Removed, "if (a) // {\n\t(void)0;\nb;"},
		{"#define A ;\n\t$atomic_thread_fence(memory_order_seq_cst);\nb;", Fence, Removed, "#define A ;\n\t(void)0;\nb;"},
		{"#define A\n{\n\t$atomic_thread_fence(memory_order_seq_cst);\nb;", Fence, Removed, "#define A\n{\nb;"},
		{"a; $atomic_thread_fence(memory_order_seq_cst); b;", Fence, Removed, "a; (void)0; b;"},
	} {
		before, after, _ := strings.Cut(c.text, "$")
		text := before + after
		pos := ir.Pos{Line: int32(strings.Count(before, "\n") + 1), Col: int32(len(before) - strings.LastIndexByte(before, '\n'))}
		rows := []Row{{Site: Site{Pos: pos, Kind: c.kind, Order: ir.SeqCst}, Needed: c.order}}
		if c.kind == Exchange || c.kind == Failure { // which have one place
			rows = append(rows, Row{Site: Site{Pos: pos, Kind: Exchange + Failure - c.kind, Order: ir.SeqCst}, Needed: ir.SeqCst})
		}
		edits := change(text, rows)
		got := ""
		if edits != nil {
			got = apply(text, 0, edits)
		}
		if got != c.want {
			t.Errorf("%s: %q, expected %q", c.text, got, c.want)
		}
	}
}

// table writes a result as text.
func table(r *Result) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s, %d programs judged\n", r.First.Verdict, r.Asked)
	if !r.Done() {
		fmt.Fprintln(&s, r.First.Why)
		return s.String()
	}
	fmt.Fprintf(&s, "with these orders: %s, minimal %v\n", r.Last.Verdict, r.Minimal())
	for i := range r.Rows {
		row := &r.Rows[i]
		fmt.Fprintf(&s, "%d:%d %s: %s, needed %s\n", row.Pos.Line, row.Pos.Col, row.Kind, OrderName(row.Order), OrderName(row.Needed))
		for _, step := range row.Steps {
			why := "not allowed by C"
			if step.Answer != nil {
				why = step.Answer.Verdict.String() + ": " + step.Answer.Why + step.Answer.Detail
			}
			fmt.Fprintf(&s, "\t%s: %s\n", OrderName(step.Order), why)
		}
	}
	return s.String()
}

// TestWeaker checks that the orders below an order are implied by it, end, and leave no order between.
func TestWeaker(t *testing.T) {
	for k := Load; k <= Fence; k++ {
		seen := make(map[ir.MemOrder]bool)
		open := []ir.MemOrder{ir.SeqCst}
		for len(open) > 0 {
			o := open[0]
			open = open[1:]
			if seen[o] {
				continue
			}
			seen[o] = true
			next := k.weaker(o)
			for _, w := range next {
				if !implies(o, w) || implies(w, o) {
					t.Errorf("%s: %s is not below %s", k, OrderName(w), OrderName(o))
				}
			}
			if len(next) == 2 && (implies(next[0], next[1]) || implies(next[1], next[0])) {
				t.Errorf("%s: %v are no alternatives", k, next)
			}
			open = append(open, next...)
		}
		want := map[Kind]int{Load: 3, Store: 3, Update: 5, Exchange: 5, Failure: 3, Fence: 5}[k]
		if len(seen) != want {
			t.Errorf("%s has %d orders, expected %d", k, len(seen), want)
		}
		if !seen[Removed] == (k == Fence) || !seen[ir.Relaxed] == (k != Fence) {
			t.Errorf("%s ends with %v", k, seen)
		}
	}
}

// TestHittingSet checks smallest hitting sets.
func TestHittingSet(t *testing.T) {
	for _, c := range []struct{ lists, want string }{
		{"1 2|2 3|3 4", "[1 3]"}, {"0|1|2", "[0 1 2]"}, {"0 1 2|2 3|2 4", "[2]"}, {"0 1|", "[]"},
	} {
		var lists [][]int
		for part := range strings.SplitSeq(c.lists, "|") {
			var list []int
			for word := range strings.FieldsSeq(part) {
				list = append(list, int(word[0]-'0'))
			}
			lists = append(lists, list)
		}
		if got := fmt.Sprint(hittingSet(context.Background(), lists, 5)); got != c.want {
			t.Errorf("%s: %s, expected %s", c.lists, got, c.want)
		}
	}
}

// TestSites checks the sites of each form of an operation, and that an order that is computed is none.
func TestSites(t *testing.T) {
	p := testprog.Source(t, sitesSource, ir.LP64)
	sites, fixed := Sites(p)
	var got []string
	for i := range sites {
		s := &sites[i]
		got = append(got, fmt.Sprintf("%d %s %s", s.Pos.Line, s.Kind, s.Order))
	}
	want := []string{"8 fence acquire", "6 compare-exchange, failing seq_cst", "7 compare-exchange, failing relaxed", "5 read-modify-write seq_cst",
		"6 compare-exchange seq_cst", "7 compare-exchange release", "8 load seq_cst", "8 read-modify-write seq_cst", "11 read-modify-write consume"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q\nexpected %q", got, want)
	}
	if len(fixed) != 1 || fixed[0].Line != 9 {
		t.Errorf("fixed: %v", fixed)
	}
	orders := make([]ir.MemOrder, len(sites))
	for i := range sites {
		if orders[i] = ir.Relaxed; sites[i].Kind == Fence {
			orders[i] = Removed
		}
	}
	changed := with(p, sites, orders)
	if err := ir.Check(changed); err != nil {
		t.Error(err)
	}
	if again, _ := Sites(changed); len(again) != len(sites)-1 || slices.ContainsFunc(again, func(s Site) bool { return s.Order != ir.Relaxed }) {
		t.Errorf("with weaker orders: %v", again)
	}
	if again, _ := Sites(p); len(again) != len(sites) {
		t.Error("the program itself has changed")
	}
}

const sitesSource = `#include <stdatomic.h>
atomic_int a; _Atomic float f;
static int g(memory_order o) {
	int e = 1;
	a++;
	f += 1;
	atomic_compare_exchange_weak_explicit(&a, &e, 2, memory_order_release, memory_order_relaxed);
	atomic_thread_fence(memory_order_acquire); atomic_fetch_or(&a, atomic_load(&a));
	return atomic_load_explicit(&a, o);
}
int main(void) { return g(memory_order_acquire) + __atomic_exchange_n(&a, 2, __ATOMIC_CONSUME); }
`

// TestUndecided checks that an order without an answer is kept, and not reported as possible.
func TestUndecided(t *testing.T) {
	p := testprog.Source(t, "#include <stdatomic.h>\natomic_int a, b; int main(void) { atomic_store(&a, 1);\nreturn atomic_load(&b); }", ir.LP64)
	asked := 0
	r, err := Relax(context.Background(), p, func(_ context.Context, p *ir.Program) (*Answer, error) {
		asked++
		for _, in := range p.Instrs() {
			if in.Op == ir.OpStore && in.Order == ir.Relaxed {
				return &Answer{Verdict: verdict.Unknown, Detail: "timeout"}, nil
			}
		}
		return &Answer{Verdict: verdict.Safe}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Minimal() || r.Rows[0].Needed != ir.Release || r.Rows[1].Needed != ir.Relaxed || len(r.Rows[0].Steps) != 1 {
		t.Errorf("%+v", r.Rows)
	}
	if asked != r.Asked || asked != 5 {
		t.Errorf("%d programs were judged", asked)
	}
}

var long = testflag.Long()

// TestPublished checks that the published orders of algorithms of package check are minimal.
func TestPublished(t *testing.T) {
	names := []string{"peterson", "bakery", "ticket", "clh", "seqlock", "treiber", "mcs", "msqueue"}
	if *long {
		names = append(names, "cna")
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join("..", "check", "testdata", "locks", name+".c"))
		if err != nil {
			t.Fatal(err)
		}
		properties, err := Judged(nil)
		if err != nil {
			t.Fatal(err)
		}
		q := Question{Model: "rc11", Properties: properties, Allowed: ir.DefaultEnvironment, Unwind: 4}
		r, err := Relax(context.Background(), testprog.Source(t, "#define WEAK 0\n#define THREADS 4\n"+string(text), ir.LP64), q.Judge)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Rows {
			if row := &r.Rows[i]; row.Needed != row.Site.Order || !r.Done() {
				t.Errorf("%s: %s %s at line %d: %s is enough", name, row.Kind, row.Order, row.Pos.Line, row.Needed)
			}
		}
	}
}

// TestModels finds orders under other models than RC11. Processors with store buffers need fewer, unless accesses race in C.
func TestModels(t *testing.T) {
	const head = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, flag;
static int plain;
`
	message := func(data string) string {
		write, read := "atomic_store_explicit(&x, 1, memory_order_relaxed);", "atomic_load_explicit(&x, memory_order_relaxed)"
		if data == "plain" {
			write, read = "plain = 1;", "plain"
		}
		return head + "static void *send(void *arg) { " + write + ` atomic_store(&flag, 1); return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, send, 0); if (atomic_load(&flag)) assert(` + read + " == 1); return 0; }"
	}
	buffering := head + `static int a;
static void *other(void *arg) { atomic_store(&x, 1); a = atomic_load(&flag); return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); atomic_store(&flag, 1); int b = atomic_load(&x); pthread_join(t, 0); assert(a || b); return 0; }`
	for _, c := range []struct{ name, text, model, want string }{
		{"atomic data", message("atomic"), "rc11", "relaxed relaxed release acquire"},
		{"atomic data", message("atomic"), "tso", "relaxed relaxed relaxed relaxed"},
		{"atomic data", message("atomic"), "pso", "relaxed relaxed release relaxed"},
		{"plain data", message("plain"), "tso", "release acquire"},
		{"store buffering", buffering, "rc11", "seq_cst seq_cst seq_cst seq_cst"},
		{"store buffering", buffering, "tso", "seq_cst seq_cst relaxed relaxed"},
	} {
		properties, err := Judged(nil)
		if err != nil {
			t.Fatal(err)
		}
		q := Question{Model: c.model, Properties: properties, Allowed: ir.DefaultEnvironment, Unwind: 4}
		r, err := Relax(t.Context(), testprog.Code(t, c.text).Program(), q.Judge)
		if err != nil || !r.Done() {
			t.Fatal(c.name, err)
		}
		var got []string
		for i := range r.Rows {
			got = append(got, OrderName(r.Rows[i].Needed))
		}
		slices.Sort(got)
		want := strings.Fields(c.want)
		slices.Sort(want)
		if !slices.Equal(got, want) || !r.Minimal() {
			t.Errorf("%s under %s: %v, expected %v", c.name, c.model, got, want)
		}
	}
	if got := Models(); !slices.Equal(got, []string{"rc11", "tso", "pso"}) {
		t.Errorf("models: %v", got)
	}
}
