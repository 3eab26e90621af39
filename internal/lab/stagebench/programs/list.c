/*
 * Two threads push N nodes each onto a list under a mutex; main takes two off
 * and expects them to be of different threads.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int owner;
};

static struct node *top;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *pusher(void *arg)
{
	for (int k = 0; k < N; k++) {
		struct node *n = malloc(sizeof *n);
		n->owner = *(int *)arg;
		pthread_mutex_lock(&lock);
		n->next = top;
		top = n;
		pthread_mutex_unlock(&lock);
	}
	return 0;
}

int main(void)
{
	pthread_t a, b;
	int one = 1, two = 2;
	pthread_create(&a, 0, pusher, &one);
	pthread_create(&b, 0, pusher, &two);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(top->owner != top->next->owner);
	return 0;
}
