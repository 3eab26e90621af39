// 13.3: each thread jumps for itself, whatever others do meanwhile.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int room = 1;

static void take(jmp_buf full)
{
	pthread_mutex_lock(&m);
	if (room == 0) {
		pthread_mutex_unlock(&m);
		longjmp(full, 1);
	}
	room--;
	pthread_mutex_unlock(&m);
}

static void *worker(void *got)
{
	jmp_buf full;

	if (setjmp(full))
		return NULL;
	take(full);
	*(int *)got = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int a = 0, b = 0;

	pthread_create(&t, NULL, worker, &a);
	worker(&b);
	pthread_join(t, NULL);
	assert(a + b == 1);
	return 0;
}
