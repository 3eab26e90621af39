// 14.15: a barrier in a shared mapping is one object of all processes.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
	pthread_barrier_t both;
	int value;
};

int main(void)
{
	struct shared *s = mmap(0, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_barrierattr_t a;
	pid_t child;

	pthread_barrierattr_init(&a);
	pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(&s->both, &a, 2);
	child = fork();
	if (child == 0) {
		s->value = 1;
		pthread_barrier_wait(&s->both);
		_exit(0);
	}
	pthread_barrier_wait(&s->both);
	assert(s->value == 1);
	assert(wait(0) == child);
	pthread_barrier_destroy(&s->both);
	munmap(s, sizeof *s);
	return 0;
}
