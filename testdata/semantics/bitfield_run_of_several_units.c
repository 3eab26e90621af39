// 8.4: a run of adjacent bit-fields is one location also when it is accessed through several units.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static struct {
	unsigned a : 8, b : 8, c : 8;
	char d;
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
