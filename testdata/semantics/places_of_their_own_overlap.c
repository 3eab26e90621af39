// 10.1: threads that are given neighbouring elements race if one reads beyond its own.
//
// expect: race=violation assert=safe deadlock=safe memory=safe
#include <pthread.h>

static int data[3];

static void *works(void *arg)
{
	long long both;

	*(char *)arg = 1;
	both = *(long long *)arg;
	return both ? arg : NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, works, &data[i]);
	return 0;
}
