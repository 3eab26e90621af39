// 1.4: a wait is two operations: between the signal and the re-acquiring others can take the lock.
//
// environment: no-spurious
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int set, item;

static void *consumer(void *arg)
{
	pthread_mutex_lock(&m);
	if (!set) {
		pthread_cond_wait(&c, &m);
		assert(item == 1);
	}
	pthread_mutex_unlock(&m);
	return arg;
}

static void *producer(void *arg)
{
	pthread_mutex_lock(&m);
	set = 1;
	item = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, consumer, NULL);
	pthread_create(&b, NULL, producer, NULL);
	pthread_mutex_lock(&m);
	item = 0;
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
