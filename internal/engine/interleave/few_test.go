package interleave

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// TestFewContexts: violations are found within the contexts that they need, whatever it is that a
// thread does beside or behind an operation, or cannot do yet.
func TestFewContexts(t *testing.T) {
	tests := []struct {
		file     string
		property verdict.Property
		contexts int // 0: they grow
	}{
		{"bitfield_store_is_load_and_store.c", verdict.Assert, 3}, // behind an operation that is not executed
		{"overflow_of_creator_and_created.c", verdict.Overflow, 2},
		{"mutex_as_a_signal.c", verdict.Lock, 0},      // in the operation, which is then no step
		{"leak_last_thread_end.c", verdict.Memory, 2}, // in the last step of another thread
		{"thread_local_dies_with_its_thread.c", verdict.Memory, 0},
		{"section_that_ends_the_process_races.c", verdict.Race, 4},
		{"waiting_loop_ends_without_a_signal.c", verdict.Assert, 6},
		{"deadlock_while_another_runs.c", verdict.Deadlock, 3},
	}
	for _, test := range tests {
		code := testprog.FileCode(t, filepath.Join("..", "..", "..", "testdata", "semantics", test.file))
		for _, kind := range Kinds() {
			out := testprog.Judge(t, kind.New(nil), &engine.Problem{Program: code.Program(), Property: test.property, Bounds: engine.Bounds{Contexts: test.contexts}}, 20*time.Second)
			testprog.Replay(t, code, test.property, out)
			if out.Verdict != verdict.Violation {
				t.Errorf("%s: %s %s within %d contexts: %s (%s), expected a violation", test.file, kind.Name, test.property, test.contexts, out.Verdict, out.Reason)
			}
		}
	}
}

// TestEndedProcess: where a thread ends the process, the trace of what another one does has no
// such step.
func TestEndedProcess(t *testing.T) {
	code := testprog.Code(t, headers+`
static int *_Atomic box;
static void *c(void *arg) { box = malloc(4); return arg; }
static void *b(void *arg) { box = malloc(4); return arg; }
static void *a(void *arg) { assert(x); return arg; }
int main(void)
{
	pthread_t t, u, v;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_create(&v, 0, c, 0);
	assert(x);
	return 0;
}
`)
	for _, kind := range Kinds() {
		for contexts := 2; contexts < 5; contexts++ {
			out := testprog.Judge(t, kind.New(nil), &engine.Problem{Program: code.Program(), Property: verdict.Memory, Bounds: engine.Bounds{Contexts: contexts}}, 20*time.Second)
			testprog.Replay(t, code, verdict.Memory, out)
		}
	}
}
