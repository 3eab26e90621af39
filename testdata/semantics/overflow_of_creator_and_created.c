// 5.1: what a thread does behind a creation comes before what the created one does.
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
