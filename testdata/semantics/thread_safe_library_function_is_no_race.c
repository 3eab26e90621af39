// 14.3: functions that POSIX makes thread-safe do not race: strtok_r, streams, random.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *use(void *arg)
{
	char text[] = "a b";
	char *state;

	strtok_r(text, " ", &state);
	getc(stdin);
	ungetc('x', stdin);
	clearerr(stdin);
	free(malloc(4));
	random();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, use, NULL);
	use(NULL);
	pthread_join(t, NULL);
	return 0;
}
