// Names of objects and values.
//
// expect: assert=violation
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum colour { RED, GREEN };
struct item {
	char key;
	short size;
	struct { int x, y[2]; } at;
};
struct queue {
	struct item items[4];
	struct item *first;
	void (*done)(void);
	union { unsigned bits; float value; };
	unsigned flag : 3, rest : 5;
	bool full;
	enum colour colour;
};

static struct queue queue;
static struct item *list;
static long big = -1;
static unsigned char byte = 200;
static double ratio = 0.5;

static void done(void) {}

static void *worker(void *arg)
{
	int *local = arg;
	struct item *item = malloc(2 * sizeof *item);

	if (!item)
		return NULL;
	queue.items[2].at.y[1] = 7;
	queue.items[1].key = 'k';
	queue.first = &queue.items[3];
	queue.done = done;
	queue.bits = 0xffffffffu;
	queue.full = true;
	queue.colour = GREEN;
	queue.flag = 5;
	item[1].size = -3;
	list = item;
	*local = 4;
	big = big * 2;
	byte++;
	ratio /= 3;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int local = 0;

	pthread_create(&t, NULL, worker, &local);
	pthread_join(t, NULL);
	assert(queue.items[2].at.y[1] != 7 || queue.items[1].key != 'k' || queue.first != &queue.items[3] ||
	       !queue.done || !queue.bits || !queue.full || queue.colour != GREEN || queue.flag != 5 ||
	       list[1].size != -3 || local != 4 || big != -2 || byte != 201 || ratio > 0.5);
	return 0;
}
