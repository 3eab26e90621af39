// Values on their way from a read to the check: through calls, locals, a structure
// that one thread uses, and short circuits.
//
// expect: assert=violation race=violation
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
	int number;
	struct node *next;
	int buf[4];
};

struct pair {
	int first, second;
};

static struct node *head;
static volatile int turn;
static int unrelated, limit = 3;

static int get(volatile int *p)
{
	volatile int previous = *p;

	return previous;
}

static int twice(int x)
{
	return 2 * x;
}

static int below(int x, int most)
{
	if (x < most)
		return 1;
	return 0;
}

static void *producer(void *arg)
{
	struct node *node = head->next;
	int i = get(&turn);

	node->buf[i + 1] = limit + 1;
	turn = 1;
	return arg;
}

int main(void)
{
	struct pair kept;
	struct pair *p = &kept;
	pthread_t t;

	head = malloc(sizeof *head);
	if (!head || !(head->next = malloc(sizeof *head->next)))
		return 0;
	head->next->buf[1] = 1;
	pthread_create(&t, NULL, producer, NULL);
	unrelated = 5;
	p->first = unrelated;
	if (get(&turn) == 1) {
		p->second = twice(head->next->buf[1]);
		assert(p->second == 2 && below(p->first, p->second));
	}
	pthread_join(t, NULL);
	return 0;
}
