// 9.6: where objects lie makes no difference to null, to objects that live at once, within one object, to bits below an object's alignment, to copies of pointers and to tags.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
	struct node *next;
	int key;
};

static struct node one, two;
static uintptr_t tagged;
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int shared;

static void *both(void *arg)
{
	pthread_mutex_t *a = &locks[0], *b = &locks[1], *c;

	if (arg == NULL) {
		c = a;
		a = b;
		b = c;
	}
	if (b < a) {
		c = a;
		a = b;
		b = c;
	}
	pthread_mutex_lock(a);
	pthread_mutex_lock(b);
	shared++;
	pthread_mutex_unlock(b);
	pthread_mutex_unlock(a);
	return NULL;
}

int main(void)
{
	struct node *p = &one, *q, *r = malloc(sizeof *r);
	int *key = &one.key;
	pthread_t t;

	pthread_create(&t, NULL, both, &shared);
	both(NULL);
	pthread_join(t, NULL);
	assert(shared == 2);
	assert(p != NULL && p != &two && (uintptr_t)p != (uintptr_t)&two && r != p);
	assert((uintptr_t)p % sizeof(int) == 0);
	assert(&p->key > (int *)p && (char *)key - (char *)p == offsetof(struct node, key));
	memcpy(&q, &p, sizeof q);
	assert(q == (struct node *)((char *)key - offsetof(struct node, key)));
	tagged = (uintptr_t)&two | 1;
	assert(tagged & 1);
	((struct node *)(tagged & ~(uintptr_t)1))->key = 5;
	assert(two.key == 5);
	free(r);
	return 0;
}
