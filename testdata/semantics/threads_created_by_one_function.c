// 7.1: threads that one function of the program creates at one place run what they are given.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static void *nothing(void *arg) { return arg; }
static void *fails(void *arg) { assert(0); return arg; }

static void start(pthread_t *t, void *(*run)(void *)) { pthread_create(t, NULL, run, NULL); }

int main(void)
{
	pthread_t a, b;

	start(&a, nothing);
	start(&b, fails);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
