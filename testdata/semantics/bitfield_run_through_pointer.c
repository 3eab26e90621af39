// 8.4: a run of adjacent bit-fields is one location, whichever of its units a pointer leads to.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

struct flags {
	char before;
	unsigned a : 16, b : 16, c : 16;
	char after;
};

static struct flags all[2];

static void *set(void *arg)
{
	struct flags *f = arg;

	f->a = 1;
	return 0;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, set, &all[0]);
	all[0].c = 1;
	pthread_join(t, NULL);
	assert(all[0].a + all[1].c + all[0].before <= 3);
	return 0;
}
