// 14.15: what stands behind exec runs where that fails.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int started;

static void *work(void *arg)
{
	execl("/bin/true", "true", (char *)NULL);
	assert(!started);
	return arg;
}

int main(void)
{
	pthread_t t;

	started = 1;
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return 0;
}
