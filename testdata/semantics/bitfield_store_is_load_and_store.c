// 8.3: a bit-field store loads and stores its unit: a neighbour's store can get lost.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static struct {
	unsigned a : 4, b : 4;
} f;

static void *set_a(void *arg)
{
	f.a = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, set_a, NULL);
	f.b = 1;
	pthread_join(t, NULL);
	assert(f.a == 1 && f.b == 1);
	return 0;
}
