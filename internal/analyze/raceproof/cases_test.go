package raceproof_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// begin is the start of every program of the table: f and g are threads.
const begin = `
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <threads.h>
#include <heddle.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int x, y;
static pthread_t t, u;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t s;
#define LOCK(m) pthread_mutex_lock(&(m))
#define UNLOCK(m) pthread_mutex_unlock(&(m))
#define START(t, f) pthread_create(&(t), 0, f, 0)
#define GIVE(f, arg) pthread_create(&t, 0, f, arg)
#define JOIN(t) pthread_join(t, 0)
struct lock { atomic_int word; int owner; };
static struct lock o, o2;
static atomic_flag w = ATOMIC_FLAG_INIT;
__heddle_role(lock, spinlock) static void take(struct lock *l) { while (atomic_exchange(&l->word, 1)) ; l->owner = 1; }
__heddle_role(unlock, spinlock) static void give(struct lock *l) { l->owner = 0; atomic_store(&l->word, 0); }
__heddle_role(trylock, spinlock) static int try(struct lock *l) { return __sync_val_compare_and_swap(&l->word, 0, 2) == 0; }
__heddle_role(init, spinlock) static void make(struct lock *l) { l->word = 0; }
`

// deep returns a function, calls, that executes a statement so deep that its calls share a context.
func deep(statement string) string {
	return `
#define FOUR(n, next) void n##3(void) { next(); } void n##2(void) { n##3(); } void n##1(void) { n##2(); } void n(void) { n##1(); }
void last(void) { ` + statement + ` }
FOUR(p, last) FOUR(q, p) FOUR(r, q) FOUR(v, r) FOUR(calls, v)
`
}

// sections declares the bounds of atomic sections.
const sections = `extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin()
#define END __VERIFIER_atomic_end()
`

// underEach returns a function, under, that calls the deep function under each of n locks.
func underEach(n int) string {
	locks, calls := "static pthread_mutex_t m0", ""
	for i := range n {
		if i > 0 {
			locks += fmt.Sprintf(", m%d", i)
		}
		calls += fmt.Sprintf("LOCK(m%d); calls(); UNLOCK(m%d); ", i, i)
	}
	return locks + ";\nvoid under(void) { " + calls + "}\n"
}

// cases holds idioms, correct and wrong ones. The other pairs may race.
var cases = []struct {
	name, text string
	proved     bool
}{
	{"a lock", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"two locks", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { START(t, f); LOCK(n); x++; UNLOCK(n); }`, false},
	{"a deep function before the start", deep("") + `void *f(void *a) { x++; return a; }
		int main(void) { calls(); x = 1; START(t, f); calls(); }`, true},
	{"a deep function with each of 30 locks", deep("") + underEach(30) + `void *f(void *a) { x++; return a; }
		int main(void) { under(); x = 1; START(t, f); calls(); }`, true},
	{"a deep function with each of 140 locks", deep("if (y) y = 0;") + underEach(140) + `void *f(void *a) { x++; return a; }
		int main(void) { under(); LOCK(m); calls(); x = 1; UNLOCK(m); START(t, f); }`, true},
	{"a deep function makes an object known", `static _Thread_local int *own; static _Atomic(int *) k;` + deep("k = own;") + `void *f(void *a) { int *p = k; if (p) *p = 1; return a; }
		int main(void) { START(t, f); calls(); own = malloc(4); calls(); *own = 2; }`, false},
	{"a deep function opens a section", sections + deep("BEGIN;") + `void *f(void *a) { calls(); x++; END; calls(); END; return a; } int main(void) { START(t, f); f(0); }`, true},
	{"a deep function closes a section", sections + deep("END;") + `void *f(void *a) { BEGIN; calls(); x++; BEGIN; calls(); return a; } int main(void) { START(t, f); f(0); }`, false},
	{"a deep function with the lock and without", deep("") + `void *f(void *a) { calls(); LOCK(m); calls(); x++; UNLOCK(m); calls(); return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"a deep function unlocks", deep("UNLOCK(m);") + `void *f(void *a) { LOCK(m); calls(); x++; return a; } int main(void) { START(t, f); f(0); }`, false},
	{"a deep function starts the thread", `void *f(void *a) { x++; return a; }` + deep("START(t, f);") + `int main(void) { calls(); x = 1; }`, false},
	{"unlocked by another", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		void *g(void *a) { UNLOCK(m); return a; }
		int main(void) { START(t, f); START(u, g); f(0); }`, false},
	{"unlocked twice", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); UNLOCK(m); return a; }
		int main(void) { START(t, f); f(0); }`, false},
	{"destroyed before", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { pthread_mutex_destroy(&m); START(t, f); f(0); }`, false},
	{"destroyed after", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { START(t, f); f(0); JOIN(t); pthread_mutex_destroy(&m); }`, true},
	{"destroyed after threads that may not exist", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { if (__VERIFIER_nondet_int()) { START(t, f); f(0); JOIN(t); } pthread_mutex_destroy(&m); }`, true},
	{"destroyed before threads that may exist", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { if (__VERIFIER_nondet_int()) pthread_mutex_destroy(&m); START(t, f); f(0); JOIN(t); }`, false},
	{"destroyed after each region", `void region(void) {
		#pragma omp parallel num_threads(2)
		{ LOCK(m); x++; UNLOCK(m); }
		}
		int main(void) { for (int i = 0; i < 2; i++) { region(); pthread_mutex_destroy(&m); } }`, false},
	{"destroyed after a region", `int main(void) {
		#pragma omp parallel
		{ LOCK(m); x++; UNLOCK(m); }
		pthread_mutex_destroy(&m); }`, true},
	{"destroyed while others run", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { START(t, f); START(u, f); pthread_mutex_destroy(&m); }`, false},
	{"never initialised", `pthread_mutex_t *p; void *f(void *a) { LOCK(*p); x++; UNLOCK(*p); return a; }
		int main(void) { p = malloc(sizeof *p); START(t, f); f(0); }`, false},
	{"initialised first", `pthread_mutex_t *p; void *f(void *a) { LOCK(*p); x++; UNLOCK(*p); return a; }
		int main(void) { p = malloc(sizeof *p); pthread_mutex_init(p, 0); START(t, f); f(0); }`, true},
	{"initialised too late", `pthread_mutex_t *p; void *f(void *a) { LOCK(*p); x++; UNLOCK(*p); return a; }
		int main(void) { p = malloc(sizeof *p); START(t, f); pthread_mutex_init(p, 0); f(0); }`, false},
	{"overwritten", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { ((int *)&m)[4] = -1; START(t, f); f(0); }`, false},
	{"trylock tested", `void *f(void *a) { if (pthread_mutex_trylock(&m) == 0) { x++; UNLOCK(m); } return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"trylock ignored", `void *f(void *a) { pthread_mutex_trylock(&m); x++; UNLOCK(m); return a; }
		int main(void) { START(t, f); f(0); }`, false},
	{"trylock tested the wrong way", `void *f(void *a) { if (pthread_mutex_trylock(&m)) { x++; } else UNLOCK(m); return a; }
		int main(void) { START(t, f); f(0); }`, false},
	{"if and if again", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { int c = __VERIFIER_nondet_int(); START(t, f); if (c) LOCK(m); if (c) { x++; UNLOCK(m); } }`, true},
	{"if and if of another value", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { int c = __VERIFIER_nondet_int(); START(t, f); if (c) LOCK(m); c = __VERIFIER_nondet_int(); if (c) { x++; UNLOCK(m); } }`, false},
	{"readers and a writer", `void *f(void *a) { pthread_rwlock_rdlock(&l); y = x; pthread_rwlock_unlock(&l); return a; }
		int main(void) { START(t, f); pthread_rwlock_wrlock(&l); x = 1; pthread_rwlock_unlock(&l); }`, true},
	{"a reader that writes", `void *f(void *a) { pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l); return a; }
		int main(void) { START(t, f); f(0); }`, false},
	{"joined", `void *f(void *a) { x++; return a; } int main(void) { START(t, f); JOIN(t); x++; START(u, f); JOIN(u); x++; }`, true},
	{"not joined", `void *f(void *a) { x++; return a; } int main(void) { START(t, f); JOIN(t); x++; START(u, f); x++; JOIN(u); }`, false},
	{"detached", `void *f(void *a) { x++; return a; } int main(void) { START(t, f); pthread_detach(t); JOIN(t); x++; }`, false},
	{"joined by another first", `void *f(void *a) { x++; return a; } void *g(void *a) { JOIN(t); return a; }
		int main(void) { START(t, f); START(u, g); JOIN(t); x++; }`, false},
	{"joined by a child", `void *f(void *a) { x++; return a; } void *g(void *a) { START(t, f); JOIN(t); return a; }
		int main(void) { START(u, g); JOIN(u); x++; }`, true},
	{"not joined by a child", `void *f(void *a) { x++; return a; } void *g(void *a) { START(t, f); return a; }
		int main(void) { START(u, g); JOIN(u); x++; }`, false},
	{"joined on one way", `void *f(void *a) { x++; return a; }
		int main(void) { START(t, f); if (__VERIFIER_nondet_int()) JOIN(t); x++; }`, false},
	{"two of a kind", `void *f(void *a) { x++; return a; } int main(void) { START(t, f); START(u, f); }`, false},
	{"two of a kind in a loop", `void *f(void *a) { x++; return a; } int main(void) { for (int i = 0; i < 2; i++) START(t, f); }`, false},
	{"the thread's own", `void *f(void *a) { int z = 0, *p = &z; int **q = &p; (*p)++; **q = 1; int *h = malloc(4); *h = 1; free(h); return a; }
		int main(void) { START(t, f); START(u, f); }`, true},
	{"a frame that ends", `void *f(void *a) { *(int *)a = 1; return 0; } void g(void) { int z; pthread_create(&t, 0, f, &z); }
		int main(void) { g(); JOIN(t); }`, true},
	{"a semaphore of one", `void *f(void *a) { sem_wait(&s); x++; sem_post(&s); return a; }
		int main(void) { sem_init(&s, 0, 1); START(t, f); f(0); }`, true},
	{"a semaphore of two", `void *f(void *a) { sem_wait(&s); x++; sem_post(&s); return a; }
		int main(void) { sem_init(&s, 0, 2); START(t, f); f(0); }`, false},
	{"a post too many", `void *f(void *a) { sem_wait(&s); x++; sem_post(&s); return a; }
		int main(void) { sem_init(&s, 0, 1); START(t, f); sem_post(&s); f(0); }`, false},
	{"a semaphore initialised twice", `void *f(void *a) { sem_wait(&s); x++; sem_post(&s); return a; }
		int main(void) { sem_init(&s, 0, 1); START(t, f); sem_wait(&s); x++; sem_init(&s, 0, 1); sem_post(&s); }`, false},
	{"a semaphore nobody initialised", `void *f(void *a) { sem_t *p = a; sem_wait(p); x++; sem_post(p); return 0; }
		int main(void) { sem_t *p = malloc(sizeof *p); *(int *)p = 2; pthread_create(&t, 0, f, p); f(p); }`, false},
	{"a lock in the object", `struct o { pthread_mutex_t m; int d; } *p[2];
		void *f(void *a) { struct o *q = p[__VERIFIER_nondet_int() & 1]; LOCK(q->m); q->d++; UNLOCK(q->m); return a; }
		int main(void) { for (int i = 0; i < 2; i++) p[i] = calloc(1, sizeof **p); START(t, f); f(0); }`, true},
	{"a lock in another object", `struct o { pthread_mutex_t m; int d; } *p[2];
		void *f(void *a) { int i = __VERIFIER_nondet_int() & 1; LOCK(p[i]->m); p[!i]->d++; UNLOCK(p[i]->m); return a; }
		int main(void) { for (int i = 0; i < 2; i++) p[i] = calloc(1, sizeof **p); START(t, f); f(0); }`, false},
	{"a lock for each element", `static pthread_mutex_t k[2]; static int d[2];
		void *f(void *a) { int i = __VERIFIER_nondet_int() & 1; LOCK(k[i]); d[i]++; UNLOCK(k[i]); return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"the wrong lock for each element", `static pthread_mutex_t k[2]; static int d[2];
		void *f(void *a) { int i = __VERIFIER_nondet_int() & 1; LOCK(k[i]); d[1 - i]++; UNLOCK(k[i]); return a; }
		int main(void) { START(t, f); f(0); }`, false},
	{"the index changes", `static pthread_mutex_t k[2]; static int d[2];
		void *f(void *a) { int i = __VERIFIER_nondet_int() & 1; LOCK(k[i]); i = 1 - i; d[i]++; UNLOCK(k[1 - i]); return a; }
		int main(void) { START(t, f); f(0); }`, false},
	{"once", `static void init(void) { x++; } void *f(void *a) { pthread_once(&once, init); return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"once again", `static void init(void) { x++; } void *f(void *a) { pthread_once(&once, init); return a; }
		int main(void) { START(t, f); *(int *)&once = 0; f(0); }`, false},
	{"after once", `static void init(void) { x++; } void *f(void *a) { pthread_once(&once, init); y = x + (a != 0); return 0; }
		int main(void) { START(t, f); pthread_once(&once, init); return x; }`, true},
	{"before once", `static void init(void) { x++; } void *f(void *a) { pthread_once(&once, init); return a; }
		int main(void) { START(t, f); y = x; pthread_once(&once, init); }`, false},
	{"after another once", `static pthread_once_t other = PTHREAD_ONCE_INIT; static void init(void) { x++; } static void none(void) {}
		void *f(void *a) { pthread_once(&once, init); return a; }
		int main(void) { START(t, f); pthread_once(&other, none); y = x; }`, false},
	{"a wait keeps the lock", `static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
		void *f(void *a) { LOCK(m); while (!x) pthread_cond_wait(&c, &m); x = 2; UNLOCK(m); return a; }
		int main(void) { START(t, f); LOCK(m); x = 1; pthread_cond_signal(&c); UNLOCK(m); }`, true},
	{"a wait without the lock", `static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
		void *f(void *a) { pthread_cond_wait(&c, &m); x = 2; UNLOCK(m); return a; }
		int main(void) { START(t, f); LOCK(m); x = 1; pthread_cond_signal(&c); x = 3; UNLOCK(m); }`, false},
	{"atomics", `static _Atomic int z; void *f(void *a) { z++; __sync_fetch_and_add(&x, 1); return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"atomic and plain", `void *f(void *a) { __sync_fetch_and_add(&x, 1); return a; } int main(void) { START(t, f); x = 1; }`, false},
	{"a recursive function locks", `static pthread_mutex_t k[3];
		static void go(int i) { if (i < 2) { LOCK(k[i]); go(i + 1); x++; UNLOCK(k[i]); } }
		void *f(void *a) { go(a != 0); return 0; }
		int main(void) { pthread_create(&t, 0, f, &x); pthread_create(&u, 0, f, 0); }`, false},
	{"a number is a pointer", `void *f(void *a) { *(int *)((unsigned long)a ^ 4) = 1; return 0; }
		int main(void) { pthread_create(&t, 0, f, (void *)((unsigned long)&x ^ 4)); x = 1; }`, false},
	{"made and then published under a lock", `struct n { int d; struct n *next; } *head;
		void *f(void *a) { struct n *p = malloc(sizeof *p); p->d = 1; LOCK(m); p->next = head; head = p; head->d++; UNLOCK(m); return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"published and then written", `struct n { int d; struct n *next; } *head;
		void *f(void *a) { struct n *p = malloc(sizeof *p); LOCK(m); p->next = head; head = p; head->d++; UNLOCK(m); p->d = 1; return a; }
		int main(void) { START(t, f); f(0); }`, false},
	{"an older one is written", `struct n { int d; struct n *next; } *head;
		void *f(void *a) { struct n *p = 0, *q = 0; for (int i = 0; i < 2; i++) { q = p; p = malloc(sizeof *p);
			if (q) q->d = 1; LOCK(m); p->next = head; head = p; head->d++; UNLOCK(m); } return a; }
		int main(void) { START(t, f); f(0); }`, false},
	{"published by release and acquire", `static int *_Atomic box; void *f(void *a) { int *p = malloc(4); *p = 1; box = p; return a; }
		int main(void) { START(t, f); int *q = box; return q ? *q : 0; }`, true},
	{"published by a relaxed store", `static int *_Atomic box;
		void *f(void *a) { int *p = malloc(4); *p = 1; atomic_store_explicit(&box, p, memory_order_relaxed); return a; }
		int main(void) { START(t, f); int *q = box; return q ? *q : 0; }`, false},
	{"published by a race", `static int *box; void *f(void *a) { int *p = malloc(4); *p = 1; box = p; return a; }
		int main(void) { START(t, f); int *q = box; return q ? *q : 0; }`, false},
	{"published inside another", `struct n { int *d; } *head;
		void *f(void *a) { int *p = malloc(4); struct n *o = malloc(sizeof *o); o->d = p; *p = 1; LOCK(m); head = o; UNLOCK(m); return a; }
		int main(void) { START(t, f); LOCK(m); if (head) *head->d = 2; UNLOCK(m); }`, false},
	{"a loop creates and a loop joins", `static pthread_t k[3]; void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { for (int i = 0; i < 2; i++) START(k[i], f); for (int i = 0; i < 2; i++) JOIN(k[i]); x++; }`, true},
	{"a loop joins too few", `static pthread_t k[3]; void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { for (int i = 0; i < 2; i++) START(k[i], f); for (int i = 0; i < 1; i++) JOIN(k[i]); x++; }`, false},
	{"a loop joins some", `static pthread_t k[3]; void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { for (int i = 0; i < 2; i++) START(k[i], f); for (int i = 0; i < 2; i++) if (__VERIFIER_nondet_int()) JOIN(k[i]); x++; }`, false},
	{"a loop that joins ends early", `static pthread_t k[3]; void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { for (int i = 0; i < 2; i++) START(k[i], f); for (int i = 0; i < 2; i++) { if (__VERIFIER_nondet_int()) break; JOIN(k[i]); } x++; }`, false},
	{"a loop overwrites an identifier", `static pthread_t k[3]; void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { for (int i = 0; i < 2; i++) START(k[0], f); for (int i = 0; i < 1; i++) JOIN(k[i]); x++; }`, false},
	{"a loop joins as many as another value", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { int c = __VERIFIER_nondet_int() & 1; pthread_t *k = malloc(2 * sizeof *k); for (int i = 0; i < c; i++) START(k[i], f);
			c = __VERIFIER_nondet_int() & 1; for (int i = 0; i < c; i++) JOIN(k[i]); x++; }`, false},
	{"a loop joins as many as it created", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { int c = __VERIFIER_nondet_int() & 1; pthread_t *k = malloc(2 * sizeof *k); for (int i = 0; i < c; i++) START(k[i], f);
			for (int i = 0; i < c; i++) JOIN(k[i]); x++; }`, true},
	{"a loop joins the next one", `static pthread_t k[3]; void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { START(k[2], f); for (int i = 0; i < 2; i++) START(k[i], f); for (int i = 0; i < 2; i++) JOIN(k[i + 1]); x++; }`, false},
	{"a loop creates again after another joined", `static pthread_t k[3]; void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { for (int j = 0; j < 2; j++) { for (int i = 0; i < 1; i++) START(k[i], f); x++; for (int i = 0; i < 1; i++) JOIN(k[i]); } }`, false},
	{"each thread its element", `static int k[3]; void *f(void *a) { ++*(int *)a; return a; }
		int main(void) { for (int i = 0; i < 2; i++) GIVE(f, &k[i]); }`, true},
	{"each thread two elements", `static int k[3]; void *f(void *a) { ++*(int *)a; ++((int *)a)[1]; return a; }
		int main(void) { for (int i = 0; i < 2; i++) GIVE(f, &k[i]); }`, false},
	{"each thread its pair of elements", `static int k[3][2]; void *f(void *a) { ++*(int *)a; ++((int *)a)[1]; return a; }
		int main(void) { for (int i = 0; i < 2; i++) GIVE(f, k[i]); }`, true},
	{"an element for two threads", `static int k[3]; void *f(void *a) { ++*(int *)a; return a; }
		int main(void) { for (int i = 0; i < 2; i++) GIVE(f, &k[i / 2]); }`, false},
	{"elements given twice", `static int k[3]; void *f(void *a) { ++*(int *)a; return a; }
		int main(void) { for (int j = 0; j < 2; j++) for (int i = 0; i < 1; i++) GIVE(f, &k[i]); }`, false},
	{"elements given in a function that is called twice", `static int k[3]; void *f(void *a) { ++*(int *)a; return a; }
		static void all(void) { for (int i = 0; i < 1; i++) GIVE(f, &k[i]); } int main(void) { all(); all(); }`, false},
	{"bytes of a word", `static char k[4]; void *f(void *a) { ++*(short *)a; return a; }
		int main(void) { for (int i = 0; i < 2; i++) GIVE(f, &k[i]); }`, false},
	{"each thread its number", `static int k[3]; void *f(void *a) { k[(int)(long)a]++; return a; }
		int main(void) { for (int i = 0; i < 2; i++) GIVE(f, (void *)(long)i); }`, true},
	{"each thread its number and the next", `static int k[3]; void *f(void *a) { int i = (long)a; k[i] = k[i + 1]; return a; }
		int main(void) { for (int i = 0; i < 2; i++) GIVE(f, (void *)(long)i); }`, false},
	{"a bit of the number", `static int k[3]; void *f(void *a) { k[(_Bool)((long)a & 1)]++; return a; }
		int main(void) { for (int i = 0; i < 3; i++) GIVE(f, (void *)(long)i); }`, false},
	{"a byte of the number", `static int k[3]; void *f(void *a) { k[(unsigned char)(long)a]++; return a; }
		int main(void) { GIVE(f, 0); for (int i = 255; i < 257; i++) if (i == 256) GIVE(f, (void *)(long)i); }`, false},
	{"each thread its object", `void *f(void *a) { ++*(int *)a; free(a); return 0; }
		int main(void) { for (int i = 0; i < 2; i++) { int *p = malloc(4); *p = i; GIVE(f, p); } }`, true},
	{"one object for all threads", `void *f(void *a) { ++*(int *)a; return 0; }
		int main(void) { int *p = malloc(4); for (int i = 0; i < 2; i++) { *p = i; GIVE(f, p); } }`, false},
	{"an object for two threads", `void *f(void *a) { ++*(int *)a; return 0; }
		int main(void) { for (int j = 0; j < 1; j++) { int *p = malloc(4); for (int i = 0; i < 2; i++) GIVE(f, p); } }`, false},
	{"an object for some threads", `void *f(void *a) { ++*(int *)a; return 0; }
		int main(void) { int *p = malloc(4); for (int i = 0; i < 2; i++) { if (__VERIFIER_nondet_int()) p = malloc(4); GIVE(f, p); } }`, false},
	{"an object that is given and found", `static int *p; void *f(void *a) { ++*(int *)a; if (p) ++*p; return 0; }
		int main(void) { for (int i = 0; i < 2; i++) { int *q = malloc(4); GIVE(f, q); if (i) p = q; } }`, false},
	{"the array moves the other way", `static int k[9]; void *f(void *a) { ++*(int *)a; return a; }
		int main(void) { int *b = k + 4; for (int i = 0; i < 3; i++) { GIVE(f, &b[i]); b--; } }`, false},
	{"the counter is set back", `static int k[3]; void *f(void *a) { ++*(int *)a; return a; }
		int main(void) { int n = 0; for (int i = 0; i < 2; i++) { GIVE(f, &k[i]); if (n++ < 1) i--; } }`, false},
	{"a counter that wraps", `static int k[256]; void *f(void *a) { ++*(int *)a; return a; }
		int main(void) { for (unsigned char i = 0; i < 300; i++) GIVE(f, &k[i]); }`, false},
	{"a number that wraps", `static int k[256]; void *f(void *a) { k[(unsigned char)(long)a]++; return a; }
		int main(void) { int n = __VERIFIER_nondet_int(); for (unsigned char i = 0; i != n; i++) GIVE(f, (void *)(long)i); }`, false},
	{"half of the number", `static int k[3]; void *f(void *a) { k[(int)(long)a / 2]++; return a; }
		int main(void) { for (int i = 0; i < 2; i++) GIVE(f, (void *)(long)i); }`, false},
	{"the thread goes on from its element", `static int k[3]; void *f(void *a) { int *p = a; p += p == k; ++*p; return a; }
		int main(void) { for (int i = 0; i < 2; i++) GIVE(f, &k[i]); }`, false},
	{"one element up, another down", `static int k[9]; void *f(void *a) { ++*(int *)a; return a; }
		int main(void) { for (int i = 0, j = 3; i < 2; i++, j--) GIVE(f, &k[i + j]); }`, false},
	{"objects in a chain", `struct s { struct s *p; int v; }; void *f(void *a) { struct s *q = a; if (q->p) q->p->v++; q->v++; return 0; }
		int main(void) { struct s *l = 0; for (int i = 0; i < 2; i++) { struct s *q = malloc(sizeof *q); q->p = l; q->v = 0; l = q; GIVE(f, q); } }`, false},
	{"a lock of one's own", `void *f(void *a) { take(&o); x++; give(&o); return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"two locks of one's own", `void *f(void *a) { take(a); x++; give(a); return 0; }
		int main(void) { GIVE(f, &o); f(&o2); }`, false},
	{"a lock of one's own in each object", `struct s { struct lock l; int d; } *q[2];
		void *f(void *a) { struct s *r = q[__VERIFIER_nondet_int() & 1]; take(&r->l); r->d++; give(&r->l); return a; }
		int main(void) { for (int i = 0; i < 2; i++) q[i] = calloc(1, sizeof **q); START(t, f); f(0); }`, true},
	{"an atomic flag", `__heddle_role(lock, mutex) static void in(void) { while (atomic_flag_test_and_set_explicit(&w, memory_order_acquire)) ; }
		__heddle_role(unlock, mutex) static void out(void) { atomic_flag_clear_explicit(&w, memory_order_release); }
		void *f(void *a) { in(); x++; out(); return a; } int main(void) { START(t, f); f(0); }`, true},
	{"an atomic flag without roles", `static void in(void) { while (atomic_flag_test_and_set(&w)) ; }
		static void out(void) { atomic_flag_clear(&w); }
		void *f(void *a) { in(); x++; out(); return a; } int main(void) { START(t, f); f(0); }`, true},
	{"an atomic flag that acquires nothing", `__heddle_role(lock, mutex) static void in(void) { while (atomic_flag_test_and_set_explicit(&w, memory_order_relaxed)) ; }
		__heddle_role(unlock, mutex) static void out(void) { atomic_flag_clear(&w); }
		void *f(void *a) { in(); x++; out(); return a; } int main(void) { START(t, f); f(0); }`, false},
	{"an atomic flag that releases nothing", `__heddle_role(lock, mutex) static void in(void) { while (atomic_flag_test_and_set(&w)) ; }
		__heddle_role(unlock, mutex) static void out(void) { atomic_flag_clear_explicit(&w, memory_order_relaxed); }
		void *f(void *a) { in(); x++; out(); return a; } int main(void) { START(t, f); f(0); }`, false},
	{"a lock that locks nothing", `__heddle_role(lock, mutex) static void in(void) {} __heddle_role(unlock, mutex) static void out(void) {}
		void *f(void *a) { in(); x++; out(); return a; } int main(void) { START(t, f); f(0); }`, false},
	{"a lock that gives up waiting", `__heddle_role(lock, mutex) static void in(void) { for (int i = 0; i < 2 && atomic_flag_test_and_set(&w); i++) ; }
		__heddle_role(unlock, mutex) static void out(void) { atomic_flag_clear(&w); }
		void *f(void *a) { in(); x++; out(); return a; } int main(void) { START(t, f); f(0); }`, false},
	{"a lock that sets the word to zero", `__heddle_role(lock, mutex) static void in(int k) { while (atomic_exchange(&o.word, k)) ; }
		void *f(void *a) { in(0); x++; give(&o); return a; } int main(void) { START(t, f); f(0); }`, false},
	{"a lock of one's own is tried", `void *f(void *a) { if (try(&o)) { x++; give(&o); } return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"a lock of one's own is tried in vain", `void *f(void *a) { if (try(&o)) give(&o); else x++; return a; }
		int main(void) { START(t, f); START(u, f); f(0); }`, false},
	{"a lock of one's own, given up by another", `void *f(void *a) { take(&o); x++; give(&o); return a; }
		void *g(void *a) { give(&o); return a; } int main(void) { START(t, f); START(u, g); f(0); }`, false},
	{"a lock of one's own, given up twice", `void *f(void *a) { take(&o); give(&o); x++; atomic_store(&o.word, 0); return a; }
		int main(void) { START(t, f); f(0); }`, false},
	{"the word of a lock of one's own is written", `void *f(void *a) { take(&o); x++; give(&o); return a; }
		void *g(void *a) { o.word = 0; return a; } int main(void) { START(t, f); START(u, g); f(0); }`, false},
	{"a part of the word is a lock, too", `__heddle_role(lock, mutex) static void in(void) { while (__atomic_exchange_n((char *)&o.word + 1, 1, __ATOMIC_SEQ_CST)) ; }
		void *f(void *a) { in(); x++; return a; } int main(void) { START(t, f); take(&o); x++; give(&o); }`, false},
	{"words of two sizes", `__heddle_role(lock, mutex) static void in(void) { while (atomic_exchange(&o.word, 256)) ; }
		__heddle_role(lock, mutex) static void in1(void) { while (__atomic_exchange_n((char *)&o.word, 1, __ATOMIC_SEQ_CST)) ; }
		void *f(void *a) { in1(); x++; return a; } int main(void) { START(t, f); in(); x++; }`, false},
	{"a lock of one's own is made", `struct lock *q; void *f(void *a) { take(q); x++; give(q); return a; }
		int main(void) { q = malloc(sizeof *q); make(q); START(t, f); f(0); }`, true},
	{"a lock of one's own is made again", `void *f(void *a) { take(&o); x++; give(&o); return a; }
		void *g(void *a) { make(&o); return a; } int main(void) { START(t, f); START(u, g); f(0); }`, false},
	{"a lock of one's own is made again afterwards", `void *f(void *a) { take(&o); x++; give(&o); return a; }
		int main(void) { START(t, f); JOIN(t); make(&o); START(u, f); f(0); }`, true},
	{"a mutex is made while its creator holds it", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { LOCK(m); pthread_mutex_init(&m, 0); START(t, f); x++; UNLOCK(m); }`, false},
	{"a mutex is written while its creator holds it", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { LOCK(m); m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; START(t, f); x++; UNLOCK(m); }`, false},
	{"another mutex is made while its creator holds one", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { LOCK(m); pthread_mutex_init(&n, 0); START(t, f); x++; UNLOCK(m); }`, true},
	{"one's own and the library's", `void *f(void *a) { take(a); x++; give(a); return 0; }
		void *g(void *a) { pthread_mutex_lock(a); x++; pthread_mutex_unlock(a); return 0; }
		static union { struct lock l; pthread_mutex_t m; } q; int main(void) { GIVE(f, &q); g(&q); }`, false},
	{"one's own, given up by whoever holds the library's", `static union { struct lock l; pthread_mutex_t m; } q;
		void *f(void *a) { take(a); x++; give(a); return 0; }
		void *g(void *a) { pthread_mutex_lock(a); give(a); return 0; }
		int main(void) { GIVE(f, &q); GIVE(g, &q); f(&q); }`, false},
	{"a mutex of one's own", `struct own { pthread_mutex_t m; }; static struct own q = { PTHREAD_MUTEX_INITIALIZER };
		__heddle_role(lock, mutex) static void in(struct own *l) { pthread_mutex_lock(&l->m); }
		__heddle_role(unlock, mutex) static void out(struct own *l) { pthread_mutex_unlock(&l->m); }
		void *f(void *a) { in(&q); x++; out(&q); return a; } int main(void) { START(t, f); f(0); }`, true},
	{"a mutex of one's own that unlocks too early", `struct own { pthread_mutex_t m; }; static struct own q = { PTHREAD_MUTEX_INITIALIZER };
		__heddle_role(lock, mutex) static void in(struct own *l) { pthread_mutex_lock(&l->m); pthread_mutex_unlock(&l->m); }
		void *f(void *a) { in(&q); x++; return a; } int main(void) { START(t, f); f(0); }`, false},
	{"each thread of the other library its object", `static thrd_t h; int f(void *a) { ++*(int *)a; return 0; }
		int main(void) { for (int i = 0; i < 2; i++) { int *q = malloc(4); *q = i; thrd_create(&h, f, q); } }`, true},
	{"each thread its aligned object", `void *f(void *a) { ++*(int *)a; return 0; }
		int main(void) { for (int i = 0; i < 2; i++) { int *q = aligned_alloc(16, 16); GIVE(f, q); } }`, true},
	{"one object for all threads of the other library", `static thrd_t h; int f(void *a) { ++*(int *)a; return 0; }
		int main(void) { int *q = malloc(4); for (int i = 0; i < 2; i++) thrd_create(&h, f, q); }`, false},
	{"handlers at exit", `static void bye(void) { x++; } void *f(void *a) { x++; return a; }
		int main(void) { atexit(bye); START(t, f); }`, false},
	{"the first initialises", `static int ready; void *f(void *a) { LOCK(m); if (!ready) { x = 1; ready = 1; } UNLOCK(m); y = x; return a; }
		static void *g(void *a) { LOCK(m); switch (ready) { case 0: x = 1; ready = 2; default: UNLOCK(m); } return x ? a : 0; }
		int main(void) { START(t, g); START(u, g); g(0); }`, true},
	{"the first initialises, and others do not look", `static int ready; void *f(void *a) { LOCK(m); if (!ready) { x = 1; ready = 1; } UNLOCK(m); return a; }
		int main(void) { START(t, f); LOCK(m); UNLOCK(m); return x; }`, false},
	{"the first initialises, and others go on if it has not", `static int ready; void *f(void *a) { LOCK(m); if (!ready) { x = 1; ready = 1; } UNLOCK(m); return a; }
		int main(void) { START(t, f); LOCK(m); int r = ready; UNLOCK(m); if (!r) x = 2; }`, false},
	{"the first gives the lock up before", `static int ready; void *f(void *a) { LOCK(m); int r = ready; ready = 1; UNLOCK(m); if (!r) x = 1; return x ? a : 0; }
		int main(void) { START(t, f); f(0); }`, false},
	{"the mark is reset", `static int ready; void *f(void *a) { LOCK(m); if (!ready) { x = 1; ready = 1; } UNLOCK(m); return x ? a : 0; }
		int main(void) { START(t, f); LOCK(m); ready = 0; UNLOCK(m); f(0); }`, false},
	{"the mark is a part of another variable", `static union { int i; char c[4]; } ready; void *f(void *a) { LOCK(m); if (!ready.i) { x = 1; ready.i = 1; } UNLOCK(m); return x ? a : 0; }
		int main(void) { START(t, f); LOCK(m); ready.c[0] = 0; UNLOCK(m); f(0); }`, false},
	{"the mark is set with another lock", `static int ready; void *f(void *a) { LOCK(m); if (!ready) { x = 1; ready = 1; } UNLOCK(m); return a; }
		int main(void) { START(t, f); LOCK(n); int r = ready; ready = 1; UNLOCK(n); if (r) return x; }`, false},
	{"the mark is read without a lock", `static atomic_int ready; void *f(void *a) { LOCK(m); if (!ready) { x = 1; ready = 1; } UNLOCK(m); return a; }
		int main(void) { START(t, f); if (ready) x = 2; }`, false},
	{"announced", `static int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		int main(void) { START(t, f); x = 1; LOCK(m); ready = 1; UNLOCK(m); }`, true},
	{"announced to some that wait", `static char ready; static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
		void *f(void *a) { LOCK(m); while (!ready) pthread_cond_wait(&c, &m); UNLOCK(m); return x ? a : 0; }
		int main(void) { for (int i = 0; i < 2; i++) START(t, f); x = 1; LOCK(m); ready = 1; pthread_cond_broadcast(&c); UNLOCK(m); }`, true},
	{"announced by a thread", `static int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		void *g(void *a) { x = 1; if (a) x = 2; LOCK(m); ready = 1; UNLOCK(m); return a; } int main(void) { START(t, g); START(u, f); }`, true},
	{"announced, and changed again", `static int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		int main(void) { START(t, f); x = 1; LOCK(m); ready = 1; UNLOCK(m); x = 2; }`, false},
	{"announced in a loop", `static int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		int main(void) { START(t, f); for (int i = 0; i < 2; i++) { x = 1; LOCK(m); ready = 1; UNLOCK(m); } }`, false},
	{"announced on one of two ways before", `static int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		int main(void) { START(t, f); if (__VERIFIER_nondet_int()) { LOCK(m); ready = 1; UNLOCK(m); } x = 1; LOCK(m); ready = 1; UNLOCK(m); }`, false},
	{"announced twice by a function", `static int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		void say(void) { x = 1; LOCK(m); ready = 1; UNLOCK(m); } int main(void) { START(t, f); say(); say(); }`, false},
	{"announced by two threads of a kind", `static int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		void *g(void *a) { x = 1; LOCK(m); ready = 1; UNLOCK(m); return a; } int main(void) { START(t, g); START(t, g); f(0); }`, false},
	{"announced by another as well", `static int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		void *g(void *a) { LOCK(m); ready = 1; UNLOCK(m); return a; } int main(void) { START(t, f); START(u, g); x = 1; LOCK(m); ready = 1; UNLOCK(m); }`, false},
	{"announced without the lock", `static atomic_int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		int main(void) { START(t, f); x = 1; atomic_store_explicit(&ready, 1, memory_order_relaxed); }`, false},
	{"announced with another lock", `static int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		int main(void) { START(t, f); x = 1; LOCK(n); ready = 1; UNLOCK(n); }`, false},
	{"announced, and seen without the lock", `static atomic_int ready; void *f(void *a) { if (atomic_load_explicit(&ready, memory_order_relaxed)) y = x; return a; }
		int main(void) { START(t, f); x = 1; LOCK(m); ready = 1; UNLOCK(m); }`, false},
	{"announced, and others do not look", `static int ready; void *f(void *a) { LOCK(m); if (!ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		int main(void) { START(t, f); x = 1; LOCK(m); ready = 1; UNLOCK(m); }`, false},
	{"announced from the start", `static int ready = 1; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		int main(void) { START(t, f); x = 1; LOCK(m); ready = 1; UNLOCK(m); }`, false},
	{"an announcement that is taken back", `static int ready; void *f(void *a) { LOCK(m); if (ready) { UNLOCK(m); return x ? a : 0; } UNLOCK(m); return a; }
		int main(void) { START(t, f); x = 1; LOCK(m); ready = 1; UNLOCK(m); LOCK(m); ready = 0; UNLOCK(m); x = 2; LOCK(m); ready = 1; UNLOCK(m); }`, false},
	{"the first waits in between", `static int ready; static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
		void *f(void *a) { LOCK(m); if (!ready) { pthread_cond_wait(&c, &m); x = 1; ready = 1; } UNLOCK(m); return x ? a : 0; }
		int main(void) { START(t, f); LOCK(m); ready = 1; pthread_cond_signal(&c); UNLOCK(m); return x; }`, false},
	{"the first creates a thread meanwhile", `static int ready; void *g(void *a) { x = 2; return a; }
		void *f(void *a) { LOCK(m); if (!ready) { ready = 1; pthread_create(&(pthread_t){0}, 0, g, 0); x = 1; } UNLOCK(m); return a; }
		int main(void) { START(t, f); f(0); }`, false},
	{"the first creates a thread meanwhile, and finds out later", `static int ready; void *g(void *a) { x = 2; return a; }
		void *f(void *a) { LOCK(m); int r = ready; ready = 1; if (a) pthread_create(&(pthread_t){0}, 0, g, 0); if (!r) x = 1; UNLOCK(m); return a; }
		int main(void) { START(t, f); f(&x); }`, false},
	{"the first creates a thread behind", `static int ready; void *g(void *a) { return x ? a : 0; }
		void *f(void *a) { LOCK(m); if (!ready) { ready = 1; x = 1; } UNLOCK(m); pthread_create(&(pthread_t){0}, 0, g, 0); return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"the second creates a thread", `static int ready; void *g(void *a) { return x ? a : 0; }
		void *f(void *a) { LOCK(m); if (!ready) { ready = 1; x = 1; } else pthread_create(&(pthread_t){0}, 0, g, 0); UNLOCK(m); return a; }
		int main(void) { START(t, f); f(0); }`, true},
	{"the mark is born set", `static int ready = 1; void *f(void *a) { LOCK(m); if (!ready) { x = 1; ready = 1; } UNLOCK(m); return x ? a : 0; }
		int main(void) { START(t, f); f(0); }`, true},
	{"a lock in an object that is looked up again", lookingUp("LOCK(p[i]->m); p[i]->d++; UNLOCK(p[i]->m);", "", ""), true},
	{"a lock in an object that another replaces", lookingUp("LOCK(p[i]->m); p[i]->d++; UNLOCK(p[i]->m);", "LOCK(n); p[0] = p[1]; UNLOCK(n);", ""), false},
	{"a lock in an object that main replaces too late", lookingUp("LOCK(p[i]->m); p[i]->d++; UNLOCK(p[i]->m);", "", "p[0] = p[1];"), false},
	{"a lock in an object that is replaced meanwhile", lookingUp("LOCK(p[i]->m); p[i] = p[1 - i]; p[i]->d++; UNLOCK(p[i]->m);", "", ""), false},
	{"a lock in an object that is replaced by a call", lookingUp("LOCK(p[i]->m); swap(); p[i]->d++; UNLOCK(p[i]->m);", "", ""), false},
	{"a lock in an object, and the index changes", lookingUp("LOCK(p[i]->m); i = 1 - i; p[i]->d++; UNLOCK(p[1 - i]->m);", "", ""), false},
	{"a lock in an object that is looked up elsewhere", lookingUp("LOCK(p[i]->m); q[i]->d++; UNLOCK(p[i]->m);", "", ""), false},
	{"a lock in the next object", lookingUp("for (i = 0; i < 2; i++) { if (i) p[i]->d++; LOCK(p[i]->m); } UNLOCK(p[0]->m); UNLOCK(p[1]->m);", "", ""), false},
	{"a loop creates at places that are looked up", `static pthread_t k[3]; static int at[2]; void *f(void *a) { LOCK(m); x++; UNLOCK(m); return a; }
		int main(void) { for (int i = 0; i < 2; i++) START(k[at[i]], f); for (int i = 0; i < 2; i++) JOIN(k[at[i]]); x++; }`, false},
	{"each thread an element that is looked up", `static int k[3], at[2]; void *f(void *a) { ++*(int *)a; return a; }
		int main(void) { for (int i = 0; i < 2; i++) GIVE(f, &k[at[i]]); }`, false},
	{"objects with identifiers", identified("pthread_create(&q->id, 0, f, q);", "JOIN(all[i]->id); all[i]->d++; free(all[i]);", ""), true},
	{"objects with identifiers, joined at once", identified("pthread_create(&all[i]->id, 0, f, all[i]); JOIN(all[i]->id); all[i]->d++;", "", ""), false},
	{"objects with identifiers, joined at once through one pointer", identified("pthread_create(&q->id, 0, f, q); JOIN(q->id); q->d++;", "", ""), true},
	{"objects with identifiers, not joined", identified("pthread_create(&q->id, 0, f, q);", "all[i]->d++; JOIN(all[i]->id);", ""), false},
	{"objects with identifiers, not always joined", identified("pthread_create(&q->id, 0, f, q);", "if (__VERIFIER_nondet_int()) JOIN(all[i]->id); all[i]->d++;", ""), false},
	{"objects with identifiers, perhaps joined", identified("pthread_create(&q->id, 0, f, q);", "pthread_tryjoin_np(all[i]->id, 0); all[i]->d++;", ""), false},
	{"objects with identifiers, and the next one", identified("pthread_create(&q->id, 0, f, q);", "JOIN(all[i]->id); all[1 - i]->d++;", ""), false},
	{"objects with identifiers, by the next one's", identified("pthread_create(&q->id, 0, f, q);", "JOIN(all[1 - i]->id); all[i]->d++;", ""), false},
	{"objects with identifiers, joined too early", identified("if (i) pthread_create(&q->id, 0, f, q); else { JOIN(q->id); pthread_create(&q->id, 0, f, q); q->d++; }", "", ""), false},
	{"objects with identifiers, joined before", identified("JOIN(q->id); pthread_create(&q->id, 0, f, q); q->d++;", "", ""), false},
	{"objects with identifiers of others", identified("pthread_create(&q->id, 0, f, q);", "if (i) all[1]->id = all[0]->id; else continue; JOIN(all[i]->id); all[i]->d++;", ""), false},
	{"objects with identifiers of copies", identified("pthread_create(&q->id, 0, f, q);", "*all[1] = *all[0]; JOIN(all[1]->id); all[1]->d++;", ""), false},
	{"objects with identifiers in others", identified("pthread_create(&q->id, 0, f, q);", "JOIN(all[i]->id); all[i] = all[1 - i]; all[i]->d++;", ""), false},
	{"objects with identifiers, detached", identified("pthread_create(&q->id, 0, f, q);", "JOIN(all[i]->id); all[i]->d++;", "pthread_detach(pthread_self());"), false},
	{"objects with identifiers, with grandchildren", identified("pthread_create(&q->id, 0, f, q);", "JOIN(all[i]->id); all[i]->d++;", "pthread_create(&(pthread_t){0}, 0, g, a);"), false},
	{"objects with identifiers, which are found", identified("pthread_create(&q->id, 0, f, q);", "JOIN(all[i]->id); all[i]->d++;", "if (last) last->d++; else last = a;"), false},
	{"objects with two identifiers", identified("pthread_create(&q->id, 0, f, q); pthread_create(&q->other, 0, g, q);", "JOIN(all[i]->id); all[i]->d++;", ""), false},
	{"objects with an identifier for two", identified("pthread_create(&q->id, 0, f, q); pthread_create(&q->id, 0, g, q);", "JOIN(all[i]->id); all[i]->d++;", ""), false},
	{"an object with identifiers for all", identified("q = all[0]; pthread_create(&q->id, 0, f, q);", "JOIN(all[i]->id); all[i]->d++;", ""), false},
	{"a word that is exchanged", swapping("while (T()) ;", "SET(0);", ""), true},
	{"a word that is exchanged, by a bool", swapping("while (!__sync_bool_compare_and_swap(&k, 0, 3)) ;", "SET(0);", ""), true},
	{"a word that is exchanged, in functions", swapping("while (swap(&k, 0, 3) != 0) ;", "SET(0);", ""), true},
	{"a word that is exchanged, some times", swapping("int r, i = 0; do r = T(); while (r && i++ < 2); if (r) return a;", "SET(0);", ""), true},
	{"a word that is exchanged the wrong way", swapping("if (!T()) { SET(0); return a; }", "", ""), false},
	{"a word that is exchanged by some", swapping("if (a) while (T()) ;", "if (a) SET(0);", "f(a);"), false},
	{"a word that is exchanged for another result", swapping("while (U()) ;", "SET(0);", ""), false},
	{"a word that is exchanged in vain", swapping("T();", "SET(0);", ""), false},
	{"a word that is exchanged, and given up at once", swapping("int r = T(); if (!r) SET(0); if (r) return a;", "", ""), false},
	{"a word that is exchanged for what others find", swapping("if (swap(&k, 0, 1)) return a;", "SET(0);", "if (__sync_val_compare_and_swap(&k, 1, 2) == 1) { x++; SET(0); }"), false},
	{"a word that is exchanged for zero", swapping("if (__atomic_exchange_n(&k, 0, __ATOMIC_SEQ_CST)) return a;", "SET(0);", ""), false},
	{"a word that is exchanged and counted", swapping("if (T()) return a;", "SET(0);", "__sync_fetch_and_sub(&k, 1);"), false},
	{"a word that is exchanged, which a thread gives up for another", swapping("while (T()) ;", "SET(0);", "SET(0);"), false},
	{"a word that is exchanged, and stored plainly", swapping("while (T()) ;", "k = 0;", ""), false},
	{"a word that is exchanged, and given up without release", swapping("while (T()) ;", "__atomic_store_n(&k, 0, __ATOMIC_RELAXED);", ""), false},
	{"a word that is exchanged without acquiring", swapping("while (__atomic_exchange_n(&k, 1, __ATOMIC_RELEASE)) ;", "SET(0);", ""), false},
	{"a word that is exchanged, whatever the result", swapping("for (int i = 0; i < 2 && T(); i++) ;", "SET(0);", ""), false},
	{"a word", wording("BEGIN; ASSUME(k == 0); k = 1; END;", "BEGIN; k = 0; END;", "", ""), true},
	{"a word that is waited for", wording("for (;;) { BEGIN; if (!k) { k = 2; END; break; } END; }", "BEGIN; k = 0; END;", "", "k = 0;"), true},
	{"a word in nested sections", wording("BEGIN; BEGIN; ASSUME(!k); END; k = 1; END;", "BEGIN; k = 0; END;", "", ""), true},
	{"a word that is tried", wording("BEGIN; int r = k; if (!r) k = 1; END; if (r) return a;", "BEGIN; k = 0; END;", "", ""), true},
	{"a word found in another section", wording("BEGIN; ASSUME(!k); END; BEGIN; k = 1; END;", "BEGIN; k = 0; END;", "", ""), false},
	{"a word found in a section before", wording("BEGIN; int r = k; END; BEGIN; ASSUME(!r); k = 1; END;", "BEGIN; k = 0; END;", "", ""), false},
	{"a word of which nobody looks", wording("BEGIN; k = 1; END;", "BEGIN; k = 0; END;", "", ""), false},
	{"a word of which some do not look", wording("BEGIN; ASSUME(k == 0 || a); k = 1; END;", "BEGIN; k = 0; END;", "f(&x);", ""), false},
	{"a word that is taken if it is not zero", wording("BEGIN; if (k) k = 1; END;", "BEGIN; k = 0; END;", "", ""), false},
	{"a word that is never set", wording("BEGIN; ASSUME(!k); k = 0; END;", "BEGIN; k = 0; END; if (a) k = 1;", "", ""), false},
	{"a word that is set outside", wording("BEGIN; ASSUME(!k); END; k = 1;", "BEGIN; k = 0; END;", "", ""), false},
	{"a word that is reset outside", wording("BEGIN; ASSUME(!k); k = 1; END;", "k = 0;", "", ""), false},
	{"a word that is given up at once", wording("BEGIN; ASSUME(!k); k = 1; k = 0; END;", "", "", ""), false},
	{"a word that is given up too early", wording("BEGIN; ASSUME(!k); k = 1; END;", "BEGIN; k = 0; END; x++;", "", ""), false},
	{"a word that is given up twice", wording("BEGIN; ASSUME(!k); k = 1; END;", "BEGIN; k = 0; END; BEGIN; k = 0; END;", "", ""), false},
	{"a word that another gives up", wording("BEGIN; ASSUME(!k); k = 1; END;", "BEGIN; k = 0; END;", "BEGIN; k = 0; END;", ""), false},
	{"a word of which another writes a part", wording("BEGIN; ASSUME(!k); k = 1; END;", "BEGIN; k = 0; END;", "BEGIN; *(char *)&k = 0; END;", ""), false},
	{"a word of another value", wording("BEGIN; ASSUME(!k); k = a ? 0 : 1; END;", "BEGIN; k = 0; END;", "f(&x); f(&x);", ""), false},
	{"a word that is written through a pointer to it or to another", wording("BEGIN; ASSUME(!k); k = 1; END;", "BEGIN; k = 0; END;", "int *q = __VERIFIER_nondet_int() ? &k : &j; BEGIN; *q = 0; END; f(&x);", ""), false},
	{"a word and another", wording("BEGIN; ASSUME(!k); j = 1; END;", "BEGIN; k = 0; j = 0; END; if (a) { BEGIN; k = 1; END; }", "", ""), false},
	{"a word that is reset before", wording("BEGIN; ASSUME(!k); k = 1; END;", "BEGIN; k = 0; END;", "", "f(0); k = 1; k = 0; x++;"), true},
	{"a word that its holder resets before", wording("BEGIN; ASSUME(!k); k = 1; END;", "BEGIN; k = 0; END;", "", "BEGIN; ASSUME(!k); k = 1; END; k = 0; START(u, f); x++;"), false},
	{"a word and the first", wording("BEGIN; ASSUME(!k); k = 1; END; if (!j) { x = 1; j = 1; } BEGIN; k = 0; END; return x ? a : 0;", "", "", ""), true},
	{"a word and no first", wording("BEGIN; ASSUME(!k); k = 1; END; int r = j; j = 1; BEGIN; k = 0; END; if (!r) x = 1;", "", "", ""), false},
	{"numbers from a counter", claiming("int i = next++;", "d[i] = 1;"), true},
	{"numbers in pairs", claiming("int i = next; next += 2;", "int *p = &d[i]; p[0] = 1; p[1] = 2;"), true},
	{"numbers in pairs, of three", claiming("int i = next; next += 2;", "int *p = &d[i]; p[0] = 1; p[2] = 2;"), false},
	{"numbers in pairs, by ones", claiming("int i = next; next++;", "int *p = &d[i]; p[0] = 1; p[1] = 2;"), false},
	{"numbers after the sum", claiming("next++; int i = next;", "d[i] = 1;"), false},
	{"numbers that are the same for two", claiming("int i = next; if (i) next++;", "d[i] = 1;"), false},
	{"numbers that are found before", claiming("int i = next; UNLOCK(m); LOCK(m); next++;", "d[i] = 1;"), false},
	{"numbers that are given back", claiming("int i = next++; if (x) next--;", "d[i] = 1;"), false},
	{"numbers or zero", claiming("int i = next + 1 > 7 ? 0 : next++;", "d[i] = 1;"), false},
	{"numbers, or none", claiming("int i = 0; if (next > 5) UNLOCK(m); else { i = next; next += 1; UNLOCK(m); } if (!i) return a; LOCK(m);", "d[i] = 1;"), true},
	{"numbers, or none, which is not asked", claiming("int i = 0; if (next > 5) UNLOCK(m); else { i = next; next += 1; UNLOCK(m); } LOCK(m);", "d[i] = 1;"), false},
	{"numbers of two counters", claiming("int i; if (a) { i = next; next++; } else { i = other; other++; }", "d[i] = 1;"), false},
	{"numbers that wrap", claiming("int i = next & 1; next++;", "d[i] = 1;"), false},
	{"numbers of a byte, which wrap", claiming("unsigned char i = small; small += 128;", "d[i & 7] = 1;"), false},
	{"a number for each of any threads", growing("i < c", "int i = next; next++;", "d[i] = 1;"), true},
	{"a number for each of any threads, from any", growing("i < c", "int i = next; next++;", "if (i >= 0 && i < all) d[i] = 1;"), true},
	{"numbers in pairs for any threads", growing("i < c", "int i = next; next += 2;", "if (i + 1 < all) { d[i] = 1; d[i + 1] = 2; }"), false},
	{"a number for each of any threads, and the next", growing("i < c", "int i = next; next++;", "if (i + 1 < all) { int *p = &d[i]; p[0] = 1; p[1] = 2; }"), false},
	{"a number for each of any threads, half of it", growing("i < c", "int i = next / 2; next++;", "d[i] = 1;"), false},
	{"a number for each of any threads, found before", growing("i < c", "int i = next; UNLOCK(m); LOCK(m); next++;", "d[i] = 1;"), false},
	{"a number for each of any threads, reset", growing("i < c", "int i = next; next++; if (i > 0) next = 0;", "d[i] = 1;"), false},
	{"a number for each of any threads, without a lock", growing("i < c", "UNLOCK(m); int i = next; next++; LOCK(m);", "d[i] = 1;"), false},
	{"a number for each of any threads, more than once", growing("i < c", "int i; do { i = next; next += 1; } while (__VERIFIER_nondet_int());", "if (i < all) d[i] = 1;"), false},
	{"a number for each of any threads, which may be as many as it can be", growing("i != c", "int i = next; next++;", "if (i < all) d[i] = 1;"), false},
	{"a number for each of any threads that are created without end", growing("1", "int i = next; next++;", "if (i < all) d[i] = 1;"), false},
	{"a number of a byte for each of any threads", growing("i < c", "unsigned char i = small; small++;", "d[i] = 1;"), false},
}

// narrow holds such programs for pointers of 32 bits, in which products of indices and sizes wrap.
var narrow = []struct {
	name   string
	text   string
	proved bool
}{
	{"numbers from a counter", claiming("int i = next++;", "d[i] = 1;"), true},
	{"a number for each of any threads", growing("i < c", "int i = next; next++;", "d[i] = 1;"), true},
	{"two numbers for each of any threads", growing("i < c", "int j = next; next += 2; int i = next; next++;", "if (i < all) { d[i] = 1; d[j] = 2; }"), true},
	{"a number for each of any threads, of pages", growing("i < c", "int i = next; next += 0x8000;", "if (i < all) d[i] = 1;"), false},
	{"numbers whose products wrap", claiming("if (far > 0x20000000) exit(0); int i = far; far += 0x20000000;", "e[i].p = 1;"), false},
	{"elements too far apart", `static char c[8];
		void *f(void *a) { if (a == c) *(char *)a = 1; return 0; }
		int main(void) { pthread_t t; for (int i = 0; i < 9; i++) pthread_create(&t, 0, f, &c[i * 0x20000000]); }`, false},
	{"elements", `static char c[8];
		void *f(void *a) { *(char *)a = 1; return 0; }
		int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, &c[i * 2]); }`, true},
}

// TestCases checks the table, and compares it with the explorer; without -long a third of it.
func TestCases(t *testing.T) {
	for i, c := range slices.Concat(cases, narrow) {
		if !*long && !testprog.Chosen(t, c.name, 3) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			model := ir.LP64
			if i >= len(cases) {
				model = ir.ILP32
			}
			p := testprog.Source(t, begin+c.text, model)
			done, _ := hold(t, c.name, p, smc.Options{Executions: 300, MaxDepth: 500, MaxSteps: 1 << 18})
			if done != c.proved {
				t.Errorf("proved: %v, expected %v\n%s", done, c.proved, raceproof.Analyse(context.Background(), analyze.Of(p), 0))
			}
		})
	}
}
