// 10.3: the end of a scope, of a thread's frame or of thread-local storage is no access (C11 5.1.2.4 speaks of evaluations): who comes too late is wrong, and does not race.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <stdatomic.h>

static atomic_int written, seen;
static _Atomic(int *) theirs;
static _Thread_local int own;

static void *write_it(void *arg)
{
	*(int *)arg = 1;
	atomic_store_explicit(&written, 1, memory_order_relaxed);
	own = 1;
	atomic_store_explicit(&theirs, &own, memory_order_release);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int *p;

	{
		int local;

		pthread_create(&t, NULL, write_it, &local);
		while (!atomic_load_explicit(&written, memory_order_relaxed))
			;
	}
	p = atomic_load_explicit(&theirs, memory_order_acquire);
	if (p != NULL && *p == 1)
		seen = 1;
	pthread_join(t, NULL);
	return 0;
}
