package raceproof_test

// claiming returns a program whose threads each take a number and use it.
func claiming(take, use string) string {
	return `static int d[16], next, other; static unsigned char small; static int far; struct { int p, q; } e[8];
		void *f(void *a) { LOCK(m); if (next > 6 || other > 6) exit(0); ` + take + ` UNLOCK(m); ` + use + ` return a; }
		int main(void) { START(t, f); START(u, f); f(&x); }`
}

// lookingUp returns a program with locks in objects that are looked up in a table.
func lookingUp(use, other, then string) string {
	return `static struct o { pthread_mutex_t m; int d; } *p[2], *q[2]; static void swap(void) { struct o *r = p[0]; p[0] = p[1]; p[1] = r; }
		void *f(void *a) { int i = __VERIFIER_nondet_int() & 1; ` + use + ` return a; }
		void *g(void *a) { ` + other + ` return a; }
		int main(void) { for (int i = 0; i < 2; i++) { p[i] = calloc(1, sizeof **p); q[1 - i] = p[i]; } START(t, f); START(u, g); ` + then + ` f(0); }`
}

// identified returns a program that gives threads objects with their identifiers.
func identified(create, join, also string) string {
	return `int pthread_tryjoin_np(pthread_t, void **); static struct o { pthread_t id, other; int d; } *last;
		void *g(void *a) { ((struct o *)a)->d = 2; return a; }
		void *f(void *a) { ((struct o *)a)->d = 1; ` + also + ` return a; }
		int main(void) { struct o *all[2]; for (int i = 0; i < 2; i++) { struct o *q = malloc(sizeof *q); all[i] = q; ` + create + ` }
			for (int i = 0; i < 2; i++) { ` + join + ` } }`
}

// growing returns a program that creates any number of threads, which each take a number and use it.
func growing(more, take, use string) string {
	return `static int *d, next, all; static unsigned char small;
		void *f(void *a) { LOCK(m); ` + take + ` UNLOCK(m); ` + use + ` return a; }
		int main(void) { int c = all = __VERIFIER_nondet_int(); __VERIFIER_assume(c >= 0); pthread_t *k = malloc(c * sizeof *k); d = malloc(c * sizeof *d);
			for (int i = 0; ` + more + `; i++) START(k[i], f); }`
}

// swapping returns a program whose threads use words as locks by exchanging them.
func swapping(take, give, other string) string {
	return `static int k;
		#define SET(v) __atomic_store_n(&k, v, __ATOMIC_SEQ_CST)
		static int T(void) { return __atomic_exchange_n(&k, 1, __ATOMIC_ACQUIRE); }
		static int U(void) { int r = __atomic_exchange_n(&k, 1, __ATOMIC_ACQUIRE); r = 0; return r; }
		static int swap(int *p, int old, int new) { return __sync_val_compare_and_swap(p, old, new); }
		void *f(void *a) { ` + take + ` x++; ` + give + ` return a; }
		void *g(void *a) { ` + other + ` return a; }
		int main(void) { START(t, f); START(u, g); f(&x); }`
}

// wording returns a program whose threads use words as locks.
func wording(take, give, other, before string) string {
	return sections + `static int k, j;
		#define ASSUME __VERIFIER_assume
		void *f(void *a) { ` + take + ` x++; ` + give + ` return a; }
		void *g(void *a) { ` + other + ` return a; }
		int main(void) { ` + before + ` START(t, f); START(u, g); f(0); }`
}
