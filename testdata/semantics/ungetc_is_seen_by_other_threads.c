// 14.1: what ungetc puts back is the next character of any thread.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int taken;

static void *take(void *arg)
{
	taken = getc(stdin) == 'x';
	return arg;
}

int main(void)
{
	int c;
	pthread_t t;

	ungetc('x', stdin);
	pthread_create(&t, NULL, take, NULL);
	c = getc(stdin);
	pthread_join(t, NULL);
	assert(c == 'x' || !taken);
	assert(c == 'x');
	return 0;
}
