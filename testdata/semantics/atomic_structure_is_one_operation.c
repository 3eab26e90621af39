// 7.4: a structure that is atomic is read, written and exchanged as a whole.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair { int a, b; };
static _Atomic struct pair shared;

static struct pair both(int n) { return (struct pair){ n, n }; }

static void *work(void *arg)
{
	struct pair old = atomic_load(&shared), new;
	shared = both(1);
	old = both(1);
	do
		new = both(old.a + 1);
	while (!atomic_compare_exchange_strong(&shared, &old, new));
	return arg;
}

int main(void)
{
	pthread_t t;
	struct pair p;
	atomic_store(&shared, ((struct pair){ 0, 0 }));
	pthread_create(&t, 0, work, 0);
	p = shared;
	assert(p.a == p.b);
	p = atomic_exchange(&shared, both(7));
	assert(p.a == p.b && p.a <= 2);
	pthread_join(t, 0);
	return 0;
}
