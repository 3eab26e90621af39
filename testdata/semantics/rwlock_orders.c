// 10.7: a writer's unlock orders later locks, a reader's unlock later writers.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *write_it(void *arg)
{
	pthread_rwlock_wrlock(&l);
	x++;
	pthread_rwlock_unlock(&l);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int v, w;

	pthread_create(&a, NULL, write_it, NULL);
	pthread_create(&b, NULL, write_it, NULL);
	pthread_rwlock_rdlock(&l);
	v = x;
	w = x;
	pthread_rwlock_unlock(&l);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(v == w && x == 2);
	return 0;
}
