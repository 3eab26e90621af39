// 12.8: whom a signal chose goes on though the memory of the condition variable was written over
// since it was destroyed. (C11 threads)
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <assert.h>
#include <string.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int data;

static int signal_and_destroy(void *arg)
{
	(void)arg;
	mtx_lock(&m);
	data = 1;
	cnd_signal(&c);
	mtx_unlock(&m);
	cnd_destroy(&c);
	memset(&c, 255, sizeof c);
	return 0;
}

int main(void)
{
	thrd_t t;

	mtx_init(&m, mtx_plain);
	cnd_init(&c);
	mtx_lock(&m);
	thrd_create(&t, signal_and_destroy, NULL);
	while (!data)
		cnd_wait(&c, &m);
	assert(data == 1);
	mtx_unlock(&m);
	thrd_join(t, NULL);
	return 0;
}
