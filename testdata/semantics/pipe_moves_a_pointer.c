// 14.11: a pipe returns the bytes that were written, also those of a pointer.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;

static void *worker(void *arg)
{
	int *task = NULL;

	if (read(ends[0], &task, sizeof task) == sizeof task) {
		assert(task == &data);
		*task = 1;
	}
	return arg;
}

int main(void)
{
	int *task = &data;
	pthread_t t;

	if (pipe(ends) != 0)
		return 0;
	if (write(ends[1], &task, sizeof task) < 0)
		return 0;
	close(ends[1]);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	assert(!data);
	return 0;
}
