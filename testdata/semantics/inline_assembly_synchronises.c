// 14.7: locked instructions are atomic, and order the accesses around them.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int users, taken, shared;

static void increment(int *n)
{
	__asm__ __volatile__("lock; incl %0" : "+m"(*n) : : "memory");
}

static int exchange(int *p, int with)
{
	__asm__ __volatile__("xchgl %0,%1" : "=r"(with), "+m"(*p) : "0"(with) : "memory");
	return with;
}

static void *work(void *arg)
{
	increment(&users);
	if (exchange(&taken, 1) == 0) {
		shared++;
		exchange(&taken, 0);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	assert(users == 2);
	assert(shared >= 1);
	return 0;
}
