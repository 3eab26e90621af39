// 2.5: a join waits for the thread's end and yields its result, a number in a pointer too.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static void *twice(void *arg)
{
	return (void *)((long)arg * 2);
}

int main(void)
{
	pthread_t a, b;
	void *x, *y;

	pthread_create(&a, NULL, twice, (void *)3);
	pthread_create(&b, NULL, twice, (void *)4);
	pthread_join(a, &x);
	pthread_join(b, &y);
	assert(x == y);
	return 0;
}
