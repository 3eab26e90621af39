// 13.1: threads race in a loop that each of them enters where it stopped before.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int shared;

static int next(int *state, int *i)
{
	switch (*state) {
	case 0:
		for (*i = 0; *i < 2; ++*i) {
			*state = 1;
			return 1;
	case 1:
			shared++;
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
