#include <pthread.h>
#include "counter.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

void *add(void *arg)
{
	pthread_mutex_lock(&lock);
	counter++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int read_counter(void)
{
	pthread_mutex_lock(&lock);
	int now = counter;
	pthread_mutex_unlock(&lock);
	return now;
}
