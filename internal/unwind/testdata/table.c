// An array of structures with indices that depend on inputs: a region for each
// member; and a pointer into it that another thread reads.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static struct node {
	int value;
	struct node *next;
} pool[4], *top;

static void *work(void *arg)
{
	struct node *n = &pool[__VERIFIER_nondet_uint() % 4];

	n->value = 1;
	n->next = top;
	top = n;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	if (top)
		assert(top->value == 1);
	return 0;
}
