#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

struct node first = {1, 0}, one;
struct node *_Atomic top = &first;

static void push(struct node *n, int value)
{
	struct node *old = atomic_load(&top);

	n->value = value;
	do {
		n->next = old;
	} while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void)
{
	struct node *old = atomic_load(&top);

	while (old && !atomic_compare_exchange_strong(&top, &old, old->next))
		;
	return old;
}

static void *producer(void *arg)
{
	push(&one, 2);
	return arg;
}

int main(void)
{
	pthread_t t;
	struct node *n;

	pthread_create(&t, 0, producer, 0);
	n = pop();
	if (n)
		assert(n->value);
	pthread_join(t, 0);
	return 0;
}
