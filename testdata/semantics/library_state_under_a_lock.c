// 14.3: calls of a function that need not be thread-safe race unless something orders
// them.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char other[] = "p q";

static void *split(void *arg)
{
	pthread_mutex_lock(&m);
	strtok(other, " ");
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	char own[] = "a b";
	char *second;
	pthread_t t;

	pthread_create(&t, NULL, split, NULL);
	pthread_mutex_lock(&m);
	strtok(own, " ");
	second = strtok(NULL, " ");
	assert(second && *second == 'b');
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
