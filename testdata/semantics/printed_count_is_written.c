// 1.5: printf writes the object of %n; it reads nothing through %p or beyond a precision.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static char text[2] = "ab";
static int count;

static void *look(void *arg)
{
	(void)arg;
	return count ? text : NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, look, NULL);
	printf("%p %.2s %.*s%n\n", (void *)text, text, 1, text, &count);
	pthread_join(t, NULL);
	return 0;
}
