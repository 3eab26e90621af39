// A deadlock is no endless execution.
//
// ask: weak safe termination
// ask: weak violation F finished(main)
// ask: weak violation G running
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	return 0;
}
