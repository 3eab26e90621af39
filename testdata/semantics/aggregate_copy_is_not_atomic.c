// 8.2: the copy of a struct is one access per member, not atomic.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static struct pair {
	int a, b;
} shared;

static void *assign(void *arg)
{
	struct pair ones = { 1, 1 };

	shared = ones;
	return arg;
}

int main(void)
{
	pthread_t t;
	struct pair copy;

	pthread_create(&t, NULL, assign, NULL);
	copy = shared;
	pthread_join(t, NULL);
	assert(copy.a == copy.b);
	return 0;
}
