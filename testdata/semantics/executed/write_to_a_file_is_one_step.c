// 14.26: a read gets all bytes of a write or none of them.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int fd;

static void *work(void *arg)
{
	write(fd, "ab", 2);
	return arg;
}

int main(void)
{
	char c[2];
	pthread_t t;

	fd = open("made", O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert(lseek(fd, 0, SEEK_END) == 0);
	pthread_create(&t, 0, work, 0);
	assert(pread(fd, c, 2, 0) != 1);
	pthread_join(t, 0);
	return 0;
}
