// 11.5: a spurious wake-up rescues no thread: a wait without a signal is a deadlock.
//
// expect: assert=violation race=safe deadlock=violation memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	assert(0);
	return 0;
}
