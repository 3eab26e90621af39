// 7.1: reads that only choose an element of another array see writes as well: order[0] is 1 or 2, never 3.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int table[4] = {5, 5, 5, 5}, order[4] = {1, 3, 3, 3}, at;

static void *change(void *arg)
{
	pthread_mutex_lock(&m);
	order[at & 1] = 2;
	table[3] = 6;
	at = 0;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	int v;

	pthread_create(&t, NULL, change, NULL);
	pthread_mutex_lock(&m);
	v = table[order[at & 3] & 3];
	pthread_mutex_unlock(&m);
	assert(v == 5);
	pthread_join(t, NULL);
	return 0;
}
