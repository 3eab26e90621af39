// 12.2: a signal chooses among the threads enqueued now, or is lost.
//
// environment: no-spurious
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void)
{
	pthread_cond_signal(&c);
	pthread_cond_broadcast(&c);
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	assert(0);
	return 0;
}
