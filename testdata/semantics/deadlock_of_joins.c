// 11.2: threads that join one another are a deadlock: the target is in the set.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>
#include <semaphore.h>

static pthread_t t[2];
static sem_t go;

static void *join_other(void *arg)
{
	sem_wait(&go);
	pthread_join(t[arg == NULL], NULL);
	return NULL;
}

int main(void)
{
	sem_init(&go, 0, 0);
	pthread_create(&t[0], NULL, join_other, NULL);
	pthread_create(&t[1], NULL, join_other, &go);
	sem_post(&go);
	sem_post(&go);
	pthread_exit(NULL);
}
