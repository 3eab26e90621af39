// 9.3: the frames of a finished thread reach nothing.
//
// expect: assert=safe race=safe deadlock=safe memory=violation leak=violation
#include <pthread.h>
#include <stdlib.h>

static void *lose(void *arg)
{
	int *p = malloc(sizeof *p);

	*p = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, lose, NULL);
	pthread_join(t, NULL);
	return 0;
}
