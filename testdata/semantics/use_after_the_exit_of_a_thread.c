// 9.1: pthread_exit ends the frames of its thread, in whatever function it is called; main's, too.
//
// expect: assert=safe race=violation deadlock=safe memory=violation
#include <pthread.h>

static void *use(void *place)
{
	*(int *)place = 1;
	return NULL;
}

static void start(void)
{
	pthread_t t;
	int place = 0;

	pthread_create(&t, NULL, use, &place);
	place++;
	pthread_exit(NULL);
}

int main(void)
{
	start();
}
