// 8.4: adjacent bit-fields are one location: a store to one races with a read of the other.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static struct {
	unsigned a : 4, b : 12, c : 16;
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
	assert(f.c == 0);
	pthread_join(t, NULL);
	return 0;
}
