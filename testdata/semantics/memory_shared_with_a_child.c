// 14.15: memory of a shared anonymous mapping is one object of all processes, with its semaphores and mutexes. A process
// that unmaps it takes it from no other.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct box {
	sem_t full;
	pthread_mutex_t m;
	int value, n, last;
};

static void count(struct box *b)
{
	pthread_mutex_lock(&b->m);
	b->n++;
	pthread_mutex_unlock(&b->m);
}

int main(void)
{
	struct box *b = mmap(0, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutexattr_t a;
	pid_t child;

	if (b == MAP_FAILED)
		return 1;
	sem_init(&b->full, 1, 0);
	pthread_mutexattr_init(&a);
	pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&b->m, &a);
	child = fork();
	if (child == 0) {
		b->value = 42;
		count(b);
		sem_post(&b->full);
		b->last = 7;
		munmap(b, sizeof *b);
		_exit(0);
	}
	sem_wait(&b->full);
	assert(b->value == 42);
	count(b);
	assert(wait(0) == child && b->n == 2 && b->last == 7);
	munmap(b, sizeof *b);
	return 0;
}
