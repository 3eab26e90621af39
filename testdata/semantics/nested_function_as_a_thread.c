// 13.5: a nested function may run in another thread, and its accesses to captured objects race.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

int main(void)
{
	pthread_t t;
	int shared = 0, ordered = 0;
	void *work(void *arg)
	{
		shared++;
		ordered++;
		return arg;
	}

	pthread_create(&t, 0, work, 0);
	shared++;
	pthread_join(t, 0);
	assert(ordered == 1);
	assert(shared == 2);
	return 0;
}
