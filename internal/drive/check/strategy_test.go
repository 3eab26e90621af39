package check

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestEndlessThreads checks loops without a constant number of rounds that create threads, directly or by a
// call.
func TestEndlessThreads(t *testing.T) {
	const head = "#include <pthread.h>\nint __VERIFIER_nondet_int(void);\nstatic void *f(void *a) { return a; }\n" +
		"static void create(void) { pthread_t t; pthread_create(&t, 0, f, 0); }\nint main(void) { pthread_t t; int n = __VERIFIER_nondet_int();"
	for _, c := range []struct {
		name, body string
		want       bool
	}{
		{"one", "pthread_create(&t, 0, f, 0); while (n--) n = n / 2;", false},
		{"for ever", "for (;;) pthread_create(&t, 0, f, 0);", true},
		{"an input", "for (int i = 0; i < n; i++) pthread_create(&t, 0, f, 0);", true},
		{"a constant", "for (int i = 0; i < 9; i++) pthread_create(&t, 0, f, 0);", false},
		{"by a call", "while (n--) create();", true},
		{"a call outside", "create(); while (n--) n = n / 2;", false},
	} {
		p := testprog.Code(t, head+c.body+" return 0; }\n").Program()
		if got := endlessThreads(analyze.Of(p)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestBetter checks that the engine decides between two answers with equal verdicts, not their order.
func TestBetter(t *testing.T) {
	said := func(by string, v verdict.Verdict, why verdict.Reason) *answer {
		a := &answer{Outcome: engine.Outcome{Verdict: v, Reason: why}}
		a.from.Name = by
		return a
	}
	r := &runner{program: &ir.Program{}, table: everything(), opts: Options{Engine: Auto}}
	few := said("explore", verdict.Bounded, verdict.Inputs)
	for _, a := range []*answer{said("order", verdict.Bounded, verdict.NoReason), said("order", verdict.Bounded, verdict.Timeout), said("refine", verdict.Safe, verdict.NoReason)} {
		if r.better(few, a) != a || r.better(a, few) != a {
			t.Errorf("%s, %v %v, is not better than some inputs", a.from.Name, a.Verdict, a.Reason)
		}
	}
	for _, a := range []*answer{said("order", verdict.Unknown, verdict.Timeout), said("token", verdict.Bounded, verdict.NoReason), said("pdr", verdict.Unknown, verdict.Unsupported)} {
		if r.better(few, a) != few || r.better(a, few) != few {
			t.Errorf("%s, %v %v, is better than some inputs", a.from.Name, a.Verdict, a.Reason)
		}
	}
	if again := said("explore", verdict.Bounded, verdict.NoReason); r.better(few, again) != again {
		t.Error("an engine's second answer is not its last")
	}
	forks := &runner{program: &ir.Program{Funcs: []ir.Func{{Blocks: []ir.Block{{Instrs: []ir.Instr{{Op: ir.OpFork}}}}}}}, table: everything(), opts: Options{Engine: Auto}}
	late, fork := said("explore", verdict.Unknown, verdict.Timeout), said("order", verdict.Unknown, verdict.Unsupported)
	late.from.Processes = true
	if forks.better(late, fork) != late || forks.better(fork, late) != late || r.better(late, fork) != fork {
		t.Error("fork is unsupported, although explore follows children")
	}
}
