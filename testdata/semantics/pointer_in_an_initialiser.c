// 7.1: what a local's initial value points to can be written through it.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *writes(void *arg)
{
	int *p[2] = {&x, &y};

	*p[arg != NULL] = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, writes, NULL);
	pthread_join(t, NULL);
	assert(x == 0);
	return 0;
}
