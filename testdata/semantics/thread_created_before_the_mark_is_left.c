// 10.4: a thread that is created in the section that finds a mark clear does not come after the next steps of that section.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;

static void *user(void *arg)
{
	data = 2;
	return arg;
}

static void *first(void *arg)
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	if (!ready) {
		ready = 1;
		pthread_create(&t, NULL, user, NULL);
		data = 1;
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, first, NULL);
	first(NULL);
	pthread_join(t, NULL);
	return 0;
}
