// 5.9: the value of a bit-field wider than int has a type of exactly its width, in which arithmetic wraps.
//
// expect: assert=safe race=safe deadlock=safe memory=safe shift=safe overflow=violation
#include <assert.h>
#include <pthread.h>

static struct {
	unsigned long long u : 40;
	long long s : 34;
} x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *down(void *arg)
{
	pthread_mutex_lock(&m);
	assert(x.u == 0 ? x.u - 1 == 0xffffffffffULL : (x.u << 8) >> 8 == (x.u & 0xffffffff));
	x.u--;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, down, 0);
	down(0);
	pthread_join(t, 0);
	assert(x.u == 0xfffffffffeULL && ~x.u == 1);
	x.s = 0x1ffffffff;
	assert(x.s + 1 < 0 && x.s + 1LL > 0); // overflows in a type of 34 bits
	return 0;
}
