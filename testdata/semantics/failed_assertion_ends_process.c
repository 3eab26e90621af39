// 5.2: a failed assertion ends the process, also when it is not checked.
//
// expect: assert=violation race=safe deadlock=safe memory=safe reach=safe
#include <assert.h>
#include <pthread.h>

void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *p;

int main(void)
{
	assert(p != NULL);
	*p = 1;
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	reach_error();
	return 0;
}
