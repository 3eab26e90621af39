package circuit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestGeneratedDeadlocks compares the engines with the explorer on generated programs that
// mostly block. Some unlock mutexes of other threads, and each wait may end spuriously.
func TestGeneratedDeadlocks(t *testing.T) {
	const blocking = testgen.Blocking | testgen.Mutexes | testgen.RWLocks | testgen.Semaphores | testgen.Conditions | testgen.Joins | testgen.Branches
	count, known := newTally(), make(map[verdict.Verdict]int)
	features := func(seed uint64) testgen.Features {
		return [...]testgen.Features{blocking, blocking | testgen.LockMisuse, testgen.DefaultFeatures}[seed%3]
	}
	testprog.Concurrent(t, generated.All(), features, func(t *testing.T, _ uint64, text string) {
		code := testprog.Code(t, text)
		want := testprog.Judge(t, explore.New(), &engine.Problem{Program: code.Program(), Property: verdict.Deadlock, Environment: ir.DefaultEnvironment}, *patience).Verdict
		if known[want]++; want == verdict.Safe || want == verdict.Violation {
			count.holds(t, "generated", code, verdict.Deadlock, ir.DefaultEnvironment, want.String())
		}
	})
	t.Log(known)
	count.log(t)
}

// TestDeadlocks checks programs with a deadlock of all threads, of some while others run, and at the end of
// the process. In other programs there is none, or other threads may unlock and end it. Without -long it asks
// every third question.
func TestDeadlocks(t *testing.T) {
	const head = `#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static pthread_once_t o = PTHREAD_ONCE_INIT;
static void again(void) { pthread_once(&o, again); }
static pthread_t self;
static unsigned char x;
`
	asked := 0
	for _, c := range []struct {
		name, other, rest, want, detail string
		endless                         bool // bmc does not prove it
	}{
		{"none", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_join(t, 0);", "safe", "", false},
		{"of all", "pthread_mutex_lock(&m); pthread_mutex_lock(&k); pthread_mutex_unlock(&k); pthread_mutex_unlock(&m);",
			"pthread_mutex_lock(&k); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&k); pthread_join(t, 0);", "violation", "waits for a lock", false},
		{"a lock that nobody else uses", "", "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", "violation", "main waits for a lock", false},
		{"of one while another runs for ever", "for (;;) x++;", "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", "violation", "main waits for a lock", false},
		{"when the process ends", "pthread_mutex_lock(&m); sem_post(&s); pthread_mutex_lock(&m);", "sem_wait(&s);", "violation", "main.1 waits for a lock", false},
		{"of joins", "pthread_join(self, 0);", "self = pthread_self(); pthread_join(t, 0);", "violation", "waits for the end of a thread", false},
		{"a routine of once that calls once", "", "pthread_once(&o, again);", "violation", "main waits for a lock", false},
		{"a semaphore", "", "sem_wait(&s);", "violation", "main waits for a semaphore", false},
		{"readers hold it", "pthread_rwlock_rdlock(&w); sem_post(&s); pthread_join(self, 0);",
			"self = pthread_self(); sem_wait(&s); pthread_rwlock_wrlock(&w);", "violation", "main waits for a lock", false},
		{"a thread that waits for one that runs", "for (;;) x++;", "pthread_join(t, 0);", "safe", "", true},
		{"somebody else unlocks later", "sem_wait(&s); pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); sem_post(&s); pthread_mutex_lock(&m); pthread_join(t, 0);", "unknown", "unlocks what another thread owns", false},
	} {
		code := testprog.Code(t, head+"static void *f(void *a) { "+c.other+" return a; }\nint main(void) { pthread_t t; self = pthread_self(); pthread_create(&t, 0, f, 0); "+c.rest+" }\n")
		for _, k := range circuit.Kinds() {
			for _, reduction := range []string{"none", "transactions"} {
				if !only.Has(k.Name) || c.endless && k.Name == "bmc" {
					continue
				}
				if asked++; !*long && asked%3 != 0 {
					continue
				}
				out := testprog.Judge(t, k.New(engine.Settings{"reduce": reduction}), &engine.Problem{Program: code.Program(), Property: verdict.Deadlock}, time.Minute)
				said := out.Detail
				if len(out.Violations) > 0 {
					said = out.Violations[0].Trace.Failure.Message
				}
				if out.Verdict.String() != c.want || !strings.Contains(said, c.detail) {
					t.Errorf("%s: %s %s: %s %s %q, expected %s %q", c.name, k.Name, reduction, out.Verdict, out.Reason, said, c.want, c.detail)
				}
				testprog.Replay(t, code, verdict.Deadlock, out)
			}
		}
	}
}
