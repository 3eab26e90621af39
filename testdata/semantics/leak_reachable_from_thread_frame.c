// 9.3: other threads may have stopped anywhere when the process ends: what their frames reach is no leak.
//
// expect: assert=safe race=safe deadlock=safe memory=safe leak=safe
#include <pthread.h>
#include <stdlib.h>

static void *own(void *arg)
{
	int *p = malloc(sizeof *p);

	*p = 1;
	free(p);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, own, NULL);
	return 0;
}
