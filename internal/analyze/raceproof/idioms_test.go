package raceproof_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// idiom generates programs in which the first thread initialises, or threads take numbers, and programs
// that are almost like these.
type idiom struct{ *rand.Rand }

func (g idiom) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g idiom) first() string {
	lock := g.pick("m", "m", "m", "n", "w", "w")
	set := g.pick("ready = 1;", "ready = 1;", "ready = 2;", "ready++;", "")
	does := g.pick("x = 1;", "x++;", "x = 1; y = 2;")
	body := g.pick("if (!ready) { "+does+" "+set+" }", "if (!ready) { "+set+" "+does+" }", "switch (ready) { case 0: "+does+" "+set+" }", "if (ready) ; else { "+does+" } "+set,
		"int r = ready; if (!r) { UNLOCK("+lock+"); LOCK("+lock+"); "+does+" } "+set, "if (ready) x = 3; "+set, "if (!ready) { "+set+" } "+does)
	after := g.pick("y = x;", "x = 2;", "if (ready) y = x;", "LOCK(m); if (ready) y = x; UNLOCK(m);", "LOCK(w); y = x; UNLOCK(w);", "LOCK(m); int s = ready; UNLOCK(m); if (s) y = x;", "")
	return fmt.Sprintf("LOCK(%s); %s UNLOCK(%s); %s", lock, body, lock, after)
}

func (g idiom) claim() string {
	take := g.pick("int i = next; next += 2;", "int i = next++;", "next++; int i = next;", "int i = next; UNLOCK(m); LOCK(m); next++;", "int i = number();", "int i = number(); if (!i) exit(0);",
		"int i = next; next -= 1;", "int i = next; next = i + 2;", "int i = next & 3; next++;")
	use := g.pick("d[i] = 1;", "int *p = &d[i]; p[0] = 1; p[1] = 1;", "int *p = &d[i]; *p = 1; p[2]++;", "if (i) d[i] = 1;", "d[i & 7]++;")
	return "LOCK(m); " + g.pick("if (next > 6) exit(0); ", "") + take + " UNLOCK(m); " + use
}

// objects generates objects of threads, with their identifiers in them, and with locks.
func (g idiom) objects() string {
	more := func(n int, list ...string) (out string) {
		for range n {
			out += " " + g.pick(list...)
		}
		return out
	}
	create := g.pick("pthread_create(&q->id, 0, f, q);", "pthread_create(&q->id, 0, f, q);", "if (i) pthread_create(&q->id, 0, f, q);", "pthread_create(&all[0]->id, 0, f, q);", "pthread_create(&q->id, 0, f, all[0]);",
		"JOIN(q->id); pthread_create(&q->id, 0, f, q);", "pthread_create(&q->id, 0, f, q); pthread_create(&q->other, 0, h, q);")
	step := []string{"JOIN(all[i]->id);", "JOIN(all[i]->id);", "all[i]->d++;", "all[i]->d++;", "JOIN(all[1 - i]->id);", "all[i] = all[1 - i];", "r = all[i];", "r->d++;", "JOIN(r->id);", "all[1 - i]->d++;", "if (__VERIFIER_nondet_int()) JOIN(all[i]->id);",
		"LOCK(all[i]->m); all[i]->d++; UNLOCK(all[i]->m);"}
	use := []string{"o->d++;", "LOCK(o->m); o->d++; UNLOCK(o->m);", "LOCK(all[i]->m); all[i]->d++; UNLOCK(all[i]->m);", "LOCK(all[i]->m); i = 1 - i; all[i]->d++; UNLOCK(all[1 - i]->m);", "LOCK(all[0]->m); all[i]->d++; UNLOCK(all[0]->m);",
		"LOCK(all[i]->m); o->d++; UNLOCK(all[i]->m);", "LOCK(n); all[0] = all[1]; UNLOCK(n);", ""}
	return begin + `static struct o { pthread_t id, other; int d; pthread_mutex_t m; } *all[2], *r;
void *f(void *a) { struct o *o = a; int i = __VERIFIER_nondet_int() & 1;` + more(1+g.IntN(2), use...) + ` return a; }
void *h(void *a) { struct o *o = a; int i = __VERIFIER_nondet_int() & 1;` + more(1, use...) + ` return a; }
int main(void) { ` + g.pick("", "static ") + `struct o *r = 0; for (int i = 0; i < 2; i++) { all[i] = malloc(sizeof **all); all[i]->d = 0; pthread_mutex_init(&all[i]->m, 0); }
for (int i = 0; i < 2; i++) { ` + g.pick("struct o *q = all[i]; ", "struct o *q = malloc(sizeof *q); pthread_mutex_init(&q->m, 0); all[i] = q; ") + create + ` }
for (int i = 0; i < 2; i++) {` + more(2+g.IntN(3), step...) + " } }\n"
}

func (g idiom) write() string {
	if g.IntN(3) == 0 {
		return g.objects()
	}
	body := g.first
	if g.IntN(2) == 0 {
		body = g.claim
	}
	other := body()
	if g.IntN(2) == 0 {
		other = g.pick("next = 1;", "LOCK(m); ready = 0; UNLOCK(m);", "LOCK(m); ready = 1; UNLOCK(m);", "LOCK(m); next++; UNLOCK(m);", "d[3] = 1;", "f(0);", "x = 5;",
			"int *q = __VERIFIER_nondet_int() ? &k : &y; BEGIN; *q = 0; END;", "LOCK(m); int *q = __VERIFIER_nondet_int() ? &next : &y; ++*q; UNLOCK(m);",
			"LOCK(m); int *q = __VERIFIER_nondet_int() ? &ready : &y; *q = 0; UNLOCK(m);")
	}
	return begin + g.words() + `static int ready, next, d[16];
static int number(void) { if (next > 2) return 0; int i = next; next += 1; return i; }
void *f(void *a) { ` + body() + ` return a; }
void *h(void *a) { ` + other + ` return a; }
int main(void) { ` + g.pick("", "next = 1;", "ready = 0;") + g.pick(" START(t, f); START(u, f); ", " START(t, f); START(u, h); ", "int c = __VERIFIER_nondet_int(); for (int i = 0; i < c; i++) START(t, f); ", "for (int i = 0; i < 2; i++) START(t, f); START(u, h); ") + g.pick("", "h(0);", "f(0);") + " return 0; }\n"
}

// words generates locks that are words in memory, LOCK(w) and UNLOCK(w), correct ones and almost
// correct ones.
func (g idiom) words() string {
	return `extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin()
#define END __VERIFIER_atomic_end()
#undef LOCK
#undef UNLOCK
#define LOCK(m) LOCK_##m
#define UNLOCK(m) UNLOCK_##m
#define LOCK_m pthread_mutex_lock(&m)
#define UNLOCK_m pthread_mutex_unlock(&m)
#define LOCK_n pthread_mutex_lock(&n)
#define UNLOCK_n pthread_mutex_unlock(&n)
static int k;
static int swap(void) { return __atomic_exchange_n(&k, 2, __ATOMIC_ACQUIRE); }
#define LOCK_w ` + g.pick("BEGIN; __VERIFIER_assume(!k); k = 1; END", "for (;;) { BEGIN; if (k == 0) { k = 2; END; break; } END; }", "do { BEGIN; int o = k; if (!o) k = 1; END; if (o) exit(0); } while (0)",
		"while (__atomic_exchange_n(&k, 1, __ATOMIC_SEQ_CST))", "while (!__sync_bool_compare_and_swap(&k, 0, 1))", "if (swap()) exit(0)", "if (__sync_val_compare_and_swap(&k, 0, 1) && a) exit(0)",
		"BEGIN; __VERIFIER_assume(!k); END; BEGIN; k = 1; END", "BEGIN; __VERIFIER_assume(!k || a); k = 1; END", "BEGIN; if (k) exit(0); k = 1; END", "BEGIN; k = 1; END") + `
#define UNLOCK_w ` + g.pick("BEGIN; k = 0; END", "BEGIN; k = 0; END", "BEGIN; if (k == 1) k = 0; END", "BEGIN; k = 0; END; if (a) { BEGIN; k = 0; END; }", "k = 0", "__atomic_store_n(&k, 0, __ATOMIC_SEQ_CST)", "__atomic_store_n(&k, 0, __ATOMIC_RELEASE)") + "\n"
}

// TestIdioms compares the proofs with the explorer.
func TestIdioms(t *testing.T) {
	free, proved := 0, 0
	for seed := range generated.All() {
		text := idiom{rand.New(rand.NewPCG(seed, 5))}.write()
		p := testprog.Source(t, text, []ir.DataModel{ir.LP64, ir.ILP32}[seed%2])
		done, none := hold(t, fmt.Sprint("seed ", seed), p, smc.Options{Executions: *executions * 5, MaxDepth: 500, MaxSteps: 1 << 18})
		if t.Failed() {
			t.Fatal(text)
		}
		if none {
			free++
		}
		if done {
			proved++
		}
	}
	testprog.AtLeast(t, proved, free, 30)
	t.Logf("of %d programs %d have no race, %d are proved", generated.N(), free, proved)
}
