// 11.3: a stopped thread is never in the set and counts as able to run: it could post.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <semaphore.h>

void __VERIFIER_assume(int condition);

static sem_t s;

static void *stop(void *arg)
{
	__VERIFIER_assume(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, stop, NULL);
	sem_wait(&s);
	return 0;
}
