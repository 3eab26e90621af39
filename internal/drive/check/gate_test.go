package check

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

const gateHead = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int a, b, c; int x, n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;\n" +
	"#define LOAD(v, o) atomic_load_explicit(&v, memory_order_##o)\n#define STORE(v, n, o) atomic_store_explicit(&v, n, memory_order_##o)\n" +
	"#define ADD(v, n, o) atomic_fetch_add_explicit(&v, n, memory_order_##o)\n#define FENCE(o) atomic_thread_fence(memory_order_##o)\n"

// TestGate checks the verdict of assert, with the assumption or the statement about memory, for each model.
func TestGate(t *testing.T) {
	const underRC11, within, open = "a violation under RC11", "within these bounds", "RC11 may allow further executions: "
	for _, c := range []struct {
		name, other, rest string
		model             string
		verdict           verdict.Verdict
		memory            string // a part of the assumption, the statement or the message; empty: RC11 has no further execution that matters
	}{
		{"a counter under a lock", "pthread_mutex_lock(&m); ADD(a, 1, relaxed); pthread_mutex_unlock(&m);", "pthread_join(t, 0); assert(LOAD(a, relaxed) == 1);", "", verdict.Safe, ""},
		{"the same, demanded", "pthread_mutex_lock(&m); ADD(a, 1, relaxed); pthread_mutex_unlock(&m);", "pthread_join(t, 0); assert(LOAD(a, relaxed) == 1);", RC11, verdict.Safe, ""},
		{"the same, not asked", "pthread_mutex_lock(&m); ADD(a, 1, relaxed); pthread_mutex_unlock(&m);", "pthread_join(t, 0); assert(LOAD(a, relaxed) == 1);", SC, verdict.Safe, "memory_order_relaxed at a.c:1:57, a.c:1:229, as chosen"},
		{"message passing", "x = 1; STORE(a, 1, release);", "if (LOAD(a, acquire)) assert(x);", "", verdict.Safe, ""},
		{"message passing, demanded", "x = 1; STORE(a, 1, release);", "if (LOAD(a, acquire)) assert(x);", RC11, verdict.Safe, ""},
		{"message passing, relaxed", "STORE(b, 1, relaxed); STORE(a, 1, relaxed);", "if (LOAD(a, acquire)) assert(LOAD(b, relaxed));", "", verdict.Violation, underRC11},
		{"the same, demanded", "STORE(b, 1, relaxed); STORE(a, 1, relaxed);", "if (LOAD(a, acquire)) assert(LOAD(b, relaxed));", RC11, verdict.Violation, underRC11},
		{"the same, not asked", "STORE(b, 1, relaxed); STORE(a, 1, relaxed);", "if (LOAD(a, acquire)) assert(LOAD(b, relaxed));", SC, verdict.Safe, "as chosen"},
		{"message passing with a race", "x = 1; STORE(a, 1, relaxed);", "if (LOAD(a, relaxed)) assert(x < 2);", "", verdict.Bounded, open + "in one of them nothing orders the accesses"},
		{"a reader's unlock", "pthread_rwlock_rdlock(&l); x = 1; pthread_rwlock_unlock(&l); STORE(a, 1, relaxed);", "if (LOAD(a, relaxed)) { pthread_rwlock_rdlock(&l); assert(x); }", "", verdict.Bounded, open + "in one that violates the property nothing orders"},
		{"store buffering", "STORE(a, 1, relaxed); if (!LOAD(b, relaxed)) ADD(c, 1, relaxed);", "STORE(b, 1, relaxed); if (!LOAD(a, relaxed)) ADD(c, 1, relaxed); pthread_join(t, 0); assert(LOAD(c, relaxed) < 2);", RC11, verdict.Violation, underRC11},
		{"store buffering by seq_cst", "a = 1; if (!b) ADD(c, 1, relaxed);", "b = 1; if (!a) ADD(c, 1, relaxed); pthread_join(t, 0); assert(LOAD(c, relaxed) < 2);", RC11, verdict.Safe, ""},
		{"message passing by seq_cst", "x = 1; a = 1;", "if (a) assert(x);", RC11, verdict.Safe, ""},
		{"no weak order", "x = 1; a = 1;", "if (a) assert(x);", "", verdict.Safe, "sequential consistency"},
		{"no weak order, but a race", "x = 1;", "assert(x < 2);", RC11, verdict.Unknown, "in one of them nothing orders the accesses"},
		{"one thread", "", "STORE(a, 1, relaxed); assert(LOAD(a, relaxed));", "", verdict.Safe, ""},
		{"a violation", "STORE(a, 1, relaxed);", "assert(!a);", RC11, verdict.Violation, ""},
		{"store buffering, tso", "STORE(a, 1, release); if (!LOAD(b, acquire)) ADD(c, 1, relaxed);", "STORE(b, 1, release); if (!LOAD(a, acquire)) ADD(c, 1, relaxed); pthread_join(t, 0); assert(LOAD(c, relaxed) < 2);", engine.TSO, verdict.Violation, "a violation under TSO"},
		{"message passing, tso", "x = 1; STORE(a, 1, relaxed);", "if (LOAD(a, relaxed)) assert(x);", engine.TSO, verdict.Safe, "judged all executions of TSO"},
		{"message passing, pso", "x = 1; STORE(a, 1, relaxed);", "if (LOAD(a, relaxed)) assert(x);", engine.PSO, verdict.Violation, "a violation under PSO"},
		{"the same, released", "x = 1; STORE(a, 1, release);", "if (LOAD(a, relaxed)) assert(x);", engine.PSO, verdict.Safe, "judged all executions of PSO"},
		{"a read before another", "x = 1; STORE(a, 1, release);", "if (LOAD(a, relaxed)) assert(x);", engine.AArch64, verdict.Violation, "a violation under AArch64"},
		{"the same, acquired", "STORE(b, 1, relaxed); STORE(a, 1, release);", "if (LOAD(a, acquire)) assert(LOAD(b, relaxed));", engine.AArch64, verdict.Bounded, "judged all executions of AArch64"},
		{"through a pointer", "STORE(b, 1, relaxed); FENCE(release); STORE(a, 1, relaxed);", "atomic_int *v[] = {&c, &b}; int i = LOAD(a, relaxed); assert(!i || LOAD(*v[i], relaxed));", engine.AArch64, verdict.Bounded, "judged all executions of AArch64"},
		{"fences, imm", "STORE(b, 1, relaxed); FENCE(release); STORE(a, 1, relaxed);", "if (LOAD(a, relaxed)) { FENCE(acquire); assert(LOAD(b, relaxed)); }", engine.IMM, verdict.Bounded, "judged all executions of IMM"},
		{"a race, imm", "x = 1; STORE(a, 1, relaxed);", "if (LOAD(a, acquire)) assert(x);", engine.IMM, verdict.Violation, "a violation under IMM"},
		{"fences", "STORE(b, 1, relaxed); FENCE(release); STORE(a, 1, relaxed);", "if (LOAD(a, relaxed)) { FENCE(acquire); assert(LOAD(b, relaxed)); }", engine.RISCV, verdict.Bounded, "judged all executions of RISC-V"},
		{"a lock, tso", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); pthread_join(t, 0); assert(x == 2);", engine.TSO, verdict.Safe, "DRF-SC"},
		{"behind a bound", "for (int i = 0; i < n; i++) if (i == 9) { __VERIFIER_atomic_begin(); STORE(b, 2, relaxed); STORE(b, 0, relaxed); __VERIFIER_atomic_end(); }", "assert(b < 2);", "", verdict.Bounded, within},
		{"without a bound", "for (int i = 0; i < n; i++) if (i == 9) STORE(b, 1, relaxed);", "assert(b < 2);", "", verdict.Safe, "static judged all executions of RC11"},
		{"proved for all bounds", "for (int i = 0; i < n; i++) if (i == 9) b = 1;", "STORE(a, 1, relaxed); assert(b < 2);", "", verdict.Safe, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			spawn := "pthread_t t; n = __VERIFIER_nondet_int(); pthread_create(&t, 0, other, 0); "
			switch {
			case c.other == "":
				spawn = ""
			case !strings.Contains(c.other, "< n"):
				spawn = strings.Replace(spawn, "__VERIFIER_nondet_int()", fmt.Sprintf("%23d", 0), 1) // of the same length
			}
			p := testprog.Source(t, gateHead+"extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n#line 1\nstatic void *other(void *arg) { "+c.other+" return arg; } int main(void) { "+spawn+c.rest+" return 0; }", ir.LP64)
			b := NewBudget(context.Background(), 60*time.Second, 0)
			defer b.Stop()
			list, err := Run(b, p, Options{Properties: []string{"assert"}, Model: c.model, Bounds: engine.Bounds{Unwind: 4}})
			if err != nil {
				t.Fatal(err)
			}
			j := &list[0]
			text := j.Message + "; " + j.MemoryOrder
			sequential := slices.IndexFunc(j.Assumptions, func(a string) bool { return strings.HasPrefix(a, result.Sequential) })
			if sequential >= 0 {
				text += "; " + j.Assumptions[sequential]
			}
			judged := j.MemoryOrder != "" && sequential < 0
			if j.Verdict != c.verdict || !strings.Contains(text, c.memory) || c.memory == "" && j.Verdict == verdict.Safe && !judged || c.memory == within && !judged {
				t.Errorf("%s: %s", j.Verdict, text)
			}
		})
	}
}

// TestIRIW checks two readers of two writes: with acquire loads they may disagree about the order of the writes.
func TestIRIW(t *testing.T) {
	for order, want := range map[string]verdict.Verdict{"acquire": verdict.Violation, "seq_cst": verdict.Safe} {
		p := testprog.Source(t, gateHead+strings.ReplaceAll(`int p, q, r, s;
static void *one(void *z) { STORE(a, 1, seq_cst); return z; }
static void *two(void *z) { STORE(b, 1, seq_cst); return z; }
static void *three(void *z) { p = LOAD(a, ORDER); q = LOAD(b, ORDER); return z; }
int main(void)
{
	pthread_t t[3];
	pthread_create(&t[0], 0, one, 0); pthread_create(&t[1], 0, two, 0); pthread_create(&t[2], 0, three, 0);
	r = LOAD(b, ORDER); s = LOAD(a, ORDER);
	pthread_join(t[2], 0);
	assert(!(p && !q && r && !s));
	return 0;
}
`, "ORDER", order), ir.LP64)
		b := NewBudget(context.Background(), 60*time.Second, 0)
		list, err := Run(b, p, Options{Properties: []string{"assert"}, Model: RC11})
		b.Stop()
		if err != nil || list[0].Verdict != want {
			t.Errorf("%s: %+v, %v", order, list, err)
			continue
		}
		if want == verdict.Violation && (list[0].Trace.Memory != RC11 || !strings.Contains(list[0].MemoryOrder, "under RC11, not under sequential consistency")) {
			t.Errorf("%s: the trace is one of %q, %q", order, list[0].Trace.Memory, list[0].MemoryOrder)
		}
	}
}

// TestBoundedRC11 checks the verdict within a bound.
func TestBoundedRC11(t *testing.T) {
	p := testprog.Source(t, gateHead+"extern int __VERIFIER_nondet_int(void);\nstatic void *other(void *arg) { for (int i = 0; i < n; i++) STORE(a, 1, release); return arg; }\n"+
		"int main(void) { pthread_t t; n = __VERIFIER_nondet_int(); pthread_create(&t, 0, other, 0); if (LOAD(a, acquire)) assert(LOAD(a, relaxed) == 1); return 0; }", ir.LP64)
	b := NewBudget(context.Background(), 60*time.Second, 0)
	defer b.Stop()
	list, err := Run(b, p, Options{Properties: []string{"assert"}, Engine: "order", Bounds: engine.Bounds{Unwind: 2}, Model: RC11})
	if err != nil || list[0].Verdict != verdict.Bounded || list[0].MemoryOrder == "" || len(list[0].Bounds) == 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestJudgedUnderRC11 makes a bounded verdict about sequential consistency safe if all executions of RC11 were judged.
func TestJudgedUnderRC11(t *testing.T) {
	b := NewBudget(t.Context(), time.Minute, 0)
	defer b.Stop()
	r := newRunner(b, testprog.Source(t, "int main(void) { return 0; }", ir.LP64), Options{Model: RC11}, everything())
	for got, want := range map[verdict.Verdict]verdict.Verdict{verdict.Safe: verdict.Safe, verdict.Bounded: verdict.Bounded, verdict.Unknown: verdict.Unknown} {
		r.gate.Store(&gate{answers: map[string]*answer{"assert": {Outcome: engine.Outcome{Verdict: got}, from: engine.Kind{Name: "explore"}}}})
		j := Judgement{Property: "assert", Verdict: verdict.Bounded, Bounds: []verdict.Mark{{Bound: verdict.LoopBound, Limit: 2}}}
		j.Stats.Engine = "order"
		if r.underWeaker(&j); j.Verdict != want || len(j.Bounds) > 0 {
			t.Errorf("%s under RC11: %s %v, expected %s", got, j.Verdict, j.Bounds, want)
		}
	}
}

// TestModelName checks the error for another model.
func TestModelName(t *testing.T) {
	opts := Options{Model: "power"}
	if err := opts.Valid(); err == nil || !strings.Contains(err.Error(), "heddle litmus") {
		t.Error(err)
	}
}

// TestModelFile compares verdicts under built-in models with those under their texts in files.
func TestModelFile(t *testing.T) {
	for _, c := range []struct{ other, rest string }{
		{"STORE(b, 1, relaxed); STORE(a, 1, release);", "if (LOAD(a, acquire)) assert(LOAD(b, relaxed));"},
		{"STORE(b, 1, relaxed); STORE(a, 1, release);", "atomic_int *v[] = {&c, &b}; int i = LOAD(a, relaxed); assert(!i || LOAD(*v[i], relaxed));"},
		{"STORE(a, 1, relaxed); if (!LOAD(b, relaxed)) ADD(c, 1, relaxed);", "STORE(b, 1, relaxed); if (!LOAD(a, relaxed)) ADD(c, 1, relaxed); pthread_join(t, 0); assert(LOAD(c, relaxed) < 2);"},
		{"x = 1;", "assert(x < 2);"},
		{"a = 1;", "assert(!a);"},
	} {
		p := testprog.Source(t, gateHead+"static void *other(void *arg) { "+c.other+" return arg; } int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); "+c.rest+" return 0; }", ir.LP64)
		for _, name := range Models() {
			var verdicts []verdict.Verdict
			for _, model := range []string{name, filepath.Join("..", "..", "memmodel", "models", name+".cat")} {
				opts := Options{Properties: []string{"assert"}, Model: model}
				b := NewBudget(context.Background(), 60*time.Second, 0)
				list, err := Run(b, p, opts)
				b.Stop()
				if err := cmp.Or(err, opts.Valid()); err != nil {
					t.Fatal(err)
				}
				verdicts = append(verdicts, list[0].Verdict)
			}
			if verdicts[0] != verdicts[1] {
				t.Errorf("%s, %s: %s, of the file %s", c.rest, name, verdicts[0], verdicts[1])
			}
		}
	}
}

// TestWrongModelFile checks the errors for files with models.
func TestWrongModelFile(t *testing.T) {
	for text, want := range map[string]string{
		"acyclic po |":          "t.cat:2:1: expression expected",
		"acyclic po as order":   "po-loc | rf | co | fr",
		"acyclic po | rf | co":  "po-loc | rf | co | fr",
		"include \"lkmm.cat\"":  "no C is compiled",
		"include \"sc.cat\"":    "",
		"include \"riscv.cat\"": "",
		"acyclic po | rf | co | fr\nempty rmw & (fre;coe)\n~empty rf": "negated",
		"acyclic po | rf | co | fr":                                   "rmw & (fre;coe)",
	} {
		file := filepath.Join(t.TempDir(), "t.cat")
		if err := os.WriteFile(file, []byte("\"T\" "+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		err := (&Options{Model: file}).Valid()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

var theorems = flag.Int("theorems", 24, "generated programs whose executions under sc and rc11 are compared")

// TestTheorem compares the final states of generated programs under sc and rc11. If the gate holds, they are the same.
// The engines of the gate agree.
func TestTheorem(t *testing.T) {
	holds, further, differ := 0, 0, 0
	for seed := range uint64(*theorems) {
		w := twinOf(seed, false)
		p := testprog.Source(t, w.source(SC), ir.LP64)
		p.WeakRaces = true
		answers := make(map[string]verdict.Verdict)
		for _, g := range gateEngines {
			out := testprog.Judge(t, everything().kind(g.engine).New(nil), &engine.Problem{Program: p, Property: verdict.Race}, time.Minute)
			answers[g.engine] = out.Verdict
		}
		sc, rc11 := w.states(t, SC, SC), w.states(t, RC11, RC11)
		safe := answers["order"] == verdict.Safe
		switch {
		case answers["order"] != answers["explore"], answers["static"] == verdict.Safe && !safe:
			t.Errorf("seed %d: the engines say %v\n%s", seed, answers, w.source(SC))
		case safe && !slices.Equal(sc, rc11):
			t.Errorf("seed %d: the gate holds, but sc has the states\n%x\nand rc11\n%x\n%s", seed, sc, rc11, w.litmus.String())
		}
		if safe {
			holds++
		} else if differ++; !slices.Equal(sc, rc11) {
			further++
		}
	}
	t.Logf("the gate holds for %d programs; of the %d others, RC11 has further states in %d", holds, differ, further)
	testprog.AtLeast(t, holds, *theorems, 15)
	if further == 0 {
		t.Error("no program has further states under RC11")
	}
}
