// 9.4: threads deep in a tree of creation have addresses of their own to give, those of the threads
// that they create among them.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

struct part {
	int depth, leaves;
};

static void *count(void *arg)
{
	struct part *p = arg, first = {p->depth - 1, 0}, second = {p->depth - 1, 0};
	pthread_t t, u;

	p->leaves = 1;
	if (p->depth == 0)
		return arg;
	pthread_create(&t, NULL, count, &first);
	pthread_join(t, NULL);
	if (p->depth < 3) {
		p->leaves = first.leaves;
		return arg;
	}
	pthread_create(&u, NULL, count, &second);
	assert(t != u);
	pthread_join(u, NULL);
	p->leaves = first.leaves + second.leaves;
	return arg;
}

int main(void)
{
	struct part all = {5, 0};
	pthread_t t;

	pthread_create(&t, NULL, count, &all);
	pthread_join(t, NULL);
	assert(all.leaves == 8);
	return 0;
}
