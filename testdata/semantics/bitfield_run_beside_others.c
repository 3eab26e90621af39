// 8.4: a run of bit-fields ends at a member that is none, and is another one in every element of an array.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
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

	f->before = 1, f->a = 1;
	return 0;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, set, &all[0]);
	all[1].c = 1;
	pthread_join(t, NULL);
	assert(all[0].a + all[1].c + all[0].before <= 3);
	return 0;
}
