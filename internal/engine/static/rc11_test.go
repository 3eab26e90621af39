package static

import (
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

const weakHead = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n" +
	"struct node { atomic_int n; }; atomic_int a, b, c; _Atomic(struct node *) p; atomic_uint head, tail; int buffer[8]; int x; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER;\n" +
	"union { atomic_int whole; atomic_char part[4]; } u; extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n" +
	"#define LOAD(v, o) atomic_load_explicit(&v, memory_order_##o)\n#define STORE(v, n, o) atomic_store_explicit(&v, n, memory_order_##o)\n" +
	"#define ADD(v, n, o) atomic_fetch_add_explicit(&v, n, memory_order_##o)\n#define AGAIN while (__VERIFIER_nondet_int())\n#define JOIN pthread_join(t, 0)\n" +
	"#define TAKE(o) while (atomic_exchange_explicit(&a, 1, memory_order_##o)) ;\n#define GIVE(o) STORE(a, 0, o);\n"

// TestRC11 proves properties of programs of two threads, most without bounds, for the executions of RC11. A proof of
// sequential consistency alone is named so: RC11 has an execution that violates the property, or that part of the analysis
// is left out.
func TestRC11(t *testing.T) {
	const both, onlySC, none = "both", "sc", ""
	for _, c := range []struct {
		name, other, rest string
		property          verdict.Property
		proved            string
	}{
		{"a relaxed counter", "AGAIN ADD(a, 1, relaxed);", "int n = 0; AGAIN { ADD(a, 1, relaxed); if (n < 9) n++; } assert(n <= 9);", verdict.Assert, both},
		{"references", "x = 1; if (ADD(b, -1, release) == 1) { atomic_thread_fence(memory_order_acquire); }", "AGAIN { ADD(b, 1, relaxed); } if (ADD(b, -1, release) == 1) { atomic_thread_fence(memory_order_acquire); }", verdict.Race, both},
		{"a spin lock", "AGAIN { TAKE(acquire) x++; GIVE(release) }", "AGAIN { TAKE(acquire) x++; GIVE(release) }", verdict.Race, both},
		{"a spin lock, division", "AGAIN { TAKE(acquire) x = 1; GIVE(release) }", "AGAIN { TAKE(acquire) x = 2; GIVE(release) } int y = 8 / (1 + (LOAD(b, relaxed) & 3));", verdict.Div, both},
		{"a spin lock without acquire", "AGAIN { TAKE(relaxed) x++; GIVE(release) }", "AGAIN { TAKE(relaxed) x++; GIVE(release) }", verdict.Race, none},
		{"a spin lock without release", "AGAIN { TAKE(acquire) x++; GIVE(relaxed) }", "AGAIN { TAKE(acquire) x++; GIVE(relaxed) }", verdict.Race, none},
		{"a ring", "AGAIN { unsigned t = LOAD(tail, relaxed); if (t - LOAD(head, acquire) < 8) STORE(tail, t + 1, release); }", "AGAIN { unsigned h = LOAD(head, relaxed); if (h != LOAD(tail, acquire)) { x += buffer[h % 8]; STORE(head, h + 1, release); } }", verdict.Memory, both},
		{"a mutex", "AGAIN { pthread_mutex_lock(&m); STORE(a, 5, relaxed); STORE(a, 0, relaxed); pthread_mutex_unlock(&m); }", "pthread_mutex_lock(&m); assert(LOAD(a, relaxed) == 0); pthread_mutex_unlock(&m);", verdict.Assert, both},
		{"a mutex that the reader does not hold", "AGAIN { pthread_mutex_lock(&m); STORE(a, 5, relaxed); STORE(a, 0, relaxed); pthread_mutex_unlock(&m); }", "assert(LOAD(a, relaxed) == 0);", verdict.Assert, none},
		{"a mutex that is initialised again", "pthread_mutex_lock(&m); STORE(a, 5, relaxed); STORE(a, 0, relaxed); pthread_mutex_init(&m, 0);", "pthread_mutex_lock(&m); assert(LOAD(a, relaxed) == 0); pthread_mutex_unlock(&m);", verdict.Assert, onlySC},
		{"locks in one order", "AGAIN { STORE(a, 1, relaxed); pthread_mutex_lock(&m); pthread_mutex_lock(&l); pthread_mutex_unlock(&l); pthread_mutex_unlock(&m); }", "AGAIN { pthread_mutex_lock(&m); STORE(a, 2, relaxed); pthread_mutex_lock(&l); pthread_mutex_unlock(&l); pthread_mutex_unlock(&m); }", verdict.Deadlock, both},
		{"locks in two orders", "pthread_mutex_lock(&m); pthread_mutex_lock(&l); pthread_mutex_unlock(&l); pthread_mutex_unlock(&m);", "pthread_mutex_lock(&l); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&l);", verdict.Deadlock, none},
		{"before the join", "AGAIN STORE(a, 5, relaxed);", "JOIN; STORE(a, 1, relaxed); assert(LOAD(a, relaxed) == 1);", verdict.Assert, both},
		{"without a join", "AGAIN STORE(a, 5, relaxed);", "STORE(a, 1, relaxed); assert(LOAD(a, relaxed) == 1);", verdict.Assert, none},
		{"before the creation", "assert(LOAD(c, relaxed) == 7);", "AGAIN STORE(a, 5, relaxed);", verdict.Assert, both},
		{"a published object", "struct node *o = malloc(sizeof *o); STORE(o->n, 1, relaxed); STORE(p, o, relaxed);", "struct node *o = LOAD(p, relaxed); if (o) assert(LOAD(o->n, relaxed) == 1);", verdict.Assert, onlySC},
		{"a race", "x = 1;", "x = 2; assert(LOAD(c, relaxed) == 7);", verdict.Assert, onlySC},
		{"a section of the program", "__VERIFIER_atomic_begin(); STORE(a, 5, relaxed); STORE(a, 0, relaxed); __VERIFIER_atomic_end();", "assert(LOAD(a, relaxed) == 0);", verdict.Assert, onlySC},
		{"accesses of two sizes", "STORE(u.part[1], 1, relaxed); assert(LOAD(c, relaxed) == 7);", "STORE(u.whole, 5, relaxed);", verdict.Assert, onlySC},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := weakHead + "static void *other(void *arg) { " + c.other + " return arg; } int main(void) { pthread_t t; STORE(c, 7, relaxed); STORE(b, 2, relaxed); pthread_create(&t, 0, other, 0); " + c.rest + " return 0; }"
			program := testprog.Source(t, source, ir.LP64)
			for _, model := range []string{"", engine.RC11, engine.TSO, engine.PSO} {
				out := testprog.Judge(t, New(), &engine.Problem{Program: program, Property: c.property, Model: model, Environment: ir.DefaultEnvironment}, time.Minute)
				expected := c.proved == both || c.proved == onlySC && model == ""
				if (out.Verdict == verdict.Safe) != expected || model != "" && expected && (out.Certificate != nil || out.Uncertified == "") {
					t.Errorf("under %q: %s: %s, expected a proof: %v", model, out.Verdict, out.Detail, expected)
				}
			}
		})
	}
}

// TestNoProofs checks that other models have no static proofs.
func TestNoProofs(t *testing.T) {
	k := Kind()
	for _, model := range []string{engine.IMM, engine.AArch64, engine.RISCV} {
		if strings.Contains(strings.Join(k.Models, " "), model) {
			t.Errorf("%s has cycles of program order and reads-from", model)
		}
	}
}
