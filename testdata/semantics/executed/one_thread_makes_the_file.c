// 14.26: of two calls with O_EXCL one makes the file.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int made;

static void *work(void *arg)
{
	if (open("lock", O_CREAT | O_EXCL | O_WRONLY, 0600) >= 0)
		made++;
	return arg;
}

int main(void)
{
	pthread_t t;

	if (access("lock", F_OK) == 0)
		return 0;
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	assert(made == 1);
	return 0;
}
