// 1.2: the end of an object that others can reach is a visible operation of its own: between the creation and the end of the scope behind it the new thread may run, or not.
//
// expect: assert=violation race=safe deadlock=safe memory=violation
#include <assert.h>
#include <pthread.h>

static void *use(void *arg)
{
	assert(*(int *)arg != 1);
	return NULL;
}

static pthread_t start(void)
{
	pthread_t t;
	int local = 1;

	pthread_create(&t, NULL, use, &local);
	return t;
}

int main(void)
{
	pthread_join(start(), NULL);
	return 0;
}
