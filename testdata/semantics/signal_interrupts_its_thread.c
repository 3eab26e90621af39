// 12.6: a handler runs in the middle of its thread's steps; the thread holds its locks meanwhile.
//
// environment: signals
// expect: assert=violation race=bounded deadlock=violation memory=bounded
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int first, second;

static void on_signal(int signal)
{
	(void)signal;
	assert(first == second);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	signal(SIGUSR1, on_signal);
	pthread_mutex_lock(&lock);
	first = 1;
	second = 1;
	pthread_mutex_unlock(&lock);
	return 0;
}
