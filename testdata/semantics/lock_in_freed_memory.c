// 9.1: a lock operation on a freed object is an access to it.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *p;

int main(void)
{
	p = malloc(sizeof *p);
	pthread_mutex_init(p, NULL);
	free(p);
	pthread_mutex_lock(p);
	return 0;
}
