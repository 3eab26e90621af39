// 14.8: an undefined function only reads the object behind a pointer to const.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
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
	return limits.low;
}
