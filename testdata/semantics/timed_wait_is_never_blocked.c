// 11.4: a thread in a timed wait is not blocked: its time-out is always possible.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = { 0, 0 };
static sem_t s;

int main(void)
{
	sem_init(&s, 0, 0);
	pthread_mutex_lock(&held);
	assert(pthread_mutex_timedlock(&held, &soon) == ETIMEDOUT);
	pthread_mutex_unlock(&held);
	assert(sem_timedwait(&s, &soon) == -1);
	pthread_mutex_lock(&m);
	assert(pthread_cond_timedwait(&c, &m, &soon) == ETIMEDOUT);
	pthread_mutex_unlock(&m);
	return 0;
}
