// A mutex and its condition variable in one object on the heap: a signal wakes one of two that wait.
//
// expect: deadlock=violation
#include <pthread.h>
#include <stdlib.h>

struct gate {
	pthread_mutex_t mutex;
	pthread_cond_t opened;
	int open;
};

static void *pass(void *arg)
{
	struct gate *g = arg;

	pthread_mutex_lock(&g->mutex);
	while (!g->open)
		pthread_cond_wait(&g->opened, &g->mutex);
	pthread_mutex_unlock(&g->mutex);
	return NULL;
}

int main(void)
{
	struct gate *g = calloc(1, sizeof *g);
	pthread_t a, b;

	pthread_mutex_init(&g->mutex, NULL);
	pthread_cond_init(&g->opened, NULL);
	pthread_create(&a, NULL, pass, g);
	pthread_create(&b, NULL, pass, g);
	pthread_mutex_lock(&g->mutex);
	g->open = 1;
	pthread_cond_signal(&g->opened);
	pthread_mutex_unlock(&g->mutex);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(g);
	return 0;
}
