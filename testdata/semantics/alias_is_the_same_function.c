// 14.6: an alias is another name of a function, before its definition and beside it, and of an object.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

int early(void) __attribute__((alias("count")));
static int n;
extern int number __attribute__((alias("n")));

static int before(void) { return early(); }
int count(void) { return ++n; }
int late(void) __attribute__((weak, alias("count")));

static void *work(void *arg)
{
	n = 5;
	return arg;
}

int main(void)
{
	pthread_t t;
	before();
	count();
	late();
	assert(n == 3 && number == 3 && early == count);
	pthread_create(&t, 0, work, 0);
	number = 5; // the thread writes the same object
	pthread_join(t, 0);
	return 0;
}
