// 12.12: the handler runs on the thread that raises the signal, which keeps its locks.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handler(int signal)
{
	(void)signal;
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	signal(SIGUSR1, handler);
	pthread_mutex_lock(&lock);
	raise(SIGUSR1);
	pthread_mutex_unlock(&lock);
	return 0;
}
