// A loop around a wait without a signal: spurious wake-ups
// happen finitely often, and rescue no thread.
//
// ask: weak safe termination
// ask: none safe termination
// ask: weak violation F finished(main)
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, rounds;

int main(void)
{
	pthread_mutex_lock(&m);
	while (!ready) {
		pthread_cond_wait(&c, &m);
		rounds = !rounds;
	}
	pthread_mutex_unlock(&m);
	return 0;
}
