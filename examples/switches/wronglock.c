// A number that some threads change under its lock, and others, with BUG, under another.
//
// An owner checks that the number has the value that it wrote. Under the wrong lock a stranger
// can write in between.
#include <assert.h>
#include <pthread.h>

#ifndef OWNERS
#define OWNERS 1
#endif
#ifndef STRANGERS
#define STRANGERS 1
#endif

static int number;
static pthread_mutex_t number_lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef BUG
static pthread_mutex_t other_lock = PTHREAD_MUTEX_INITIALIZER;
#define STRANGERS_LOCK other_lock
#else
#define STRANGERS_LOCK number_lock
#endif

static void *own(void *arg)
{
	int before;

	pthread_mutex_lock(&number_lock);
	before = number;
	number = before + 1;
	assert(number == before + 1);
	pthread_mutex_unlock(&number_lock);
	return arg;
}

static void *meddle(void *arg)
{
	pthread_mutex_lock(&STRANGERS_LOCK);
	number = number + 1;
	pthread_mutex_unlock(&STRANGERS_LOCK);
	return arg;
}

int main(void)
{
	pthread_t owner[OWNERS], stranger[STRANGERS];

	for (int i = 0; i < OWNERS; i++)
		pthread_create(&owner[i], NULL, own, NULL);
	for (int i = 0; i < STRANGERS; i++)
		pthread_create(&stranger[i], NULL, meddle, NULL);
	for (int i = 0; i < OWNERS; i++)
		pthread_join(owner[i], NULL);
	for (int i = 0; i < STRANGERS; i++)
		pthread_join(stranger[i], NULL);
	return 0;
}
