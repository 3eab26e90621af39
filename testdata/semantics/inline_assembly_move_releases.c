// 14.7: a move to memory releases, and one from memory acquires, where the compiler may not move
// other accesses across it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static unsigned locked, ready;
static int n, data;

static void lock(void)
{
	unsigned one = 1;
	do
		__asm__ __volatile__("xchgl %0, %1" : "+m"(locked), "+q"(one) : : "memory");
	while (one);
}

static void store(unsigned *p, unsigned v)
{
	__asm__ __volatile__("movl %1, %0" : "=m"(*p) : "ir"(v) : "memory");
}

static void *work(void *arg)
{
	lock();
	n++;
	store(&locked, 0);
	data = 1;
	store(&ready, 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	unsigned seen;

	pthread_create(&t, NULL, work, NULL);
	lock();
	n++;
	store(&locked, 0);
	__asm__ __volatile__("movl %1, %0" : "=r"(seen) : "m"(ready) : "memory");
	assert(!seen || data == 1);
	pthread_join(t, NULL);
	return 0;
}
