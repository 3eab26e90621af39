// 14.25: an operation on several semaphores of a set happens at once, or waits; the increases happen before.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <sys/sem.h>

static int set, n;

static void *work(void *arg)
{
	struct sembuf both[2] = {{0, -1, 0}, {1, -1, 0}};

	assert(semop(set, both, 2) == 0);
	assert(n == 1);
	return arg;
}

int main(void)
{
	struct sembuf one = {0, 1, 0}, other = {1, 1, 0};
	pthread_t t;

	set = semget(IPC_PRIVATE, 2, 0600);
	pthread_create(&t, 0, work, 0);
	semop(set, &one, 1);
	n = 1;
	semop(set, &other, 1);
	pthread_join(t, 0);
	return 0;
}
