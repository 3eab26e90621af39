// Two threads take turns by a condition variable; one that waits has given up the lock.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int full;

void *consumer(void *arg)
{
	pthread_mutex_lock(&m);
	while (full == 0)
		pthread_cond_wait(&c, &m);
	full = 0;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, consumer, 0);
	pthread_mutex_lock(&m);
	full = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
