// 13.3: a jump gives up no lock.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void update(jmp_buf failed)
{
	pthread_mutex_lock(&m);
	longjmp(failed, 1);
}

static void *worker(void *arg)
{
	jmp_buf failed;

	if (setjmp(failed) == 0)
		update(failed);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	pthread_mutex_lock(&m);
	return 0;
}
