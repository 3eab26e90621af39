// 5.10: a held mutex whose bytes the program writes is free: misuse, for every way of
// writing an object as a whole.
//
// expect: assert=violation race=safe deadlock=safe memory=safe lock=violation
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct account {
	int money;
	pthread_mutex_t m;
};

static struct account a = { 0, PTHREAD_MUTEX_INITIALIZER };

int main(void)
{
	static const struct account fresh = { 0, PTHREAD_MUTEX_INITIALIZER };

	pthread_mutex_lock(&a.m);
	a = fresh;
	assert(pthread_mutex_trylock(&a.m) != 0);
	return 0;
}
