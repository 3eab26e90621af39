// 14.2: stdout is a variable that all threads share.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *redirect(void *arg)
{
	stdout = stderr;
	return arg;
}

int main(void)
{
	FILE *before = stdout;
	pthread_t t;

	pthread_create(&t, NULL, redirect, NULL);
	assert(stdout == before);
	pthread_join(t, NULL);
	return 0;
}
