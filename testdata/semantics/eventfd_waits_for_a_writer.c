// 14.11: a read of an eventfd whose value is 0 waits; no thread writes here.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>

static int fd;

static void *waits(void *arg)
{
	eventfd_t value;

	if (eventfd_read(fd, &value) == 0)
		assert(value == 2);
	return arg;
}

int main(void)
{
	pthread_t t;

	fd = eventfd(2, 0);
	if (fd < 0)
		return 0;
	pthread_create(&t, NULL, waits, NULL);
	waits(NULL);
	pthread_join(t, NULL);
	return 0;
}
