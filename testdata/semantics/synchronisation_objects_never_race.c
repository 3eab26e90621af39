// 10.9: synchronisation objects never race, not even their initialisation with their use.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <semaphore.h>

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;

static void *initialise(void *arg)
{
	pthread_cond_init(&c, NULL);
	sem_init(&s, 0, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, initialise, NULL);
	pthread_cond_signal(&c);
	sem_post(&s);
	pthread_join(t, NULL);
	return 0;
}
