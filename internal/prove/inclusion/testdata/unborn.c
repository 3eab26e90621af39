// The end of main looks for leaks while the producer may not have created its nodes yet. How many objects
// malloc created before a node depends on what the producer reads.
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	void *value;
};

static struct node *head;
static int spare, taken;

static struct node *create(void)
{
	return malloc(sizeof(struct node));
}

static void push(void)
{
	struct node *n;

	if (spare && !taken) {
		taken = 1;
		return;
	}
	n = create();
	n->next = NULL;
	if (head)
		head->next = n;
	head = n;
}

static void *producer(void *arg)
{
	push();
	push();
	return arg;
}

int main(void)
{
	pthread_t t;

	push();
	pthread_create(&t, NULL, producer, NULL);
	spare = 1;
	return 0;
}
