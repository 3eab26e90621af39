package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus"
)

// twin is a generated program as a litmus test and in C.
type twin struct {
	rng       *rand.Rand
	orders    map[string][]string // of the accesses to each location
	read      int                 // the register that the thread's last read sets; -1: none
	last      string              // the location of its last access
	weak      bool
	places    []string        // of the final state, as the litmus test names them
	litmus, c strings.Builder // with placeholders for what depends on the memory model (forModel)
}

// processors are the models of processors. The comparison has candidates of C for them, in which no failed update can be told from
// a load, so it gives failures the order relaxed.
var processors = []string{engine.TSO, engine.PSO, engine.AArch64, engine.RISCV}

// relaxFailures gives a text of a twin the orders of failed updates for a memory model.
func relaxFailures(text, model string) string {
	list := []string{"FAILED_", ""}
	if slices.Contains(processors, model) {
		list = []string{"FAILED_acquire", "relaxed", "FAILED_seq_cst", "relaxed", "FAILED_", ""}
	}
	return strings.NewReplacer(list...).Replace(text)
}

// forModel returns a text of a twin for a memory model. Litmus tests have no locks of the library, so the locks there are words,
// and for processors between full fences. Failed updates are between full fences for tso, whose locked instructions are fences.
func forModel(text, model string) string {
	const fence = "atomic_thread_fence(memory_order_seq_cst);"
	list := []string{"LOCK_FENCE", "", "UPDATE_FENCE", ""}
	if slices.Contains(processors, model) {
		list[1] = fence
	}
	if model == engine.TSO {
		list[3] = fence
	}
	return strings.NewReplacer(list...).Replace(relaxFailures(text, model))
}

// twinOf generates a program. Its first location is a flag, whose accesses are mostly seq_cst, unless the program is
// weak. Then it has all orders, more fences, updates that may fail, and sometimes a third thread or a lock.
func twinOf(seed uint64, weak bool) *twin {
	w := &twin{rng: rand.New(rand.NewPCG(seed, 0)), weak: weak}
	any, sc := []string{"relaxed", "release", "acquire", "seq_cst"}, []string{"seq_cst"}
	w.orders = map[string][]string{"f": sc, "x": any, "y": any}
	if weak || w.rng.IntN(4) == 0 {
		w.orders["f"] = any
	}
	if weak {
		any = append(any, "relaxed", "relaxed", "relaxed")
		w.orders["x"] = any
	}
	threads := 2
	if weak && w.rng.IntN(4) == 0 {
		threads = 3
	}
	if w.rng.IntN(3) == 0 {
		w.orders["y"] = sc
	}
	locks := weak && w.rng.IntN(3) == 0
	w.litmus.WriteString("C T\n{ int f = 0; int x = 0; int y = 0; int l = 0; }\n")
	w.c.WriteString("#include <pthread.h>\n#include <stdatomic.h>\natomic_int F, X, Y; atomic_int *f = &F, *x = &X, *y = &Y; pthread_mutex_t L = PTHREAD_MUTEX_INITIALIZER;\n")
	w.c.WriteString("int R[3][4];\n")
	w.places = []string{"f", "x", "y"}
	var regs, taken []string
	for t := range threads {
		fmt.Fprintf(&w.litmus, "P%d(atomic_int *f, atomic_int *x, atomic_int *y, atomic_int *l) {\n", t)
		fmt.Fprintf(&w.c, "static void *P%d(void *arg) {\n", t)
		w.read, w.last = -1, []string{"y", "x"}[t%2]
		most := min(3+w.rng.IntN(2), 8/threads)
		from, to := -1, -1 // the first and the last operation under the lock
		if locks && w.rng.IntN(5) > 0 {
			most = min(most, 6/threads)
			from = w.rng.IntN(most)
			to = from + w.rng.IntN(most-from)
			taken = append(taken, fmt.Sprintf("%d:k=0", t))
		}
		for r := range most {
			if r == from {
				w.litmus.WriteString("LOCK_FENCE int k = atomic_exchange_explicit(l, 1, memory_order_acquire); LOCK_FENCE\n")
				w.c.WriteString("pthread_mutex_lock(&L);\n")
			}
			seen := w.read
			if text := w.op(r, t == 1); seen >= 0 && w.rng.IntN(2) == 0 {
				w.read = seen
				w.line(fmt.Sprintf("if (r%d) { %s }", seen, text))
			} else {
				w.line(text)
			}
			regs = append(regs, fmt.Sprintf("%d:r%d=0", t, r))
			w.places = append(w.places, fmt.Sprintf("%d:r%d", t, r))
			if r == to {
				w.litmus.WriteString("LOCK_FENCE atomic_store_explicit(l, 0, memory_order_release); LOCK_FENCE\n")
				w.c.WriteString("pthread_mutex_unlock(&L);\n")
			}
		}
		w.c.WriteString("#ifdef OBSERVE\n")
		for i := range strings.Count(strings.Join(w.places, " "), fmt.Sprintf("%d:r", t)) {
			fmt.Fprintf(&w.c, "R[%d][%d] = r%d;\n", t, i, i)
		}
		w.c.WriteString("#endif\n")
		w.litmus.WriteString("}\n")
		w.c.WriteString("return arg; }\n")
	}
	w.litmus.WriteString("locations [f; x; y]\n")
	if len(taken) > 0 { // a thread that finds the lock taken waits
		fmt.Fprintf(&w.litmus, "filter (%s)\n", strings.Join(taken, ` /\ `))
	}
	fmt.Fprintf(&w.litmus, "exists (%s)\n", strings.Join(regs, ` /\ `))
	create, join := "", ""
	for t := range threads {
		create += fmt.Sprintf("pthread_create(&t[%d], 0, P%d, 0); ", t, t)
		join += fmt.Sprintf("pthread_join(t[%d], 0); ", t)
	}
	var observed strings.Builder
	for _, p := range w.places {
		value := strings.ToUpper(p)
		if thread, register, is := strings.Cut(p, ":r"); is {
			value = "R[" + thread + "][" + register + "]"
		}
		fmt.Fprintf(&observed, "state = state << 4 | %s; ", value)
	}
	w.c.WriteString("int main(void) { pthread_t t[3]; " + create + "\n#ifdef OBSERVE\n" +
		join + "unsigned long long state = 0; " + observed.String() + "OBSERVE(state)\n#endif\nreturn 0; }\n")
	return w
}

func (w *twin) line(text string) {
	w.litmus.WriteString(text + "\n")
	w.c.WriteString(text + "\n")
}

// op returns an operation that may set register r, which it declares. A thread mostly reads or mostly writes.
func (w *twin) op(r int, reads bool) string {
	w.line(fmt.Sprintf("int r%d = 0;", r))
	list := []string{"f", "f", "x", "x", "y"}
	if w.weak {
		list = []string{"x", "x", "x", "y", "y", "f"}
	}
	at := list[w.rng.IntN(len(list))]
	if w.weak && w.rng.IntN(2) == 0 {
		at = map[string]string{"x": "y", "y": "x", "f": "x"}[w.last]
	}
	w.last = at
	order := w.orders[at][w.rng.IntN(len(w.orders[at]))]
	k, kinds := w.rng.IntN(10), 1
	if w.weak {
		reads, kinds = r > 0 && w.rng.IntN(4) > 0, 1+r%2
	}
	switch {
	case k < kinds:
		return fmt.Sprintf("atomic_thread_fence(memory_order_%s);", []string{"acquire", "release", "seq_cst"}[w.rng.IntN(3)])
	case k == kinds:
		w.read = r
		return fmt.Sprintf("r%d = atomic_fetch_add_explicit(%s, 1, memory_order_%s);", r, at, order)
	case w.weak && k == kinds+1:
		w.read = r
		if w.rng.IntN(3) == 0 {
			return fmt.Sprintf("r%d = atomic_exchange_explicit(%s, %d, memory_order_%s);", r, at, 1+r, order)
		}
		fails := []string{"relaxed", "acquire", "seq_cst"}[:map[string]int{"relaxed": 1, "release": 1, "acquire": 2, "seq_cst": 3}[order]]
		return fmt.Sprintf("r%d = %d; UPDATE_FENCE atomic_compare_exchange_strong_explicit(%s, &r%d, %d, memory_order_%s, memory_order_FAILED_%s); UPDATE_FENCE",
			r, w.rng.IntN(3), at, r, 1+r, order, fails[w.rng.IntN(len(fails))])
	case (k < 4) == reads:
		return fmt.Sprintf("atomic_store_explicit(%s, %d, memory_order_%s);", at, 1+r, strings.Replace(order, "acquire", "release", 1))
	}
	w.read = r
	return fmt.Sprintf("r%d = atomic_load_explicit(%s, memory_order_%s);", r, at, strings.Replace(order, "release", "acquire", 1))
}

// source returns the C program for a memory model.
func (w *twin) source(model string) string { return forModel(relaxFailures(w.c.String(), model), SC) }

// states returns the final states of the litmus test for a model, as the C program with OBSERVE computes them. The axioms are
// those of the file or built-in model axioms.
func (w *twin) states(t *testing.T, model, axioms string) (list []uint64) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "t.litmus")
	text := forModel(w.litmus.String(), model)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	test, err := litmus.Read(file)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	m, err := memmodel.Named(axioms)
	if err != nil {
		t.Fatal(err)
	}
	r, err := litmus.Run(context.Background(), test, m, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.States {
		code := uint64(0)
		for _, place := range w.places {
			i := slices.IndexFunc(s.Values, func(v litmus.Value) bool { return strings.Trim(v.Place, "[]") == place })
			v, err := strconv.ParseUint(s.Values[i].Value, 10, 4)
			if err != nil {
				t.Fatal(err)
			}
			code = code<<4 | v
		}
		list = append(list, code)
	}
	slices.Sort(list)
	return list
}
