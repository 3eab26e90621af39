// 13.1: a lock that is held from one call of a coroutine to
// the next orders the steps in between.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static int next(int *state, int *i)
{
	switch (*state) {
	case 0:
		for (*i = 0; *i < 2; ++*i) {
			pthread_mutex_lock(&m);
			*state = 1;
			return 1;
	case 1:
			shared++;
			pthread_mutex_unlock(&m);
		}
	}
	return 0;
}

static void *run(void *arg)
{
	int state = 0, i;

	while (next(&state, &i))
		;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
	assert(shared == 4);
	return 0;
}
