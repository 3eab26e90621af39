// 9.3: leaks count also when the process ends because its last thread does.
//
// expect: assert=safe race=safe deadlock=safe memory=violation leak=violation
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void *lose(void *arg)
{
	p = malloc(sizeof *p);
	p = NULL;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, lose, NULL);
	pthread_exit(NULL);
}
