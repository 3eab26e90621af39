// 14.15: a lock that another thread holds at fork is held in the child for ever.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	if (fork() == 0) {
		pthread_mutex_lock(&m);
		_exit(0);
	}
	wait(NULL);
	pthread_join(t, NULL);
	return 0;
}
