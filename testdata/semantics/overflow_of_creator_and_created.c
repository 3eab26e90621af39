// 5.1: an overflow in the creator right after a creation comes before an overflow in the created thread.
//
// expect: assert=safe overflow=violation race=safe deadlock=safe memory=safe
#include <limits.h>
#include <pthread.h>

static void *created(void *arg)
{
	int n = INT_MAX;

	(void)arg;
	n = n + 1;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int n = INT_MAX;

	pthread_create(&t, NULL, created, NULL);
	n = n + 1;
	return 0;
}
