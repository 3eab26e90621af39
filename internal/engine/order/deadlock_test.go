package order

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// features are those of the generated programs. Some have undefined unlocking; others consist mostly of
// blocking operations, which may be unlocked before the process ends.
var features = [...]testgen.Features{
	testgen.DefaultFeatures, testgen.AllFeatures,
	testgen.Blocking | testgen.Mutexes | testgen.RWLocks | testgen.Semaphores | testgen.Conditions | testgen.Joins | testgen.Branches | testgen.LockMisuse,
	testgen.Blocking | testgen.Mutexes | testgen.Semaphores | testgen.Joins | testgen.Branches | testgen.LockMisuse | testgen.Exits,
}

// TestGeneratedDeadlocks compares the engines with the explorer: whether there is a deadlock, and whether
// the deadlock of a trace is one of those in which its execution ends.
func TestGeneratedDeadlocks(t *testing.T) {
	compared(t, func(seed uint64) testgen.Features { return features[seed%uint64(len(features))] }, reduced, verdict.Deadlock)
}

// TestUnlockedByAnother makes the same comparison with a thread that unlocks the lock which main holds and
// waits for, and that may end the process. Generated programs seldom have both.
func TestUnlockedByAnother(t *testing.T) {
	const setting = "#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n" +
		"static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;\nstatic sem_t s; static _Atomic int x;\n"
	steps := [...]string{
		"if (x) pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m);",
		"pthread_mutex_lock(&k);", "pthread_mutex_unlock(&k);", "sem_wait(&s);", "sem_post(&s);", "x = 1;", "exit(0);", "if (x) exit(0);",
	}
	count := make(testprog.Tally)
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 0))
		some := func() (body string) {
			for range 1 + rng.IntN(2) {
				body += " " + steps[rng.IntN(len(steps))]
			}
			return body
		}
		text := setting + "static void *a(void *arg) {" + some() + " pthread_mutex_unlock(&m);" + some() + " return 0; }\n" +
			"int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, a, 0);" + some() +
			" pthread_mutex_lock(&m); return 0; }\n"
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			code := testprog.Code(t, text)
			found, err := smc.Explore(context.Background(), code, smc.Options{Properties: interp.PropertySet(verdict.Deadlock), StopAtFirst: true, Executions: 5_000, Reduction: smc.DPOR})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range variants {
				out := judge(t, v.opts, engine.Problem{Program: code.Program(), Property: verdict.Deadlock})
				count.Agree(t, v.name, out, found, verdict.Bounded)
				if t.Failed() {
					t.Fatal(text)
				}
			}
		})
	}
	testprog.Decided(t, count, 50)
}

// sameMembers replays the trace of a deadlock and compares its threads.
func sameMembers(t *testing.T, code *interp.Code, tr *trace.Trace) {
	t.Helper()
	res, err := interp.ReplayCode(context.Background(), code, tr, interp.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if f := tr.Failure; !slices.Equal(res.Violation.Threads, f.Threads) || res.Violation.Message != f.Message {
		t.Errorf("the trace promises %v (%s), its execution comes to %v (%s)", f.Threads, f.Message, res.Violation.Threads, res.Violation.Message)
	}
}

// TestDeadlocks checks the answers for programs in which threads outside the deadlock can continue.
func TestDeadlocks(t *testing.T) {
	const locks = "#include <semaphore.h>\n#include <stdlib.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;\nstatic sem_t s; static int x;"
	tests := []struct {
		name, other, rest string
		problem           engine.Problem
		want              string
	}{
		{name: "none", other: "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
			rest: "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", want: "safe"},
		{name: "of one thread while others run", other: "for (;;) x++;",
			rest: "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", want: "violation, main waits for a lock"},
		{name: "somebody else unlocks at once", other: "pthread_mutex_unlock(&m);",
			rest: "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", want: "violation, main waits for a lock"},
		{name: "somebody else unlocks later", other: "sem_wait(&s); pthread_mutex_unlock(&m);",
			rest: "pthread_mutex_lock(&m); sem_post(&s); pthread_mutex_lock(&m);", want: "unknown, unsupported"},
		{name: "somebody else unlocks beyond the bound", other: "for (int i = 0; i < __VERIFIER_nondet_int(); i++) if (i == 3) pthread_mutex_unlock(&m);",
			rest: "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", want: "violation, main waits for a lock"},
		{name: "somebody else unlocks before the end", other: "sem_wait(&s); pthread_mutex_unlock(&m); exit(0);",
			rest: "pthread_mutex_lock(&m); sem_post(&s); pthread_mutex_lock(&m);", want: "unknown, unsupported"},
		{name: "somebody else may unlock before the end", other: "sem_wait(&s); if (__VERIFIER_nondet_int() > 0) pthread_mutex_unlock(&m); exit(0);",
			rest: "pthread_mutex_lock(&m); sem_post(&s); pthread_mutex_lock(&m);", want: "violation, main waits for a lock"},
		{name: "several", other: "pthread_mutex_lock(&k); if (x) pthread_mutex_lock(&k); else pthread_mutex_lock(&m);",
			rest: "pthread_mutex_lock(&m); x = 1; pthread_mutex_lock(&k);", problem: engine.Problem{All: true},
			want: "violation, main waits for a lock, " + "main waits for a lock, main.1 waits for a lock, " +
				"main waits for the end of a thread, main.1 waits for a lock, " + "main.1 waits for a lock"},
	}
	for _, tt := range tests {
		for _, v := range variants {
			t.Run(tt.name+"/"+v.name, func(t *testing.T) {
				code := program(t, locks, tt.other, tt.rest)
				tt.problem.Program, tt.problem.Property = code.Program(), verdict.Deadlock
				out := judge(t, v.opts, tt.problem)
				for _, x := range out.Violations {
					sameMembers(t, code, x.Trace)
				}
				if got := describe(out); got != tt.want {
					t.Errorf("%s, want %s; %s", got, tt.want, out.Detail)
				}
			})
		}
	}
}

// TestSpuriousWakeup checks that a wait without a signal is a deadlock, with spurious wake-ups on.
func TestSpuriousWakeup(t *testing.T) {
	code := testprog.FileCode(t, "../../../testdata/semantics/spurious_wakeup_is_no_rescue.c")
	for _, v := range variants {
		out := judge(t, v.opts, engine.Problem{Program: code.Program(), Property: verdict.Deadlock, Environment: ir.EnvironmentSet(ir.ChooseSpurious)})
		if out.Verdict != verdict.Violation {
			t.Errorf("%s: %s", v.name, out.Verdict)
		}
	}
}
