// 5.6: a routine that ends without return yields any value, which another thread may see.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int g;

static void *work(void *arg) { g = arg != 0; }

int main(void)
{
	pthread_t t;
	void *result = &g;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, &result);
	assert(result == 0);
	return 0;
}
