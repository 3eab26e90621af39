// 14.24: the mappings of one name show one object, whose unordered accesses race.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static int *map(void)
{
	int fd = shm_open("/memory", O_CREAT | O_RDWR, 0600);

	assert(fd >= 0 && ftruncate(fd, sizeof(int)) == 0);
	return mmap(0, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

static void *work(void *arg)
{
	*map() = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	int *p = map();

	assert(*p == 0);
	pthread_create(&t, 0, work, 0);
	(*p)++;
	pthread_join(t, 0);
	return 0;
}
