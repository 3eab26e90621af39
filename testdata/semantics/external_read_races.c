// 14.8: an undefined function reads through a pointer to const
// in the thread of its caller.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
// strict: race=safe
#include <pthread.h>

struct limits {
	int low, high;
};

extern void show(const struct limits *limits);

static struct limits limits = {1, 2};

static void *work(void *arg)
{
	show(&limits);
	return arg;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, work, 0);
	limits.high = 3;
	return 0;
}
