// A deadlock of waits of several kinds: for a barrier at which too few arrive, a
// semaphore that nobody is left to post, and a thread's end.
//
// expect: deadlock=violation
#include <pthread.h>
#include <semaphore.h>

static pthread_barrier_t all;
static pthread_t guest;
static sem_t work;

static void *meet(void *arg)
{
	pthread_barrier_wait(&all);
	return arg;
}

static void *serve(void *arg)
{
	sem_wait(&work);
	return arg;
}

static void *follow(void *arg)
{
	pthread_join(guest, NULL);
	return arg;
}

int main(void)
{
	pthread_t server, follower;

	pthread_barrier_init(&all, NULL, 3);
	sem_init(&work, 0, 1);
	pthread_create(&server, NULL, serve, NULL);
	pthread_join(server, NULL);
	pthread_create(&guest, NULL, meet, NULL);
	pthread_create(&follower, NULL, follow, NULL);
	sem_wait(&work);
	pthread_barrier_wait(&all);
	return 0;
}
