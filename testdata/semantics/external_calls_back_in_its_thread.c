// 14.10: an undefined function calls a function that it is passed in the
// thread of its caller, also if the function is passed behind "...".
//
// expect: assert=safe race=violation deadlock=safe memory=safe
// strict: race=unknown
#include <pthread.h>

extern int set_option(void *handle, int option, ...);

static int seen;

static void handle(void *data)
{
	++*(int *)data;
}

static void *work(void *arg)
{
	set_option(&seen, 1, handle);
	return arg;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, work, 0);
	return seen;
}
