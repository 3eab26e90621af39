// 7.2: a pointer that threads move atomically points where they moved it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int cells[3];
static int *_Atomic next = cells;

static void *take(void *arg)
{
	int *mine = next++;

	*mine = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, take, NULL);
	take(NULL);
	pthread_join(t, NULL);
	assert(next == cells + 2 && cells[0] + cells[1] == 2);
	return 0;
}
